extension BadConfigs {
  static let lights = #"""
    [[display]]
    panel = "rgb-led"
    bus = "gpio"
    => 3: rgb-led needs red, the line that lights red, and its chip

    [[display]]
    panel = "rgb-led"
    bus = "gpio"
    chip = "x"
    red = 1
    green = 1
    => 6: green of rgb-led needs line 1 of x, which is already red of rgb-led on line 5 of t.toml;

    [[display]]
    panel = "rgb-led"
    bus = "spi:0.0"
    => 3: rgb-led cannot use this bus; it must be "gpio" or "record:FILE"

    [[display]]
    panel = "rgb-led"
    bus = "gpio"
    chip = "x"
    red = 1
    green = 2
    active = "lower"
    => 7: unknown active "lower"; did you mean "low"?

    [[display]]
    panel = "rgb-led"
    bus = "gpio"
    chip = "x"
    red = 1
    green = 2
    dc = 3
    => 7: rgb-led on gpio has no dc; remove it

    [[display]]
    panel = "apa102"
    bus = "gpio"
    chip = "x"
    data = 23
    => 3: apa102 needs clock, the line that says when a bit is there, and its chip

    [[display]]
    panel = "apa102"
    bus = "spi:0.0"
    data = 23
    => 4: apa102 on spi:B.C has no data; remove it

    [[display]]
    panel = "apa102"
    bus = "gpio"
    chip = "x"
    data = 23
    clock = 24
    speed_hz = 1_000_000
    => 7: apa102 on gpio has no speed_hz; remove it

    [[display]]
    panel = "ws2812"
    bus = "spi:0.0"
    speed_hz = 8_000_000
    => 4: speed_hz is 8000000; for ws2812 it must be a whole number from 2110000 to 2850000

    [[display]]
    panel = "apa102"
    bus = "spi:0.0"
    [[display]]
    panel = "max7219"
    bus = "spi:0.1"
    => 6: apa102 on spi:0.0 has no select line, so it shows what is sent to max7219 on spi:0.1, too; give it a SPI

    [[display]]
    panel = "max7219"
    bus = "spi:0.0"
    [[display]]
    panel = "ws2812"
    bus = "spi:0.1"
    => 6: ws2812 on spi:0.1 has no select line, so it shows what is sent to max7219 on spi:0.0, too; give it a SPI

    [[display]]
    panel = "apa102"
    bus = "spi:0.0"
    size = "8x8"
    => 4: apa102 has no size "8x8"; known: "1x1" to "300x1"

    [[display]]
    panel = "ws2812"
    bus = "spi:0.0"
    size = "436x1"
    => 4: ws2812 has no size "436x1"; known: "1x1" to "435x1"

    [[display]]
    panel = "max7219"
    bus = "spi:0.0"
    size = "24x8"
    => 4: max7219 has no size "24x8"; known: "32x8", "8x8", "16x8", "64x8"

    [[display]]
    panel = "led"
    bus = "gpio"
    => 3: led cannot use this bus; it must be "led:NAME"

    [[display]]
    panel = "led"
    bus = "led:../../x"
    => 3: unknown bus "led:../../x"; it must be

    [[display]]
    panel = "led"
    bus = "led:ACT"
    active = "low"
    => 4: led on led:NAME has no active; remove it

    [[display]]
    panel = "framebuffer"
    bus = "record:/dev/null"
    => 3: framebuffer cannot use this bus; it must be "fb:N"

    [[display]]
    panel = "framebuffer"
    bus = "fb:0"
    size = "320x240"
    => 4: framebuffer has the size that its driver reports; remove size

    [[display]]
    panel = "framebuffer"
    bus = "fb:0"
    chip = "x"
    => 4: framebuffer on fb:N has no chip; remove it
    """#
}
