/// A panel on GPIO lines without a bus: each line is driven by itself, or bytes are shifted out on
/// two of them, highest bit first, valid at the rising edge of the clock.
final class GPIOBus: CommandBus {
  /// One byte takes some twenty system calls, each of a few microseconds on a small board.
  static let usualBytesPerSecond = 10_000

  let name: String
  let bytesPerSecond = GPIOBus.usualBytesPerSecond
  let lines: Set<PanelLine>
  private(set) var sentBytes = 0
  private let bits: OutputLine?
  private let clock: OutputLine?
  private let outputs: PanelOutputs

  /// - Parameter chip: for the log.
  init(chip: String, data: OutputLine?, clock: OutputLine?, outputs: PanelOutputs) {
    name = Self.name(chip)
    bits = data
    self.clock = clock
    self.outputs = outputs
    lines = outputs.lines
  }

  /// For the log.
  static func name(_ chip: String) -> String { "gpio of \(chip)" }

  func command(_ bytes: [UInt8]) throws(DeviceError) { try data(bytes) }

  func data(_ bytes: [UInt8]) throws(DeviceError) {
    for byte in bytes {
      for bit in (0..<8).reversed() {
        try bits?.drive(byte >> UInt8(bit) & 1 == 1)
        try clock?.drive(true)
        try clock?.drive(false)
      }
      sentBytes += 1
    }
  }

  func drive(_ line: PanelLine, _ level: Bool) throws(DeviceError) {
    try outputs.drive(line, level)
  }
}
