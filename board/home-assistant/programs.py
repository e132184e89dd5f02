"""What runs around Home Assistant: a broker, exchanges, a board.

They are this machine's programs, but for the broker; `machine` is where its files are seen here.
"""

import asyncio
import atexit
import json
import os
import signal
import subprocess
import sys
import time

import paho.mqtt.client as mqtt
from paho.mqtt.subscribeoptions import SubscribeOptions

machine, checkout, built, scratch = sys.argv[1:5]
here = machine + scratch
PORT = 1883


async def until(happens, what, seconds=20):
    """What it comes to say; how long it takes is the machine's affair."""
    end = time.monotonic() + seconds
    while not (result := happens()):
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds} s in vain: {what() if callable(what) else what}")
        await asyncio.sleep(0.02)
    return result


def expect(condition, what):
    assert condition, what
    print(f"  {what}", flush=True)


class Program:
    """A program that ends with this one; what it says is in its files."""

    def __init__(self, name, *command):
        self.path = f"{here}/{name}"
        with open(f"{self.path}.out", "a") as out, open(f"{self.path}.log", "a") as log:
            self.process = subprocess.Popen(command, stdout=out, stderr=log)
        atexit.register(self.kill)

    @property
    def out(self):
        with open(f"{self.path}.out") as file:
            return file.read()

    @property
    def log(self):
        with open(f"{self.path}.log") as file:
            return file.read()

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.process.wait()

    async def end(self):
        self.signal(signal.SIGTERM)
        await until(lambda: self.process.poll() is not None, "the program's end", 60)
        return self.process.returncode


def of_machine(name, program, *arguments):
    return Program(name, "chroot", machine, f"{built}/{program}", *arguments)


class Broker:
    """mosquitto with the example's access list, and a client that may read and write everything."""

    USERS = {"homeassistant": "for-home", "tealight-desk": "for-the-desk", "test": "for-the-test"}

    def __init__(self):
        with open(f"{machine}{checkout}/board/manual/mosquitto-acl.example") as file:
            access = file.read()
        # The desk is also called "shelf" for a while.
        access += access[access.index("user tealight-desk"):].replace("desk/", "shelf/").replace(
            "tealight-desk/config", "tealight-shelf/config")
        self.write("access", f"{access}\nuser test\ntopic readwrite #\n")
        self.write("passwords", "")
        for user, password in self.USERS.items():
            subprocess.run(["mosquitto_passwd", "-b", f"{here}/passwords", user, password], check=True)
        self.write("mosquitto.conf", f"user root\nlistener {PORT} 127.0.0.1\nallow_anonymous false\n"
                   f"password_file {here}/passwords\nacl_file {here}/access\n")
        Program("mosquitto", "mosquitto", "-c", f"{here}/mosquitto.conf")
        # What is kept, and everything that came, in its order.
        self.topics, self.heard = {}, []
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, "test", protocol=mqtt.MQTTv5)
        self.client.username_pw_set("test", self.USERS["test"])
        self.client.on_message = self.hear
        self.client.on_connect = lambda client, *_: client.subscribe(
            "#", options=SubscribeOptions(qos=1, retainAsPublished=True))
        self.client.reconnect_delay_set(1, 1)
        self.client.connect_async("127.0.0.1", PORT)
        self.client.loop_start()

    @staticmethod
    def write(name, text):
        with open(f"{here}/{name}", "w") as file:
            file.write(text)
        os.chmod(f"{here}/{name}", 0o600)

    def hear(self, client, data, message):
        self.heard.append((message.topic, message.payload))
        if message.payload and message.retain:
            self.topics[message.topic] = message.payload
        elif message.retain:
            self.topics.pop(message.topic, None)

    def says(self, topic):
        """The newest message there, which is JSON."""
        return json.loads(self.topics.get(topic, b"null"))

    def publish(self, topic, payload, retain=False):
        self.client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(10)


class Exchange(Program):
    """Simulated markets, and rates with them."""

    @classmethod
    async def start(cls, name, *more):
        self = cls(name, "chroot", machine, f"{built}/tealight", "simulate", "--plain",
                   *(f"--exchange={exchange}" for exchange in (name, *more)))
        await until(lambda: "rest" in self.out, lambda: f"the table of {name}: {self.log}")
        return self


class Board:
    """A daemon with a small panel."""

    MARKETS = ["upbit:KRW-BTC", "binance:BTCUSDT"]

    def __init__(self, broker, exchanges):
        self.broker, self.tables = broker, "\n".join(exchange.out for exchange in exchanges)
        broker.write("password", broker.USERS["tealight-desk"])
        os.mkdir(f"{here}/state")
        self.program = None
        self.configure()

    def configure(self, markets=MARKETS, name="desk", mqtt=""):
        self.name = name
        self.broker.write("tealight.toml", f"""
markets = {json.dumps(markets)}
[link]
stale_after_seconds = 5
[[alert]]
feed_lost = true
after_seconds = 5
[[display]]
panel = "ssd1306"
bus = "record:{scratch}/panel"
[[key]]
device = "a key that nobody has"
code = "up"
[rates]
[mqtt]
broker = "mqtt://127.0.0.1:{PORT}"
user = "tealight-desk"
password_file = "{scratch}/password"
name = "{name}"
{mqtt}
{self.tables}""")

    async def start(self):
        os.environ["STATE_DIRECTORY"] = f"{scratch}/state"
        self.program = of_machine("tealightd", "tealightd", "--config", f"{scratch}/tealight.toml")
        await until(lambda: self.status == b"online", lambda: f"the board: {self.log}")

    def reload(self):
        self.program.signal(signal.SIGHUP)

    def kill(self):
        self.program.kill()

    def topic(self, rest):
        return f"tealight/{self.name}/{rest}"

    @property
    def discovery_topic(self):
        return f"homeassistant/device/tealight-{self.name}/config"

    @property
    def discovery(self):
        return self.broker.says(self.discovery_topic)

    @property
    def status(self):
        return self.broker.topics.get(self.topic("status"))

    def says(self, rest):
        return self.broker.says(self.topic(rest))

    @property
    def log(self):
        return self.program.log
