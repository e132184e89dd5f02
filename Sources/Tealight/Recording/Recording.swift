import Configuration
import Feeds
import Glibc
import Timing
import Wire

/// Stands in the place of the wire and plays what came over it once, at the times at which it came.
///
/// The program runs by the recorded times, so the result is the same every time. A request that the
/// recorded program did not make is not answered.
final class Recording: Transport {
  /// A deadline may wait so long for a recorded turn that serves it as well: the recorded program
  /// was late.
  private static let latenessMilliseconds: Int64 = 250
  /// A loop that runs takes a turn every minute (`Loop.run`): in a longer gap the recorded program
  /// was stopped, and nothing happened in it.
  private static let gapMillisecondsMax: Int64 = 120_000
  /// More sockets and calls than a program has in years; further ones are not kept.
  private static let recordedMax = 100_000
  /// After so long it is certain that the recorded program never asked this.
  private static let patienceMilliseconds: Int64 = 15_000

  /// How many of the keys that are left out are named.
  private static let namedMax = 8

  let head: RecordingHead
  private let lines: RecordingLines
  /// How many times faster than life; infinity: as fast as it goes.
  private let speed: Double
  private var now: Moment
  private var next: RecordingLines.Turn?
  /// Whether the time of the next turn has come.
  private var isDue = false
  private var endedAt: Int64?

  /// What the program has asked: the URLs of its sockets, and its calls, oldest first.
  private var sockets: [SocketID: Socket] = [:]
  private var calls: [(id: TransferID, url: String, giveUpAt: Deadline)] = []
  /// What the recorded program had asked.
  private var recordedSockets: [SocketID: (url: String, state: RecordedState)] = [:]
  /// What hubs said in this turn.
  private var hubEvents: [HubEvent] = []
  private var recordedCalls: [TransferID: String] = [:]

  private enum RecordedState {
    case connecting, open, closed
  }

  private struct Socket {
    let url: String
    let giveUpAt: Deadline
    var isOpen = false
  }

  /// - Throws: `configuration` where the file is no recording.
  init(_ path: String, speed: Double) throws(StartError) {
    var head: RecordingHead?
    lines = try RecordingLines(path, head: &head)
    self.head = head!
    self.speed = speed
    now = head!.start
    for event in lines.asked() { note(event) }
    next = lines.next()
  }

  /// The configuration of the recording, as far as it shapes feeds and pages, with stand-ins for
  /// its secrets.
  /// - Throws: `configuration` with every diagnostic, as of a file.
  func config(_ catalogue: Catalogue) throws(StartError) -> Config {
    var catalogue = catalogue
    catalogue.standInSecret = .recorded
    let kept = try toml().kept
    var config = try StartError.wrapping { () throws(ConfigError) in
      try Config.read(kept, file: configurationName, catalogue)
    }
    // What is shown follows from the recording alone.
    config.blinks = false
    return config
  }

  /// Names the keys of its configuration that are not taken from a recording; nil where there are none.
  var leftOut: String? {
    guard let keys = try? toml().leftOut, !keys.isEmpty else { return nil }
    let more = keys.count > Self.namedMax ? " and more" : ""
    return "\(configurationName): not taken from a recording: "
      + "\(keys.prefix(Self.namedMax).joined(separator: ", "))\(more); use --config FILE for these"
  }

  private var configurationName: String { "\(lines.path), its configuration" }

  private func toml() throws(StartError) -> (kept: TOML, leftOut: [String]) {
    do throws(Diagnostic) {
      return try TOML(Array(head.configuration.utf8), file: configurationName).recordable
    } catch {
      throw .configuration([error])
    }
  }

  /// The recording's own clock; after its end, time passes as it really does.
  var clock: Clock { Clock(utcOffsetSeconds: head.utcOffsetSeconds) { self.moment() } }

  /// What is wrong with the file, once that place has been read.
  var diagnostic: Diagnostic? { lines.diagnostic }

  private func moment() -> Moment {
    guard isOver else { return now }
    let real = Clock().now().monotonic
    endedAt = endedAt ?? real
    let more = real - endedAt!
    return Moment(
      monotonic: now.monotonic + more, wall: now.wall + more, isSynchronised: now.isSynchronised)
  }

  var isOver: Bool { next == nil }
  var deadline: Deadline {
    var soonest = Deadline.never
    for call in calls where !isRecorded(call.url) { soonest.advance(to: call.giveUpAt) }
    for (id, socket) in sockets where !socket.isOpen && !isRecorded(id, socket) {
      soonest.advance(to: socket.giveUpAt)
    }
    return soonest
  }

  func connect(_ id: SocketID, url: String, caFile: String?) {
    sockets[id] = Socket(
      url: url.withoutSecrets, giveUpAt: Deadline(now.monotonic + Self.patienceMilliseconds))
  }

  func get(_ id: TransferID, url: String, headers: [(name: String, value: String)], caFile: String?)
  {
    let giveUpAt = Deadline(now.monotonic + Self.patienceMilliseconds)
    calls.append((id, url.withoutSecrets, giveUpAt))
  }

  func send(_ id: SocketID, text: String) {}
  func ping(_ id: SocketID, number: Int) {}
  func close(_ id: SocketID) { sockets[id] = nil }

  func wait(_ watches: inout [Wire.Watch], milliseconds: Int64) {
    guard let next else { return }
    var target = next.at
    guard target.monotonic - now.monotonic <= Self.gapMillisecondsMax else {
      _ = Self.poll(&watches, milliseconds: 0)
      (now, isDue) = (target, true)
      return
    }
    let own = now.monotonic + max(milliseconds, 0)
    isDue = own + Self.latenessMilliseconds >= target.monotonic
    if !isDue {
      target = now
      target.monotonic = own
      target.wall += own - now.monotonic
    }
    let real = Clock().now().monotonic
    let gap = target.monotonic - now.monotonic
    let isTouched = Self.poll(&watches, milliseconds: Int64((Double(gap) / speed).rounded(.up)))
    let passed = Double(Clock().now().monotonic - real) * speed
    guard isTouched, passed < Double(gap) else {
      now = target
      return
    }
    // A descriptor woke the loop before the time that it waits for: only the time that has passed
    // counts.
    isDue = false
    now.monotonic += Int64(passed)
    now.wall += Int64(passed)
  }

  /// - Returns: true where a descriptor has woken it.
  private static func poll(_ watches: inout [Wire.Watch], milliseconds: Int64) -> Bool {
    var polls = watches.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let count = Glibc.poll(&polls, nfds_t(polls.count), Int32(clamping: milliseconds))
    for index in watches.indices { watches[index].isReady = polls[index].revents != 0 }
    return count > 0
  }

  func turn(at now: Moment, _ deliver: (Wire.Event) -> Void) {
    if isDue, let turn = next {
      isDue = false
      for event in turn.events { play(event, deliver) }
      next = lines.next()
    }
    open(deliver)
    giveUp(deliver)
  }

  func popHubEvents() -> [HubEvent] {
    defer { hubEvents = [] }
    return hubEvents
  }

  private func play(_ event: RecordedEvent, _ deliver: (Wire.Event) -> Void) {
    note(event)
    switch event {
    case .connect, .get, .clock: break
    case .hub(let event): hubEvents.append(event)
    case .network: event.deliver(deliver)
    case .delayed(let id, _, _):
      guard let socket = sockets[id], !socket.isOpen, socket.url == recordedSockets[id]?.url else {
        return
      }
      event.deliver(deliver)
    case .answered(let id, _, _, _), .unanswered(let id, _, _):
      guard let url = recordedCalls.removeValue(forKey: id),
        let index = calls.firstIndex(where: { $0.url == url })
      else { return }
      event.deliver(answering: calls.remove(at: index).id, deliver)
    case .opened(let id), .message(let id, _), .pong(let id, _), .closed(let id, _, _, _, _):
      guard let socket = sockets[id], socket.url == recordedSockets[id]?.url else { return }
      if case .closed = event {
        sockets[id] = nil
      } else if !socket.isOpen {
        sockets[id]!.isOpen = true
        if case .opened = event {} else { deliver(.opened(id)) }
      }
      event.deliver(deliver)
    }
  }

  /// Notes which sockets and calls the recorded program had.
  private func note(_ event: RecordedEvent) {
    switch event {
    case .connect(let id, let url) where recordedSockets.count < Self.recordedMax:
      recordedSockets[id] = (url, .connecting)
    case .opened(let id): recordedSockets[id]?.state = .open
    case .closed(let id, _, _, _, _): recordedSockets[id]?.state = .closed
    case .get(let id, let url) where recordedCalls.count < Self.recordedMax:
      recordedCalls[id] = url
    default: break
    }
  }

  /// A program that is later than the recorded one finds its sockets open.
  private func open(_ deliver: (Wire.Event) -> Void) {
    for (id, socket) in sockets.sorted(by: { $0.key.number < $1.key.number }) where !socket.isOpen {
      guard let recorded = recordedSockets[id], recorded == (socket.url, .open) else { continue }
      sockets[id]!.isOpen = true
      deliver(.opened(id))
    }
  }

  /// Whether the recorded program waits for the same, so that its answer is still to come.
  private func isRecorded(_ url: String) -> Bool { !isOver && recordedCalls.values.contains(url) }

  private func isRecorded(_ id: SocketID, _ socket: Socket) -> Bool {
    !isOver && recordedSockets[id].map { $0 == (socket.url, .connecting) } ?? false
  }

  private func giveUp(_ deliver: (Wire.Event) -> Void) {
    let reason = "it is not in the recording"
    while let index = calls.firstIndex(where: {
      $0.giveUpAt.isDue(at: now.monotonic) && !isRecorded($0.url)
    }) {
      deliver(.unanswered(calls.remove(at: index).id, reason: reason, cause: .other))
    }
    for (id, socket) in sockets.sorted(by: { $0.key.number < $1.key.number })
    where !socket.isOpen && socket.giveUpAt.isDue(at: now.monotonic) && !isRecorded(id, socket) {
      sockets[id] = nil
      deliver(.closed(id, reason: reason, status: nil, retryAfterSeconds: nil, cause: .other))
    }
  }
}
