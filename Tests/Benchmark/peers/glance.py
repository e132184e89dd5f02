"""The glance of the peers in Python, drawn by luma; alone, it draws so many frames and prints their bytes.

usage: glance.py ssd1306|st7789 COUNT
"""

import collections
import sys

from luma.core.interface.serial import noop
from luma.core.render import canvas
from luma.lcd.device import st7789
from luma.oled.device import ssd1306
from PIL import ImageFont

CANDLES, CHANGES_IN_CANDLE = 24, 5
PAST_CHANGES = CANDLES * CHANGES_IN_CANDLE
FONT = "/usr/share/fonts/opentype/inter/Inter-SemiBold.otf"


class Bus:
    """Where luma sends its bytes; they are counted, and go nowhere."""

    sent = 0

    def command(self, *bytes):
        self.sent += len(bytes)

    def data(self, bytes):
        self.sent += len(bytes)

    def cleanup(self):
        pass


def price_after(number):
    """The prices of DaemonBench.swift."""
    return 148_737_000 + (number * 7_919 % 7 - 3) * 1_000


class Glance:
    """With a chart that is full."""

    def __init__(self, panel):
        self.bus = Bus()
        self.device = st7789(self.bus, gpio=noop()) if panel == "st7789" else ssd1306(self.bus)
        self.is_large = self.device.height > 64
        self.small = ImageFont.truetype(FONT, 20 if self.is_large else 10)
        self.large = ImageFont.truetype(FONT, 36 if self.is_large else 19)
        self.candles = collections.deque(maxlen=CANDLES)
        self.price = self.shown = None
        for number in range(PAST_CHANGES):
            self.take(price_after(number), number % CHANGES_IN_CANDLE == 0)

    def take(self, price, begins_candle):
        self.price = price
        if begins_candle or not self.candles:
            self.candles.append([price] * 4)
        candle = self.candles[-1]
        candle[1:] = max(candle[1], price), min(candle[2], price), price

    def draw(self):
        """Nothing, where all is as it was drawn last."""
        now = self.price, [tuple(candle) for candle in self.candles]
        if now == self.shown:
            return
        self.shown = now
        width, height = self.device.width, self.device.height
        top = height * 5 // 8
        high = max(candle[1] for candle in self.candles)
        low = min(candle[2] for candle in self.candles)
        step = width // CANDLES

        def row(price):
            return top + (high - price) * (height - top - 1) // max(high - low, 1)

        with canvas(self.device) as draw:
            draw.text((0, 0), "BTC/KRW", font=self.small, fill="white")
            change = f"{self.price / 1_480_000 - 100:+.2f}%"
            corner = (0, 100) if self.is_large else (width - draw.textlength(change, self.small), 0)
            draw.text(corner, change, font=self.small, fill="white")
            draw.text((0, 40 if self.is_large else 14), f"{self.price:,}", font=self.large, fill="white")
            for number, (first, most, least, last) in enumerate(self.candles):
                left = number * step
                fill = "white" if not self.is_large else "#33dd77" if last >= first else "#ee4444"
                draw.line((left + step // 2, row(most), left + step // 2, row(least)), fill=fill)
                body = left + 1, row(max(first, last)), left + step - 2, row(min(first, last))
                draw.rectangle(body, fill=fill)


def main():
    glance = Glance(sys.argv[1])
    glance.draw()
    glance.bus.sent = 0
    for number in range(PAST_CHANGES, PAST_CHANGES + int(sys.argv[2])):
        glance.take(price_after(number), number % CHANGES_IN_CANDLE == 0)
        glance.draw()
    print(glance.bus.sent)


if __name__ == "__main__":
    main()
