"""The guest's devices: buses that remember and fail, lines that others hold, buttons to press."""

import collections
import glob
import os
import re
import struct
import subprocess
import time

import panels

BASE = int(open(glob.glob("/sys/class/gpio/gpiochip*/base")[0]).read())
LINES = {"reset": 27, "backlight": 24}
BUFSIZ = int(open("/sys/module/spidev/parameters/bufsiz").read())

Transfer = collections.namedtuple("Transfer", "ns failed bytes")


def write(path, text):
    with open(path, "w") as file:
        file.write(str(text))


def set_failure(bus, errno):
    """Every transfer on "i2c" or "spi" fails with this error from now on; 0 mends it."""
    write(f"/sys/module/testbus/parameters/{bus}_errno", errno)


class Record:
    """What went over the buses since it was made, read again at each call."""

    def __init__(self):
        self.tracing = "/sys/kernel/tracing"
        write(f"{self.tracing}/trace_clock", "mono")
        write(f"{self.tracing}/events/gpio/gpio_value/enable", 1)
        self.start = time.monotonic_ns()

    def _transfers(self):
        with open("/dev/testbus", "rb") as file:
            data = file.read()
        place = 0
        while place < len(data):
            kind, address, dc, mode, hz, length, _, ns = struct.unpack_from("<BBbBIIIQ", data, place)
            place += 24
            if ns >= self.start:
                yield chr(kind), address, dc, mode, hz, ns, data[place:place + length]
            place += length

    def i2c(self, address=0x3C):
        return [Transfer(ns, kind == "I", data) for kind, at, _, _, _, ns, data in self._transfers()
                if kind in "iI" and at == address]

    def spi(self):
        """(ns, D/C, bytes) of what was taken; what no wire could carry is an error."""
        taken = []
        for kind, _, dc, mode, hz, ns, data in self._transfers():
            if kind in "sS":
                assert dc in (0, 1) and mode == 0 and hz == 32_000_000, (dc, mode, hz)
                assert 0 < len(data) <= BUFSIZ, f"{len(data)} bytes in one message"
            if kind == "s":
                taken.append((ns, dc, data))
        return taken

    def lines(self):
        """(ns, name, level) each time that the reset or the backlight line was driven."""
        names = {BASE + offset: name for name, offset in LINES.items()}
        with open(f"{self.tracing}/trace") as file:
            found = re.findall(r" (\d+)\.(\d{6}): gpio_value: (\d+) set ([01])", file.read())
        return [(ns, names[int(line)], level == "1") for seconds, micros, line, level in found
                if int(line) in names
                and (ns := int(seconds) * 10**9 + int(micros) * 1000) >= self.start]

    def oled(self):
        panel = panels.SSD1306()
        for transfer in self.i2c():
            if not transfer.failed:
                panel.write(transfer.bytes)
        return panel

    def lcd(self):
        panel = panels.ST7789()
        events = [(ns, False, name, level) for ns, name, level in self.lines()]
        events += [(ns, True, dc, data) for ns, dc, data in self.spi()]
        for _, is_transfer, what, value in sorted(events, key=lambda event: event[:2]):
            if is_transfer:
                panel.write(what == 1, value)
            else:
                panel.drive(what, value)
        return panel

    def is_lit(self):
        return not self.oled().is_dark and not self.lcd().is_dark


class Chip:
    """Another GPIO chip, as on a USB stick."""

    def __init__(self, label):
        self.folder = f"/sys/kernel/config/gpio-sim/{label}"
        os.makedirs(f"{self.folder}/bank")
        write(f"{self.folder}/bank/num_lines", 8)
        write(f"{self.folder}/bank/label", label)
        write(f"{self.folder}/live", 1)

    def pull_out(self):
        write(f"{self.folder}/live", 0)


class Button:
    """A button to ground on a line that is pulled up: the hand on it."""

    def __init__(self, offset):
        self.path = glob.glob(f"/sys/devices/platform/gpio-sim.0/gpiochip*/sim_gpio{offset}/pull")[0]
        self.release()

    def press(self):
        write(self.path, "pull-down")

    def release(self):
        write(self.path, "pull-up")

    def bounce(self, edges, is_pressed_after):
        """Edges as fast as they go, the last one as it stays. Says how many ms they took."""
        begin = time.monotonic()
        with open(self.path, "w") as file:
            for left in range(edges - 1, -1, -1):
                is_pressed = is_pressed_after == (left % 2 == 0)
                file.write("pull-down" if is_pressed else "pull-up")
                file.flush()
                file.seek(0)
        return (time.monotonic() - begin) * 1000

    def press_for(self, seconds):
        self.press()
        time.sleep(seconds)
        self.release()


class Holder:
    """gpioset, which keeps a line for itself."""

    def __init__(self, line):
        version = subprocess.run(["gpioset", "--version"], capture_output=True, text=True).stdout
        chip = ["--mode=signal", "gpiochip0"] if "v1." in version else ["-c", "gpiochip0"]
        self.process = subprocess.Popen(["gpioset", *chip, f"{line}=1"])
        time.sleep(0.5)

    def free(self):
        self.process.terminate()
        self.process.wait()
