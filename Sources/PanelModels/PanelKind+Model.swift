import Devices

extension PanelKind {
  /// Makes a model of what a panel with this wiring shows, by its datasheet; nil for devices of the
  /// kernel, which are on no bus that could be read.
  public var model: ((PanelWiring) -> any PanelModel)? {
    switch self {
    case .ssd1306: { SSD1306Model($0) }
    case .ssd1309: { SSD1306Model($0, .ssd1309) }
    case .sh1106: { SH1106Model($0) }
    case .sh1107: { SH1107Model($0) }
    case .ssd1327: { _ in SSD1327Model() }
    case .ssd1351: { _ in SSD1351Model() }
    case .st7735: { DCSModel(st7735: $0) }
    case .st7789: { DCSModel(st7789: $0) }
    case .ili9341: { DCSModel(ili9341: $0) }
    case .gc9a01: { DCSModel(gc9a01: $0) }
    case .pcd8544: { _ in PCD8544Model() }
    case .sharpMemory: { SharpMemoryModel($0.size) }
    case .ssd1680, .ssd1681: { SSD168xModel($0.size) }
    case .apa102: { APA102Model(count: $0.size.width) }
    case .ws2812: { WS2812Model(count: $0.size.width, hz: $0.speedHz ?? 2_400_000) }
    case .max7219: { MAX7219Model(chips: $0.size.width / 8) }
    case .rgbLED: { RGBLEDModel(isActiveLow: $0.isActiveLow) }
    default: nil
    }
  }
}
