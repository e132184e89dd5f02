"""Lights as displays: on lines of a chip, and of the kernel's LED class."""

import glob
import time

import panels
from devices import CHIP, Button, write
from programs import (BUTTONS, MARKETS, SCRATCH, expect, go_on, pictured, stand_still, wait_until)

LEDS = "/sys/class/leds"
DRIVER = "/sys/bus/platform/drivers/testlights"
LINES = {"red": 8, "green": 9, "blue": 10}


def read(path):
    with open(path) as file:
        return file.read().strip()


def level(line):
    return int(read(glob.glob(f"/sys/devices/platform/gpio-sim.0/gpiochip*/sim_gpio{line}/value")[0]))


def trigger(name):
    return read(f"{LEDS}/{name}/trigger").split("[")[1].split("]")[0]


def lit_lines(pixel):
    """The strongest colour of a pixel, and whichever is nearly as strong."""
    return [int(any(pixel) and channel * 10 >= max(pixel) * 7) for channel in pixel]


def steps(pixel, most):
    """What is written to a light for a pixel: light is not linear in sRGB, and is never lost."""
    luma = (pixel[0] * 299 + pixel[1] * 587 + pixel[2] * 114) // 1000
    return [max(round((near / 255) ** 2.2 * most), int(near > 0))
            for near in (max(luma - 1, 0), luma, luma + 1)]


def lights_shine():
    write(f"{LEDS}/red:status/brightness", 77)
    wires = "".join(f"{name} = {line}\n" for name, line in LINES.items())
    daemon = pictured(f"""
[[display]]
panel = "led"
bus = "led:ACT"
[[display]]
panel = "led"
bus = "led:red:status"
[[display]]
panel = "rgb-led"
bus = "gpio"
chip = "{CHIP}"
{wires}{BUTTONS}""", {f"{SCRATCH}/{kind}": kind for kind in ("rgb-led", "led")})
    time.sleep(8)
    stand_still(daemon)
    (pixel,) = panels.read_png(f"{SCRATCH}/rgb-led/latest.png")
    levels = [level(line) for line in LINES.values()]
    mood = daemon.shown("mood")
    # A market that stands still is too dim for lines that are on or off.
    lit = [0, 0, 0] if mood in ("flat", "asleep") else lit_lines(pixel)
    expect(levels == lit, f"red, green and blue are {levels} for {pixel.hex()}, {mood}")
    (pixel,) = panels.read_png(f"{SCRATCH}/led/latest.png")
    brightness = int(read(f"{LEDS}/red:status/brightness"))
    expect(brightness in steps(pixel, 255), f"255 steps are at {brightness} for {pixel.hex()}")
    expect(trigger("ACT") == "none", "the board's own light shines by no trigger")
    go_on(daemon)
    # A picture of a light has greys, and this one has none: it is lit while the market is up.
    for market in MARKETS[1:] + MARKETS[:1]:
        Button(5).press_for(0.1)
        wait_until(lambda: daemon.market() == market, 3, market)
        time.sleep(1)
        stand_still(daemon)
        mood, brightness = daemon.shown("mood"), read(f"{LEDS}/ACT/brightness")
        expect(brightness == str(int(mood in ("up", "soar"))), f"{mood} is {brightness} on it")
        go_on(daemon)

    write(f"{DRIVER}/unbind", "testlights.1")
    # It is missed when it should change, as another page makes it, whatever the market does.
    for _ in range(3):
        Button(6).press_for(0.7)
        time.sleep(1)
    said = [line for line in daemon.log.splitlines() if "led:red:status: " in line]
    expect(len(said) == 1, f"a light that goes is named once: {said}")
    write(f"{DRIVER}/bind", "testlights.1")
    wait_until(lambda: "is back" in daemon.log, 40, daemon.log)
    expect(True, "and shines again when it is back")
    expect(daemon.stop() == 0, "SIGTERM ends it with 0")
    expect(trigger("ACT") == "disk-activity", "the board's own light is given back to its trigger")
