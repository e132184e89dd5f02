extension BadConfigs {
  static let buttons = #"""
    [[button]]
    line = 5
    => 1: [[button]] needs chip

    [[button]]
    chip = "x"
    => 1: [[button]] needs line

    [[button]]
    chip = "x"
    line = 5
    pull = "left"
    => 4: unknown pull "left"; known: "up", "down", "none"

    [[button]]
    chip = "x"
    line = 5
    active = "hi"
    => 4: unknown active "hi"; known: "low", "high"

    [[button]]
    chip = "x"
    line = 5
    hold = "next-paeg"
    => 4: unknown hold "next-paeg"; did you mean "next-page"? known: "next-market",

    [[button]]
    chip = "x"
    line = 5
    press = "theme=nihgt"
    => 4: unknown theme "nihgt"; did you mean "night"? known: "dark", "light", "paper", "night"

    [[button]]
    chip = "x"
    line = 5
    double = "brightness=101"
    => 4: brightness is "101"; it must be a whole number from 0 to 100

    [[button]]
    chip = "x"
    line = 5
    hold = "market=upbit:KRW-BTX"
    => 4: unknown market "upbit:KRW-BTX"; did you mean "upbit:KRW-BTC"? known: "upbit:KRW-BTC"

    [[button]]
    chip = "gpiochip0"
    line = 5
    [[button]]
    line = 5
    chip = "/dev/gpiochip0"
    => 5: the button needs line 5 of /dev/gpiochip0, which is already the button on line 3 of t.toml;

    [[display]]
    panel = "st7789"
    bus = "spi:0.0"
    dc = 25
    chip = "x"
    [[button]]
    chip = "x"
    line = 25
    => 8: the button needs line 25 of x, which is already dc of st7789 on line 4 of t.toml;

    [[button]]
    chip = "header"
    line = 37
    => 3: the button needs line 37 of header, which has GPIO 0 to 27; write the GPIO's number and not the pin's: pin 37 is GPIO 26

    [[button]]
    chip = "header"
    line = 30
    => 3: the button needs line 30 of header, which has GPIO 0 to 27; write the GPIO's number and not the pin's: pin 30 is ground

    [[button]]
    chip = "header"
    line = 28
    => 3: the button needs line 28 of header, which has GPIO 0 to 27; write the GPIO's number and not the pin's: pin 28 is GPIO 1
    """#

  static let encoders = #"""
    [encoder]
    => 1: encoder is a table; it must be a list of tables, each under [[encoder]]

    [[encoder]]
    a = 17
    b = 18
    => 1: [[encoder]] needs chip

    [[encoder]]
    chip = "x"
    a = 17
    => 1: [[encoder]] needs b

    [[encoder]]
    chip = "x"
    a = "17"
    b = 18
    => 3: a is the text "17"; it must be a whole number from 0 to 65535

    [[encoder]]
    chip = "x"
    a = 17
    b = 17
    => 4: b of the encoder needs line 17 of x, which is already a of the encoder on line 3 of t.toml;

    [[encoder]]
    chip = "x"
    a = 17
    b = 18
    line = 18
    => 5: the encoder's button needs line 18 of x, which is already b of the encoder on line 4 of t.toml

    [[button]]
    chip = "x"
    line = 18
    [[encoder]]
    chip = "x"
    a = 17
    b = 18
    => 7: b of the encoder needs line 18 of x, which is already the button on line 3 of t.toml;

    [[display]]
    panel = "st7789"
    bus = "spi:0.0"
    dc = 25
    chip = "header"
    [[encoder]]
    chip = "gpiochip0"
    a = 25
    b = 18
    => 8: a of the encoder needs line 25 of gpiochip0, which is already dc of st7789 on line 4 of t.toml

    [[encoder]]
    chip = "header"
    a = 17
    b = 41
    => 4: b of the encoder needs line 41 of header, which has GPIO 0 to 27; write the GPIO's number and not the pin's

    [[encoder]]
    chip = "x"
    a = 17
    b = 18
    steps = 3
    => 5: steps is 3; it must be one of 1, 2, 4

    [[encoder]]
    chip = "x"
    a = 17
    b = 18
    steps = "4"
    => 5: steps is the text "4"; it must be one of 1, 2, 4

    [[encoder]]
    chip = "x"
    a = 17
    b = 18
    right = "next-marekt"
    => 5: unknown right "next-marekt"; did you mean "next-market"?

    [[encoder]]
    chip = "x"
    a = 17
    b = 18
    left = "market=BTC/KRW"
    => 5: unknown market "BTC/KRW"; known: "upbit:KRW-BTC"

    [[encoder]]
    chip = "x"
    a = 17
    b = 18
    hold = "home"
    => 5: hold needs line, the line of the encoder's button

    [[encoder]]
    chip = "x"
    a = 17
    b = 18
    pull = true
    => 5: pull is true; it must be one of "up", "down", "none"

    [[encoder]]
    chip = "x"
    a = 17
    b = 18
    step = 4
    => 5: [[encoder]] has no key "step"; did you mean "steps"?
    """#

  static let presence = #"""
    [presence]
    line = 5
    => 1: [presence] needs chip

    [presence]
    chip = "x"
    => 1: [presence] needs line

    [[presence]]
    chip = "x"
    line = 5
    => 1: presence is a list; it must be a table, [presence]

    [presence]
    chip = "x"
    line = -1
    => 3: line is -1; it must be a whole number from 0 to 65535

    [presence]
    chip = "x"
    line = 5
    active = "hihg"
    => 4: unknown active "hihg"; did you mean "high"? known: "low", "high"

    [presence]
    chip = "x"
    line = 5
    pull = "up"
    => 4: [presence] has no key "pull"

    [presence]
    chip = "header"
    line = 40
    => 3: the motion sensor needs line 40 of header, which has GPIO 0 to 27; write the GPIO's number and not the pin's: pin 40 is GPIO 21

    [presence]
    chip = "/dev/gpiochip0"
    line = 5
    [[button]]
    chip = "gpiochip0"
    line = 5
    => 3: the motion sensor needs line 5 of /dev/gpiochip0, which is already the button on line 6 of t.toml;

    [presence]
    chip = "x"
    line = 18
    [[encoder]]
    chip = "x"
    a = 17
    b = 18
    => 3: the motion sensor needs line 18 of x, which is already b of the encoder on line 7 of t.toml;

    [presence]
    chip = "x"
    line = 25
    [[display]]
    panel = "st7789"
    bus = "spi:0.0"
    dc = 25
    chip = "x"
    => 3: the motion sensor needs line 25 of x, which is already dc of st7789 on line 7 of t.toml;
    """#

  static let keys = #"""
    [[key]]
    code = "up"
    => 1: [[key]] needs device

    [[key]]
    device = "x"
    => 1: [[key]] needs code

    [[key]]
    device = 0
    code = "up"
    => 2: device is 0; it must be the path or the name of an input device

    [[key]]
    device = "x"
    code = "entre"
    => 3: unknown code "entre"; did you mean "enter"? it must be a key's name, for example "up"

    [[key]]
    device = "x"
    code = "KEY_UPP"
    => 3: unknown code "KEY_UPP"; did you mean "up"?

    [[key]]
    device = "x"
    code = 0
    => 3: code is 0; it must be a key's name, for example "up" or "KEY_ENTER", or its number from 1 to 767

    [[key]]
    device = "x"
    code = 768
    => 3: code is 768; it must be

    [[key]]
    device = "x"
    code = true
    => 3: code is true; it must be a key's name

    [[key]]
    device = "x"
    code = "up"
    grab = "yes"
    => 4: grab is the text "yes"; it must be true or false

    [[key]]
    device = "x"
    code = "up"
    double = "next"
    => 4: unknown double "next";

    [[key]]
    device = "x"
    code = "up"
    pull = "up"
    => 4: [[key]] has no key "pull";

    [[key]]
    device = "x"
    code = "KEY_UP"
    [[key]]
    device = "x"
    code = 103
    => 6: key up of x is already bound on line 3 of t.toml; bind it once
    """#
}
