"""What `tealight setup` does to a machine: each function is one thing that must hold."""

import os
import pty
import re
import select
import shutil
import subprocess
import time

import panels
from devices import Record, write
from programs import (SCRATCH, Program, daemon_path, exchange, expect, tool_path,
                      wait_until)

BOOT, CONFIGURATION = "/boot/firmware/config.txt", "/etc/tealight/tealight.toml"
# A user and a group that are not root's.
OWNER = 1234, 2345


class Conversation:
    """A program in a terminal, and the person before it."""

    def __init__(self, *command):
        self.terminal, inside = pty.openpty()
        self.process = subprocess.Popen(command, stdin=inside, stdout=inside, stderr=inside,
                                        start_new_session=True)
        os.close(inside)
        self.said = self.fresh = ""

    def asks(self, words, seconds=20):
        """It ends with these words and waits. All that it has said since the last answer."""
        end = time.monotonic() + seconds
        while not self.fresh.endswith(words):
            assert time.monotonic() < end, f'waited for "{words}" in vain: {self.said}'
            self.hear()
        return self.fresh

    def hear(self):
        if select.select([self.terminal], [], [], 0.05)[0]:
            text = os.read(self.terminal, 65536).decode().replace("\r\n", "\n")
            self.said += text
            self.fresh += text

    def answers(self, line):
        self.fresh = ""
        os.write(self.terminal, f"{line}\n".encode())

    def ends(self):
        """Its exit status."""
        while True:
            try:
                self.hear()
            except OSError:
                # Nobody holds the other end any more.
                return self.process.wait(5)


def read(path):
    with open(path, newline="") as file:
        return file.read()


def given(text):
    """A machine whose config.txt is this and that has no configuration."""
    shutil.rmtree(os.path.dirname(CONFIGURATION), ignore_errors=True)
    os.makedirs(os.path.dirname(BOOT), exist_ok=True)
    for name in os.listdir(os.path.dirname(BOOT)):
        os.remove(f"{os.path.dirname(BOOT)}/{name}")
    write(BOOT, text)
    os.chown(BOOT, *OWNER)
    os.chmod(BOOT, 0o640)


def changed(text, shown):
    """A file after the change that was shown for it: `3 - old`, `3 + new`, `9 + another`."""
    lines = text.removesuffix("\n").split("\n")
    for number, sign, line in re.findall(r"^ +(\d+) ([-+]) ?(.*)$", shown, re.MULTILINE):
        index = int(number) - 1
        if sign == "-":
            assert lines[index] == line, f"{line} is not in line {number}"
        elif index < len(lines):
            lines[index] = line
        else:
            assert index == len(lines), f"line {number} leaves a gap"
            lines.append(line)
    return "\n".join(lines) + "\n"


def expect_kept(path, text):
    """A copy of the file as it was, and neither has other owners than before."""
    expect(read(f"{path}.old") == text, f"{path}.old is the old file")
    for name in path, f"{path}.old":
        found = os.stat(name)
        expect(((found.st_uid, found.st_gid), found.st_mode & 0o777) == (OWNER, 0o640),
               f"{name} has its owner and its mode")


def expect_good():
    done = subprocess.run([tool_path, "check", CONFIGURATION], capture_output=True, text=True)
    said = (done.stdout + done.stderr).split("\n")
    expect(done.returncode == 0, f"tealight check: {said[0]}")


def expect_price(market):
    """The daemon shows it with nothing but what was written, and where the exchange is."""
    with open(CONFIGURATION, "a") as file:
        file.write(f"\n{exchange.out}")
    daemon = Program(daemon_path, "--display=panels", "--display=json")
    wait_until(lambda: daemon.market() == market and daemon.shown("price"), 20, daemon.log)
    expect(CONFIGURATION in daemon.log.split("\n")[0], "the daemon reads it and shows a price")
    return daemon


def a_conversation_sets_up():
    old = "# mine\n#dtparam=i2c_arm=on\ndtparam=audio=on\n\n[pi4]\narm_boost=1\n"
    given(old)
    record = Record()
    first = Conversation(tool_path, "setup")
    first.asks("Look for it? [Y/n] ")
    expect(not record.i2c_reads(), "nothing is read from I2C before somebody says so")
    first.answers("")
    first.asks("Number, or a part of the name [ssd1306-i2c]: ")
    expect(record.i2c_reads() == [(0x3C, 1), (0x3D, 1)] and not record.i2c(),
           "then one byte at each of two addresses, and nothing is written")
    first.answers("")
    first.asks("Market [upbit:KRW-BTC]: ")
    first.answers("eth")
    offered = first.asks("Number, or another word: ", 60)
    expect("No exchange can be reached" in offered, "without a network it says so")
    first.answers("1")
    first.asks("Another one, or Enter to go on: ")
    first.answers("")
    first.asks("Language of the display, en or ko [en]: ")
    first.answers("ko")
    shown = first.asks("Go ahead? [Y/n] ")
    expect(read(BOOT) == old and not os.path.exists(CONFIGURATION), "nothing is written before yes")
    first.answers("y")
    expect(first.ends() == 0 and "sudo reboot" in first.fresh, "it ends with: sudo reboot")
    expect(read(BOOT) == changed(old, shown) != old, "config.txt is as it was shown")
    expect_kept(BOOT, old)
    expect(read(CONFIGURATION).split("\n")[1:3] == ['language = "ko"', 'markets = ["upbit:KRW-ETH"]'],
           "the configuration has the answers")
    expect_good()

    # As after a restart.
    record = Record()
    second = Conversation(tool_path, "setup")
    second.asks("Look for it? [Y/n] ")
    for answer, question in (("n", "Number, or a part of the name: "),
                             ("ssd1306", "Market [upbit:KRW-ETH]: "),
                             ("", "Language of the display, en or ko [ko]: "),
                             ("", "Show the test card? [Y/n] ")):
        second.answers(answer)
        shown = second.asks(question)
    expect("needs no change" in shown and not record.i2c(), "the same once more changes nothing")
    second.answers("")
    second.asks("Press Enter to go on. ")
    subprocess.run([tool_path, "test-card", "--panel", "ssd1306", "--png", f"{SCRATCH}/card.png"],
                   check=True)
    oled = record.oled()
    card = oled.seen(panels.read_png(f"{SCRATCH}/card.png"))
    wait_until(lambda: record.oled().picture() == card, 5, "the test card")
    expect(True, "the test card is on the glass, pixel for pixel")
    second.answers("")
    expect(second.ends() == 0 and not any(record.oled().memory), "Enter takes it away")

    daemon = expect_price("upbit:KRW-ETH")
    wait_until(lambda: not record.oled().is_dark, 10, "the panel is lit")
    expect(daemon.stop() == 0, "SIGTERM ends it with 0")


def a_hat_and_options_answer_for_somebody():
    def setup(*options, hat=()):
        """As on a machine whose tree of devices has these files, with the rest of /proc beside them."""
        script = ("mount -t tmpfs none /proc; mkdir -p /proc/real /proc/device-tree/hat; "
                  "mount -t proc none /proc/real; ln -s real/self /proc/self; ")
        for name, text in hat:
            script += f"printf '{text}\\0' >/proc/device-tree/hat/{name}; "
        return subprocess.run(["unshare", "--mount", "sh", "-ec", f'{script} exec "$0" setup "$@"',
                               tool_path, *options], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True)

    old = "dtparam=spi=off\r\n"
    given(old)
    record = Record()
    bare = setup()
    expect(bare.returncode == 64 and "not a terminal" in bare.stderr,
           f"without a terminal and without options it refuses: {bare.stderr.strip()}")
    nameless = setup("--yes")
    expect(nameless.returncode == 64 and "--board" in nameless.stderr, "without a HAT it wants a board")
    done = setup("--yes", hat=(("vendor", "Waveshare"), ("product", "1.3inch LCD HAT")))
    expect(done.returncode == 0 and 'board = "waveshare-lcd-hat-1.3"' in read(CONFIGURATION),
           "a HAT that says what it is needs no answer")
    expect(read(BOOT) == "dtparam=spi=on\r\n", "SPI is on")
    expect_kept(BOOT, old)
    os.chown(CONFIGURATION, *OWNER)
    os.chmod(CONFIGURATION, 0o640)
    old = read(CONFIGURATION)
    done = setup("--yes", "--board=st7789-spi", "--market=upbit:KRW-XRP", "--language=en")
    expect(done.returncode == 0 and 'board = "st7789-spi"' in read(CONFIGURATION),
           f"so do options {done.stderr}".strip())
    expect_kept(CONFIGURATION, old)
    # Where there is the service's user, the check reads as that.
    os.chmod(CONFIGURATION, 0o644)
    expect_good()
    expect(not record.i2c_reads() and not record.spi(), "no bus was touched")
    daemon = expect_price("upbit:KRW-XRP")
    wait_until(lambda: not record.lcd().is_dark, 10, "the panel is lit")
    expect(daemon.stop() == 0, "SIGTERM ends it with 0")


def a_read_only_boot_partition_stops_only_who_changes_it():
    def setup(board):
        return subprocess.run([tool_path, "setup", "--yes", f"--board={board}",
                               "--market=upbit:KRW-BTC", "--language=en"],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)

    given("")
    folder = os.path.dirname(BOOT)
    subprocess.run(["mount", "-t", "tmpfs", "boot", folder], check=True)
    try:
        write(BOOT, "dtparam=spi=off\n")
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        refused = setup("st7789-spi")
        fix = f"sudo mount -o remount,rw {folder}"
        expect(refused.returncode == 77 and refused.stderr.strip().endswith(f"; run: {fix}"),
               f"root is told how to write there: {refused.stderr.strip()}")
        expect(not os.path.exists(CONFIGURATION), "nothing is written")
        done = setup("blinkt")
        expect(done.returncode == 0 and 'board = "blinkt"' in read(CONFIGURATION),
               f"a board without lines in config.txt is set up {done.stderr}".strip())
        subprocess.run(fix.split()[1:], check=True)
        done = setup("st7789-spi")
        expect(done.returncode == 0 and read(BOOT) == "dtparam=spi=on\n",
               f"so is the other one after that command {done.stderr}".strip())
    finally:
        subprocess.run(["umount", folder], check=True)
