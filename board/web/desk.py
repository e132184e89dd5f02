"""The daemon that is looked at, and the exchange that it hears."""

import atexit
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ADDRESS = ("127.0.0.1", 8470)
ORIGIN = "http://127.0.0.1:8470"
PANELS = [("st7789", "240x240"), ("ssd1306", "128x64"), ("gc9a01", "240x240")]
built = sys.argv[1]
scratch = tempfile.mkdtemp(prefix="tealight-web-")
atexit.register(shutil.rmtree, scratch)


def wait_until(happens, seconds=10, what=lambda: ""):
    """What it comes to say; how long it takes is the machine's affair."""
    end = time.monotonic() + seconds
    while not (result := happens()):
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds} s in vain: {what() if callable(what) else what}")
        time.sleep(0.05)
    return result


def expect(condition, what):
    assert condition, what
    print(f"  {what}", flush=True)


def run(name, *command):
    """A program that ends with this one; what it says is in its file."""
    path = f"{scratch}/{name}"
    with open(f"{path}.out", "w") as out, open(f"{path}.log", "a") as log:
        process = subprocess.Popen(command, stdout=out, stderr=log)
    atexit.register(lambda: (process.kill(), process.wait()))
    return process


class Exchange:
    """Simulated markets, for as long as a scenario."""

    def __init__(self, *faults):
        self.process = run("exchange", f"{built}/tealight", "simulate", "--plain",
                           *(f"--fault={fault}" for fault in faults))
        wait_until(lambda: "rest" in self.tables, 30, "the exchange's table")

    @property
    def tables(self):
        with open(f"{scratch}/exchange.out") as file:
            return file.read()

    def stop(self):
        self.process.kill()
        self.process.wait()


class Desk:
    """A daemon with three panels of which one is round."""

    def __init__(self, web="", faults=()):
        self.exchange = Exchange(*faults)
        panels = "".join(f'[[display]]\npanel = "{panel}"\nsize = "{size}"\nbus = "record:{scratch}/{panel}"\n'
                         for panel, size in PANELS)
        with open(f"{scratch}/tealight.toml", "w") as file:
            file.write(f'markets = ["upbit:KRW-BTC", "upbit:KRW-ETH", "upbit:KRW-XRP"]\n'
                       f"[web]\n{web}\n{panels}{self.exchange.tables}")
        self.start()

    def start(self):
        self.process = run("tealightd", f"{built}/tealightd", "--config", f"{scratch}/tealight.toml")
        wait_until(self.answers, 30, lambda: f"the daemon's page: {self.log}")

    @property
    def log(self):
        with open(f"{scratch}/tealightd.log") as file:
            return file.read()

    def answers(self):
        try:
            return self.ask("/")[0] == 200
        except OSError:
            return False

    def ask(self, path, body=None, **fields):
        """The status and the body of the answer."""
        connection = http.client.HTTPConnection(*ADDRESS, timeout=10)
        fields = {"Origin": ORIGIN, **fields} if body is not None else fields
        connection.request("GET" if body is None else "POST", path, body, fields)
        answer = connection.getresponse()
        text = answer.read().decode(errors="replace")
        connection.close()
        return answer.status, text

    def command(self, text):
        status, reason = self.ask("/command", text)
        assert status == 204, f"{text}: {status} {reason}"

    def shown(self, key):
        return json.loads(self.ask("/state")[1])[key]

    def metric(self, name):
        """The sum of a metric's samples; `name` may end with a label."""
        lines = self.ask("/metrics")[1].splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith(name))

    def ticks(self):
        """Hundredths of a second of the processor that it has used."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            return sum(map(int, file.read().rsplit(")")[1].split()[11:13]))

    def memory(self):
        """Its private memory in kB."""
        with open(f"/proc/{self.process.pid}/smaps_rollup") as file:
            return sum(int(line.split()[1]) for line in file if line.startswith("Private_Dirty"))

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.signal(signal.SIGTERM)
        expect(self.process.wait(10) == 0, "the daemon ends in order")
        self.exchange.stop()
