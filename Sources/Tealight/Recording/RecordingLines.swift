import Configuration
import Glibc
import Timing

/// The lines of a recording's file, one after the other, whatever its size.
final class RecordingLines {
  /// A turn of the loop, and what came in it.
  struct Turn {
    var at: Moment
    var events: [RecordedEvent] = []
  }

  /// The longest message, every byte of it escaped, and some more.
  private static let lineBytesMax = 20 << 20
  /// A turn with more is played as several.
  private static let turnBytesMax = 64 << 20
  /// More sockets and calls than any program asks for at its start.
  private static let askedMax = 10_000

  let path: String
  /// What is wrong with the file; nothing is read from there on.
  private(set) var diagnostic: Diagnostic?
  private var file: LineReader
  private var number = 0
  private var ahead: (at: Moment, event: RecordedEvent?)?
  private var last: Moment?
  private var isSynchronised = false

  /// - Throws: `configuration` where it cannot be read or is no recording.
  init(_ path: String, head: inout RecordingHead?) throws(StartError) {
    if let complaint = FileBytes.complaint(path) {
      throw .configuration([Diagnostic(complaint, at: Location(file: path))])
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let why = String(cString: strerror(errno))
      throw .configuration([Diagnostic("it cannot be read: \(why)", at: Location(file: path))])
    }
    self.path = path
    file = LineReader(descriptor, bytesMax: Self.lineBytesMax)
    if let first = nextLine(), let second = nextLine() { head = RecordingHead(first, second) }
    guard let head else {
      throw .configuration([
        Diagnostic(
          "it is not a recording; tealight record FILE makes one", at: Location(file: path, line: 1)
        )
      ])
    }
    last = head.start
  }

  /// What was asked at the start, before the first turn.
  func asked() -> [RecordedEvent] {
    var asked: [RecordedEvent] = []
    while let entry = nextEntry() {
      guard asked.count < Self.askedMax, let event = entry.event, event.isAsking else {
        ahead = entry
        break
      }
      asked.append(event)
    }
    return asked
  }

  /// The next turn of the loop, with what was asked at its end; nil after the last.
  func next() -> Turn? {
    guard let first = ahead ?? nextEntry() else { return nil }
    ahead = nil
    var turn = Turn(at: first.at, events: first.event.map { [$0] } ?? [])
    bytesRead = 0
    while let entry = nextEntry() {
      guard entry.at == turn.at, !wasDotted, bytesRead <= Self.turnBytesMax else {
        ahead = entry
        break
      }
      if let event = entry.event { turn.events.append(event) }
    }
    return turn
  }

  private var wasDotted = false
  /// The bytes that were read since the turn began.
  private var bytesRead = 0

  private func nextEntry() -> (at: Moment, event: RecordedEvent?)? {
    wasDotted = false
    guard var line = nextLine() else { return nil }
    if line.elementsEqual([UInt8(ascii: ".")]) {
      wasDotted = true
      guard let next = nextLine() else { return nil }
      line = next
    }
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    let words = parts.prefix(2).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 2, var at = Moment(recordedMonotonic: words[0], wall: words[1])
    else { return refuse("it does not begin with two times") }
    guard at.monotonic >= last?.monotonic ?? .min else {
      return refuse("its time is before that of the line above")
    }
    at.isSynchronised = isSynchronised
    last = at
    guard parts.count == 3 else { return (at, nil) }
    guard let event = RecordedEvent(parts[2]) else { return refuse("its event is unknown") }
    if case .clock(let isSynchronised) = event {
      (self.isSynchronised, at.isSynchronised) = (isSynchronised, isSynchronised)
    }
    return (at, event)
  }

  private func nextLine() -> ArraySlice<UInt8>? {
    guard diagnostic == nil else { return nil }
    number += 1
    switch file.next() {
    case .line(let line):
      bytesRead += line.count
      return line[...]
    case .end: return nil
    case .cutOff: return refuse("it is cut off")
    case .tooLong: return refuse("it is longer than any message")
    case .failed(let code): return refuse("it cannot be read, \(String(cString: strerror(code)))")
    }
  }

  private func refuse<Nothing>(_ why: String) -> Nothing? {
    diagnostic = Diagnostic(
      "\(why); the recording is damaged here and was played up to this line",
      at: Location(file: path, line: number))
    return nil
  }
}

extension RecordedEvent {
  /// Whether this is a request that the program itself made, after what had come.
  var isAsking: Bool {
    switch self {
    case .connect, .get: true
    default: false
    }
  }
}
