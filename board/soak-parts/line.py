"""A bad line, before exchanges and the broker: it delays, throttles and cuts. How it is follows from the seed.

usage: line.py SEED CUT-SECONDS PORT TO-PORT [PORT TO-PORT]…

With CUT-SECONDS all connections are cut every so often and nothing else happens; with 0 the line is
clear, slow or narrow by turns, and one connection or all of them are cut now and then. The number of
all connections that were cut is printed after each time.
"""

import asyncio
import contextlib
import random
import socket
import struct
import sys
import time

chance, cut_seconds = random.Random(f"line {sys.argv[1]}"), float(sys.argv[2])
ports = [int(port) for port in sys.argv[3:]]
SEGMENT = 1448
# A reset in place of an end.
RESET = struct.pack("ii", 1, 0)
# What is under way in each direction before the sender has to wait.
SEGMENTS_UNDER_WAY = 256
delay = 0.0
bytes_a_second = float("inf")
connections = {}
cuts = 0


async def take(reader, under_way):
    due = 0
    while part := await reader.read(SEGMENT):
        due = max(due + len(part) / bytes_a_second, time.monotonic() + delay)
        await under_way.put((due, part))
    await under_way.put((due, None))


async def deliver(under_way, writer):
    while True:
        due, part = await under_way.get()
        if (wait := due - time.monotonic()) > 0:
            await asyncio.sleep(wait)
        if part is None:
            return
        writer.write(part)
        await writer.drain()


async def carry(ways):
    """Until one side ends: then the other side ends as well."""
    directions = []
    for (reader, _), (_, writer) in (ways, ways[::-1]):
        under_way = asyncio.Queue(SEGMENTS_UNDER_WAY)
        directions += [take(reader, under_way), deliver(under_way, writer)]
    directions = [asyncio.ensure_future(direction) for direction in directions]
    try:
        # The two that deliver end last.
        await asyncio.wait(directions[1::2], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for direction in directions:
            direction.cancel()
        await asyncio.gather(*directions, return_exceptions=True)


async def accept(near, to):
    try:
        far = await asyncio.open_connection("127.0.0.1", to)
    except OSError:
        return near[1].transport.abort()
    connections[near[1]] = far[1]
    try:
        await carry([near, far])
    finally:
        connections.pop(near[1], None)
        for _, writer in (near, far):
            writer.transport.abort()


def cut(writers):
    global cuts
    for near in writers:
        far = connections.pop(near, None)
        if chance.random() < 0.5:
            # It may have been closed just now.
            with contextlib.suppress(OSError):
                near.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        for writer in (near, far):
            if writer:
                writer.transport.abort()
                cuts += 1
    print(cuts // 2, flush=True)


async def cut_all_and_again():
    while True:
        await asyncio.sleep(cut_seconds)
        cut(list(connections))


async def change():
    global delay, bytes_a_second
    while True:
        delay, bytes_a_second = 0.0, float("inf")
        await asyncio.sleep(chance.uniform(30, 120))
        kind = chance.choice(["slow", "narrow", "slow and narrow", "one", "all"])
        if "slow" in kind:
            delay = chance.uniform(0.05, 2)
        if "narrow" in kind:
            bytes_a_second = chance.uniform(2_000, 50_000)
        if kind == "one" and connections:
            cut([chance.choice(list(connections))])
        if kind == "all":
            cut(list(connections))
        await asyncio.sleep(chance.uniform(10, 60))


async def main():
    for port, to in zip(ports[::2], ports[1::2]):
        await asyncio.start_server(lambda *near, to=to: accept(near, to), "127.0.0.1", port)
    await (cut_all_and_again() if cut_seconds else change())


asyncio.run(main())
