"""What the two panels' glass shows, read from their buses with the datasheets alone."""

import struct
import zlib


class SSD1306:
    """128×64 OLED (Solomon Systech, rev 1.1), mounted upside down with its charge pump in use."""

    PARAMETERS = {0x20: 1, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
                  0x21: 2, 0x22: 2}

    def __init__(self):
        # After power-on nobody knows what the memory holds.
        self.memory = bytearray(b"\xa5\x3c" * 512)
        self.columns, self.pages = (0, 127), (0, 7)
        self.column = self.page = 0
        self.state = {}
        self.command = []

    def write(self, message):
        control, rest = message[0], message[1:]
        assert control in (0x00, 0x40) and rest, f"control byte {control:#x}"
        for byte in rest:
            if control == 0x40:
                self.store(byte)
            else:
                self.command.append(byte)
                if len(self.command) > self.PARAMETERS.get(self.command[0], 0):
                    self.execute(*self.command)
                    self.command = []

    def store(self, byte):
        assert self.state.get(0x20) == 0, "data before horizontal addressing is chosen"
        self.memory[self.page * 128 + self.column] = byte
        self.column += 1
        if self.column > self.columns[1]:
            self.column = self.columns[0]
            self.page = self.pages[0] if self.page == self.pages[1] else self.page + 1

    def execute(self, command, *values):
        if command == 0x21:
            assert values[0] <= values[1] < 128
            self.columns, self.column = values, values[0]
        elif command == 0x22:
            assert values[0] <= values[1] < 8
            self.pages, self.page = values, values[0]
        elif command in self.PARAMETERS:
            self.state[command] = values[0]
        else:
            # Pairs of commands switch one thing: off and on, forwards and backwards.
            for base, pair in ((0xAE, (0xAE, 0xAF)), (0xA0, (0xA0, 0xA1)), (0xC0, (0xC0, 0xC8)),
                               (0xA4, (0xA4, 0xA5)), (0xA6, (0xA6, 0xA7)), (0x40, (0x40,)),
                               (0x2E, (0x2E,))):
                if command in pair:
                    self.state[base] = pair.index(command)
                    return
            raise AssertionError(f"command {command:#x}")

    @property
    def is_dark(self):
        return self.state.get(0xAE) != 1 or self.state.get(0x8D) != 0x14

    def picture(self):
        """64 rows of 128 bytes, 1 where lit."""
        if self.is_dark:
            return [bytes(128)] * 64
        expected = {0xA8: 63, 0xD3: 0, 0x40: 0, 0xA0: 1, 0xC0: 1, 0xDA: 0x12, 0xA4: 0, 0xA6: 0}
        for command, value in expected.items():
            assert self.state.get(command) == value, f"set-up of {command:#x}"
        return [bytes(byte >> row % 8 & 1 for byte in self.memory[row // 8 * 128:][:128])
                for row in range(64)]

    @staticmethod
    def seen(rows):
        """A picture of red, green and blue as this panel would show it."""
        return [bytes(1 if red else 0 for red in row[::3]) for row in rows]

    @staticmethod
    def colours(rows):
        return [b"".join(b"\xe6\xf3\xff" if lit else b"\0\0\0" for lit in row) for row in rows]


class ST7789:
    """240×240 IPS panel (Sitronix ST7789V, v1.0) that stands upright, at 16 bits a pixel."""

    def __init__(self):
        self.memory = [bytearray(b"\x5a\xa5" * 240) for _ in range(320)]
        self.lines = {"reset": True, "backlight": True}
        self.reset()

    def reset(self):
        self.command, self.values = None, bytearray()
        self.state = {}
        self.is_awake = self.is_on = self.is_inverted = False
        self.columns, self.rows = (0, 239), (0, 319)

    def drive(self, line, level):
        self.lines[line] = level
        if line == "reset" and not level:
            self.reset()

    def write(self, is_data, message):
        assert self.lines["reset"], "a transfer during reset"
        if not is_data:
            for byte in message:
                self.begin(byte)
        elif self.command == 0x2C:
            self.store(message)
        else:
            self.values += message
            self.finish(self.command, self.values)

    def begin(self, command):
        self.command, self.values = command, bytearray()
        if command == 0x01:
            self.reset()
        elif command in (0x10, 0x11):
            self.is_awake = command == 0x11
        elif command in (0x20, 0x21):
            self.is_inverted = command == 0x21
        elif command in (0x28, 0x29):
            self.is_on = command == 0x29
        elif command == 0x2C:
            assert self.state.get(0x36) == 0 and self.state.get(0x3A) == 0x55, "pixels too early"
            self.place = 0
        else:
            assert command in (0x2A, 0x2B, 0x36, 0x3A, 0x51, 0x53), f"command {command:#x}"

    def finish(self, command, values):
        if command in (0x2A, 0x2B):
            assert len(values) <= 4
            if len(values) == 4:
                first, last = struct.unpack(">HH", values)
                assert first <= last < (240 if command == 0x2A else 320)
                if command == 0x2A:
                    self.columns = first, last
                else:
                    self.rows = first, last
        else:
            assert len(values) == 1, f"{len(values)} values for {command:#x}"
            self.state[command] = values[0]

    def store(self, data):
        width = 2 * (self.columns[1] - self.columns[0] + 1)
        while data:
            row, start = divmod(self.place, width)
            count = min(len(data), width - start)
            row += self.rows[0]
            assert row <= self.rows[1], "more data than the window holds"
            left = 2 * self.columns[0] + start
            self.memory[row][left:left + count] = data[:count]
            data = data[count:]
            self.place += count

    @property
    def is_dark(self):
        return not (self.is_awake and self.is_on and all(self.lines.values()))

    def picture(self):
        """240 rows of 240 pixels, red, green and blue in 5, 6 and 5 bits, high byte first."""
        if self.is_dark:
            return [bytes(480)] * 240
        assert self.is_inverted, "this glass shows the negative unless inverted"
        return [bytes(row) for row in self.memory[:240]]

    @staticmethod
    def seen(rows):
        return [struct.pack(">240H", *((r >> 3) << 11 | (g >> 2) << 5 | b >> 3 for r, g, b in
                                       zip(row[::3], row[1::3], row[2::3]))) for row in rows]

    @staticmethod
    def colours(rows):
        return [b"".join(bytes((p >> 8 & 0xF8, p >> 3 & 0xFC, p << 3 & 0xF8))
                         for p in struct.unpack(">240H", row)) for row in rows]


def read_png(path):
    """The rows of an RGB picture of 8 bits a colour."""
    with open(path, "rb") as file:
        data = file.read()
    place, packed = 8, b""
    while place < len(data):
        length, kind = struct.unpack_from(">I4s", data, place)
        body = data[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, *form = struct.unpack(">IIBBBBB", body)
            assert form == [8, 2, 0, 0, 0], f"{path} is not plain RGB"
        elif kind == b"IDAT":
            packed += body
        place += 12 + length
    lines, width = zlib.decompress(packed), width * 3
    rows, above = [], bytes(width)
    for start in range(0, len(lines), width + 1):
        above = unfilter(lines[start], lines[start + 1:start + 1 + width], above)
        rows.append(above)
    return rows


def unfilter(kind, line, above):
    if kind == 0:
        return line
    if kind == 2:
        return bytes(a + b & 255 for a, b in zip(line, above))
    row = bytearray(3) + line
    above = bytes(3) + above
    for i in range(3, len(row)):
        left, up, corner = row[i - 3], above[i], above[i - 3]
        if kind == 1:
            guess = left
        elif kind == 3:
            guess = left + up >> 1
        else:
            guess = min((left, up, corner), key=lambda near: abs(left + up - corner - near))
        row[i] = row[i] + guess & 255
    return bytes(row[3:])


def write_png(path, rows):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
                   + chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 1))
                   + chunk(b"IEND", b""))
