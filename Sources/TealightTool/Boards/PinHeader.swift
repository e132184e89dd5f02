import Configuration
import Devices
import State

/// The header of a Raspberry Pi, and what a board uses of it.
struct PinHeader {
  /// What each GPIO line is used for.
  private(set) var uses: [Int: String] = [:]
  /// Buses and lines that a board uses and that are not on the header.
  private(set) var others: [String] = []

  /// - Parameter devices: the panels and inputs of a board.
  init(_ devices: Config) {
    for panel in devices.panels {
      addBus(of: panel)
      for line in PanelLine.allCases {
        guard let chip = panel.chip, let offset = panel.lines[line] else { continue }
        add(line.rawValue, offset, of: chip)
      }
    }
    for button in devices.buttons { add(Self.text(button), button.wiring) }
    for encoder in devices.encoders {
      add("encoder a", encoder.a)
      add("encoder b", encoder.b)
      if let button = encoder.button { add(Self.text(button), button.wiring) }
    }
  }

  private mutating func addBus(of panel: PanelWiring) {
    let lines = panel.busLines
    uses.merge(lines) { $1 }
    switch panel.bus {
    case .i2c, .spi: if lines.isEmpty { others.append("\(panel.bus)") }
    case .gpio, .framebuffer, .led, .record: break
    }
  }

  private mutating func add(_ use: String, _ wiring: InputLines.Wiring) {
    add(use, wiring.line, of: wiring.chip)
  }

  private mutating func add(_ use: String, _ line: Int, of chip: String) {
    if GPIOChipName.unified(chip) == GPIOChipName.header, HeaderPin.lines.contains(line) {
      uses[line] = use
    } else {
      others.append("\(use), line \(line) of \(chip)")
    }
  }

  private static func text(_ button: Config.WiredButton) -> String {
    "button: \(button.binding.press.name)"
  }

  /// A drawing with pin 1 at the top left, as on a Raspberry Pi that lies with its other connectors at
  /// the bottom and to the right; no lines if none of its pins is used.
  var lines: [String] {
    guard !uses.isEmpty else { return [] }
    let sides = HeaderPin.all.map { (name: $0.name, use: use(of: $0)) }
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

  private func use(of pin: HeaderPin) -> String? {
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
