"""Chromium, by way of chromedriver (W3C WebDriver, and its ways to the DevTools protocol)."""

import base64
import json
import os
import urllib.error
import urllib.request

from desk import run, scratch, wait_until

KEYS = {"ArrowRight": "\ue014", "ArrowLeft": "\ue012", "ArrowDown": "\ue015", "Home": "\ue011"}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    def __init__(self, *options):
        self.driver = run("chromedriver", "chromedriver", "--port=9515")
        arguments = ["--headless=new", f"--user-data-dir={scratch}/profile", *options]
        if os.getuid() == 0:
            # Chromium as root refuses to run otherwise.
            arguments.append("--no-sandbox")
        capabilities = {"goog:chromeOptions": {"args": arguments},
                        "goog:loggingPrefs": {"browser": "ALL"}}
        self.session = ""
        wait_until(lambda: self.is_ready, 30, "chromedriver")
        made = self.call("POST", "", capabilities={"alwaysMatch": capabilities})
        self.session = f"/{made['sessionId']}"
        self.version = made["capabilities"]["browserVersion"]

    @property
    def is_ready(self):
        try:
            with urllib.request.urlopen("http://127.0.0.1:9515/status") as answer:
                return json.load(answer)["value"]["ready"]
        except OSError:
            return False

    def call(self, method, path, **body):
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(f"http://127.0.0.1:9515/session{self.session}{path}", data,
                                         {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error

    def open(self, url):
        self.call("POST", "/url", url=url)

    def run(self, script, *arguments):
        """What a script returns, or the promise that it returns."""
        return self.call("POST", "/execute/sync", script=script, args=list(arguments))

    def protocol(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", cmd=command, params=parameters)

    def find(self, selector):
        found = self.call("POST", "/element", using="css selector", value=selector)
        return f"/element/{found[ELEMENT]}"

    def click(self, selector):
        self.call("POST", f"{self.find(selector)}/click")

    def write(self, selector, text):
        self.call("POST", f"{self.find(selector)}/value", text=text)

    def press(self, key):
        value = KEYS.get(key, key)
        actions = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self.call("POST", "/actions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def console(self):
        """What it has had to say since it was asked last."""
        return [entry["message"] for entry in self.call("POST", "/se/log", type="browser")]

    def tree(self):
        """Role and name of whatever assistive software is told of."""
        nodes = self.protocol("Accessibility.getFullAXTree")["nodes"]
        return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes
                if not node["ignored"]]

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", "/screenshot")))

    def stop(self):
        self.call("DELETE", "")
        self.driver.kill()
        self.driver.wait()
