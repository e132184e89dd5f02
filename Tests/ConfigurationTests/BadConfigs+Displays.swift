extension BadConfigs {
  static let displays = #"""
    [display]
    => 1: display is a table; it must be a list of tables, each under [[display]]

    display = [1]
    => 1: display holds 1; it must hold tables, [[display]]

    [[display]]
    bus = "i2c:1"
    => 1: [[display]] needs panel or board; panels are "ssd1306"

    [[display]]
    panel = "ssd1306"
    => 1: [[display]] needs bus: "i2c:N",

    [[display]]
    panel = "ssd1360"
    bus = "i2c:1"
    => 2: unknown panel "ssd1360"; did you mean "ssd1306"? known: "ssd1306",

    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    board = "pi"
    => 4: [[display]] has both panel and board; set only one of them

    [[display]]
    board = 1
    => 2: board is 1; it must be the name of a board

    [[display]]
    board = "pi"
    => 2: unknown board "pi"; there is no board file in /nowhere

    [[display]]
    board = "../pi"
    => 2: there is no ../pi; check the path of the board's file

    [[display]]
    board = ".pi"
    => 2: ".pi" is not the name of a board; use a known name, or the path of a board file

    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    address = 0x78
    => 4: address is 120; it must be a whole number from 8 to 119

    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    address = "0x3c"
    => 4: address is the text "0x3c"; it must be a whole number

    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    brightness = 101
    => 4: brightness is 101; it must be a whole number from 0 to 100

    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    rotation = 45
    => 4: rotation is 45; it must be one of 0, 90, 180, 270

    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    rotation = "90"
    => 4: rotation is the text "90"; it must be one of 0, 90

    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    dc = 25
    => 4: ssd1306 on i2c:N has no dc; remove it

    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    reset = 25
    => 4: reset needs chip: "header" for the 40-pin header of a Raspberry Pi, or the label or path of a GPIO chip

    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    speed_hz = 0
    => 4: speed_hz is 0; it must be a whole number from 1000 to

    [[display]]
    panel = "st7789"
    bus = "record:/tmp/bus"
    spi_mode = 1
    => 4: spi_mode is 1; it must be one of 0, 3

    [[display]]
    panel = "ssd1306"
    bus = "spi:0.0"
    chip = "x"
    dc = 25
    spi_mode = 3
    => 6: ssd1306 on spi:B.C has no spi_mode; remove it

    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    colour = 1
    => 4: [[display]] has no key "colour"; known: "board",

    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    => 6: ssd1306 and ssd1306 have the same bus and address; give each panel its own

    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    offset = [2, 1]
    => 4: offset is [2, 1]; for ssd1306 of 128x64 it must be from [0, 0] to [0, 0]

    [[display]]
    panel = "sh1106"
    bus = "i2c:1"
    offset = [5, 0]
    => 4: offset is [5, 0]; for sh1106 of 128x64 it must be from [0, 0] to [4, 0]

    [[display]]
    panel = "ssd1327"
    bus = "i2c:1"
    offset = [0, 0]
    => 4: ssd1327 on i2c:N has no offset; remove it

    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    inverted = true
    => 4: ssd1306 on i2c:N has no inverted; remove it

    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    order = "bgr"
    => 4: ssd1306 on i2c:N has no order; remove it

    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    contrast = 64
    => 4: ssd1306 on i2c:N has no contrast; remove it

    [[display]]
    panel = "pcd8544"
    bus = "record:/dev/null"
    contrast = 91
    => 4: contrast is 91; it must be a whole number from 30 to 85

    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    backlight = "class:lcd"
    => 4: ssd1306 on i2c:N has no backlight; remove it

    [[display]]
    panel = "st7735"
    bus = "record:/dev/null"
    offset = 2
    => 4: offset is 2; it must be [columns, rows], two whole numbers

    [[display]]
    panel = "st7735"
    bus = "record:/dev/null"
    offset = [2]
    => 4: offset is a list; it must be [columns, rows], two whole numbers

    [[display]]
    panel = "st7735"
    bus = "record:/dev/null"
    offset = [2, "1"]
    => 4: offset is a list; it must be [columns, rows], two whole numbers

    [[display]]
    panel = "st7735"
    size = "160x80"
    bus = "record:/dev/null"
    offset = [24, 3]
    => 5: offset is [24, 3]; for st7735 of 160x80 it must be from [0, 0] to [52, 2]

    [[display]]
    panel = "st7789"
    bus = "record:/dev/null"
    offset = [-1, 0]
    => 4: offset is [-1, 0]; for st7789 of 240x240 it must be from [0, 0] to [0, 80]

    [[display]]
    panel = "st7789"
    bus = "record:/dev/null"
    inverted = 1
    => 4: inverted is 1; it must be true or false

    [[display]]
    panel = "st7789"
    bus = "record:/dev/null"
    order = "grb"
    => 4: unknown order "grb"; known: "rgb", "bgr"

    [[display]]
    panel = "st7789"
    bus = "record:/dev/null"
    backlight = true
    => 4: backlight is true; it must be the offset of a line, "class:NAME" or "pwm:CHIP.CHANNEL"

    [[display]]
    panel = "st7789"
    bus = "record:/dev/null"
    backlight = "pwm:0"
    => 4: unknown backlight "pwm:0"; it must be the offset of a line, "class:NAME" or "pwm:CHIP.CHANNEL"

    [[display]]
    panel = "st7789"
    size = "240x241"
    bus = "spi:0.0"
    => 3: st7789 has no size "240x241"; known: "240x240", "240x320", "135x240", "170x320", "320x240",

    [[display]]
    panel = "gc9a01"
    bus = "i2c:1"
    => 3: gc9a01 cannot use this bus; it must be "spi:B.C" or "record:FILE"

    [[display]]
    panel = "st7789"
    bus = "spi:0.0"
    => 3: st7789 needs dc, the line that tells commands from data, and its chip

    [[display]]
    panel = "st7789"
    bus = "spi:0.0"
    dc = 25
    => 4: dc needs chip: "header" for the 40-pin header of a Raspberry Pi, or the label or path of a GPIO chip

    [[display]]
    panel = "st7789"
    bus = "spi:0.0"
    dc = -1
    chip = "x"
    => 4: dc is -1; it must be a whole number from 0 to 65535

    [[display]]
    panel = "st7789"
    bus = "spi:0.0"
    dc = 1
    chip = 0
    => 5: chip is 0; it must be "header" for the 40-pin header of a Raspberry Pi, or the label or path of a GPIO chip

    [[display]]
    panel = "st7789"
    bus = "spi:0.0"
    dc = 1
    reset = 1
    chip = "x"
    => 5: reset of st7789 needs line 1 of x, which is already dc of st7789 on line 4 of t.toml; use each GPIO line once

    [[display]]
    panel = "st7789"
    bus = "spi:0.0"
    dc = 10
    chip = "header"
    => 4: dc of st7789 needs line 10 of header, which is already MOSI of spi:0.0 on line 3 of t.toml; use each GPIO line once

    [[display]]
    panel = "rgb-led"
    bus = "gpio"
    chip = "header"
    red = 11
    green = 27
    [[display]]
    panel = "max7219"
    bus = "spi:0.1"
    => 9: SCLK of spi:0.1 needs line 11 of header, which is already red of rgb-led on line 5 of t.toml; use each GPIO line once

    [[display]]
    panel = "st7789"
    bus = "spi:0.0"
    dc = 36
    chip = "header"
    => 4: dc of st7789 needs line 36 of header, which has GPIO 0 to 27; write the GPIO's number and not the pin's: pin 36 is GPIO 16
    """#
}
