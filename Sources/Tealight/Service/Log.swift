import CLinux
import Configuration
import Devices
import Feeds
import Glibc
import MarketData
import Timing

/// The log: one line each on standard error, with the priorities of the journal, or with words where a
/// person reads it on a terminal. A sentence that comes again within a minute is only counted.
public final class Log {
  /// How many lines are held back at most.
  static let heldMax = 100
  /// A pipe that is ready takes so many bytes without making us wait.
  private static let lineBytesMax = Int(PIPE_BUF)

  private let descriptor: Int32
  /// The colours of the terminal that it goes to; nil where it goes elsewhere.
  private let terminal: TerminalColours?
  /// Whether the journal reads this descriptor. $JOURNAL_STREAM alone does not tell: programs that
  /// a service starts inherit it, and may write elsewhere (systemd.exec(5)).
  private let isReadByJournal: Bool
  private let clock: Clock
  private var limiter = RepeatLimiter()
  private var alarmAt = Deadline.never
  /// Readable when `writeRepeats` is wanted.
  let repeatsDescriptor = timerfd_create(
    CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
  private var held: [RepeatLimiter.Line]?
  private var onNewest: ((String) -> Void)?

  public convenience init(descriptor: Int32 = 2) {
    self.init(descriptor: descriptor, clock: Clock())
  }

  init(
    descriptor: Int32, clock: Clock, colours: TerminalColours = .ofEnvironment,
    journal: String? = getenv("JOURNAL_STREAM").map { String(cString: $0) }
  ) {
    self.descriptor = descriptor
    self.clock = clock
    terminal = isatty(descriptor) == 1 ? colours : nil
    var status = stat()
    isReadByJournal =
      fstat(descriptor, &status) == 0 && journal == "\(status.st_dev):\(status.st_ino)"
  }

  deinit { if repeatsDescriptor >= 0 { close(repeatsDescriptor) } }

  public func write(_ severity: Severity, _ text: String) { write(severity, text, key: nil) }

  /// - Parameter key: identifies the sentence, where its text differs each time.
  func write(_ severity: Severity, _ text: String, key: String?) {
    let line = RepeatLimiter.Line(severity: severity, text: text.onOneLine)
    onNewest?(line.text)
    emit(limiter.admit(line, key: key, at: clock.now().monotonic))
    setAlarm()
  }

  /// Writes how often sentences were held back, once their minute is over.
  func writeRepeats() {
    var expirations: UInt64 = 0
    _ = read(repeatsDescriptor, &expirations, MemoryLayout.size(ofValue: expirations))
    alarmAt = .never
    emit(limiter.advance(to: clock.now().monotonic))
    setAlarm()
  }

  private func setAlarm() {
    guard limiter.deadline != alarmAt else { return }
    alarmAt = limiter.deadline
    var time = itimerspec()
    if !alarmAt.isNever {
      // A time from now on, because `clock` need not be the clock of the kernel. 0 would stop the timer.
      let wait = max(1, alarmAt.milliseconds(from: clock.now().monotonic))
      time.it_value = timespec(tv_sec: Int(wait / 1_000), tv_nsec: Int(wait % 1_000) * 1_000_000)
    }
    timerfd_settime(repeatsDescriptor, 0, &time, nil)
  }

  private func emit(_ lines: [RepeatLimiter.Line]) {
    for line in lines {
      guard held != nil else {
        put(line)
        continue
      }
      if held!.count == Self.heldMax { held!.removeFirst() }
      held!.append(line)
    }
  }

  /// Says why the program does not start: for a person without a priority, for the journal with one.
  public func complain(_ text: String) {
    put((isReadByJournal ? "<\(Severity.error.priority)>" : "") + text.onOneLine)
  }

  /// Holds lines back where this terminal shows a picture: they would be written into it.
  func hold() {
    if terminal != nil { held = held ?? [] }
  }

  /// Hands on each line to be shown in a picture, without its priority and however often it comes,
  /// and holds it back.
  public func follow(_ onNewest: @escaping (String) -> Void) {
    self.onNewest = onNewest
    hold()
  }

  /// Writes the lines that were held back, and each line from now on.
  public func release() {
    let lines = held ?? []
    (held, onNewest) = (nil, nil)
    for line in lines + limiter.end() { put(line) }
  }

  private func put(_ line: RepeatLimiter.Line) {
    let severity = line.severity
    switch terminal {
    case nil: put("<\(severity.priority)>\(line.text)")
    case .some(.none): put("\(severity.word): \(line.text)")
    case .some: put("\u{1b}[\(severity.style)m\(severity.word):\u{1b}[m \(line.text)")
    }
  }

  /// A reader that does not read loses lines; the loop never waits for it.
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

  /// What a person reads.
  fileprivate var word: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .notice: "note"
    case .info: "info"
    }
  }

  /// How a terminal shows the word (ECMA-48, 8.3.117): red, yellow, bold, faint.
  fileprivate var style: Int {
    switch self {
    case .error: 31
    case .warning: 33
    case .notice: 1
    case .info: 2
    }
  }
}
