"""The kernel's framebuffer in each of its depths, read back as the driver describes it."""

import ctypes
import fcntl
import struct
import time

import panels
from programs import SCRATCH, expect, go_on, pictured, stand_still

GET_MODE, PUT_MODE, GET_FIXED, GET_COLOURS = 0x4600, 0x4601, 0x4602, 0x4604
MONO_1_IS_BLACK = 0


class Colours(ctypes.Structure):
    _fields_ = [("start", ctypes.c_uint32), ("count", ctypes.c_uint32)] + [
        (name, ctypes.POINTER(ctypes.c_uint16)) for name in ("red", "green", "blue", "alpha")]


class Framebuffer:
    """/dev/fb0 in a mode of so many bits a pixel."""

    def __init__(self, width, height, bits):
        self.file = open("/dev/fb0", "r+b", buffering=0)
        mode = bytearray(160)
        fcntl.ioctl(self.file, GET_MODE, mode)
        struct.pack_into("8I", mode, 0, width, height, width, height, 0, 0, bits, 0)
        struct.pack_into("12I", mode, 32, *[0] * 12)
        struct.pack_into("I", mode, 84, 0)
        fcntl.ioctl(self.file, PUT_MODE, mode)
        fcntl.ioctl(self.file, GET_MODE, mode)
        (self.width, self.height, *_, self.bits, _) = struct.unpack_from("8I", mode)
        assert (self.width, self.height, self.bits) == (width, height, bits), mode.hex()
        self.fields = [struct.unpack_from("2I", mode, 32 + 12 * index) for index in range(3)]
        fixed = bytearray(80)
        fcntl.ioctl(self.file, GET_FIXED, fixed)
        (self.visual,) = struct.unpack_from("I", fixed, 36)
        (self.stride,) = struct.unpack_from("I", fixed, 48)

    @property
    def memory(self):
        self.file.seek(0)
        return self.file.read(self.stride * self.height)

    @memory.setter
    def memory(self, content):
        self.file.seek(0)
        self.file.write(content)

    def palette(self):
        channels = [(ctypes.c_uint16 * 256)() for _ in range(3)]
        colours = Colours(0, 256, *(ctypes.cast(channel, ctypes.POINTER(ctypes.c_uint16))
                                    for channel in channels), None)
        fcntl.ioctl(self.file, GET_COLOURS, colours)
        return [bytes(channel[index] >> 8 for channel in channels) for index in range(256)]

    def rows(self):
        """Red, green and blue of each pixel."""
        memory = self.memory
        lines = [memory[y * self.stride:][:(self.width * self.bits + 7) // 8]
                 for y in range(self.height)]
        if self.bits == 1:
            lit = 0 if self.visual == MONO_1_IS_BLACK else 1
            return [b"".join(b"\xff\xff\xff" if line[x // 8] >> x % 8 & 1 == lit else b"\0\0\0"
                             for x in range(self.width)) for line in lines]
        if self.bits == 8:
            palette = self.palette()
            return [b"".join(palette[byte] for byte in line) for line in lines]
        return [b"".join(self.colour(line[at:at + self.bits // 8])
                         for at in range(0, len(line), self.bits // 8)) for line in lines]

    def colour(self, pixel):
        word = int.from_bytes(pixel, "little")
        return bytes((word >> offset & (1 << length) - 1) << 8 - length
                     for offset, length in self.fields)


def framebuffers_draw():
    for width, height, bits, kind, kept in (
            (320, 240, 32, "framebuffer", b"\xff\xff\xff"), (320, 240, 16, "framebuffer", b"\xf8\xfc\xf8"),
            (240, 135, 24, "framebuffer", b"\xff\xff\xff"), (160, 128, 8, "framebuffer", b"\xff\xff\xff"),
            (128, 64, 1, "ssd1306", b"\x80\x80\x80")):
        screen = Framebuffer(width, height, bits)
        before = bytes(range(251)) * (screen.stride * height // 251 + 1)
        before = before[:screen.stride * height]
        screen.memory = before
        folder = f"{SCRATCH}/fb-{bits}"
        daemon = pictured('[[display]]\npanel = "framebuffer"\nbus = "fb:0"\n',
                          {folder: f"{kind},size={width}x{height}"})
        time.sleep(6)
        stand_still(daemon)
        shown, expected = screen.rows(), panels.read_png(f"{folder}/latest.png")
        panels.write_png(f"/out/fb-{bits}.png", shown)
        mask = int.from_bytes(kept * width, "big")
        is_equal = all((int.from_bytes(a, "big") ^ int.from_bytes(b, "big")) & mask == 0
                       for a, b in zip(shown, expected))
        expect(is_equal, f"{width}x{height} at {bits} bits, red, green and blue at "
               f"{[offset for offset, _ in screen.fields]}: the screen is the picture")
        go_on(daemon)
        assert daemon.stop() == 0, daemon.log
        expect(screen.memory == before, "and afterwards what was there before")
