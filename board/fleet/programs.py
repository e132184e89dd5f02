"""What a fleet is made of: exchanges, a broker, boards, and what they cost."""

import atexit
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

built, minutes = sys.argv[1], float(sys.argv[2])
scratch = tempfile.mkdtemp(prefix="tealight-fleet-")
atexit.register(shutil.rmtree, scratch)
PORT = 1883
MARKETS = ["upbit:KRW-BTC", "upbit:KRW-ETH", "upbit:KRW-XRP", "upbit:KRW-DOGE", "binance:BTCUSDT",
           "binance:ETHUSDT", "binance:SOLUSDT", "coinbase:BTC-USD", "coinbase:ETH-USD",
           "kraken:BTC/USD", "kraken:ETH/USD"]


def until(happens, what, seconds=60):
    """What it comes to say; how long it takes is the machine's affair."""
    end = time.monotonic() + seconds
    while not (result := happens()):
        assert time.monotonic() < end, f"waited {seconds} s in vain: {what() if callable(what) else what}"
        time.sleep(0.05)
    return result


def expect(condition, what):
    assert condition, what
    print(f"  {what}", flush=True)


class Program:
    """A program that ends with its scenario; what it says is in its files."""

    running = []

    def __init__(self, name, *command, **options):
        self.name, self.path = name, f"{scratch}/{name}"
        with open(f"{self.path}.out", "a") as out, open(f"{self.path}.log", "a") as log:
            self.process = subprocess.Popen(command, **{"stdout": out, "stderr": log, **options})
        self.running.append(self)

    @classmethod
    def end_all(cls):
        for program in cls.running:
            program.kill()
        cls.running.clear()
        shutil.rmtree(scratch)
        os.mkdir(scratch)

    @property
    def log(self):
        with open(f"{self.path}.log") as file:
            return file.read()

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.process.wait()

    @property
    def seconds(self):
        """Of the processor, so far."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def private_memory(self):
        """kB that nobody shares."""
        with open(f"/proc/{self.process.pid}/smaps_rollup") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("Private_Dirty"))


class Broker:
    """Where hubs and followers meet."""

    def start(self):
        self.program = Program(self.name, *self.command)
        def answers():
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", PORT)) == 0
        until(answers, lambda: f"{self.name}: {self.program.log}")

    @property
    def sent(self):
        """Bytes that those who are connected have taken."""
        lines = subprocess.run(["ss", "-tinH", "state", "established", f"sport = :{PORT}"],
                               capture_output=True, text=True, check=True).stdout
        return sum(int(word[len("bytes_acked:"):]) for word in lines.split()
                   if word.startswith("bytes_acked:"))


class Mosquitto(Broker):
    """Nothing is kept on a disk: a broker that starts again has forgotten everything."""

    name = "mosquitto"

    def __init__(self):
        with open(f"{scratch}/mosquitto.conf", "w") as file:
            file.write(f"user root\nlistener {PORT} 127.0.0.1\nallow_anonymous true\n")
        self.command = ["mosquitto", "-c", file.name]
        self.start()


class Nats(Broker):
    name = "nats-server"

    def __init__(self):
        with open(f"{scratch}/nats.conf", "w") as file:
            file.write(f'server_name: fleet\nlisten: "127.0.0.1:4222"\njetstream {{ store_dir: "{scratch}" }}\n'
                       f'mqtt {{ listen: "127.0.0.1:{PORT}" }}\n')
        self.command = ["nats-server", "-c", file.name]
        self.start()


class Exchanges(Program):
    """Simulated markets, and rates with them."""

    def __init__(self):
        super().__init__("exchanges", f"{built}/tealight", "simulate", "--plain", "--exchange=all")
        until(lambda: "rest" in self.tables, lambda: f"the exchanges: {self.log}")

    @property
    def tables(self):
        with open(f"{self.path}.out") as file:
            return file.read()


class Board(Program):
    """A daemon without a panel; its display are lines of JSON."""

    def __init__(self, name, mqtt, top="", tables="", port=PORT):
        os.makedirs(f"{scratch}/{name}.state", exist_ok=True)
        with open(f"{scratch}/{name}.toml", "w") as file:
            file.write(f'{top}\n[mqtt]\nbroker = "mqtt://127.0.0.1:{port}"\nname = "{name}"\n'
                       f'discovery = ""\n{mqtt}\n{tables}\n')
        self.ended = float("inf")
        super().__init__(name, f"{built}/tealightd", "--config", file.name, "--display", "json",
                         env={**os.environ, "STATE_DIRECTORY": f"{scratch}/{name}.state"})

    @classmethod
    def hub(cls, exchanges, name="hub", mqtt="hub = true"):
        return cls(name, mqtt, f"markets = {json.dumps(MARKETS)}", exchanges.tables)

    @classmethod
    def follower(cls, name, *hubs, mqtt="", **options):
        return cls(name, f"follow = {json.dumps(hubs or ['hub'])}\n{mqtt}", **options)

    def kill(self):
        self.ended = min(self.ended, time.time())
        super().kill()

    @property
    def lines(self):
        with open(f"{self.path}.out") as file:
            return [json.loads(line) for line in file if line.endswith("\n")]

    @property
    def newest(self):
        """The newest line; nothing is in it before there is one."""
        with open(f"{self.path}.out", "rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - 4096))
            whole = file.read().split(b"\n")[:-1]
        return json.loads(whole[-1]) if whole else {"time": 0, "link": None, "price": None, "age": None}

    @property
    def streams(self):
        """Bytes that it has received from others than the broker, by connection."""
        lines = subprocess.run(["ss", "-tnpiHO"], capture_output=True, text=True, check=True).stdout
        return {line.split()[3]: re.findall(r"bytes_received:(\d+)", line) for line in lines.splitlines()
                if f"pid={self.process.pid}," in line and f":{PORT} " not in line}

    def hears_exchanges(self):
        """Whether they send it anything; an old connection without a call on it is none."""
        before = self.streams
        time.sleep(2)
        return any(received != before.get(connection) for connection, received in self.streams.items())

    def is_live(self, since=0):
        """Whether it shows a price of now that it did not show at that time."""
        line = self.newest
        return line["link"] == "streaming" and line["price"] is not None and line["time"] > since


class Crowd(Program):
    """Many light followers of one hub."""

    def __init__(self, count=1000, hub="hub"):
        self.count, self.hub = count, hub
        super().__init__(f"{count}-of-{hub}", sys.executable, "-B", f"{os.path.dirname(__file__)}/light.py",
                         str(PORT), str(count), f"tealight/{hub}", str(len(MARKETS)),
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, f"the crowd is gone: {self.log}"
        return json.loads(answer)

    @property
    def report(self):
        return self.ask("report")

    @property
    def is_live(self):
        """Whether all of them hear beats."""
        report = self.report
        return report["heard"] == self.count and report["silence"] < 6


class Line(Program):
    """A bad line to the broker."""

    PORT = 1884

    def __init__(self, delay, loss):
        super().__init__("line", sys.executable, "-B", f"{os.path.dirname(__file__)}/line.py",
                         str(self.PORT), str(PORT), str(delay), str(loss))


def stop_for(program, seconds):
    """It sleeps, and its sockets stay."""
    program.signal(signal.SIGSTOP)
    time.sleep(seconds)
    program.signal(signal.SIGCONT)
