import Feeds
import Glibc
import Timing
import Wire

/// Keeps what comes over the wire in a file, one line for each thing that happens, with the times
/// at which the program took it. No line holds what we send, or a header or a query that is a
/// secret.
final class Recorder: Transport {
  /// What is kept is in the file after so long at most.
  private static let flushMilliseconds: Int64 = 1_000
  /// How many bytes wait for that at most.
  private static let unwrittenBytesMax = 1 << 16
  /// How long a reader may take nothing once the program is to end.
  private static let readerMilliseconds: Int32 = 1_000

  private let wire: any Transport
  private let path: String
  private let descriptor: Int32
  private let isStopAsked: () -> Bool
  private let head: RecordingHead
  private let milliseconds: Int64?
  private var now: Moment
  private var hasTurned = false
  private var isSynchronised = false
  private var flushAt = Deadline.immediately
  private var endsAt = Deadline.never
  private var unwritten: [UInt8] = []
  /// Why the recording could not go on; nil while it can.
  private(set) var failure: String?

  /// - Parameters:
  ///   - wire: the transport that really carries the messages.
  ///   - milliseconds: how long it records; nil until it is stopped.
  ///   - isStopAsked: whether a signal has asked the program to end; asked while a reader is late.
  /// - Throws: `usage` where the file cannot be made.
  init(
    _ wire: any Transport, path: String, head: RecordingHead, milliseconds: Int64?,
    isStopAsked: @escaping () -> Bool = { false }
  ) throws(StartError) {
    // The recording holds market data only, but whose it is concerns the owner alone. Without
    // O_NONBLOCK, a pipe without a reader would hold up the start, and a pipe whose reader is late
    // would hold up the loop, and no signal would end that.
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else {
      let code = errno
      var status = stat()
      // A device without a driver and a socket say the same.
      if code == ENXIO, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
        throw .usage("\(path): nobody reads this pipe; start its reader first")
      }
      throw .usage("\(path): it cannot be written: \(String(cString: strerror(code)))")
    }
    self.wire = wire
    self.path = path
    self.head = head
    self.milliseconds = milliseconds
    self.isStopAsked = isStopAsked
    now = head.start
  }

  deinit { Glibc.close(descriptor) }

  func begin(at now: Moment) {
    var head = head
    head.start = now
    self.now = now
    endsAt = milliseconds.map { Deadline(now.monotonic + $0) } ?? .never
    // Only now: a start that fails leaves the file as it was.
    ftruncate(descriptor, 0)
    for line in head.lines { write(line) }
    wire.begin(at: now)
  }

  func connect(_ id: SocketID, url: String, caFile: String?) {
    keep(.connect(id, url: url.withoutSecrets))
    wire.connect(id, url: url, caFile: caFile)
  }

  func get(_ id: TransferID, url: String, headers: [(name: String, value: String)], caFile: String?)
  {
    keep(.get(id, url: url.withoutSecrets))
    wire.get(id, url: url, headers: headers, caFile: caFile)
  }

  func send(_ id: SocketID, text: String) { wire.send(id, text: text) }
  func ping(_ id: SocketID, number: Int) { wire.ping(id, number: number) }
  func close(_ id: SocketID) { wire.close(id) }

  var deadline: Deadline { min(wire.deadline, endsAt) }
  var isOver: Bool { failure != nil || endsAt.isDue(at: now.monotonic) }

  func wait(_ watches: inout [Wire.Watch], milliseconds: Int64) {
    wire.wait(&watches, milliseconds: milliseconds)
  }

  func turn(at now: Moment, _ deliver: (Wire.Event) -> Void) {
    // Lines of the same times are one turn, unless a dot stands between them.
    if hasTurned, now.monotonic == self.now.monotonic, now.wall == self.now.wall {
      write([UInt8(ascii: ".")])
    }
    (self.now, hasTurned) = (now, true)
    if now.isSynchronised != isSynchronised {
      isSynchronised = now.isSynchronised
      keep(.clock(isSynchronised: isSynchronised))
    }
    var isEmpty = true
    wire.turn(at: now) { event in
      isEmpty = false
      keep(RecordedEvent(event))
      deliver(event)
    }
    if isEmpty { write(times) }
    guard flushAt.isDue(at: now.monotonic) else { return }
    flushAt = Deadline(now.monotonic + Self.flushMilliseconds)
    flush()
  }

  private var times: [UInt8] { Array("\(now.monotonic) \(now.wall)".utf8) }

  func keep(_ event: HubEvent) { keep(.hub(event)) }

  private func keep(_ event: RecordedEvent) { write(times + [UInt8(ascii: " ")] + event.text) }

  private func write(_ line: [UInt8]) {
    unwritten += line
    unwritten.append(0x0A)
    if unwritten.count >= Self.unwrittenBytesMax { flush() }
  }

  /// Writes what is kept. A reader who is late is waited for: no line may be cut off.
  func flush() {
    var rest = unwritten[...]
    unwritten = []
    while failure == nil, !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&room, 1, Self.readerMilliseconds) == 0, isStopAsked() {
          failure = "\(path): its reader takes nothing; the end of the recording is missing"
        }
      } else if errno != EINTR {
        failure = "\(path): it cannot be written: \(String(cString: strerror(errno)))"
      }
    }
  }
}
