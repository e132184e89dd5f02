"""A keyboard that the kernel believes in: what a driver of keys or of a joystick would make."""

import fcntl
import struct
import time

LEFT, RIGHT, ENTER = 105, 106, 28
EV_SYN, EV_KEY, EV_REP = 0, 1, 0x14
SET_EVENT, SET_KEY, SET_UP, CREATE, DESTROY = (
    0x40045564, 0x40045565, 0x405C5503, 0x5501, 0x5502)


class Keyboard:
    """Plugged in for as long as the `with` lasts."""

    def __init__(self, name, *keys):
        self.file = open("/dev/uinput", "wb", buffering=0)
        for kind in (EV_KEY, EV_REP):
            fcntl.ioctl(self.file, SET_EVENT, kind)
        for key in keys:
            fcntl.ioctl(self.file, SET_KEY, key)
        on_board = (0x19, 1, 1, 1)
        fcntl.ioctl(self.file, SET_UP, struct.pack("4H80sI", *on_board, name.encode(), 0))
        fcntl.ioctl(self.file, CREATE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        fcntl.ioctl(self.file, DESTROY)
        self.file.close()

    def press(self, key, seconds=0.1):
        for value in (1, 0):
            self.file.write(struct.pack("qqHHi", 0, 0, EV_KEY, key, value)
                            + struct.pack("qqHHi", 0, 0, EV_SYN, 0, 0))
            time.sleep(seconds)
