extension PanelWiring {
  /// The lines of the panel's bus on the header of a Raspberry Pi, with the function of each; none
  /// if the bus is not there (Raspberry Pi documentation, "GPIO and the 40-pin header";
  /// https://pinout.xyz).
  public var busLines: [Int: String] {
    switch bus {
    case .i2c(0): return [0: "SDA", 1: "SCL"]
    case .i2c(1): return [2: "SDA", 3: "SCL"]
    case .spi(controller: 0, let select):
      // Some lights use no clock, and some no chip select.
      if kind == .ws2812 { return [10: "MOSI"] }
      let clocked = [10: "MOSI", 11: "SCLK"]
      return kind.hasSelectLine
        ? clocked.merging([select == 0 ? 8 : 7: "CE\(select)"]) { $1 } : clocked
    default: return [:]
    }
  }
}
