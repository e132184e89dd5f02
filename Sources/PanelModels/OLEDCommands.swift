import Devices

/// Reads the bus to an OLED controller of the family that the SSD1306 began. All of them frame
/// commands, parameters and data alike, forget an incomplete command at a reset, and may be locked
/// (SSD1306 datasheet rev 1.1, sections 8.1 and 8.5; SSD1309 rev 1.1, section 10.1.18).
struct OLEDCommands {
  /// The commands and data in their order.
  enum Input {
    /// RES# fell: the registers become what they were at power-on; the memory stays.
    case reset
    case command(UInt8, [UInt8])
    case data(ArraySlice<UInt8>)
  }

  /// How the parameters of a command are sent. If they are sent as data, the D/C line tells them
  /// from commands, and there are no control bytes.
  enum ParameterFraming {
    case commands, data
  }

  private static let lock: UInt8 = 0xfd

  /// How many parameter bytes follow a command; commands that are not listed have none.
  private let parameterCounts: [UInt8: Int]
  private let framing: ParameterFraming
  /// A command and as many of its parameters as have come.
  private var pending: [UInt8] = []
  private var isLocked = false
  private var isInReset = false

  init(_ parameterCounts: [UInt8: Int], parametersAs framing: ParameterFraming = .commands) {
    self.parameterCounts = parameterCounts
    self.framing = framing
  }

  /// - Throws: if a command is incomplete, or if a controller in reset or locked is addressed.
  mutating func read(_ transaction: BusTransaction) throws(BusViolation) -> [Input] {
    if case .line(.reset, let level) = transaction {
      isInReset = !level
      pending = []
      isLocked = isLocked && level
      return level ? [] : [.reset]
    }
    if isInReset { throw BusViolation("a transaction in reset") }
    if framing == .data, case .i2c = transaction { throw BusViolation("I2C on a panel of SPI") }
    var inputs: [Input] = []
    for run in try transaction.runs() {
      if !run.isData {
        for byte in run.bytes { try append(command: byte, to: &inputs) }
      } else if framing == .data && !pending.isEmpty {
        let rest = try append(parameters: run.bytes, to: &inputs)
        if !rest.isEmpty { throw BusViolation("data after the parameters of a command") }
      } else {
        if !pending.isEmpty { throw cutShort }
        if isLocked { throw BusViolation("data to a locked controller") }
        inputs.append(.data(run.bytes))
      }
    }
    return inputs
  }

  private var cutShort: BusViolation {
    BusViolation("command \(String(pending[0], radix: 16)) cut short")
  }

  private mutating func append(
    command byte: UInt8, to inputs: inout [Input]
  ) throws(BusViolation) {
    if framing == .data && !pending.isEmpty { throw cutShort }
    if pending.isEmpty, isLocked, byte != Self.lock {
      throw BusViolation("a command to a locked controller")
    }
    pending.append(byte)
    finish(&inputs)
  }

  /// - Returns: the bytes that are left over.
  private mutating func append(
    parameters bytes: ArraySlice<UInt8>, to inputs: inout [Input]
  ) throws(BusViolation) -> ArraySlice<UInt8> {
    var rest = bytes
    while !pending.isEmpty, let byte = rest.popFirst() {
      pending.append(byte)
      finish(&inputs)
    }
    return rest
  }

  /// Adds a command that is complete to the inputs.
  private mutating func finish(_ inputs: inout [Input]) {
    guard pending.count > parameterCounts[pending[0]] ?? 0 else { return }
    let parameters = Array(pending.dropFirst())
    if pending[0] == Self.lock, [[0x12], [0x16]].contains(parameters) {
      isLocked = parameters == [0x16]
    }
    inputs.append(.command(pending[0], parameters))
    pending = []
  }
}

extension [UInt8] {
  /// The range from the first byte to the second, the ends of a window.
  func range(below limit: UInt8) throws(BusViolation) -> ClosedRange<Int> {
    guard self[0] <= self[1] && self[1] < limit else { throw BusViolation("window \(self)") }
    return Int(self[0])...Int(self[1])
  }
}

/// A controller of that family.
protocol OLEDModel: PanelModel {
  var commands: OLEDCommands { get set }

  /// The registers as after power-on; the memory stays.
  mutating func reset()
  mutating func execute(_ command: UInt8, _ parameters: [UInt8]) throws(BusViolation)
  mutating func write(_ byte: UInt8) throws(BusViolation)
}

extension OLEDModel {
  mutating func receive(_ transaction: BusTransaction) throws(BusViolation) {
    for input in try commands.read(transaction) {
      switch input {
      case .reset:
        // The level of the line is no register: a reset keeps it.
        let commands = commands
        reset()
        self.commands = commands
      case .command(let command, let parameters): try execute(command, parameters)
      case .data(let bytes): for byte in bytes { try write(byte) }
      }
    }
  }
}
