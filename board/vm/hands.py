"""What hands do, and who is seen: each function is one thing that must hold."""

import signal
import time

from devices import CHIP, Button, Chip, Record
from keyboard import ENTER, LEFT, RIGHT, Keyboard
from programs import BUTTONS, MARKETS, OLED, expect, tealightd, wait_until


def shows(daemon, index, what):
    """The daemon gets to a market, and nothing comes after it."""
    wait_until(lambda: daemon.market() == MARKETS[index], 3, f"{what}: {daemon.market()}")
    time.sleep(1)
    expect(daemon.market() == MARKETS[index], what)


def buttons_are_understood():
    daemon = tealightd(BUTTONS, "--display=json")
    wait_until(daemon.market)
    first, second = Button(5), Button(6)
    time.sleep(1)

    first.press_for(0.1)
    shows(daemon, 1, "a press shows the next market")
    first.press()
    time.sleep(0.7)
    shows(daemon, 0, "a hold shows the one before, while it is held")
    first.release()
    shows(daemon, 0, "and its end is no press")
    down = first.bounce(31, True)
    time.sleep(0.1)
    up = first.bounce(31, False)
    shows(daemon, 1, f"31 edges in {down:.0f} ms and 31 in {up:.0f} ms are one press")
    for is_pressed in (True, False):
        # The kernel keeps 16 edges of a line, and the last ones are lost.
        daemon.signal(signal.SIGSTOP)
        first.bounce(31, is_pressed)
        daemon.signal(signal.SIGCONT)
        time.sleep(0.1)
    shows(daemon, 2, "so they are when nobody reads meanwhile")
    first.bounce(30, False)
    shows(daemon, 2, "edges that end where they began are none")
    second.press_for(0.08)
    time.sleep(0.08)
    second.press_for(0.08)
    shows(daemon, 1, "a double press shows the one before")
    second.press_for(0.08)
    shows(daemon, 2, "a single press of that button shows the next")
    for act in (Button.press, Button.release):
        act(first)
        act(second)
        time.sleep(0.1)
    shows(daemon, 4, "two buttons at once are two presses")
    expect(daemon.stop() == 0, "SIGTERM ends it with 0")


def eight_buttons_are_eight():
    lines = range(4, 12)
    commands = ["next-market", "previous-market"] * 4
    daemon = tealightd("".join(
        f'[[button]]\nchip = "{CHIP}"\nline = {line}\npress = "{command}"\n'
        for line, command in zip(lines, commands)), "--display=json")
    buttons = [Button(line) for line in lines]
    wait_until(daemon.market)
    time.sleep(1)
    for index, button in enumerate(buttons):
        button.press_for(0.1)
        wanted = MARKETS[1 - index % 2]
        wait_until(lambda: daemon.market() == wanted, 3, f"button {index + 1} of 8")
    expect(daemon.stop() == 0, "each of eight buttons does what it is for")


def encoders_are_understood():
    a, b, press = Button(12), Button(13), Button(19)
    daemon = tealightd(f"""
[[encoder]]
chip = "{CHIP}"
a = 12
b = 13
line = 19
press = "previous-market"
""", "--display=json")
    wait_until(daemon.market)
    time.sleep(1)

    def turn(first, second):
        """From rest to rest through four phases, each contact bouncing; as fast as a hand."""
        for contact, is_closed in ((first, True), (second, True), (first, False), (second, False)):
            contact.bounce(5, is_closed)
            time.sleep(0.004)

    turn(a, b)
    shows(daemon, 1, "a turn to the right shows the next market")
    for _ in range(7):
        turn(a, b)
        time.sleep(0.01)
    shows(daemon, (1 + 7) % len(MARKETS), "seven turns are seven, though each contact bounces")
    for _ in range(3):
        turn(b, a)
        time.sleep(0.01)
    shows(daemon, (1 + 7 - 3) % len(MARKETS), "three to the left take three back")
    for is_closed in (True, False):
        a.bounce(5, is_closed)
    shows(daemon, (1 + 7 - 3) % len(MARKETS), "half a turn and back is none")
    press.press_for(0.1)
    shows(daemon, 4, "its button is a button")
    expect(daemon.stop() == 0, "SIGTERM ends it with 0")


def keys_are_understood():
    joystick = "Raspberry Pi Sense HAT Joystick"
    daemon = tealightd(f"""
[[key]]
device = "{joystick}"
code = "right"
[[key]]
device = "{joystick}"
code = "left"
press = "previous-market"
[[key]]
device = "gpio-keys"
code = "KEY_ENTER"
hold = "previous-market"
""", "--display=json")
    daemon.says(f"{joystick}: ")
    with Keyboard(joystick, RIGHT, LEFT) as stick, Keyboard("gpio-keys", ENTER) as keys:
        daemon.says(f"{joystick} is connected", 40)
        daemon.says("gpio-keys is connected", 40)

        expect(True, "devices that come late are found by their names")
        stick.press(RIGHT)
        shows(daemon, 1, "a joystick to the right shows the next market")
        stick.press(RIGHT)
        stick.press(LEFT)
        shows(daemon, 1, "right and left are where it was")
        keys.press(ENTER, 0.8)
        shows(daemon, 0, "a hold of Enter shows the one before, and the kernel's repeats are no presses")
        keys.press(ENTER)
        shows(daemon, 1, "a press of Enter shows the next")
    daemon.says(f"{joystick} was removed")
    with Keyboard(joystick, RIGHT, LEFT) as stick:
        # A sentence that comes again is said, with how often it came, when its minute is over.
        wait_until(lambda: daemon.log.count(f"{joystick} is connected") == 2, 90, daemon.log)
        stick.press(RIGHT)
        shows(daemon, 2, "a joystick that went and came back works")
    expect(daemon.stop() == 0, "SIGTERM ends it with 0")


def motion_lights_a_dark_display():
    record = Record()
    daemon = tealightd(OLED + """
[presence]
chip = "usb-sensor"
line = 1
[night]
hours = "00:00-23:59"
brightness = 0
wake_seconds = 3
""", "--display=panels", "--display=json")

    def becomes(is_lit, why):
        begin = time.monotonic()
        wait_until(lambda: record.oled().is_dark != is_lit, 20, why)
        expect(True, f"{why}: {'lit' if is_lit else 'dark'} after {time.monotonic() - begin:.1f} s")

    daemon.says("motion sensor: usb-sensor: does not exist")
    becomes(True, "it starts at night")
    becomes(False, "nobody is there")
    sensor = Chip("usb-sensor")
    daemon.says("motion sensor: line 1 of usb-sensor is back", 40)
    expect(record.oled().is_dark, "a sensor that comes late and sees nobody lights nothing")
    sensor.drive(1, True)
    becomes(True, "somebody comes")
    time.sleep(6)
    expect(not record.oled().is_dark, "and stays for longer than a touch would last: still lit")
    sensor.drive(1, False)
    time.sleep(1.5)
    expect(not record.oled().is_dark, "nobody is seen any more: lit for a while")
    becomes(False, "and then no more")

    daemon.signal(signal.SIGHUP)
    daemon.says("the new configuration is in use")
    sensor.drive(1, True)
    becomes(True, "somebody comes after the configuration was read again")
    sensor.pull_out()
    daemon.says("motion sensor: line 1 of usb-sensor: GPIO read")
    becomes(False, "the sensor goes away while it sees somebody")
    before = daemon.ticks()
    time.sleep(3)
    expect(daemon.ticks() - before < 100, "it is looked for at leisure")
    sensor.plug_in()
    # Whoever takes a line of this chip pulls it: it is driven until it was taken.
    wait_until(lambda: sensor.drive(1, True) or not record.oled().is_dark, 40, "lit again")
    expect(daemon.market() == MARKETS[0], "it is there again; and nothing was pressed by all this")
    expect(daemon.stop() == 0, "SIGTERM ends it with 0")
