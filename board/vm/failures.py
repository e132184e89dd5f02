"""What goes wrong: each function is one thing that must hold."""

import os
import select
import socket
import time
from errno import EIO, EREMOTEIO, ETIMEDOUT

from devices import CHIP, WIRING, Button, Chip, Holder, Record, set_bus, write
from drawing import both_pictured, compare, expect_blank, press
from programs import (BUTTONS, LCD, MARKETS, OLED, SCRATCH, Program, daemon_path, exchange, expect,
                      go_on, stand_still, tealightd, wait_until)

NOBODY = 65534


def missing_panels_are_waited_for():
    set_bus(i2c_errno=EREMOTEIO)
    record = Record()
    nowhere = '[[display]]\npanel = "ssd1306"\nbus = "i2c:1"\naddress = 0x3e\n'
    daemon = tealightd(OLED + LCD + nowhere + BUTTONS)
    daemon.says("i2c:1 at 0x3c: no answer")
    daemon.says("i2c:1 at 0x3e: no answer")
    wait_until(lambda: len(record.i2c(0x3E)) > 2, 10, "tried again")
    expect(not record.lcd().is_dark, "the st7789 draws while no ssd1306 answers")
    tries = [transfer.ns / 1e9 for transfer in record.i2c(0x3E)]
    pauses = [round(after - before, 1) for before, after in zip(tries, tries[1:])]
    # The first one is counted from the beginning of a turn that drew the first picture, too.
    expect(pauses[1] > 1.5, f"tried again after {pauses} s, ever later")
    expect(daemon.log.count("no answer") == 2, "each is named once")
    set_bus(i2c_errno=0)
    daemon.says("ssd1306 on i2c:1 at 0x3c is back")
    wait_until(lambda: any(map(any, record.oled().picture())), 5, "lit")
    expect(daemon.stop() == 0, "the one that came late draws; SIGTERM ends it with 0")
    expect_blank(record)


def failing_buses_are_survived():
    before = Record()
    daemon = both_pictured(OLED + LCD, f"{SCRATCH}/failing")
    wait_until(before.is_lit, 20, "both lit")
    for bus in ("i2c", "spi"):
        set_bus(**{f"{bus}_errno": EIO})
        daemon.says(f"{bus.upper()} write: Input/output error")
    time.sleep(2)
    # Power was gone meanwhile: nothing that was sent before counts.
    record = Record()
    for bus in ("i2c", "spi"):
        set_bus(**{f"{bus}_errno": 0})
    wait_until(lambda: daemon.log.count("is back") == 2, 20, daemon.log)
    time.sleep(1)
    stand_still(daemon)
    compare(record, f"{SCRATCH}/failing", "recovered")
    go_on(daemon)

    set_bus(i2c_errno=EIO)
    # A sentence that comes again is said, with how often it came, when its minute is over.
    wait_until(lambda: daemon.log.count("I2C write: Input/output error") == 2, 90, daemon.log)
    time.sleep(4)
    set_bus(i2c_errno=0)
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

    refused(OLED + LCD, "/dev/i2c-1: no permission to open it", "usermod -aG i2c",
            "header: no permission to open it", "usermod -aG gpio", user=NOBODY)
    os.chmod("/dev/gpiochip0", 0o666)
    refused(LCD, "/dev/spidev0.0: no permission to open it", "usermod -aG spi", user=NOBODY)
    refused(changed(OLED, "bus = 'i2c:7'"), "/dev/i2c-7: does not exist", "dtoverlay=i2c3")
    refused(changed(LCD, "bus = 'spi:3.0'"), "/dev/spidev3.0: does not exist", "dtoverlay=spi1-1cs")
    refused(changed(LCD, "chip = 'pinctrl-none'"), "pinctrl-none: does not exist")
    refused(changed(LCD, "chip = '/dev/gpiochip7'"), "/dev/gpiochip7: does not exist")
    refused(changed(LCD, "chip = 'pinctrl-bcm2711'\ndc = 99"),
            "line 99 of pinctrl-bcm2711: does not exist")
    holders = [Holder(line) for line in (25, 5)]
    refused(LCD, 'line 25 of header: is used by "gpioset"')

    record = Record()
    daemon = tealightd(OLED + LCD + BUTTONS + '[[button]]\nchip = "gpiochip9"\nline = 1\n')
    wait_until(lambda: not record.oled().is_dark, 10, "the ssd1306 draws without the st7789")
    for sentence in ('<4>st7789: line 25 of header: is used by "gpioset"',
                     '<4>button 1: line 5 of pinctrl-bcm2711: is used by "gpioset"',
                     "<4>button 3: gpiochip9: does not exist"):
        expect(daemon.log.count(sentence) == 1, f"the log says: {sentence}")
    expect("button 2" not in daemon.log, "and nothing of the button that is free")
    holders.pop(0).free()
    wait_until(record.is_lit, 60, "the st7789 is lit once its line is free")
    expect(daemon.stop() == 0, "SIGTERM ends it with 0")
    for holder in holders:
        holder.free()

    for path in ("/dev/i2c-1", "/dev/spidev0.0"):
        os.chmod(path, 0o666)
    record = Record()
    daemon = tealightd(OLED + LCD + BUTTONS, user=NOBODY)
    wait_until(record.is_lit, 20, "both lit")
    expect(daemon.stop() == 0, "whoever may open the devices need not be root")


def a_closed_output_ends_it():
    path = f"{SCRATCH}/closed.toml"
    write(path, f"markets = ['{MARKETS[0]}']\n{exchange.out}")
    for closed in (">&-", "<&- >&- 2>&-"):
        daemon = Program("sh", "-c", f'exec "$0" "$@" {closed}', daemon_path, "--config", path,
                         "--display=json")
        expect(daemon.ends() == 0, f"{closed}: who prints for nobody ends with 0")


def a_chip_that_comes_and_goes_takes_nothing_with_it():
    chip = Chip("usb-stick")
    chip.pull_out()
    record = Record()
    daemon = tealightd(OLED + BUTTONS + '[[button]]\nchip = "usb-stick"\nline = 1\n',
                       "--display=panels", "--display=json")
    daemon.says("button 3: usb-stick: does not exist")
    wait_until(lambda: not record.oled().is_dark, 10, "lit")
    chip.plug_in()
    daemon.says("button 3: line 1 of usb-stick is back")
    chip.drive(1, 0)
    time.sleep(0.1)
    chip.drive(1, 1)
    wait_until(lambda: daemon.market() == MARKETS[1], 3, "the press was not heard")
    expect(daemon.log.count("button") == 2, "a button that comes late is heard")
    time.sleep(2)
    chip.pull_out()
    before = daemon.ticks()
    time.sleep(3)
    took = daemon.ticks() - before
    expect(took < 100, f"it goes on, and takes {took} of 300 ticks")
    expect(daemon.stop() == 0, "SIGTERM ends it with 0")


def silent_panels_hold_nothing_up():
    record = Record()
    daemon = both_pictured(OLED + LCD + BUTTONS, f"{SCRATCH}/silent")
    wait_until(record.is_lit, 20, "both lit")
    set_bus(i2c_errno=ETIMEDOUT)
    daemon.says("I2C write: Connection timed out")
    press(daemon)
    time.sleep(8)
    stand_still(daemon)
    compare(record, f"{SCRATCH}/silent", "pressed while the ssd1306 is silent", ["st7789"])
    go_on(daemon)
    expect(daemon.log.count("timed out") == 1, "named once")
    tries = [transfer.ns / 1e9 for transfer in record.i2c() if transfer.failed]
    pauses = [round(after - before, 1) for before, after in zip(tries, tries[1:])]
    expect(0.5 < pauses[0] < pauses[-1], f"tried again after {pauses} s")
    expect(daemon.stop() == 0, "SIGTERM ends it with 0 while it is silent")
    set_bus(i2c_errno=0)


def paper_that_is_never_done_holds_nothing_up():
    lines = WIRING[1]
    paper = f"""[[display]]
panel = "ssd1681"
bus = "spi:0.1"
chip = "{CHIP}"
dc = {lines["dc"]}
reset = {lines["reset"]}
busy = {lines["busy"]}
"""
    path = f"{SCRATCH}/notify"
    notified = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    notified.bind(path)
    os.environ.update(NOTIFY_SOCKET=path, WATCHDOG_USEC="2000000")
    Button(lines["busy"]).release()
    record = Record()
    daemon = both_pictured(OLED + paper + BUTTONS, f"{SCRATCH}/stuck")
    os.environ.pop("NOTIFY_SOCKET")
    os.environ.pop("WATCHDOG_USEC")
    daemon.says("ssd1681 on spi:0.1: BUSY stays high")
    press(daemon)
    time.sleep(10)
    stand_still(daemon)
    compare(record, f"{SCRATCH}/stuck", "pressed while paper is busy", ["ssd1306"])
    go_on(daemon)
    expect(daemon.log.count("BUSY stays high") == 1, "named once")
    count = 0
    while select.select([notified], [], [], 0)[0]:
        count += notified.recv(4096).count(b"WATCHDOG=1")
    expect(count >= 5, f"the watchdog was fed {count} times")
    Button(lines["busy"]).press()
    daemon.says("ssd1681 on spi:0.1 is back", 60)
    expect(daemon.stop() == 0, "SIGTERM ends it with 0")


def refused_lengths_are_named():
    set_bus(spi_bytes_max=1000)
    record = Record()
    daemon = both_pictured(OLED + LCD + BUTTONS, f"{SCRATCH}/refused")
    daemon.says("SPI write: Message too long")
    press(daemon)
    time.sleep(4)
    stand_still(daemon)
    compare(record, f"{SCRATCH}/refused", "pressed while the st7789 fails", ["ssd1306"])
    go_on(daemon)
    expect(daemon.log.count("too long") == 1, "named once")
    set_bus(spi_bytes_max=4096)
    record = Record()
    daemon.says("st7789 on spi:0.0 is back", 40)
    time.sleep(1)
    stand_still(daemon)
    compare(record, f"{SCRATCH}/refused", "taken again", ["st7789"])
    go_on(daemon)
    expect(daemon.stop() == 0, "SIGTERM ends it with 0")
