import Pixels

extension PanelKind {
  /// Sitronix ST7789V (datasheet v1.0). Its displays are IPS and use the middle of the memory,
  /// except the square one, which uses the first 240 of 320 rows.
  public static let st7789 = dcs(
    "st7789",
    DCSChip(
      memories: [Size(240, 320)],
      activeAreas: [
        DCSChip.ActiveArea(size: Size(240, 240), isInverted: true),
        DCSChip.ActiveArea(size: Size(240, 320), isInverted: true),
        DCSChip.ActiveArea(
          size: Size(135, 240), offset: PanelWiring.Offset(52, 40), isInverted: true),
        DCSChip.ActiveArea(
          size: Size(170, 320), offset: PanelWiring.Offset(35, 0), isInverted: true),
      ]),
    usualSpeedHz: 32_000_000)
}
