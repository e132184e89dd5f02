"""The guest's devices: buses that remember and fail, lines that others hold, buttons to press."""

import collections
import glob
import os
import re
import struct
import subprocess
import time

import panels

CHIP = os.path.basename(glob.glob("/sys/devices/platform/gpio-sim.0/gpiochip*")[0])
BASE = int(open(glob.glob("/sys/class/gpio/gpiochip*/base")[0]).read())
# The lines beside the panels that the checks wire: those of chip select 0 as in board/, others.
WIRING = ({"dc": 25, "reset": 27, "backlight": 24, "busy": 17, "display": 20, "power": 21},
          {"dc": 22, "reset": 23, "backlight": 18, "busy": 16, "display": 26, "power": 14})
BUFSIZ = int(open("/sys/module/spidev/parameters/bufsiz").read())
TRACING = "/sys/kernel/tracing"

Transfer = collections.namedtuple("Transfer", "ns failed bytes")


def write(path, text):
    with open(path, "w") as file:
        file.write(str(text))


def set_bus(**parameters):
    """Changes what testbus.c does, as i2c_errno=5."""
    for name, value in parameters.items():
        write(f"/sys/module/testbus/parameters/{name}", value)


class Record:
    """What went over the buses since it was made, as far as it has come at each call."""

    transfers, place = [], 0

    def __init__(self):
        write(f"{TRACING}/events/gpio/gpio_value/enable", 1)
        self.start = time.monotonic_ns()

    def _transfers(self):
        with open("/dev/testbus", "rb", buffering=0) as file:
            file.seek(Record.place)
            data = file.readall()
        place = 0
        while place < len(data):
            kind, at, dc, mode, hz, length, _, ns = struct.unpack_from("<BBbBIIIQ", data, place)
            place += 24 + length
            Record.transfers.append((chr(kind), at, dc, mode, hz, ns, data[place - length:place]))
        Record.place += len(data)
        return [transfer for transfer in Record.transfers if transfer[5] >= self.start]

    def i2c(self, address=0x3C):
        return [Transfer(ns, kind == "I", data) for kind, at, _, _, _, ns, data in self._transfers()
                if kind in "iI" and at == address]

    def i2c_reads(self):
        """Address and count of the bytes of each that was tried."""
        return [(at, len(data)) for kind, at, _, _, _, _, data in self._transfers() if kind in "rR"]

    def spi(self, select=0, expected_mode=0, expected_hz=32_000_000):
        """(ns, D/C, bytes) of what was taken; what no wire could carry is an error."""
        taken = []
        for kind, at, dc, mode, hz, ns, data in self._transfers():
            if kind in "sS" and at == select:
                assert (mode, hz) == (expected_mode, expected_hz), (mode, hz)
                assert 0 < len(data) <= BUFSIZ, f"{len(data)} bytes in one message"
            if kind == "s" and at == select:
                taken.append((ns, dc, data))
        return taken

    def lines(self, select=0):
        """(ns, name, level) each time that a line beside the panel was driven."""
        names = {BASE + offset: name for name, offset in WIRING[select].items() if name != "dc"}
        with open(f"{TRACING}/trace") as file:
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
        # The lines after the transfers, or one that was driven in between is missing.
        events = [(ns, True, dc, data) for ns, dc, data in self.spi()]
        events += [(ns, False, name, level) for ns, name, level in self.lines()]
        for _, is_transfer, what, value in sorted(events, key=lambda event: event[:2]):
            if is_transfer:
                panel.write(what == 1, value)
            else:
                panel.drive(what, value)
        return panel

    def is_lit(self):
        return not self.oled().is_dark and not self.lcd().is_dark

    def transcript(self, place, lines, mode, hz):
        """What a `record:` bus would have written of an address on I2C or a chip select on SPI."""
        if place > 1:
            return "".join(f"i2c {place:02x} W {transfer.bytes.hex()}\n"
                           for transfer in self.i2c(place) if not transfer.failed)
        events = [(ns, 1, f"spi dc={dc if 'dc' in lines else 0} {data.hex()}\n")
                  for ns, dc, data in self.spi(place, mode, hz)]
        events += [(ns, 0, f"gpio {name}={level:d}\n")
                   for ns, name, level in self.lines(place) if name in lines]
        return "".join(text for _, _, text in sorted(events))


write(f"{TRACING}/trace_clock", "mono")
set_bus(dc=",".join(str(BASE + lines["dc"]) for lines in WIRING),
        busy=",".join(str(BASE + lines["busy"]) for lines in WIRING))


class Chip:
    """Another GPIO chip, as on a USB stick."""

    def __init__(self, label):
        self.folder = f"/sys/kernel/config/gpio-sim/{label}"
        os.makedirs(f"{self.folder}/bank")
        write(f"{self.folder}/bank/num_lines", 8)
        write(f"{self.folder}/bank/label", label)
        self.plug_in()

    def plug_in(self):
        write(f"{self.folder}/live", 1)

    def pull_out(self):
        write(f"{self.folder}/live", 0)

    def drive(self, offset, level):
        """What hangs on a line drives it."""
        device, bank = (open(f"{self.folder}/{name}").read().strip()
                        for name in ("dev_name", "bank/chip_name"))
        write(f"/sys/devices/platform/{device}/{bank}/sim_gpio{offset}/pull",
              "pull-up" if level else "pull-down")


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


class Network:
    """The board is in one, with these addresses, for as long as the `with` lasts."""

    def __init__(self, *addresses):
        self.addresses = addresses

    def __enter__(self):
        for address in self.addresses:
            self._ip("address", "add", f"{address}/24", "dev", "dummy0")
        self._ip("link", "set", "dummy0", "up")

    def __exit__(self, *_):
        self._ip("link", "set", "dummy0", "down")
        self._ip("address", "flush", "dev", "dummy0")

    @staticmethod
    def _ip(*words):
        subprocess.run(["busybox", "ip", *words], check=True)


class Holder:
    """gpioset, which keeps a line for itself."""

    def __init__(self, line):
        version = subprocess.run(["gpioset", "--version"], capture_output=True, text=True).stdout
        chip = ["--mode=signal", CHIP] if "v1." in version else ["-c", CHIP]
        self.process = subprocess.Popen(["gpioset", *chip, f"{line}=1"])
        while not re.search(rf"line +{line}:.*gpioset", self.info()):
            time.sleep(0.1)

    @staticmethod
    def info():
        return subprocess.run(["gpioinfo"], capture_output=True, text=True).stdout

    def free(self):
        self.process.terminate()
        self.process.wait()
