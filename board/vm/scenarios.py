"""The daemon on a board's devices: each function is one thing that must hold."""

import os
import shutil
import signal
import subprocess
import sys
import time
from errno import EIO, EREMOTEIO

import panels
from devices import BUFSIZ, Button, Chip, Holder, Record, set_failure
from programs import (MARKETS, SCRATCH, TWIN_LINE, exchange, expect, go_on, pictures, stand_still,
                      tealightd, wait_until)

OLED = '[[display]]\nboard = "ssd1306-i2c"\n'
LCD = '[[display]]\nboard = "st7789-spi"\n'
BUTTONS = """
[[button]]
chip = "pinctrl-sim"
line = 5
hold = "previous-market"
[[button]]
chip = "gpiochip0"
line = 6
double = "previous-market"
"""
NOBODY = 65534


def compare(record, folder, name):
    """The glass of both panels is what the pictures are; all four go to /out."""
    for panel, kind in ((record.oled(), "ssd1306"), (record.lcd(), "st7789")):
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
    daemon, twin = tealightd(OLED + LCD + BUTTONS), pictures(f"{SCRATCH}/twin")
    time.sleep(12)
    stand_still(daemon, twin)
    compare(record, f"{SCRATCH}/twin", "streaming")
    resets = [level for _, name, level in record.lines() if name == "reset"]
    expect(resets[-2:] == [False, True], "the reset line was pulsed")
    go_on(daemon, twin)

    for line in (5, TWIN_LINE):
        Button(line).press_for(0.1)
    time.sleep(3)
    stand_still(daemon, twin)
    compare(record, f"{SCRATCH}/twin", "pressed")
    go_on(daemon, twin)
    twin.stop()
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


def buttons_are_understood():
    daemon = tealightd(BUTTONS, "--display=json")
    wait_until(daemon.market)
    first, second = Button(5), Button(6)
    time.sleep(1)

    def shows(index, what):
        wait_until(lambda: daemon.market() == MARKETS[index], 3, f"{what}: {daemon.market()}")
        # And nothing comes after it.
        time.sleep(1)
        expect(daemon.market() == MARKETS[index], what)

    first.press_for(0.1)
    shows(1, "a press shows the next market")
    first.press()
    time.sleep(0.7)
    shows(0, "a hold shows the one before, while it is held")
    first.release()
    shows(0, "and its end is no press")
    down = first.bounce(31, True)
    time.sleep(0.1)
    up = first.bounce(31, False)
    shows(1, f"31 edges in {down:.0f} ms and 31 in {up:.0f} ms are one press")
    for is_pressed in (True, False):
        # The kernel keeps 16 edges of a line, and the last ones are lost.
        daemon.signal(signal.SIGSTOP)
        first.bounce(31, is_pressed)
        daemon.signal(signal.SIGCONT)
        time.sleep(0.1)
    shows(2, "so they are when nobody reads meanwhile")
    first.bounce(30, False)
    shows(2, "edges that end where they began are none")
    second.press_for(0.08)
    time.sleep(0.08)
    second.press_for(0.08)
    shows(1, "a double press shows the one before")
    second.press_for(0.08)
    shows(2, "a single press of that button shows the next")
    for act in (Button.press, Button.release):
        act(first)
        act(second)
        time.sleep(0.1)
    shows(4, "two buttons at once are two presses")
    expect(daemon.stop() == 0, "SIGTERM ends it with 0")


def missing_panels_are_waited_for():
    set_failure("i2c", EREMOTEIO)
    record = Record()
    nowhere = '[[display]]\npanel = "ssd1306"\nbus = "i2c:1"\naddress = 0x3d\n'
    daemon = tealightd(OLED + LCD + nowhere + BUTTONS)
    daemon.says("i2c:1 at 0x3c: no answer")
    daemon.says("i2c:1 at 0x3d: no answer")
    wait_until(lambda: len(record.i2c(0x3D)) > 2, 10, "tried again")
    expect(not record.lcd().is_dark, "the st7789 draws while no ssd1306 answers")
    tries = [transfer.ns / 1e9 for transfer in record.i2c(0x3D)]
    pauses = [round(after - before, 1) for before, after in zip(tries, tries[1:])]
    expect(all(pause > 0.5 for pause in pauses), f"tried again after {pauses} s")
    expect(daemon.log.count("no answer") == 2, "each is named once")
    set_failure("i2c", 0)
    daemon.says("ssd1306 on i2c:1 at 0x3c is back")
    wait_until(lambda: any(map(any, record.oled().picture())), 5, "lit")
    expect(daemon.stop() == 0, "the one that came late draws; SIGTERM ends it with 0")
    expect_blank(record)


def failing_buses_are_survived():
    daemon, twin = tealightd(OLED + LCD), pictures(f"{SCRATCH}/failing")
    before = Record()
    wait_until(before.is_lit, 20, "both lit")
    for bus in ("i2c", "spi"):
        set_failure(bus, EIO)
        daemon.says(f"{bus.upper()} write: Input/output error")
    time.sleep(2)
    # Power was gone meanwhile: nothing that was sent before counts.
    record = Record()
    for bus in ("i2c", "spi"):
        set_failure(bus, 0)
    wait_until(lambda: daemon.log.count("is back") == 2, 20, daemon.log)
    time.sleep(1)
    stand_still(daemon, twin)
    compare(record, f"{SCRATCH}/failing", "recovered")
    go_on(daemon, twin)
    twin.stop()

    set_failure("i2c", EIO)
    wait_until(lambda: daemon.log.count("I2C write: Input/output error") == 2, 10, daemon.log)
    time.sleep(4)
    set_failure("i2c", 0)
    expect(daemon.stop() == 0, "SIGTERM ends it with 0 before the next try")
    expect_blank(record)


def refusals_are_explained():
    def refused(tables, *sentences, user=None):
        program = tealightd(tables, user=user)
        status = program.ends(10)
        expect(status == 69, f"exit {status}: {program.log.strip()}")
        for sentence in sentences:
            assert sentence in program.log, f"{sentence} is missing"

    def changed(display, key):
        return display.replace("board", f"{key}\nboard")

    refused(OLED + LCD, "/dev/i2c-1: may not be opened", "usermod -aG i2c",
            "/dev/gpiochip0: may not be opened", "usermod -aG gpio", user=NOBODY)
    os.chmod("/dev/gpiochip0", 0o666)
    refused(LCD, "/dev/spidev0.0: may not be opened", "usermod -aG spi", user=NOBODY)
    refused(changed(OLED, "bus = 'i2c:7'"), "/dev/i2c-7: does not exist", "dtparam=i2c_arm=on")
    refused(changed(LCD, "bus = 'spi:3.0'"), "/dev/spidev3.0: does not exist", "dtparam=spi=on")
    refused(changed(LCD, "chip = 'pinctrl-none'"), "pinctrl-none: does not exist")
    refused(changed(LCD, "chip = '/dev/gpiochip7'"), "/dev/gpiochip7: does not exist")
    refused(changed(LCD, "dc = 99"), "line 99 of /dev/gpiochip0: cannot be had")
    holders = [Holder(line) for line in (25, 5)]
    refused(LCD, 'line 25 of /dev/gpiochip0: is taken by "gpioset"')

    record = Record()
    daemon = tealightd(OLED + LCD + BUTTONS + '[[button]]\nchip = "gpiochip9"\nline = 1\n')
    wait_until(lambda: not record.oled().is_dark, 10, "the ssd1306 draws without the st7789")
    for sentence in ('<3>st7789: line 25 of /dev/gpiochip0: is taken by "gpioset"',
                     '<3>button 1: line 5 of pinctrl-sim: is taken by "gpioset"',
                     "<3>button 3: gpiochip9: does not exist"):
        expect(daemon.log.count(sentence) == 1, f"the log says: {sentence}")
    expect("button 2" not in daemon.log, "and nothing of the button that is free")
    expect(daemon.stop() == 0, "SIGTERM ends it with 0")
    for holder in holders:
        holder.free()

    for path in ("/dev/i2c-1", "/dev/spidev0.0"):
        os.chmod(path, 0o666)
    record = Record()
    daemon = tealightd(OLED + LCD + BUTTONS, user=NOBODY)
    wait_until(record.is_lit, 20, "both lit")
    expect(daemon.stop() == 0, "whoever may open the devices need not be root")


def a_chip_that_goes_takes_nothing_with_it():
    chip = Chip("usb-stick")
    record = Record()
    daemon = tealightd(OLED + BUTTONS + '[[button]]\nchip = "usb-stick"\nline = 1\n')
    wait_until(lambda: not record.oled().is_dark, 10, "lit")
    assert "button" not in daemon.log, daemon.log
    time.sleep(2)
    chip.pull_out()
    before = daemon.ticks()
    time.sleep(3)
    took = daemon.ticks() - before
    expect(took < 100, f"it goes on, and takes {took} of 300 ticks")
    expect(daemon.stop() == 0, "SIGTERM ends it with 0")


gpiod = subprocess.run(["gpiodetect", "--version"], capture_output=True, text=True).stdout
print(f"Linux {os.uname().release}, {gpiod.splitlines()[0]}", flush=True)
scenarios = [both_panels_draw, blank_clears_after_a_crash, buttons_are_understood,
             missing_panels_are_waited_for, failing_buses_are_survived, refusals_are_explained,
             a_chip_that_goes_takes_nothing_with_it]
for scenario in scenarios:
    if sys.argv[3:] and scenario.__name__ not in sys.argv[3:]:
        continue
    begin = time.monotonic()
    print(scenario.__name__.replace("_", " "), flush=True)
    scenario()
    print(f"  {time.monotonic() - begin:.0f} s", flush=True)
exchange.stop()
