"""A browser that looks in: who sees a panel and presses its button lets it in."""

import itertools
import re
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

import panels
from devices import CHIP, Button, Network, Record
from programs import LCD, MARKETS, OLED, SCRATCH, expect, pictured, wait_until

# Those of documentation (RFC 5737), which together have every digit.
ADDRESSES = "198.51.100.234", "203.0.113.67"
SITE = f"http://{ADDRESSES[0]}:8470"
TABLES = OLED + LCD + f"""
[web]
listen = ["0.0.0.0"]
[[button]]
chip = "{CHIP}"
line = 5
hold = "previous-market"
[[button]]
chip = "{CHIP}"
line = 6
press = "show-link"
"""


class Browser:
    """One that does as the page does, with cookies of its own."""

    def __init__(self):
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def ask(self, path, body=None):
        """The status of the answer, and what it holds."""
        request = urllib.request.Request(SITE + path, body, {"Origin": SITE} if body else {})
        try:
            with self.opener.open(request, timeout=5) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read()

    def status(self, path):
        return self.ask(path)[0]

    def pair(self, key):
        """The status at the end: that of the page for who is let in."""
        return self.ask("/pair", urllib.parse.urlencode({"key": key}).encode())[0]

    def save(self, path, file):
        with open(file, "wb") as saved:
            saved.write(self.ask(path)[1])
        return file


def codes_in(*pictures):
    """What a camera reads in them; empty where there is no code."""
    read = subprocess.run(["zbarimg", "-q", "--raw", *pictures], capture_output=True, text=True)
    assert read.returncode in (0, 4), read.stderr
    return read.stdout.strip()


def code_on(panel):
    panels.write_png("/out/pairing-code.png", panel.colours(panel.picture()))
    return codes_in("/out/pairing-code.png")


def digits_on(panel):
    """The last six letters, by those of the addresses above them."""
    panels.write_png("/out/pairing-digits.png", panel.colours(panel.picture()))

    def runs(rows):
        return [list(run) for has_ink, run in itertools.groupby(rows, any) if has_ink]

    lines = [[tuple(filter(any, zip(*letter))) for letter in runs(zip(*line))]
             for line in runs(panel.picture())]
    known = {shape: letter for line, address in zip(lines[-3:], ADDRESSES)
             for shape, letter in zip(reversed(line), reversed(address))}
    return "".join(known[shape] for shape in lines[-1][-6:])


def a_press_and_a_camera_let_a_browser_in():
    record, folders = Record(), {f"{SCRATCH}/pairing/{kind}": kind for kind in ("ssd1306", "st7789")}
    files = [f"{folder}/latest.png" for folder in folders]
    button, link = Button(5), Button(6)
    stranger, owner = Browser(), Browser()

    def shows_secret():
        """Whether a panel shows what its copy does not."""
        return record.oled().picture() != panels.SSD1306.seen(panels.read_png(files[0]))

    def offered():
        """The secret that a press shows."""
        button.press_for(0.1)
        wait_until(shows_secret, 5, "a secret")
        wanted = re.escape(SITE) + r"/\?pair=([\w-]{16})"
        found = wait_until(lambda: re.fullmatch(wanted, code_on(record.lcd())), 5, "a code")
        expect(True, f"a press shows a code that a camera reads: {found[0]}")
        return found[1]

    with Network(*ADDRESSES):
        daemon = pictured(TABLES, folders)
        daemon.says("streaming")
        for path in ("/state", "/screen.png", "/events"):
            expect(stranger.status(path) == 401, f"a stranger is refused {path}")
        link.press_for(0.1)
        button.press_for(0.7)
        time.sleep(1)
        wait_until(lambda: not shows_secret(), 5, "a hold shows a secret")
        expect(daemon.market() == MARKETS[-1], "a hold shows no secret, but the market before")

        first = offered()
        status, page = owner.ask(f"/?pair={first}")
        expect(status == 200 and b"press the button for the next market" in page,
               "it leads to the page, which tells of the press")
        expect(owner.pair(first) == 200, "it lets a browser in")
        statuses = owner.status("/state"), Browser().status("/state")
        expect(statuses == (200, 401), "which may look, and nobody without its cookie")
        expect(stranger.pair(first) == 403, "it lets no second one in")
        wait_until(lambda: not shows_secret(), 5, "a used secret is shown")
        expect("pair" not in code_on(record.lcd()), "and is shown no longer")

        second = offered()
        expect(second != first, "which is another one")
        copies = [owner.save(f"/screen.png?panel={number}", f"{SCRATCH}/pairing/{number}.png")
                  for number in range(4)]
        expect(not codes_in(*files, *copies), "and is in no file and in no browser")
        digits = digits_on(record.oled())
        expect(stranger.pair(digits) == 200, f"where a code has no room digits do: {digits}")
        expect(stranger.status("/state") == 200, "so that a second browser may look")
        told = daemon.out + daemon.log
        expect(first not in told and second not in told, "nothing else tells a secret")
        expect(daemon.stop() == 0, "SIGTERM ends it with 0")
