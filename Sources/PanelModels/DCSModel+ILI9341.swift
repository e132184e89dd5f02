import Devices
import Pixels

extension DCSModel {
  /// Ilitek ILI9341 (datasheet v1.11), its sources soldered from the right.
  init(ili9341 wiring: PanelWiring) {
    let commands: [UInt8: Int] = [
      0x26: 1, 0xb0: 1, 0xb1: 2, 0xb4: 1, 0xb5: 4, 0xb6: 3, 0xb7: 1, 0xc0: 1, 0xc1: 1, 0xc5: 2,
      0xc7: 1, 0xcb: 5, 0xcf: 3, 0xe0: 15, 0xe1: 15, 0xe8: 3, 0xea: 2, 0xed: 4, 0xf2: 1, 0xf6: 3,
      0xf7: 1,
    ]
    self.init(
      Chip(name: "ILI9341", commands: commands),
      Module(
        wiring, memory: Size(240, 320), out: PanelWiring.Offset(0, 0), isInverted: false,
        isBlueFirst: true, reversed: (columns: true, rows: false)))
  }
}
