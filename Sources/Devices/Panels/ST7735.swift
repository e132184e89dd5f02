import Pixels

extension PanelKind {
  /// Sitronix ST7735S (datasheet v1.4). Its GM pins say how large its memory is, and its displays
  /// are mounted upside down. The set-up (section 10.2) is what the makers of modules use.
  public static let st7735 = dcs(
    "st7735",
    DCSChip(
      memories: [Size(132, 162), Size(132, 132), Size(128, 160)],
      mount: [.columnsAreReversed, .rowsAreReversed],
      hasBrightness: false,
      // SWRESET, SLPIN and SLPOUT, section 10.1.
      settleMilliseconds: 120,
      setUp: [
        // Frame rate, normally, idle, and in partial mode.
        [0xb1, 0x01, 0x2c, 0x2d],
        [0xb2, 0x01, 0x2c, 0x2d],
        [0xb3, 0x01, 0x2c, 0x2d, 0x01, 0x2c, 0x2d],
        [0xb4, 0x07],  // the polarity changes with each column
        [0xc0, 0xa2, 0x02, 0x84],  // AVDD 5 V, GVDD 4.6 V, GVCL -4.6 V
        [0xc1, 0xc5],  // VGH is three times AVDD, VGL -10 V
        // Amplifiers and boosters, normally, idle, and in partial mode.
        [0xc2, 0x0a, 0x00],
        [0xc3, 0x8a, 0x2a],
        [0xc4, 0x8a, 0xee],
        [0xc5, 0x0e],  // VCOM -0.775 V
        // Gamma corrections, positive and negative.
        [
          0xe0, 0x02, 0x1c, 0x07, 0x12, 0x37, 0x32, 0x29, 0x2d, 0x29, 0x25, 0x2b, 0x39, 0x00, 0x01,
          0x03, 0x10,
        ],
        [
          0xe1, 0x03, 0x1d, 0x07, 0x06, 0x2e, 0x2c, 0x29, 0x2d, 0x2e, 0x2e, 0x37, 0x3f, 0x00, 0x00,
          0x02, 0x10,
        ],
      ],
      activeAreas: [
        // "Black tab"; others of this size want offset = [2, 1].
        DCSChip.ActiveArea(size: Size(160, 128)),
        // IPS; others of this size want offset = [24, 0].
        DCSChip.ActiveArea(
          size: Size(160, 80), offset: PanelWiring.Offset(26, 1), isInverted: true,
          isBlueFirst: true),
        // "Green tab"; others of this size want offset = [0, 32].
        DCSChip.ActiveArea(
          size: Size(128, 128), offset: PanelWiring.Offset(2, 3), isBlueFirst: true),
      ]),
    // A cycle of 66 ns at least.
    usualSpeedHz: 15_000_000)
}
