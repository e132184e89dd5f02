"""Many light followers of one hub in one process: MQTT 3.1.1 at QoS 0 over raw sockets.

usage: light.py PORT COUNT TOPIC MARKETS

Takes a command on each line of its input, and answers with one line of JSON:
    start   count from now on
    rejoin  all connect again, at once
    report  what was counted
"""

import json
import os
import random
import select
import socket
import struct
import sys
import time

port, count, topic, markets = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
KEEP_ALIVE = 15
# As the daemon does: a ring is large.
RING_SPREAD = 15
CANDLE = 5000
epoll = select.epoll()
told, candles = {}, {}
lost = 0


def text(value):
    return struct.pack(">H", len(value)) + value.encode()


def packet(kind, body=b""):
    length, rest = b"", len(body)
    while True:
        rest, byte = rest >> 7, rest & 127
        length += bytes([byte | 128 if rest else byte])
        if not rest:
            return bytes([kind]) + length + body


def subscription(kind, paths):
    """A SUBSCRIBE (0x82) or an UNSUBSCRIBE (0xA2)."""
    ends = b"\0" if kind == 0x82 else b""
    return packet(kind, b"\0\1" + b"".join(text(f"{topic}/{path}") + ends for path in paths))


def read(kind, payload):
    """When a message arrived as news. All followers hear the same: what it says is read once."""
    if payload not in told:
        message = json.loads(payload)
        if kind == "recent":
            for market, run in message["markets"].items():
                for index, row in enumerate(run["candles"]):
                    candles.setdefault(market, {})[run["start"] + index * CANDLE] = row
        told[payload] = (message if kind == "beat" else {}, [])
    return told[payload][1]


class Follower:
    def __init__(self, number):
        self.name, self.socket = f"light-{os.getpid()}-{number}", None
        self.connect()

    def connect(self):
        self.close()
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.connect_ex(("127.0.0.1", port))
        epoll.register(self.socket, select.EPOLLOUT)
        followers[self.socket.fileno()] = self
        self.buffer, self.rings, self.heard = bytearray(), 0, 0
        now = time.monotonic()
        self.due = {"connect": now + 30, "ping": now + KEEP_ALIVE / 2}

    def close(self):
        if self.socket:
            del followers[self.socket.fileno()]
            self.socket.close()

    def turn(self, events):
        if events & select.EPOLLOUT:
            epoll.modify(self.socket, select.EPOLLIN)
            self.socket.send(packet(0x10, text("MQTT") + bytes([4, 2, 0, KEEP_ALIVE]) + text(self.name)))
        else:
            part = self.socket.recv(1 << 18)
            if not part:
                raise ConnectionError
            self.buffer += part
            self.read()

    def read(self):
        at, buffer = 0, self.buffer
        while at + 2 <= len(buffer):
            length = 0
            for body in range(at + 1, min(at + 5, len(buffer))):
                length |= (buffer[body] & 127) << 7 * (body - at - 1)
                if buffer[body] < 128:
                    break
            end = body + 1 + length
            if buffer[body] >= 128 or end > len(buffer):
                break
            self.take(buffer[at], bytes(buffer[body + 1:end]))
            at = end
        del buffer[:at]

    def take(self, kind, body):
        if kind == 0x20:
            if body[1]:
                raise ConnectionError
            self.socket.send(subscription(0x82, ["status", "beat", "recent", "lists", "rates"]))
            self.due["rings"] = time.monotonic() + random.uniform(0, RING_SPREAD)
        elif kind >> 4 == 3:
            start = 2 + struct.unpack_from(">H", body)[0]
            path = body[2:start].decode().removeprefix(f"{topic}/").split("/")[0]
            if path == "ring":
                self.rings += 1
                if self.rings == markets:
                    self.socket.send(subscription(0xA2, ["ring/#"]))
            elif path in ("beat", "recent"):
                times = read(path, body[start:])
                # What the broker has kept was told before.
                if kind & 1:
                    return
                times.append(time.time())
                if path == "beat":
                    self.heard = times[-1]
                    self.due["connect"] = time.monotonic() + 30

    def advance(self, now):
        for what in [what for what, at in self.due.items() if at <= now]:
            if what == "connect":
                return self.connect()
            self.due.pop(what)
            if what == "ping":
                self.due["ping"] = now + KEEP_ALIVE / 2
                self.socket.send(packet(0xC0))
            else:
                self.socket.send(subscription(0x82, ["ring/#"]))


def report():
    now = time.time()
    return {"heard": sum(f.heard > 0 for f in everybody), "silence": max(now - f.heard for f in everybody),
            "whole": sum(f.rings >= markets for f in everybody), "lost": lost, "candles": candles,
            "beats": [beat for beat in told.values() if beat[0]]}


followers = {}
everybody = [Follower(number) for number in range(count)]
epoll.register(sys.stdin, select.EPOLLIN)
ticks = time.monotonic()
while True:
    for descriptor, events in epoll.poll(0.1):
        if descriptor == sys.stdin.fileno():
            command = os.read(descriptor, 64).decode().strip()
            if not command:
                sys.exit()
            if command == "start":
                told.clear()
            if command == "rejoin":
                for follower in everybody:
                    follower.connect()
            print(json.dumps(report() if command == "report" else {}), flush=True)
        elif follower := followers.get(descriptor):
            try:
                follower.turn(events)
            except OSError:
                # The broker is gone: a thousand try it again within two seconds. One tries at once, for
                # what it misses others may have heard.
                lost += 1
                epoll.unregister(follower.socket)
                follower.due = {"connect": time.monotonic() + random.uniform(0, 2 * count / 1000)}
    if (now := time.monotonic()) > ticks + 0.1:
        ticks = now
        for follower in everybody:
            try:
                follower.advance(now)
            except OSError:
                follower.due = {"connect": now + 1}
