import Pixels

extension PanelKind {
  /// Ilitek ILI9341 (datasheet v1.11). The set-up (sections 8.3 and 8.4) is used for displays from
  /// 2.4" to 3.2" (Linux, drivers/gpu/drm/tiny/ili9341.c).
  public static let ili9341 = dcs(
    "ili9341",
    DCSChip(
      memories: [Size(240, 320)],
      // The display's columns are wired from the right.
      mount: .columnsAreReversed,
      setUp: [
        [0xcf, 0x00, 0xc1, 0x30],  // power control B
        [0xed, 0x64, 0x03, 0x12, 0x81],  // power-on sequence
        [0xe8, 0x85, 0x00, 0x78],  // driver timing A
        [0xcb, 0x39, 0x2c, 0x00, 0x34, 0x02],  // power control A
        [0xf7, 0x20],  // pump ratio: DDVDH is twice VCI
        [0xea, 0x00, 0x00],  // driver timing B
        [0xc0, 0x23],  // power control 1: GVDD 4.6 V
        [0xc1, 0x10],  // power control 2
        [0xc5, 0x3e, 0x28],  // VCOM control 1: 4.25 V, -1.5 V
        [0xc7, 0x86],  // VCOM control 2: both 58 steps lower
        [0xb1, 0x00, 0x1b],  // 70 frames a second
        [0xb6, 0x08, 0x82, 0x27],  // display function: normally white, 320 lines
        [0xf2, 0x00],  // one gamma curve for all colours
        [0x26, 0x01],  // gamma curve 1
        // Gamma corrections, positive and negative.
        [
          0xe0, 0x0f, 0x31, 0x2b, 0x0c, 0x0e, 0x08, 0x4e, 0xf1, 0x37, 0x07, 0x10, 0x03, 0x0e, 0x09,
          0x00,
        ],
        [
          0xe1, 0x00, 0x0e, 0x14, 0x03, 0x11, 0x07, 0x31, 0xc1, 0x48, 0x08, 0x0f, 0x0c, 0x31, 0x36,
          0x0f,
        ],
      ],
      activeAreas: [DCSChip.ActiveArea(size: Size(320, 240), isBlueFirst: true)]),
    usualSpeedHz: 32_000_000)
}
