"""What panels show: each function is one thing that must hold."""

import shutil
import signal
import time

import panels
from devices import BUFSIZ, Button, Record
from programs import (BUTTONS, LCD, MARKETS, OLED, SCRATCH, expect, go_on, pictured, stand_still,
                      tealightd, wait_until)


def both_pictured(tables, folder):
    return pictured(tables, {f"{folder}/{kind}": kind for kind in ("ssd1306", "st7789")})


def press(daemon):
    """The next market is to be shown."""
    Button(5).press_for(0.1)
    wait_until(lambda: daemon.market() == MARKETS[1], 3, "the press was not heard")


def compare(record, folder, name, kinds=("ssd1306", "st7789")):
    """The glass of the panels is what the pictures are; all of them go to /out."""
    for kind in kinds:
        panel = record.oled() if kind == "ssd1306" else record.lcd()
        glass = panel.picture()
        panels.write_png(f"/out/{name}-{kind}.png", panel.colours(glass))
        shutil.copy(f"{folder}/{kind}/latest.png", f"/out/{name}-{kind}-expected.png")
        expect(glass == panel.seen(panels.read_png(f"{folder}/{kind}/latest.png")),
               f"{name}: the {kind}'s glass is the picture, pixel for pixel")


def expect_blank(record):
    oled, lcd = record.oled(), record.lcd()
    expect((oled.state[0xAE], oled.state[0x8D]) == (0, 0x10), "the ssd1306 is off, its pump too")
    expect(not any(oled.memory), "nothing is left in its memory")
    expect(not (lcd.is_on or lcd.is_awake or lcd.lines["backlight"]),
           "the st7789 is off, asleep and without light")
    expect(not any(map(any, lcd.memory[:240])), "nothing is left in its memory")


def both_panels_draw():
    record = Record()
    daemon = both_pictured(OLED + LCD + BUTTONS, f"{SCRATCH}/both")
    time.sleep(12)
    stand_still(daemon)
    compare(record, f"{SCRATCH}/both", "streaming")
    resets = [level for _, name, level in record.lines() if name == "reset"]
    expect(resets[-2:] == [False, True], "the reset line was pulsed")
    go_on(daemon)

    press(daemon)
    time.sleep(3)
    stand_still(daemon)
    compare(record, f"{SCRATCH}/both", "pressed")
    go_on(daemon)
    sizes = [len(data) for _, _, data in record.spi()]
    expect(max(sizes) <= BUFSIZ, f"{len(sizes)} SPI messages, the longest {max(sizes)} bytes")
    expect(daemon.stop() == 0, "SIGTERM ends it with 0")
    expect_blank(record)
    expect("trying again" not in daemon.log, "no transfer has failed")


def blank_clears_after_a_crash():
    record = Record()
    daemon = tealightd(OLED + LCD)
    wait_until(record.is_lit, 20, "both lit")
    daemon.signal(signal.SIGKILL)
    daemon.ends()
    expect(any(map(any, record.oled().picture())), "a crash leaves a picture")
    blank = tealightd(OLED + LCD, "--blank")
    expect(blank.ends(10) == 0 and not blank.log, "--blank ends with 0 and says nothing")
    expect_blank(record)
