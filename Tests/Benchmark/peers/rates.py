"""CPU time of the daemon and of ticker.py, one after the other, while an exchange of our own on this machine
sends trades and tickers at a fixed rate.

usage: rates.py TEALIGHTD SECONDS
"""

import asyncio
import contextlib
import datetime
import http
import itertools
import json
import os
import signal
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.parse

from websockets import ConnectionClosed
from websockets.asyncio.server import serve

from glance import price_after

RATES = 10, 100, 1_000
WARM_UP_SECONDS = 10
MARKET = {"market": "KRW-BTC", "korean_name": "비트코인", "english_name": "Bitcoin"}
here = os.path.dirname(os.path.abspath(__file__))
CONFIGURATION = """
markets = ["upbit:KRW-BTC"]
[[display]]
panel = "st7789"
bus = "record:/dev/null"
[exchange.upbit]
websocket = "wss://localhost:{port}/websocket/v1"
rest = "https://localhost:{port}"
ca_file = "{ca}"
"""


def message(number):
    """A trade, then a ticker with the same price, as Upbit writes them."""
    now = time.time_ns() // 1_000_000
    common = {"code": "KRW-BTC", "timestamp": now, "trade_timestamp": now, "prev_closing_price": 148000000.0,
              "trade_price": float(price_after(number // 2)), "change": "RISE", "stream_type": "REALTIME",
              "trade_volume": 0.00081234, "ask_bid": "BID"}
    if number % 2 == 0:
        return json.dumps({"type": "trade", **common, "change_price": 737000.0,
                           "sequential_id": now * 10_000 + number % 10_000})
    return json.dumps({"type": "ticker", **common, "opening_price": 148000000.0, "high_price": 149500000.0,
                       "low_price": 147100000.0, "signed_change_rate": 0.0049797297,
                       "highest_52_week_price": 179869000.0, "lowest_52_week_price": 98200000.0,
                       "market_state": "ACTIVE", "acc_trade_price_24h": 182345678901.23456,
                       "acc_trade_volume_24h": 1230.123456789012})


def candle(start):
    price = price_after(start.second)
    return {"market": MARKET["market"], "candle_date_time_utc": start.strftime("%Y-%m-%dT%H:%M:%S"),
            "opening_price": price, "high_price": price, "low_price": price, "trade_price": price,
            "timestamp": round(start.timestamp() * 1_000), "candle_acc_trade_price": 1.0,
            "candle_acc_trade_volume": 1.0}


class Exchange:
    rate = sent = 0

    async def stream(self, socket):
        """Until the client is stopped."""
        await socket.recv()
        begin = time.monotonic()
        with contextlib.suppress(ConnectionClosed):
            for number in itertools.count():
                await asyncio.sleep(max(0, begin + number / self.rate - time.monotonic()))
                # Bytes, since Upbit sends binary frames.
                await socket.send(message(number).encode())
                self.sent += 1

    def answer(self, connection, request):
        """A history in seconds, and the one market."""
        if request.path == "/websocket/v1":
            return None
        if not request.path.startswith("/candles"):
            return connection.respond(http.HTTPStatus.OK, json.dumps([MARKET]))
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(request.path).query)
        to = datetime.datetime.fromisoformat(query["to"][0])
        starts = [to - datetime.timedelta(seconds=number + 1) for number in range(int(query["count"][0]))]
        return connection.respond(http.HTTPStatus.OK, json.dumps([candle(start) for start in starts]))


def cpu_seconds(process):
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def share(exchange, seconds, *command):
    """Percent of one processor, and messages a second that were really sent."""
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            await asyncio.sleep(WARM_UP_SECONDS)
            begin, before, sent = time.monotonic(), cpu_seconds(process), exchange.sent
            await asyncio.sleep(seconds)
            elapsed = time.monotonic() - begin
            used, sent = cpu_seconds(process) - before, exchange.sent - sent
        finally:
            is_running = process.poll() is None
            process.kill()
            process.wait()
        log.seek(0)
        if not is_running or sent == 0:
            sys.exit(f"rates.py: {command[0]} did not hear the exchange\n{log.read()[-2000:]}")
        return 100 * used / elapsed, sent / elapsed


async def main(daemon, seconds):
    with tempfile.TemporaryDirectory(prefix="tealight-peers-") as folder:
        ca, key, configuration = (f"{folder}/{name}" for name in ("ca.pem", "key.pem", "tealight.toml"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                        "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                        "subjectAltName=DNS:localhost", "-keyout", key, "-out", ca],
                       check=True, stderr=subprocess.DEVNULL)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(ca, key)
        exchange = Exchange()
        async with serve(exchange.stream, "localhost", 0, ssl=context, compression=None,
                         process_request=exchange.answer) as server:
            port = server.sockets[0].getsockname()[1]
            with open(configuration, "w") as file:
                file.write(CONFIGURATION.format(port=port, ca=ca))
            print(f"{'messages/s':>12} {'tealightd, CPU':>18} {'Python ticker, CPU':>20} {'load average':>15}")
            for exchange.rate in RATES:
                ours, sent = await share(exchange, seconds, daemon, "--config", configuration)
                theirs, _ = await share(exchange, seconds, sys.executable, f"{here}/ticker.py",
                                     f"wss://localhost:{port}/websocket/v1", ca)
                print(f"{sent:12.0f} {ours:16.2f} % {theirs:18.2f} % {os.getloadavg()[0]:15.1f}", flush=True)


# So that no daemon stays behind.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
asyncio.run(main(sys.argv[1], float(sys.argv[2])))
