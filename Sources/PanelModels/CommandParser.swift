/// Gathers commands and their parameters, which arrive byte by byte.
struct CommandParser {
  private var pending: [UInt8] = []

  /// - Parameter parameterCount: how many bytes follow a command.
  /// - Returns: the command and its parameters once they are whole.
  mutating func take(_ byte: UInt8, parameterCount: (UInt8) -> Int) -> [UInt8]? {
    pending.append(byte)
    if pending.count <= parameterCount(pending[0]) { return nil }
    defer { pending = [] }
    return pending
  }
}

extension [UInt8] {
  /// The first two as a window's ends.
  func range(below limit: UInt8) throws(BusViolation) -> ClosedRange<Int> {
    guard self[0] <= self[1] && self[1] < limit else { throw BusViolation("window \(self)") }
    return Int(self[0])...Int(self[1])
  }
}
