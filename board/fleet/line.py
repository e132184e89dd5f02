"""A bad line to a broker: what is sent arrives later, and some of it once more later.

usage: line.py PORT TO-PORT DELAY-MS LOSS-PERCENT

TCP hides what is lost: it is sent again, and everything behind it waits.
"""

import asyncio
import random
import sys
import time

port, to, delay, loss = (int(argument) for argument in sys.argv[1:])
# What Linux waits at least before it sends a segment again (TCP_RTO_MIN), and the way back.
AGAIN = 0.2 + 2 * delay / 1000
SEGMENT = 1448


async def take(reader, under_way):
    due = 0
    while part := await reader.read(SEGMENT):
        again = AGAIN if random.random() < loss / 100 else 0
        due = max(due, time.monotonic() + delay / 1000 + again)
        under_way.put_nowait((due, part))
    under_way.put_nowait((due, None))


async def deliver(under_way, writer):
    while True:
        due, part = await under_way.get()
        await asyncio.sleep(due - time.monotonic())
        if part is None:
            return writer.close()
        writer.write(part)
        await writer.drain()


async def accept(reader, writer):
    try:
        ways = [(reader, writer), await asyncio.open_connection("127.0.0.1", to)]
    except OSError:
        return writer.close()
    directions = []
    for (reader, _), (_, writer) in (ways, ways[::-1]):
        under_way = asyncio.Queue()
        directions += [take(reader, under_way), deliver(under_way, writer)]
    await asyncio.gather(*directions, return_exceptions=True)


async def main():
    server = await asyncio.start_server(accept, "127.0.0.1", port)
    await server.serve_forever()


asyncio.run(main())
