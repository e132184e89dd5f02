import Feeds
import Glibc

/// The log: one line each on standard error, with the priorities of the journal.
public final class Log {
  /// How many lines wait while they may not be seen.
  static let heldMax = 100
  /// A pipe that says it is ready takes as much without making us wait.
  private static let lineBytesMax = Int(PIPE_BUF)

  private let descriptor: Int32
  private var held: [String]?
  private var onNewest: ((String) -> Void)?

  public init(descriptor: Int32 = 2) { self.descriptor = descriptor }

  public func write(_ severity: Severity, _ text: String) {
    let line = text.onOneLine
    onNewest?(line)
    guard held != nil else { return put(severity, line) }
    if held!.count == Self.heldMax { held!.removeFirst() }
    held!.append("<\(severity.priority)>\(line)")
  }

  /// Says why the program does not start: for a person, so without a priority.
  public func complain(_ text: String) { put(text.onOneLine) }

  /// Shows each line on a picture as well, without its priority; and keeps lines back where they
  /// would be written into that picture, which is on this terminal.
  public func follow(_ onNewest: @escaping (String) -> Void) {
    self.onNewest = onNewest
    if isatty(descriptor) == 1 { held = held ?? [] }
  }

  /// Writes what was kept back, and everything from now on.
  public func release() {
    let lines = held ?? []
    (held, onNewest) = (nil, nil)
    for line in lines { put(line) }
  }

  private func put(_ severity: Severity, _ line: String) { put("<\(severity.priority)>\(line)") }

  /// A reader that sleeps loses lines; the loop never waits for it.
  private func put(_ line: String) {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&ready, 1, 0) == 1 else { return }
    let bytes = line.utf8.prefix(Self.lineBytesMax - 1) + [0x0A]
    _ = Array(bytes).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}

extension Severity {
  /// As in syslog(3).
  var priority: Int {
    switch self {
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    }
  }
}
