import Devices

extension ValueType<PanelBus> {
  static let bus = ValueType(.text(PanelBus.meaning)) { toml, name, diagnostics in
    guard let text = toml.text(name, PanelBus.meaning, &diagnostics) else { return nil }
    guard let bus = PanelBus(text) else {
      diagnostics.error(
        "unknown \(name) \"\(text)\"; it must be \(PanelBus.meaning)", at: toml.location)
      return nil
    }
    if case .record(let path) = bus,
      let complaint = FileBytes.writingComplaint(path) ?? PanelBus.complaint(recordingTo: path)
    {
      diagnostics.error("\(name) is \"\(text)\"; \(complaint)", at: toml.location)
    }
    return bus
  }
}

extension ValueType<Backlight.Source> {
  static let backlight = text(
    Backlight.Source.meaning, complaint: { "unknown \($0) \"\($1)\"" },
    parse: { Backlight.Source($0) })
}

extension ValueType<PanelWiring.Offset> {
  static let offset = {
    let meaning = "[columns, rows], two whole numbers"
    return ValueType(.pair(meaning)) { toml, name, diagnostics in
      if case .list(let list) = toml.value {
        let sides = list.compactMap { item in
          if case .integer(let side) = item.value { Int(exactly: side) } else { nil }
        }
        if list.count == 2, sides.count == 2 { return PanelWiring.Offset(sides[0], sides[1]) }
      }
      toml.refuse(name, meaning, &diagnostics)
      return nil
    }
  }()
}

extension ValueType<Int> {
  /// The offset of a line of a GPIO chip.
  static let lineOffset = integer(0...65_535)
}

extension ValueType<String> {
  static let chipMeaning =
    "\"header\" for the 40-pin header of a Raspberry Pi, or the label or path of a GPIO chip, for "
    + "example \"/dev/gpiochip1\""
  static let chip = text(chipMeaning)
}
