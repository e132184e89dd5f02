"""The page in a browser: each function is one thing that must hold."""

import http.server
import os
import re
import signal
import sys
import threading

from browser import Browser
from crowd import Viewer
from desk import ORIGIN, PANELS, Desk, expect, scratch, wait_until

PAGES = ["glance", "chart", "detail", "book", "trades", "list", "link", "clock"]
pictures = sys.argv[2]

# How many pixels of a canvas are others than those of the daemon's own picture; nil where the sizes
# differ.
DIFFERENCE = """
const canvas = document.querySelectorAll("canvas")[arguments[0]];
return fetch("/screen.png?panel=" + arguments[0]).then(a => a.blob())
  .then(blob => createImageBitmap(blob, {colorSpaceConversion: "none"})).then(image => {
    const {width, height} = image;
    if (width !== canvas.width || height !== canvas.height) return null;
    const [ours, theirs] = [canvas, image].map(source => {
      const copy = new OffscreenCanvas(width, height).getContext("2d", {willReadFrequently: true});
      copy.drawImage(source, 0, 0);
      return new Uint32Array(copy.getImageData(0, 0, width, height).data.buffer);
    });
    return ours.reduce((count, value, n) => count + (value !== theirs[n]), 0);
  });
"""


class Visit:
    """A browser on the page of a desk."""

    def __init__(self, *options, **settings):
        self.desk = Desk(**settings)
        self.browser = Browser(*options)
        self.browser.open(ORIGIN)

    def comes(self):
        """The page has what it is to show."""
        wait_until(lambda: self.browser.run("return document.body.className") == "", 15, "the page")
        wait_until(lambda: self.browser.text("#said"), 15, "the sentence")
        return self

    def is_equal(self, panel):
        return self.browser.run(DIFFERENCE, panel) == 0

    def equals(self, panels=range(len(PANELS))):
        for panel in panels:
            # A market may move between the two.
            wait_until(lambda: self.is_equal(panel), 15, f"panel {panel} on the page")

    def shows(self, key, value, what):
        wait_until(lambda: self.desk.shown(key) == value, 5,
                   lambda: f"{what}: {self.desk.shown(key)}")
        expect(True, what)

    def value(self, name):
        return self.browser.run(f"return document.querySelector('[data-n={name}]').value")

    def ends(self):
        console = self.browser.console()
        assert not console, console
        expect(True, "the console is empty")
        self.browser.stop()
        self.desk.stop()


def pixels_are_the_panels():
    visit = Visit().comes()
    print(f"  Chromium {visit.browser.version}", flush=True)
    outlines = visit.browser.run(
        "return [...document.querySelectorAll('figure')].map(f => f.classList.contains('round'))")
    expect(outlines == [False, False, True], "the round panel is round")
    expect(visit.browser.run("return document.querySelector('#leave').hidden"),
           "who need not be paired has nothing to forget")
    seen = set()
    for theme in ["dark", "light"]:
        visit.desk.command(f"theme={theme}")
        for page in PAGES:
            visit.desk.command(f"page={page}")
            wait_until(lambda: visit.desk.shown("page") == page, 5, page)
            visit.equals()
            seen.update(visit.browser.run(
                "return [...document.querySelectorAll('canvas')].map(c => c.toDataURL())"))
    expect(len(seen) > len(PAGES) * len(PANELS), f"the canvases are the pictures: {len(seen)} of them")
    visit.ends()


def keys_and_clicks_press():
    visit = Visit().comes()
    browser = visit.browser
    browser.press("ArrowRight")
    visit.shows("market", "upbit:KRW-ETH", "→ shows the next market")
    browser.press("b")
    visit.shows("market", "upbit:KRW-BTC", "b the one before")
    browser.press("p")
    visit.shows("page", "chart", "p the next page")
    browser.press("h")
    visit.shows("page", "glance", "h the home page")
    browser.click("[data-c=next-market]")
    visit.shows("market", "upbit:KRW-ETH", "a click on the button is a press of it")
    browser.click("summary")
    browser.click("#all [data-c=previous-market]")
    visit.shows("market", "upbit:KRW-BTC", "so it is on one of all buttons")
    browser.click("[data-n=market] option[value='upbit:KRW-XRP']")
    visit.shows("market", "upbit:KRW-XRP", "a market is chosen")
    browser.click("[data-n=page] option[value=book]")
    visit.shows("page", "book", "a page is chosen")
    chosen = {"theme": "night", "colours": "red-blue", "language": "ko", "layout": "chart"}
    for name, value in chosen.items():
        browser.click(f"[data-n={name}] option[value='{value}']")
    wait_until(lambda: all(visit.value(name) == value for name, value in chosen.items()))
    expect(browser.run("return document.documentElement.lang") == "ko", "the page speaks Korean now")
    browser.write("#light", "\ue012")
    # The picture is as bright as the desk says, between a half and one.
    wait_until(lambda: browser.run("return document.querySelector('canvas').style.opacity") == "0.975",
               5, "95 of 100")
    expect(True, "the brightness is set")
    # Whoever changes it, the page says what the desk then says.
    visit.desk.command("theme=light")
    wait_until(lambda: visit.value("theme") == "light", 5, "another visitor's theme")
    visit.desk.command("market=upbit:KRW-ETH")
    wait_until(lambda: visit.value("market") == "upbit:KRW-ETH", 5, "another visitor's market")
    expect(True, "what somebody else chooses is seen")
    visit.desk.command("screen=off")
    wait_until(lambda: not browser.run("return document.querySelector('#screen').checked"), 5, "off")
    browser.click("#screen")
    wait_until(lambda: browser.run("return document.querySelector('#screen').checked"), 5, "on")
    expect(True, "the screen goes off and on")
    visit.ends()


# Others who look by the browser's own connections, all but one of those that it opens to a host with HTTP/1.1.
OTHERS = """
window.others = Array.from({length: 5}, () => new EventSource("/events"));
return Promise.all(others.map(other => new Promise(yes => other.onopen = () => yes(1))));
"""


def a_press_that_waits_is_given_up():
    visit = Visit().comes()
    browser = visit.browser
    expect(browser.run(OTHERS) == [1] * 5, "no connection is left")
    browser.press("ArrowRight")
    wait_until(lambda: browser.text("#note") == "not connected", 15, "the press")
    expect(browser.run("return document.body.className") == "",
           "a press that nobody hears is told of while the picture is live")
    browser.run("others.forEach(other => other.close())")
    browser.press("ArrowRight")
    visit.shows("market", "upbit:KRW-ETH", "the next press is heard, and the one before never comes")
    wait_until(lambda: browser.text("#note") == "", 5, "the note")
    visit.ends()


# The market, its price and where it has gone, in every language.
SENTENCES = {"en": r"BTC/KRW \d+,\d{3},\d{3}\b.*, (up \d|down \d|unchanged)",
             "ko": r"비트코인 \d+,\d{3},\d{3}\b.*(% 상승|% 하락|변동 없음)"}


def blind_people_are_told():
    visit = Visit().comes()
    for language in ["en", "ko"]:
        visit.desk.command(f"language={language}")
        wait_until(lambda: visit.browser.run("return document.documentElement.lang") == language)
        tree = visit.browser.tree()
        nameless = [role for role, name in tree if not name
                    and role in ("image", "button", "combobox", "slider", "checkbox")]
        assert not nameless, nameless
        expect(True, f"{language}: whatever can be used has a name")
        # All pictures have one name. It is none before the first price.
        def sentence():
            names = {name for role, name in visit.browser.tree() if role == "image"}
            return len(names) == 1 and re.match(SENTENCES[language], max(names))

        match = wait_until(sentence, 15, f"{language}: a sentence of the picture")
        expect(True, f"{language}: the picture is a sentence: {match.string}")
        labels = visit.browser.run(
            "return [...document.querySelectorAll('[data-c]')].map(button => button.textContent)")
        expect(len(labels) >= 6 and (language == "en" or not re.search("[A-Za-z]", "".join(labels))),
               f"{language}: {len(labels)} buttons speak it")
        roles = [role for role, _ in tree]
        expect(roles.count("combobox") >= 8 and roles.count("slider") == 1
               and roles.count("button") >= 6 and "status" in roles,
               f"{language}: {roles.count('combobox')} lists, {roles.count('button')} buttons")
    visit.ends()


# What a page of another origin tries; whether each was refused.
ATTACKS = """
const own = arguments[0];
const fails = promise => promise.then(() => false, () => true);
const image = new Promise((yes, no) => {
  const image = new Image(); image.onload = yes; image.onerror = no; image.src = own + "/screen.png"});
const events = new Promise((yes, no) => {
  const source = new EventSource(own + "/events");
  source.onopen = yes; source.onerror = () => {source.close(); no()}});
return Promise.all([
  fails(fetch(own + "/command", {method: "POST", mode: "no-cors", body: "theme=night"})),
  fails(fetch(own + "/notice", {method: "POST", mode: "no-cors", body: "boo"})),
  fails(fetch(own + "/state")), fails(fetch(own + "/metrics")),
  fails(fetch(own + "/command", {method: "POST", body: "theme=night"})),
  fails(image), fails(events)]);
"""


class Silence(http.server.BaseHTTPRequestHandler):
    """A page with nothing on it."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>elsewhere</title>")

    def log_message(self, *_):
        pass


def pages_from_elsewhere_are_refused():
    visit = Visit("--host-resolver-rules=MAP evil.example 127.0.0.1").comes()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Silence)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    visit.browser.console()
    visit.browser.open(f"http://localhost:{server.server_port}/")
    before = visit.desk.metric("tealight_web_refused_total")
    tried = visit.browser.run(ATTACKS, ORIGIN)
    refused = visit.desk.metric("tealight_web_refused_total") - before
    expect(all(tried), f"another origin reads nothing: {tried}")
    expect(refused >= 5, f"it is refused {refused:.0f} times")
    visit.browser.open(f"{ORIGIN}/")
    visit.comes()
    expect(visit.value("theme") == "dark" and visit.desk.shown("page") == "glance",
           "it changes nothing")
    visit.browser.open("http://evil.example:8470/")
    status = visit.browser.run(
        "return performance.getEntriesByType('navigation')[0].responseStatus")
    expect(status == 421, "a name that is not its own is refused with 421")
    server.shutdown()
    visit.browser.console()
    visit.ends()


# Keeps whether all canvases were black when they were grey no longer: what is new comes one by one.
BLANK = """
new MutationObserver(() => {
  if (document.body.className) return;
  window.blank = [...document.querySelectorAll("canvas")].every(canvas => {
    const {width, height} = canvas;
    const copy = new OffscreenCanvas(width, height).getContext("2d", {willReadFrequently: true});
    copy.drawImage(canvas, 0, 0);
    return new Uint32Array(copy.getImageData(0, 0, width, height).data.buffer)
      .every(value => value === 0xff000000);
  });
}).observe(document.body, {attributes: true, attributeFilter: ["class"]});
"""


def it_is_grey_without_the_daemon():
    visit = Visit().comes()
    browser = visit.browser

    def is_grey():
        return "grayscale(1)" in browser.run(
            "return getComputedStyle(document.querySelector('canvas')).filter")

    def is_back():
        wait_until(lambda: not is_grey(), 30, "it comes back")
        visit.comes().equals()

    visit.equals()
    browser.click("#speak")
    wait_until(lambda: browser.text("#live"), 5, "what is spoken")
    browser.click("#speak")
    expect(browser.text("#live") == "", "who wants to hear no more finds nothing that was spoken")
    browser.click("#speak")
    wait_until(lambda: browser.text("#live"), 5, "what is spoken")
    visit.desk.kill()
    wait_until(is_grey, 15, "grey")
    age = wait_until(lambda: re.fullmatch(r"\d+ s", browser.text("#age")), 5, "the age")
    expect(browser.text("#note") == "not connected", "it says so once, and counts beside that")
    expect(True, f'after a kill it is grey: "{age.group()}"')
    expect(browser.text("#said").strip() + browser.text("#live") == ""
           and browser.run("return document.title") == "tealight",
           "neither its sentences nor its title tell the old price")
    browser.run(BLANK)
    visit.desk.start()
    is_back()
    expect(browser.run("return window.blank"), "no old picture is shown in its colours")
    expect(browser.text("#note") + browser.text("#age") == "", "it comes back by itself")
    visit.desk.signal(signal.SIGSTOP)
    wait_until(is_grey, 16, "grey")
    expect(browser.text("#note") == "not connected", "it says so before anybody has told why")
    visit.desk.signal(signal.SIGCONT)
    expect(True, "a daemon that hangs is as grey after fifteen seconds")
    is_back()
    # To a browser that has slept the clock has jumped, and no timer is due.
    visit.desk.signal(signal.SIGSTOP)
    browser.run("const now = Date.now; Date.now = () => now() + 60e3")
    wait_until(is_grey, 5, "grey after sleep")
    age = wait_until(lambda: re.fullmatch(r"(\d+) s", browser.text("#age")), 5, "the age")
    visit.desk.signal(signal.SIGCONT)
    expect(60 <= int(age[1]) < 90, f'so it is after a minute of sleep: "{age[0]}"')
    is_back()
    # The browser itself says so where nobody listens.
    expect(all("ERR_" in entry for entry in browser.console()), "the console has no other errors")
    visit.ends()


def the_ninth_is_told_why():
    visit = Visit().comes()
    browser = visit.browser
    browser.open("about:blank")
    wait_until(lambda: visit.desk.metric("tealight_web_viewers") == 0, 30, "nobody looks")
    eight = [Viewer() for _ in range(8)]
    wait_until(lambda: visit.desk.metric("tealight_web_viewers") == 8, 10, "eight look")
    browser.console()
    browser.open(ORIGIN)
    wait_until(lambda: browser.text("#note") == "too many viewers", 15,
               lambda: browser.text("#note"))
    expect(browser.run("return document.querySelector('form').hidden"),
           "the ninth is told that there are too many")
    eight.pop().socket.close()
    wait_until(lambda: browser.run("return document.body.className") == "", 30, "its turn")
    expect(browser.text("#note") == "", "when one has left it gets the place")
    expect(all("503" in entry for entry in browser.console()), "the console has the refusals alone")
    for viewer in eight:
        viewer.socket.close()
    visit.ends()


def who_has_the_password_is_let_in():
    visit = Visit("--accept-lang=de-DE",
                  web=f'names = ["desk.example"]\npassword_file = "{password_file()}"')
    browser = visit.browser
    wait_until(lambda: browser.run("return !document.querySelector('form').hidden"), 15, "the form")
    expect(browser.run("return navigator.language") == "de-DE"
           and browser.text("form button") == "Enter",
           "who speaks neither language is asked in English")
    expect(visit.desk.ask("/state")[0] == 401 and visit.desk.ask("/screen.png")[0] == 401,
           "a stranger sees nothing")
    browser.write("[name=key]", "wrong")
    browser.click("form button")
    wait_until(lambda: browser.text("#note") not in ("",) and "connected" not in browser.text("#note"),
               5, "the refusal")
    expect(True, f'a wrong password is refused: "{browser.text("#note").strip()}"')
    browser.write("[name=key]", "correct horse battery")
    browser.click("form button")
    visit.comes().equals()
    expect(True, "the right one lets the browser in")
    browser.run("location.reload()")
    visit.comes().equals()
    expect(True, "it stays in")
    expect(all("401" in entry or "403" in entry for entry in browser.console()),
           "the console has the refusals alone")
    password_file("another horse")
    visit.desk.kill()
    wait_until(lambda: browser.text("#note") == "not connected", 5, "the loss")
    visit.desk.start()
    wait_until(lambda: browser.run("return !document.querySelector('form').hidden"), 30, "the form")
    expect(browser.text("#note") == "", "with another password it asks anew, and is connected")
    expect(all("401" in entry or "ERR_" in entry for entry in browser.console()),
           "the console has the loss and the refusal alone")
    browser.write("[name=key]", "another horse")
    browser.click("form button")
    visit.comes()
    expect(not browser.run("return document.querySelector('#leave').hidden"), "it may leave")
    browser.click("#leave")
    wait_until(lambda: browser.run("return !document.querySelector('form').hidden"), 15, "the form")
    expect(True, "it leaves when it wants to")
    expect(all("401" in entry or "403" in entry for entry in browser.console()),
           "the console has the refusals alone")
    visit.ends()


def password_file(password="correct horse battery"):
    path = f"{scratch}/password"
    with open(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w") as file:
        file.write(f"{password}\n")
    return path


# Whether nothing is wider than the window, every pixel is whole pixels wide, buttons can be hit.
FITS = """
const whole = n => Math.abs(n - Math.round(n)) < 0.01;
const size = (selector, read) => [...document.querySelectorAll(selector)].map(
  e => read(e.getBoundingClientRect(), e));
return document.documentElement.scrollWidth <= arguments[0]
  && size("canvas", (box, canvas) => box.width * devicePixelRatio / canvas.width).every(whole)
  && size("button,select,summary", box => box.height).every(high => high === 0 || high >= 44);
"""


def it_fits_every_window():
    visit = Visit().comes()
    browser = visit.browser
    windows = {"phone": (360, 780, 3), "small-phone": (320, 568, 2), "tablet": (820, 1180, 2),
               "desktop": (1440, 900, 1)}
    for language in ["en", "ko"]:
        visit.desk.command(f"language={language}")
        wait_until(lambda: browser.run("return document.documentElement.lang") == language)
        for name, (width, height, scale) in windows.items():
            for scheme in ["light", "dark"]:
                browser.protocol("Emulation.setDeviceMetricsOverride", width=width, height=height,
                                 deviceScaleFactor=scale, mobile=scale > 1)
                browser.protocol("Emulation.setEmulatedMedia", features=[
                    {"name": "prefers-color-scheme", "value": scheme}])
                wait_until(lambda: browser.run(FITS, width), 5,
                           lambda: f"{name}: {browser.run(FITS, width)}")
                if pictures:
                    browser.picture(f"{pictures}/{name}-{language}-{scheme}.png")
    expect(True, "nothing is cut, each pixel is a square of whole pixels, buttons have 44 px at least")
    visit.ends()


def it_has_a_picture_without_scripts():
    visit = Visit().comes()
    visit.browser.protocol("Emulation.setScriptExecutionDisabled", value=True)
    visit.browser.open(ORIGIN)
    before = visit.desk.metric("tealight_web_requests_total")
    wait_until(lambda: ("image", "tealight") in visit.browser.tree(), 10, "the picture")
    wait_until(lambda: visit.desk.metric("tealight_web_requests_total") - before > 6, 10, "a new one")
    expect(True, "without scripts it is a picture that is fetched again and again")
    visit.browser.protocol("Emulation.setScriptExecutionDisabled", value=False)
    visit.ends()
