import Devices
import Pixels

extension DCSModel {
  /// Sitronix ST7735S (datasheet v1.4) on displays that are mounted upside down.
  init(st7735 wiring: PanelWiring) {
    let commands: [UInt8: Int] = [
      0x26: 1, 0xb1: 3, 0xb2: 3, 0xb3: 6, 0xb4: 1, 0xc0: 3, 0xc1: 1, 0xc2: 2, 0xc3: 2, 0xc4: 2,
      0xc5: 1, 0xc7: 1, 0xe0: 16, 0xe1: 16, 0xfc: 1,
    ]
    let isMini = wiring.size.standing == Size(80, 160)
    let isSquare = wiring.size == Size(128, 128)
    let usual = isMini ? (26, 1) : isSquare ? (2, 3) : (0, 0)
    let out = wiring.offset ?? PanelWiring.Offset(usual.0, usual.1)
    // The size that the GM pins select on these modules.
    let memory =
      switch (out.columns, out.rows) {
      case (0, _), (24, 0): Size(128, 160)
      case (2, _) where isSquare: Size(132, 132)
      default: Size(132, 162)
      }
    self.init(
      Chip(name: "ST7735", commands: commands, hasBrightness: false),
      Module(
        wiring, memory: memory, out: out, isInverted: isMini,
        isBlueFirst: isSquare || isMini, reversed: (columns: true, rows: true)))
  }
}
