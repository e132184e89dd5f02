"""Faults that come and go at random."""

import random

# Those of the connection happen to all exchanges, the others to one of them or to all.
TO_ALL = ["refuse-port", "reset-on-accept", "hang-on-accept", "other-ca", "expired-certificate", "wrong-host",
          "server-shutdown", "geo-block"]
TO_ONE = ["upgrade-hang", "upgrade-status=503", "upgrade-status=429", "upgrade-status=403",
          "upgrade-redirect=302", "wrong-accept", "unasked-deflate", "half-open", "no-data", "cut-after=20",
          "reset-after=20", "close%5=1001", "byte-by-byte=7", "ping-flood=20", "firehose=500", "life=5", "text",
          "list", "fragments", "interleaved-pings", "masked%2", "reserved-bits%2", "reserved-opcode%2",
          "short-close%2", "long-ping%2", "fragmented-ping%2", "stray-continuation%2", "invalid-utf8%2",
          "huge-message%1", "huge-message%1=1000000", "deep-nesting%5", "trailing-garbage%5",
          "duplicate-trades", "late-trades", "back-step", "price%20=null", "price%20=1e999", "price%20=-1",
          "time%20=0", "unknown-fields", "rest-hang", "rest-status=503", "rest-status%50=429",
          "rest-redirect=302", "rest-html", "rest-blocked", "rest-error=500", "rest-drip", "rest-truncate",
          "rest-huge", "rest-endless-header", "rest-gzip", "no-market-list", "empty-history", "shuffled-history"]
OF_ONE = ["coinbase:heartbeat-only", "kraken:heartbeat-only", "kraken:system=maintenance",
          "kraken:wrong-checksum", "bithumb:error-status-200", "bithumb:status-5600", "upbit:plain-refusals",
          "coingecko:null-fields", "er-api:stale-rates"]
EXCHANGES = ["upbit", "bithumb", "binance", "coinbase", "kraken", "dogechain"]


class Timetable:
    """What goes wrong in so many seconds, and when: the same seed, the same faults."""

    def __init__(self, seed, seconds):
        chance = random.Random(f"faults {seed}")
        self.rows = []
        begin = chance.uniform(60, 120)
        while begin < seconds:
            end = begin + chance.uniform(5, 90)
            kind = chance.random()
            if kind < 0.15:
                name = chance.choice(TO_ALL)
            elif kind < 0.3:
                name = chance.choice(OF_ONE)
            else:
                name = chance.choice(TO_ONE)
                if kind < 0.85:
                    name = f"{chance.choice(EXCHANGES)}:{name}"
            self.rows.append((int(begin), int(end), name))
            begin += chance.expovariate(1 / 50)

    @property
    def options(self):
        """As `tealight simulate` takes them."""
        for begin, end, name in self.rows:
            split = min((name.find(mark) for mark in "%=" if mark in name), default=len(name))
            yield f"--fault={name[:split]}@{begin}-{end}{name[split:]}"

    def names(self, since, until):
        return [name for begin, end, name in self.rows if begin < until and end > since]
