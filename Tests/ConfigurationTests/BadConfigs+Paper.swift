extension BadConfigs {
  static let paper = #"""
    [paper]
    refresh_percent = 0.001
    => 2: refresh_percent is 0.001; it must be a number from 0.01 to 100.0

    [paper]
    refresh_percent = 101
    => 2: refresh_percent is 101; it must be a number from 0.01 to 100.0

    [paper]
    refresh_percent = nan
    => 2: refresh_percent is nan; it must be a number

    [paper]
    refresh_percent = "much"
    => 2: refresh_percent is the text "much"; it must be a number

    [paper]
    refresh_candles = 0
    => 2: refresh_candles is 0; it must be a whole number from 1 to 240

    [paper]
    full_every = 201
    => 2: full_every is 201; it must be a whole number from 1 to 200

    [paper]
    full_evry = 20
    => 2: [paper] has no key "full_evry"; did you mean "full_every"?

    paper = 1
    => 1: paper is 1; it must be a table, [paper]

    [[display]]
    panel = "ssd1680"
    bus = "spi:0.0"
    chip = "x"
    dc = 25
    => 3: ssd1680 needs reset, the line that resets the controller

    [[display]]
    panel = "ssd1681"
    bus = "i2c:1"
    => 3: ssd1681 cannot use this bus; it must be "spi:B.C" or "record:FILE"

    [[display]]
    panel = "sharp-memory"
    bus = "spi:0.0"
    chip = "x"
    dc = 25
    => 5: sharp-memory on spi:B.C has no dc; remove it

    [[display]]
    panel = "sharp-memory"
    size = "240x400"
    bus = "spi:0.0"
    => 3: sharp-memory has no size "240x400"; known: "128x128", "400x240"
    """#
}
