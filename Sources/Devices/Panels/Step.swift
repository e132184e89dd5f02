import Glibc

/// One step of what is sent to a panel.
enum Step: Equatable, Sendable {
  case command([UInt8])
  case data([UInt8])
  case drive(PanelLine, Bool)
  /// Low for this time and high again, for a pulse that must be shorter than a turn of the loop may
  /// take.
  case pulse(PanelLine, microseconds: UInt32)
  /// Nothing may be sent for this time; a millisecond that has begun does not count.
  case wait(milliseconds: Int64)

  var isWait: Bool { if case .wait = self { true } else { false } }
}

extension CommandBus {
  /// Runs the step. Waits are the caller's task, except that of a pulse.
  func run(_ step: Step) throws(DeviceError) {
    switch step {
    case .command(let bytes): try command(bytes)
    case .data(let bytes): try data(bytes)
    case .drive(let line, let level): try drive(line, level)
    case .pulse(let line, let microseconds):
      try drive(line, false)
      usleep(microseconds)
      try drive(line, true)
    case .wait: break
    }
  }
}

extension [Step] {
  /// A pulse on the reset line if there is one. Datasheets ask for microseconds; a millisecond is
  /// the shortest wait.
  static func reset(on lines: Set<PanelLine>) -> [Step] {
    guard lines.contains(.reset) else { return [] }
    return [
      .drive(.reset, false), .wait(milliseconds: 1), .drive(.reset, true), .wait(milliseconds: 1),
    ]
  }
}
