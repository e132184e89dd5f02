import Configuration
import Devices
import State

/// The header of a Raspberry Pi, and what a board uses of it.
struct PinHeader {
  /// What a pin is, with the number of its GPIO line where it is one.
  private enum Pin {
    case power(String)
    case gpio(Int)

    static let ground = Pin.power("ground")

    var name: String {
      switch self {
      case .power(let name): name
      case .gpio(let line): "GPIO \(line)"
      }
    }
  }

  /// Pins 1 to 40 (Raspberry Pi documentation, "GPIO and the 40-pin header").
  private static let pins: [Pin] = [
    .power("3.3 V"), .power("5 V"), .gpio(2), .power("5 V"), .gpio(3), .ground, .gpio(4), .gpio(14),
    .ground, .gpio(15), .gpio(17), .gpio(18), .gpio(27), .ground, .gpio(22), .gpio(23),
    .power("3.3 V"), .gpio(24), .gpio(10), .ground, .gpio(9), .gpio(25), .gpio(11), .gpio(8),
    .ground, .gpio(7), .gpio(0), .gpio(1), .gpio(5), .ground, .gpio(6), .gpio(12), .gpio(13),
    .ground, .gpio(19), .gpio(16), .gpio(26), .gpio(20), .ground, .gpio(21),
  ]

  /// What each GPIO line is used for.
  let uses: [Int: String]

  /// - Parameter devices: the panels and inputs of a board.
  init(_ devices: Config) {
    var uses: [Int: String] = [:]
    for panel in devices.panels {
      uses.merge(Self.bus(of: panel)) { $1 }
      for (line, offset) in panel.lines { uses[offset] = line.rawValue }
    }
    for button in devices.buttons { uses[button.wiring.line] = Self.text(button) }
    for encoder in devices.encoders {
      uses[encoder.a.line] = "encoder a"
      uses[encoder.b.line] = "encoder b"
      if let button = encoder.button { uses[button.wiring.line] = Self.text(button) }
    }
    self.uses = uses
  }

  private static func text(_ button: Config.WiredButton) -> String {
    "button: \(button.binding.press.name)"
  }

  /// The lines of the bus that a panel is on, where it is on the header.
  private static func bus(of panel: PanelWiring) -> [Int: String] {
    switch panel.bus {
    case .i2c(0): return [0: "SDA", 1: "SCL"]
    case .i2c(1): return [2: "SDA", 3: "SCL"]
    case .spi(controller: 0, let select):
      // Some lights know no clock, and some no chip select.
      if panel.kind == .ws2812 { return [10: "MOSI"] }
      let clocked = [10: "MOSI", 11: "SCLK"]
      return panel.kind == .apa102
        ? clocked : clocked.merging([select == 0 ? 8 : 7: "CE\(select)"]) { $1 }
    default: return [:]
    }
  }

  /// A drawing with pin 1 at the top left, as it is where the board's other connectors are at the
  /// bottom and to the right; no lines where none of its pins is used.
  var lines: [String] {
    guard !uses.isEmpty else { return [] }
    let sides = Self.pins.map { (name: $0.name, use: use(of: $0)) }
    let width = sides.map { $0.use?.count ?? 0 }.max() ?? 0
    return stride(from: 0, to: sides.count, by: 2).map { index in
      let (left, right) = (sides[index], sides[index + 1])
      var line = (left.use ?? "").leftPadded(to: width) + "  " + left.name.leftPadded(to: 7)
      line += "  " + "\(index + 1)".leftPadded(to: 2)
      line += " \(Self.dot(left.use)) \(Self.dot(right.use)) "
      line += "\(index + 2)".padded(to: 2) + "  " + right.name
      if let use = right.use {
        line = line.padded(to: line.count + 7 - right.name.count) + "  " + use
      }
      return line
    }
  }

  private func use(of pin: Pin) -> String? {
    if case .gpio(let line) = pin { uses[line] } else { nil }
  }

  private static func dot(_ use: String?) -> String { use == nil ? "○" : "●" }
}

extension String {
  fileprivate func leftPadded(to count: Int) -> String {
    String(repeating: " ", count: max(0, count - self.count)) + self
  }

  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
