extension Config.Bus {
  static let meaning = "\"i2c:N\", \"spi:B.C\" or \"record:FILE\""

  /// Nil where the text names no bus.
  init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let rest = text[text.index(after: colon)...]
    switch text[..<colon] {
    case "i2c":
      guard let number = Self.number(rest) else { return nil }
      self = .i2c(number)
    case "spi":
      let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
      let numbers = parts.compactMap(Self.number)
      guard parts.count == 2, numbers.count == 2 else { return nil }
      self = .spi(controller: numbers[0], select: numbers[1])
    case "record" where !rest.isEmpty:
      self = .record(path: String(rest))
    default:
      return nil
    }
  }

  /// The kernel counts its buses from 0 and never far.
  private static func number(_ digits: Substring) -> Int? {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else {
      return nil
    }
    return number <= 255 ? number : nil
  }

  var isRecord: Bool {
    if case .record = self { true } else { false }
  }
}
