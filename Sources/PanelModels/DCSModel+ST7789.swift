import Devices
import Pixels

extension DCSModel {
  /// Sitronix ST7789V (datasheet v1.0) behind IPS glasses.
  init(st7789 wiring: PanelWiring) {
    let out =
      switch wiring.size.standing {
      case Size(135, 240): PanelWiring.Offset(52, 40)
      case Size(170, 320): PanelWiring.Offset(35, 0)
      default: PanelWiring.Offset(0, 0)
      }
    self.init(
      Chip(name: "ST7789", commands: [:]),
      Module(
        wiring, memory: Size(240, 320), out: out, isInverted: true, isBlueFirst: false))
  }
}
