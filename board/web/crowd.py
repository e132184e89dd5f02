"""Many who look, and one who does not take what it is sent: counted, never timed."""

import json
import selectors
import socket
import time

from desk import ADDRESS, Desk, expect, wait_until

SECONDS = 15


class Viewer:
    """One who looks with a socket of its own."""

    def __init__(self, room=None):
        self.socket = socket.socket()
        if room:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.socket.connect(ADDRESS)
        self.socket.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1:8470\r\n\r\n")
        self.bytes = 0
        self.second = {}
        self.tail = b""
        self.said = None

    @property
    def status(self):
        return int(self.tail.split()[1]) if self.tail.startswith(b"HTTP/") else None

    def take(self):
        part = self.socket.recv(1 << 16)
        self.bytes += len(part)
        second = int(time.monotonic())
        self.second[second] = self.second.get(second, 0) + len(part)
        whole, _, self.tail = (self.tail + part).rpartition(b"\n\n")
        for event in whole.split(b"\n\n"):
            if b"event: said\ndata: " in event:
                self.said = json.loads(event.split(b"data: ", 1)[1].split(b"\n")[0])["said"]
        return bool(part)


def look(viewers, seconds):
    """They take what comes for so long."""
    selector = selectors.DefaultSelector()
    for viewer in viewers:
        selector.register(viewer.socket, selectors.EVENT_READ, viewer)
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        for key, _ in selector.select(left):
            assert key.data.take(), "a viewer was cut off"


def measured(desk, viewers):
    """Turns, hundredths of a second of the processor, bytes of the panels and of each viewer, a second."""
    def counts():
        turns = desk.metric("tealight_loop_turn_seconds_count")
        drawn = desk.metric("tealight_display_bus_bytes_total")
        return [turns, desk.ticks(), drawn, *(viewer.bytes for viewer in viewers)]

    before = counts()
    look(viewers, SECONDS)
    turns, ticks, drawn, *bytes = ((b - a) / SECONDS for a, b in zip(before, counts()))
    return turns, ticks, drawn, bytes


def a_crowd_looks_at_a_busy_market():
    # 300 messages a second more, which is what the largest exchanges send on a bad day.
    desk = Desk(faults=["firehose=300"])
    wait_until(lambda: desk.shown("link") == "streaming", 30, "the stream")

    def say(who, turns, ticks, drawn, bytes):
        each = f", {min(bytes):.0f} to {max(bytes):.0f} bytes each" if bytes else ""
        print(f"  {who}: {turns:.1f} turns/s, {ticks:.1f} ticks/s, {drawn:.0f} bytes/s drawn, "
              f"{desk.memory()} kB{each}", flush=True)

    nobody = measured(desk, [])
    say("nobody looks", *nobody)
    seven = [Viewer() for _ in range(7)]
    look(seven, 2)
    calm = measured(desk, seven)
    say("seven look", *calm)
    stalled = Viewer(room=4096)
    time.sleep(3)
    with_stalled = measured(desk, seven)
    say("and one takes nothing", *with_stalled)
    # Whoever is asked a moment later is told of two changes at once.
    expect(max(calm[3]) < 1.3 * min(calm[3]), "each of the seven gets the same, or nearly")
    # One that were asked again and again would make a thousand turns; how many the market makes is its
    # own affair, and the machine's.
    expect(with_stalled[0] < 2 * max(calm[0], nobody[0]), "nobody turns for the one")
    # What there is to tell is the market's to say: the panels are told the same.
    ratio = (sum(with_stalled[3]) / with_stalled[2]) / (sum(calm[3]) / calm[2])
    expect(ratio > 0.7, f"the seven still get theirs: {ratio:.2f} of what they got for what was drawn")
    ninth = Viewer()
    wait_until(lambda: ninth.take() and ninth.status == 503, 5, "the ninth")
    expect(True, "the ninth is refused")
    backlog = stalled.bytes
    wait_until(lambda: stalled.take() and look([stalled], 0.2) is None
               and stalled.said == desk_said(seven), 10, "the newest sentence")
    expect(stalled.bytes - backlog < 2_500_000,
           f"when it goes on it gets what is newest after {stalled.bytes - backlog} bytes")
    look(seven, 1)
    desk.stop()


def desk_said(viewers):
    look(viewers, 0.2)
    return viewers[0].said
