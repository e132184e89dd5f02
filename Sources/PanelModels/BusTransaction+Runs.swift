extension BusTransaction {
  /// Bytes that are all commands or all data.
  struct Run {
    let isData: Bool
    let bytes: ArraySlice<UInt8>
  }

  /// Its commands and data, for a controller that separates them by D/C, or on I2C by control bytes
  /// (SSD1306 datasheet rev 1.1, sections 8.1.3 and 8.1.5.2).
  func runs() throws(BusViolation) -> [Run] {
    switch self {
    case .spi(let isData, let bytes): return [Run(isData: isData, bytes: bytes[...])]
    case .i2c(_, false, let bytes): return try Self.controlled(bytes)
    default: throw BusViolation("\(self) on a panel that is written to")
    }
  }

  private static func controlled(_ bytes: [UInt8]) throws(BusViolation) -> [Run] {
    var runs: [Run] = []
    var rest = bytes[...]
    guard !rest.isEmpty else { throw BusViolation("an empty transaction") }
    while let control = rest.popFirst() {
      guard control & 0x3f == 0 else { throw BusViolation("control byte \(control)") }
      let isLast = control & 0x80 == 0
      guard !rest.isEmpty else { throw BusViolation("a control byte and nothing after it") }
      runs.append(Run(isData: control & 0x40 != 0, bytes: isLast ? rest : rest.prefix(1)))
      rest = isLast ? [] : rest.dropFirst()
    }
    return runs
  }
}
