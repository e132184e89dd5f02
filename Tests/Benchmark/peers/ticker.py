"""A ticker for one market as it is mostly written in Python: websockets, json, luma; ten frames a second at most.

usage: ticker.py URL CA-FILE
"""

import asyncio
import json
import ssl
import sys
import time

import websockets

from glance import Glance

CANDLE_SECONDS, FRAME_SECONDS = 5, 0.1


async def main(url, ca_file):
    glance = Glance("st7789")
    candle = drawn = 0
    async with websockets.connect(url, ssl=ssl.create_default_context(cafile=ca_file)) as socket:
        types = [{"type": name, "codes": ["KRW-BTC"]} for name in ("trade", "ticker")]
        await socket.send(json.dumps([{"ticket": "peer"}, *types]))
        async for message in socket:
            message = json.loads(message)
            begin = message["trade_timestamp"] // (CANDLE_SECONDS * 1_000)
            glance.take(int(message["trade_price"]), begin != candle)
            candle = begin
            if time.monotonic() - drawn >= FRAME_SECONDS:
                drawn = time.monotonic()
                glance.draw()


asyncio.run(main(*sys.argv[1:]))
