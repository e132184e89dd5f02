"""Browsers at the daemon's page: some look for minutes, some are slow, one presses.

usage: viewers.py SEED PORT COUNT
"""

import asyncio
import random
import sys

seed, port, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
PRESSES = ["next-page", "next-market", "previous-market", "next-layout", "next-theme", "next-language",
           "next-span", "next-indicator", "next-currency", "mark", "home", "retry-now", "brightness=40",
           "show-book", "show-trades", "show-list", "show-link"]
LOOKS = ["/metrics", "/state", "/health", "/", "/screen.png?panel=0", "/screen.png?panel=3"]


async def ask(method, path, body=""):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    fields = f"Origin: http://127.0.0.1:{port}\r\nContent-Length: {len(body)}\r\n" if method == "POST" else ""
    writer.write(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                 f"Connection: close\r\n{fields}\r\n{body}".encode())
    return reader, writer


async def again(chance, visit):
    """Whatever happens to a visit, the next one follows."""
    while True:
        try:
            await visit(chance)
        except (OSError, TimeoutError, asyncio.TimeoutError):
            pass
        await asyncio.sleep(chance.uniform(1, 20))


async def look(chance):
    end = asyncio.get_running_loop().time() + chance.uniform(20, 400)
    is_slow = chance.random() < 0.3
    reader, writer = await ask("GET", "/events")
    try:
        while (left := end - asyncio.get_running_loop().time()) > 0:
            if not await asyncio.wait_for(reader.read(2048 if is_slow else 1 << 16), left):
                return
            if is_slow:
                await asyncio.sleep(0.5)
    finally:
        writer.transport.abort()


async def press(chance):
    for method, path, body in [("POST", "/command", chance.choice(PRESSES)), ("GET", chance.choice(LOOKS), "")]:
        reader, writer = await ask(method, path, body)
        try:
            await asyncio.wait_for(reader.read(), 10)
        finally:
            writer.transport.abort()


async def main():
    visits = [look] * count + [press]
    await asyncio.gather(*(again(random.Random(f"viewer {seed} {number}"), visit)
                           for number, visit in enumerate(visits)))


asyncio.run(main())
