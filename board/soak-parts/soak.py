"""The daemon for hours, with everything around it that can go wrong; what it costs by the minute.

usage: soak.py FOLDER-OF-PROGRAMS HOURS SEED CUT-SECONDS
"""

import atexit
import fcntl
import json
import os
import pty
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import urllib.request

from faults import Timetable
from figures import Slope, means

built, hours, seed, cut = sys.argv[1], float(sys.argv[2]), sys.argv[3], float(sys.argv[4])
minutes = round(hours * 60)
# The daemon fills its buffers and rings, and is not counted.
START_MINUTES = 10
# Slopes go through the means of so many minutes; a half needs three of them.
MEAN_MINUTES = 10
STOP_SECONDS = 60
here = os.path.dirname(os.path.abspath(__file__))
scratch = tempfile.mkdtemp(prefix="tealight-soak-")
atexit.register(shutil.rmtree, scratch, ignore_errors=True)
EXCHANGES, EXCHANGES_LINE, BROKER, BROKER_LINE, WEB = 4430, 4431, 1883, 1884, 8470

MARKETS = ["BTC/KRW", "upbit:KRW-BTC", "upbit:KRW-ETH", "upbit:KRW-XRP", "upbit:KRW-DOGE", "upbit:KRW-SOL",
           "upbit:KRW-ADA", "bithumb:KRW-BTC", "bithumb:KRW-ETH", "bithumb:KRW-XRP", "binance:BTCUSDT",
           "binance:ETHUSDT", "binance:SOLUSDT", "binance:DOGEUSDT", "coinbase:BTC-USD", "coinbase:ETH-USD",
           "kraken:BTC/USD", "kraken:ETH/USD", "dogechain:DOGE-USD"]
# Whatever a panel's commands are, they can be recorded; a board's own light and framebuffer cannot.
PANELS = ["ssd1306", "ssd1309", "sh1106", "sh1107", "ssd1327", "ssd1351", "st7735", "st7789", "ili9341",
          "gc9a01", "pcd8544", "sharp-memory", "ssd1680", "ssd1681", "max7219", "apa102", "ws2812", "rgb-led"]
CONFIGURATION = """
markets = {markets}
second_currency = "KRW"
rotate_every_seconds = 7
home_after_seconds = 20
[metrics]
file = "{scratch}/tealight.prom"
[web]
listen = ["127.0.0.1:{web}"]
[mqtt]
broker = "mqtt://127.0.0.1:{broker}"
name = "soak"
hub = true
price_every_seconds = 1
picture_every_seconds = 10
[[holding]]
amount = 1
asset = "BTC"
[[alert]]
change_percent = 0.1
within_minutes = 1
snooze_minutes = 1
hook = "/bin/true"
[[alert]]
feed_lost = true
after_seconds = 20
"""

# What may grow in an hour. Memory: the unit's MemoryMax leaves 210 MB, and 24 kB an hour fill that in a
# year. Work and descriptors do not grow at all: what is allowed is what chance can do.
PRIVATE_BOUND = 24
DESCRIPTORS_BOUND = 0.5
WORK_BOUND = 0.05


class Program:
    """What runs until the end; what it says is in its files."""

    running = []

    def __init__(self, name, *command, **options):
        self.name, self.path = name, f"{scratch}/{name}"
        with open(f"{self.path}.out", "w") as out, open(f"{self.path}.log", "w") as log:
            self.process = subprocess.Popen(command, **{"stdout": out, "stderr": log, **options})
        self.running.append(self)
        atexit.register(self.kill)

    def kill(self):
        self.process.kill()
        self.process.wait()

    @classmethod
    def has_ended(cls):
        return [program for program in cls.running if program.process.poll() is not None]

    def said(self, stream):
        with open(f"{self.path}.{stream}", errors="replace") as file:
            return file.read()


def wait_until(happens, what, seconds=60):
    end = time.monotonic() + seconds
    while not (result := happens()):
        if time.monotonic() > end or Program.has_ended():
            sys.exit(f"waited {seconds} s in vain: {what()}")
        time.sleep(0.1)
    return result


def python(name, *arguments):
    return Program(name, sys.executable, "-B", f"{here}/{name}.py", *map(str, arguments))


def answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def asked(path):
    """The status and the body of the answer; nothing where there is none."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{WEB}{path}", timeout=10) as answer:
            return answer.status, answer.read().decode()
    except OSError as error:
        return getattr(error, "code", 0), ""


class Daemon(Program):
    """On all displays that need no hardware, with a terminal of its own."""

    def __init__(self, tables):
        with open(f"{scratch}/tealight.toml", "w") as file:
            file.write(CONFIGURATION.format(markets=json.dumps(MARKETS), scratch=scratch, web=WEB,
                                            broker=BROKER_LINE))
            for panel in PANELS:
                # What is recorded goes nowhere, by a path of each panel's own.
                os.symlink("/dev/null", f"{scratch}/{panel}")
                file.write(f'[[display]]\npanel = "{panel}"\nbus = "record:{scratch}/{panel}"\n')
            file.write(tables.replace(f":{EXCHANGES}/", f":{EXCHANGES_LINE}/"))
        for folder in ("state", "png"):
            os.mkdir(f"{scratch}/{folder}")
        self.screen, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 160, 0, 0))
        displays = ["panels", f"png:{scratch}/png,panel=st7789,frames=5", "json", "terminal", "web"]
        super().__init__("tealightd", f"{built}/tealightd",
                         "--config", file.name,
                         *(f"--display={display}" for display in displays), stdin=terminal, stdout=terminal,
                         env={**os.environ, "STATE_DIRECTORY": f"{scratch}/state", "TERM": "xterm-256color"})
        os.close(terminal)
        threading.Thread(target=self.read_screen, daemon=True).start()
        self.switches = {}

    def read_screen(self):
        try:
            while os.read(self.screen, 1 << 16):
                pass
        except OSError:
            pass

    def sum_of(self, path, *keys):
        with open(f"/proc/{self.process.pid}/{path}") as file:
            return sum(int(line.split()[1]) for line in file if line.split(":")[0] in keys)

    @property
    def resident(self):
        return self.sum_of("smaps_rollup", "Rss")

    @property
    def private(self):
        """kB that nobody shares. While a child is about to become another program it shares all of them."""
        def now():
            time.sleep(0.1)
            return self.sum_of("smaps_rollup", "Private_Dirty")
        return max(now() for _ in range(5))

    @property
    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    @property
    def milliseconds(self):
        """Of the processor, so far."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * 1000 // os.sysconf("SC_CLK_TCK")

    @property
    def wakes(self):
        """Times that it went to sleep, so far; threads that have ended included."""
        for thread in os.listdir(f"/proc/{self.process.pid}/task"):
            try:
                self.switches[thread] = self.sum_of(f"task/{thread}/status", "voluntary_ctxt_switches")
            except (FileNotFoundError, ProcessLookupError):
                pass
        return sum(self.switches.values())


def start():
    """All but the daemon; the tables of its configuration that lead to the exchanges."""
    with open(f"{scratch}/mosquitto.conf", "w") as file:
        file.write(f"user root\nlistener {BROKER} 127.0.0.1\nallow_anonymous true\n")
    Program("mosquitto", "mosquitto", "-c", file.name)
    exchanges = Program("exchanges", f"{built}/tealight", "simulate", "--exchange=all", f"--port={EXCHANGES}",
                        f"--ca={scratch}/ca.pem", f"--seed={seed}", *faults.options)
    wait_until(lambda: "er-api" in exchanges.said("out"), lambda: exchanges.said("log"))
    python("line", seed, cut, EXCHANGES_LINE, EXCHANGES, BROKER_LINE, BROKER)
    for port in (BROKER, EXCHANGES_LINE):
        wait_until(lambda: answers(port), lambda: f"port {port}")
    return exchanges.said("out")


def fail(what):
    print(f"FAILED: {what}", flush=True)
    for line in daemon.said("log").splitlines()[-10:]:
        print(f"  {line[:200]}")
    sys.exit(1)


def check_all_run():
    for program in Program.has_ended():
        fail(f"{program.name} ended with {program.process.returncode}; {program.said('log')[-300:]}")


signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
faults = Timetable(seed, 0 if cut else minutes * 60)
daemon = Daemon(start())
wait_until(lambda: asked("/health")[0] == 200, lambda: daemon.said("log"))
python("viewers", seed, WEB, 6)

# Once in each half hour it is stopped, which is as if the machine had slept.
chance = random.Random(f"stops {seed}")
stops = set()
for first in range(START_MINUTES, max(minutes - 5, START_MINUTES + 1), 30):
    stops.add(chance.randrange(first, max(first + 1, min(first + 30, minutes - 5))))

HEAD = ["RSS kB", "private kB", "descriptors", "CPU ms", "wake-ups"]
print(f"seed {seed}; {len(faults.rows)} faults; {f'cuts every {cut:g} s' if cut else 'cuts at random'}")
print(f"{'min':>4}" + "".join(f"{name:>12}" for name in HEAD) + "  what happened", flush=True)
rows = []
begin = time.monotonic()
before = daemon.milliseconds, daemon.wakes
quiet_until = 0
for minute in range(1, minutes + 1):
    check_all_run()
    if minute in stops:
        daemon.process.send_signal(signal.SIGSTOP)
        time.sleep(STOP_SECONDS)
        daemon.process.send_signal(signal.SIGCONT)
        # This minute has little of its work, and the next one makes up for it.
        quiet_until = minute + 2
    while (left := begin + minute * 60 - time.monotonic()) > 0:
        time.sleep(min(left, 5))
        check_all_run()
    try:
        now = daemon.milliseconds, daemon.wakes
        row = [daemon.resident, daemon.private, daemon.descriptors, now[0] - before[0], now[1] - before[1]]
    except (FileNotFoundError, ProcessLookupError):
        daemon.process.wait(10)
        check_all_run()
        raise
    before = now
    events = (["stopped"] if minute in stops else []) + faults.names(minute * 60 - 60, minute * 60)
    print(f"{minute:>4}" + "".join(f"{value:>12}" for value in row) + "  " + " ".join(events)[:60], flush=True)
    if minute > START_MINUTES and minute >= quiet_until:
        rows.append((minute, row))

wait_until(lambda: asked("/health")[0] == 200, lambda: "no exchange is live at the end", 120)
daemon.process.terminate()
try:
    status = daemon.process.wait(20)
except subprocess.TimeoutExpired:
    fail("the daemon does not end")
if status:
    fail(f"the daemon ended with {status}")

counted = len(rows)
if counted < 6 * MEAN_MINUTES:
    print(f"{minutes} minutes are too few for slopes: {START_MINUTES} of them are the start, "
          f"and {6 * MEAN_MINUTES} must follow it")
    sys.exit(0)
half = rows[counted // 2:]
print(f"\nfrom means of {MEAN_MINUTES} minutes, of {counted}, without the first {START_MINUTES} and those of a stop:")
print(f"{'':12}{'mean':>10}{'an hour':>20}{'second half':>20}{'bound':>10}")
bounds = [None, PRIVATE_BOUND, DESCRIPTORS_BOUND, WORK_BOUND, WORK_BOUND]
grown = []
for column, (name, bound) in enumerate(zip(HEAD, bounds)):
    # What steps up once grows in one half alone; a leak grows in all of them.
    whole, last = (Slope.through(means([(minute, row[column]) for minute, row in part], MEAN_MINUTES))
                   for part in (rows, half))
    if bound == WORK_BOUND:
        bound *= whole.mean
    print(f"{name:12}{whole.mean:>10.0f}{str(whole):>20}{str(last):>20}{f'{bound:.1f}' if bound else '':>10}")
    if bound and whole.exceeds(bound) and last.exceeds(bound):
        grown.append(name)
cuts = [program for program in Program.running if program.name == "line"][0].said("out").split()
print(f"{cuts[-1] if cuts else 0} connections were cut; the daemon wrote {len(daemon.said('log').splitlines())}"
      f" lines of log, and ended when it was told to")
print(f"grew: {', '.join(grown)}" if grown else "nothing grew")
sys.exit(1 if grown else 0)
