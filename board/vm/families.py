"""Every panel that the program knows, on the kernel's buses, read by its own model."""

import os
import shutil
import subprocess
import time

import panels
from devices import CHIP, WIRING, Button, Record, write
from programs import (SCRATCH, Program, expect, go_on, pictured, reader_path, stand_still,
                      tool_path)

PAPERS = b"\0\0\0", b"\xc3\xcb\xb4", b"\xef\xee\xe8"
ADDRESSES, SELECTS = (0x3C, 0x3D), (0, 1)
UNSELECTED = "apa102", "ws2812"


class Panel:
    """A panel of panel-reader's list, at an address or a chip select."""

    def __init__(self, line):
        self.kind, self.size, self.bus, *keys = line.split()
        self.keys = dict(key.split("=") for key in keys)
        self.lines = self.keys["lines"].split(",")
        self.width, self.height = map(int, self.size.split("x"))
        self.name = f"{self.kind}-{self.size}-{self.bus}"

    @property
    def picture(self):
        """What its picture is drawn for."""
        return f"{self.kind},size={self.size}"

    def table(self, place):
        """The configuration's."""
        self.place = place
        table = f'[[display]]\npanel = "{self.kind}"\nsize = "{self.size}"\n'
        # A picture in a file stands still, too.
        table += "motion = false\n"
        if self.bus == "i2c":
            return table + f'bus = "i2c:1"\naddress = {place}\n'
        table += f'bus = "spi:0.{place}"\n'
        wired = {name: line for name, line in WIRING[place].items() if name in self.lines}
        if wired:
            table += f'chip = "{CHIP}"\n'
        return table + "".join(f"{name} = {line}\n" for name, line in wired.items())

    def transcript(self, record):
        return record.transcript(self.place, self.lines, int(self.keys["mode"]),
                                 int(self.keys["hz"]))

    def glass(self, record):
        """Rows of red, green and blue."""
        transcript = self.transcript(record)
        done = subprocess.run([reader_path, self.kind, self.size], input=transcript.encode(),
                              capture_output=True)
        assert done.returncode == 0, f"{self.name}: {done.stderr.decode()}"
        step = 3 * self.width
        return [done.stdout[start:start + step] for start in range(0, len(done.stdout), step)]

    def seen(self, rows):
        """What is left of a picture, or of what the model shows, on such a glass."""
        kept = {"mono": b"\x80\x80\x80", "grey": b"\xf0\xf0\xf0", "colour": b"\xf8\xfc\xf8"}
        mask = int.from_bytes(kept[self.keys["depth"]] * self.width, "big")
        return [int.from_bytes(row, "big") & mask for row in rows]

    def expected(self, folder):
        """The picture that its glass is to show."""
        rows = panels.read_png(f"{folder}/latest.png")
        if self.keys["depth"] == "mono":
            rows = [b"".join(b"\0\0\0" if row[at:at + 3] in PAPERS else b"\xff\xff\xff"
                             for at in range(0, len(row), 3)) for row in rows]
        if self.kind == "ws2812":
            rows = [bytes(map(in_steps, row)) for row in rows]
        return self.seen(rows)

    def check(self, record, folder):
        """The glass is the picture; it goes to /out."""
        glass = self.glass(record)
        panels.write_png(f"/out/{self.name}.png", glass)
        is_equal = self.seen(glass) == self.expected(folder)
        if not is_equal:
            # For whoever looks for the reason.
            write(f"/out/{self.name}.transcript", self.transcript(record))
            shutil.copy(f"{folder}/latest.png", f"/out/{self.name}-expected.png")
        expect(is_equal, f"{self.name}: the glass is the picture, pixel for pixel")


def in_steps(channel):
    """What is left of a channel of sRGB on a LED whose light has 255 steps."""
    return round((round((channel / 255) ** 2.2 * 255) / 255) ** (1 / 2.2) * 255)


def listed():
    """All of them, and which of them are paper."""
    lines = subprocess.run([reader_path], capture_output=True, text=True, check=True).stdout
    every = [Panel(line) for line in lines.splitlines()]
    papers = [panel for panel in every if panel.keys["medium"] == "paper"]
    return [panel for panel in every if panel not in papers], papers


def rounds(quick):
    """As many panels at a time as there are places for."""
    on_i2c = [panel for panel in quick if panel.bus == "i2c"]
    on_spi = [panel for panel in quick if panel.bus == "spi"]
    while on_i2c or on_spi:
        # LEDs without a select line have SPI for themselves.
        count = 1 if any(panel.kind in UNSELECTED for panel in on_spi[:2]) else len(SELECTS)
        yield [*zip(on_i2c, ADDRESSES), *zip(on_spi[:count], SELECTS)]
        on_i2c, on_spi = on_i2c[len(ADDRESSES):], on_spi[count:]


def each_panel_draws():
    quick, _ = listed()
    # A bus carries all sizes of a kind in the same way: the usual one.
    draw({(panel.kind, panel.bus): panel for panel in reversed(quick)}.values())


def each_size_draws():
    quick, _ = listed()
    draw(quick)


def draw(quick):
    count = 0
    for together in rounds([*quick]):
        record = Record()
        folders = {panel: f"{SCRATCH}/families/{panel.name}" for panel, _ in together}
        daemon = pictured("".join(panel.table(place) for panel, place in together),
                          {folder: panel.picture for panel, folder in folders.items()})
        daemon.says("streaming")
        time.sleep(3)
        stand_still(daemon)
        for panel, folder in folders.items():
            panel.check(record, folder)
            count += 1
        go_on(daemon)
        expect(daemon.stop() == 0, "SIGTERM ends it with 0")
        assert "trying again" not in daemon.log, daemon.log
        for panel in folders:
            assert not any(map(any, panel.glass(record))), f"{panel.name} is not dark"
    print(f"  {count} panels, each read back equal", flush=True)


def paper_shows_its_test_card():
    """Two programs do not refresh paper at the same price: a picture that stands still it is."""
    _, papers = listed()
    for panel in papers:
        record, folder = Record(), f"{SCRATCH}/families/{panel.name}"
        os.makedirs(folder)
        subprocess.run([tool_path, "test-card", "--panel", panel.kind,
                        "--png", f"{folder}/latest.png"], check=True)
        write(f"{folder}/card.toml", panel.table(0))
        card = Program(tool_path, "test-card", "--config", f"{folder}/card.toml")
        for _ in range(100):
            # A panel that is at rest holds its line down, whoever pulls it up.
            Button(WIRING[0]["busy"]).press()
            time.sleep(0.02)
        time.sleep(4)
        panel.check(record, folder)
        expect(card.stop() == 0, "SIGTERM ends it with 0")
