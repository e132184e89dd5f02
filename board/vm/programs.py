"""The programs that a check runs, and what it expects of them."""

import json
import os
import signal
import subprocess
import sys
import time

from devices import CHIP, write

SCRATCH = "/run/check"
os.makedirs(SCRATCH)
MARKETS = ["upbit:KRW-BTC", "upbit:KRW-ETH", "upbit:KRW-XRP", "upbit:KRW-DOGE", "upbit:KRW-SHIB"]
OLED = '[[display]]\nboard = "ssd1306-i2c"\n'
LCD = '[[display]]\nboard = "st7789-spi"\n'
BUTTONS = f"""
[[button]]
chip = "pinctrl-bcm2711"
line = 5
hold = "previous-market"
[[button]]
chip = "{CHIP}"
line = 6
double = "previous-market"
"""
daemon_path, tool_path, reader_path = sys.argv[1:4]


def wait_until(happens, seconds=10, what=""):
    """Polls, because a guest has no time of its own to count on."""
    end = time.monotonic() + seconds
    while not (result := happens()):
        assert time.monotonic() < end, f"waited {seconds} s in vain: {what}"
        time.sleep(0.05)
    return result


def expect(condition, what):
    assert condition, what
    print(f"  {what}", flush=True)


class Program:
    """A program that runs, and what it says."""

    count = 0

    def __init__(self, *command, user=None):
        Program.count += 1
        self.paths = [f"{SCRATCH}/{Program.count}.{name}" for name in ("out", "log")]
        out, log = (open(path, "w") for path in self.paths)
        self.process = subprocess.Popen(command, stdout=out, stderr=log, user=user, group=user,
                                        extra_groups=[] if user else None)

    @property
    def out(self):
        return open(self.paths[0]).read()

    @property
    def log(self):
        return open(self.paths[1]).read()

    def says(self, words, seconds=15):
        wait_until(lambda: words in self.log, seconds, f'"{words}" in: {self.log}')

    def signal(self, number):
        self.process.send_signal(number)

    def ends(self, seconds=2):
        """Its exit status."""
        return self.process.wait(seconds)

    def stop(self):
        """Its exit status after SIGTERM, which must come within 2 s."""
        self.signal(signal.SIGTERM)
        return self.ends()

    def shown(self, key):
        """What the newest line of JSON says of it."""
        lines = self.out.split("\n")
        return json.loads(lines[-2])[key] if len(lines) > 1 else None

    def market(self):
        return self.shown("market")

    def ticks(self):
        """Hundredths of a second of the processor that it has used."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            return sum(map(int, file.read().rsplit(")")[1].split()[11:13]))


# While a guest waits for a file of its host its clock leaps: they are read before it matters.
for command in ([tool_path, "snapshot", f"{SCRATCH}/warm.png"], [tool_path, "simulate", "--help"],
                [daemon_path, "--version"], [reader_path]):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
exchange = Program(tool_path, "simulate", "--seed", "7", "--ca", f"{SCRATCH}/ca.pem")
wait_until(lambda: exchange.out.count("\n") >= 3, 60, "the exchange's table")


def tealightd(tables, *arguments, user=None):
    path = f"{SCRATCH}/{Program.count}.toml"
    # The frog would blink on panels, and not in the pictures that they are compared with.
    still = "\n[face]\nblink = false\n"
    write(path, f"markets = {json.dumps(MARKETS)}\n{exchange.out}{tables}{still}")
    return Program(daemon_path, "--config", path, *arguments, user=user)


def pictured(tables, folders):
    """A daemon that draws on its panels, and the same as PNG: the panel named in each folder.

    Not two daemons: when they come to know the past is the exchange's to say.
    """
    return tealightd(tables, "--display=panels", "--display=json",
                     *(f"--display=png:{folder},panel={panel}" for folder, panel in folders.items()))


def stand_still(daemon):
    """Stops in the middle of a candle, when all that was said has been shown."""
    wait_until(lambda: 0.5 < time.time() % 5 < 1)
    exchange.signal(signal.SIGSTOP)
    time.sleep(2)
    daemon.signal(signal.SIGSTOP)


def go_on(daemon):
    for program in (daemon, exchange):
        program.signal(signal.SIGCONT)
