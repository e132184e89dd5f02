import Configuration
import Feeds
import Glibc
import MarketData
import TestSupport
import Testing
import Timing
import Wire

@testable import Tealight

@Suite(.serialized) struct RecordingTests {
  @Test(
    "a session with faults says and shows the same when it is played",
    arguments: [
      [], ["cut-after=30"], ["upgrade-status*2=429", "rest-status%40=503"],
      ["half-open@3-12", "rest-gzip"], ["invalid-utf8*3", "rest-status%30=429"],
    ])
  func sessions(faults: [String]) throws {
    let file = ScratchFile()
    let live = try RecordingBench.record(to: file.path, faults: faults)
    #expect(live.said.split(separator: "\n").count > 10)
    for _ in 0..<2 {
      let (replay, recording) = try RecordingBench.replay(file.path)
      #expect(recording.diagnostic == nil)
      #expect(replay.said == live.said)
      #expect(replay.display.frames == live.display.frames)
    }
  }

  @Test("what stands before the damage is played, and the damage is named with its line")
  func damage() throws {
    let file = ScratchFile()
    let live = try RecordingBench.record(to: file.path, faults: [])
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    let half = lines.count / 2
    let before = lines[..<half].joined(separator: "\n") + "\n"
    let damages: [(text: String, what: String)] = [
      (before + "1", "it is cut off"),
      (before + "1 2 #0 opened\n", "its time is before that of the line above"),
      (before + "x y #0 opened\n", "it does not begin with two times"),
      (before + "99999 1795147999999 #0 sang\n", "its event is unknown"),
      (before + "99999 1795147999999 #0 message\t\\q\n", "its event is unknown"),
    ]
    for damage in damages {
      file.text = damage.text
      let (replay, recording) = try RecordingBench.replay(file.path)
      #expect(live.said.hasPrefix(replay.said) && replay.said.count > live.said.count / 4)
      let sentence = recording.diagnostic?.description ?? ""
      #expect(sentence.hasPrefix("\(file.path):\(half + 1): \(damage.what)"), "\(sentence)")
    }
  }

  @Test(
    "what is no recording is refused with its first line",
    arguments: [
      "", "hello\n", "tealight-recording 2 1 2 0 5\nconfiguration \n", "tealight-recording",
    ])
  func foreign(text: String) {
    let file = ScratchFile(text)
    let error = StartError.thrown { () throws(StartError) in try Recording(file.path, speed: 1) }
    #expect(error?.lines.first?.hasPrefix("\(file.path):1: it is not a recording") ?? false)
    #expect(error?.exitCode == 78)
  }

  @Test("a pipe that nobody reads is refused, and one that is read is written to as a file is")
  func unreadPipe() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/pipe"
    mkfifo(path, 0o600)
    let head = RecordingHead(
      start: Moment(monotonic: 0, wall: 0), utcOffsetSeconds: 0, seed: 1, configuration: "")
    func recorder() throws(StartError) -> Recorder {
      try Recorder(Quiet(), path: path, head: head, milliseconds: nil)
    }
    let error = StartError.thrown { () throws(StartError) in try recorder() }
    #expect(error?.lines == ["\(path): nobody reads this pipe; start its reader first"])
    #expect(error?.exitCode == 64)
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let kept = try recorder()
    kept.begin(at: head.start)
    kept.flush()
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = Glibc.read(reader, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    #expect(text.hasPrefix(Daemon.recordingBeginning))
  }

  @Test(
    "a reader who is late is waited for and nothing is cut off, unless it sleeps and the program is to end",
    arguments: [false, true])
  func lateReader(sleeps: Bool) throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/pipe"
    mkfifo(path, 0o600)
    // More than a pipe takes.
    let head = RecordingHead(
      start: Moment(monotonic: 0, wall: 0), utcOffsetSeconds: 0, seed: 1,
      configuration: String(repeating: "x", count: 1 << 19))
    let late = LateReader(path, sleeps: sleeps)
    var kept: Recorder? = try Recorder(Quiet(), path: path, head: head, milliseconds: nil) {
      sleeps
    }
    late.start()
    kept?.begin(at: head.start)
    kept?.flush()
    let (failure, isOver) = (kept?.failure, kept?.isOver)
    kept = nil
    let isWhole = late.end() == head.lines.flatMap { $0 + [0x0A] }
    let sentence = "\(path): its reader takes nothing; the end of the recording is missing"
    #expect(failure == (sleeps ? sentence : nil))
    #expect(isOver == sleeps && isWhole != sleeps)
  }

  @Test("no secret and no path is kept")
  func secrets() throws {
    let file = ScratchFile()
    let hand = Quiet()
    let toml = """
      markets = ["upbit:KRW-BTC"]
      [exchange.upbit]
      websocket = "wss://hub.example/v1?apikey=hidden&x=1"
      ca_file = "/home/hidden"
      [[display]]
      panel = "hidden"
      """
    let head = RecordingHead(
      start: Moment(monotonic: 0, wall: 0), utcOffsetSeconds: 0, seed: 1,
      configuration: try TOML(Array(toml.utf8), file: "x").recordable.kept.text)
    let recorder = try Recorder(hand, path: file.path, head: head, milliseconds: nil)
    recorder.begin(at: head.start)
    recorder.connect(SocketID(0), url: "wss://h/?token=hidden", caFile: "hidden")
    recorder.get(
      TransferID(1), url: "https://h/x?app_id=hidden&symbols=EUR",
      headers: [("Authorization", "hidden")],
      caFile: nil)
    recorder.send(SocketID(0), text: "hidden")
    recorder.turn(at: head.start) { _ in }
    recorder.flush()
    #expect(!file.text.contains("hidden"))
    #expect(file.text.contains("app_id=***&symbols=EUR") && file.text.contains("etag: 1"))
    #expect(file.text.contains("apikey=***&x=1"))
  }

  @Test("what was recorded with keys is played without their files, and holds no key")
  func keys() throws {
    let file = ScratchFile()
    let key = SurroundingBench.key
    var keyFile: ScratchFile? = ScratchFile(key)
    let path = keyFile!.path
    let live = try RecordingBench.record(
      to: file.path, halves: ["openexchangerates"],
      configuration: """
        markets = ["upbit:KRW-BTC"]
        [coingecko]
        key_file = "\(path)"
        rest = "http://127.0.0.1:1"
        [rates]
        sources = ["openexchangerates"]
        app_id_file = "\(path)"

        """)
    #expect(live.loop.desk.rates.count == 1)
    #expect(!file.text.contains(key) && !file.text.contains(path))
    keyFile = nil
    #expect(!FileBytes.exists(path))
    let (replay, recording) = try RecordingBench.replay(file.path)
    #expect(recording.diagnostic == nil)
    #expect(replay.loop.desk.rates == live.loop.desk.rates)
    #expect(replay.said == live.said)
  }

  @Test("whether there was a key chooses the sources when it is played, too")
  func chosenSources() throws {
    for (line, count) in [("app_id_file = \"/nowhere\"", 3), ("", 2)] {
      let text = "[rates]\n\(line)\n[coingecko]\nkey_file = \"/nowhere\"\n"
      let head = RecordingHead(
        start: Moment(monotonic: 0, wall: 0), utcOffsetSeconds: 0, seed: 1,
        configuration: try TOML(Array(text.utf8), file: "x").recordable.kept.text)
      let file = ScratchFile(
        head.lines.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined())
      let config = try Recording(file.path, speed: 1).config(Catalogue())
      #expect(config.rates?.sources.count == count)
      #expect((config.rates?.appID != nil) == (count == 3) && config.gecko.key != nil)
      #expect(!head.configuration.contains("nowhere"))
    }
  }

  @Test("a recording keeps alerts, and runs nothing")
  func recording() throws {
    let text = "[[alert]]\nabove = 3\nhook = \"/bin/sh\"\nhook_timeout_seconds = 3\n"
    let kept = try TOML(Array(text.utf8), file: "t.toml").recordable.kept.text
    #expect(!kept.contains("hook"))
    #expect(
      try Config.read(Array(kept.utf8), file: "t.toml", Catalogue()).settings.alerts.rules.count
        == 1)
  }

  @Test("the frog blinks in no replay, whatever configuration it is shown with")
  func blink() throws {
    let file = ScratchFile()
    _ = try RecordingBench.record(to: file.path, faults: [])
    var config = try Recording(file.path, speed: 1).config(Catalogue())
    #expect(!config.blinks && Config().blinks)
    config.show(as: Config())
    #expect(!config.blinks)
  }

  @Test("what the recorded program did not ask is not answered, and is not waited for either")
  func strangers() throws {
    let file = ScratchFile()
    _ = try RecordingBench.record(to: file.path, faults: [])
    let recording = try Recording(file.path, speed: .infinity)
    let end = recording.head.start.monotonic + 19_000
    recording.connect(SocketID(9), url: "wss://elsewhere", caFile: nil)
    recording.get(TransferID(9), url: "https://elsewhere", headers: [], caFile: nil)
    var events: [String] = []
    while !recording.isOver, recording.clock.now().monotonic < end {
      var nobody: [Wire.Watch] = []
      recording.wait(&nobody, milliseconds: 1_000)
      recording.turn(at: recording.clock.now()) { event in
        switch event {
        case .closed(SocketID(9), _, _, _, _): events.append("closed")
        case .unanswered(TransferID(9), _, _): events.append("unanswered")
        default: events.append("\(event)")
        }
      }
    }
    #expect(events == ["unanswered", "closed"])
  }

  @Test("what was answered late is answered late again, however long it took")
  func late() throws {
    let file = ScratchFile()
    let start: Int64 = 1_795_132_800_000
    let events: [(at: Int64, event: RecordedEvent)] = [
      (1_000, .connect(SocketID(0), url: "wss://a")),
      (1_000, .get(TransferID(1), url: "https://b")),
      (6_000, .delayed(SocketID(0), reason: "slow", cause: .nameLookup)),
      (
        31_000,
        .closed(
          SocketID(0), reason: "none", status: nil, retryAfterSeconds: nil, cause: .nameLookup)
      ),
      (41_000, .unanswered(TransferID(1), reason: "none", cause: .nameLookup)),
      (42_000, .network(isUp: true)),
    ]
    file.text =
      "tealight-recording 1 1000 \(start) 0 5\nconfiguration \n"
      + events.map { at, event in
        "\(at) \(start + at - 1_000) \(String(decoding: event.text, as: UTF8.self))\n"
      }.joined()
    let recording = try Recording(file.path, speed: .infinity)
    recording.connect(SocketID(0), url: "wss://a", caFile: nil)
    recording.get(TransferID(1), url: "https://b", headers: [], caFile: nil)
    var heard: [String] = []
    for _ in 0..<1_000 where !recording.isOver {
      var nobody: [Wire.Watch] = []
      recording.wait(&nobody, milliseconds: 1_000)
      let now = recording.clock.now()
      recording.turn(at: now) { event in
        switch event {
        case .delayed: heard.append("\(now.monotonic) delayed")
        case .closed(_, _, _, _, let cause): heard.append("\(now.monotonic) closed \(cause)")
        case .unanswered(_, _, let cause): heard.append("\(now.monotonic) unanswered \(cause)")
        default: break
        }
      }
    }
    #expect(recording.isOver)
    #expect(
      heard == ["6000 delayed", "31000 closed nameLookup", "41000 unanswered nameLookup"])
  }

  @Test("every line can be read again", arguments: samples)
  func roundTrip(event: RecordedEvent) {
    #expect(RecordedEvent(event.text[...]) == event)
    #expect(!event.text.contains(0x0A))
  }

  private static let samples: [RecordedEvent] = [
    .connect(SocketID(0), url: "wss://a/ b\t"), .get(TransferID(1 << 33), url: "https://a?x=\\"),
    .opened(SocketID(3)), .pong(SocketID(0), number: 12), .pong(SocketID(0), number: nil),
    .message(SocketID(1), Array("{\"a\":\"원\"}\n\r\t\\".utf8)),
    .message(SocketID(1), Array(0...255)), .message(SocketID(1), []),
    .delayed(SocketID(1), reason: "a\tb", cause: .nameLookup),
    .closed(
      SocketID(0), reason: "why\tnot", status: 429, retryAfterSeconds: 17, cause: .certificate),
    .closed(SocketID(0), reason: "", status: nil, retryAfterSeconds: nil, cause: .network),
    .answered(TransferID(7), status: 200, fields: ["a: b", "c: \t"], body: [0, 9, 10]),
    .answered(TransferID(7), status: 304, fields: [], body: []), .network(isUp: true),
    .network(isUp: false), .hub(.connected), .hub(.closed), .hub(.lost),
    .hub(
      .message(hub: "h\t", path: "ring/a/b", payload: [0x7B, 0x09, 0x0A, 0xFF], isRetained: true)),
    .hub(.message(hub: "", path: "beat", payload: [], isRetained: false)),
    .clock(isSynchronised: true), .clock(isSynchronised: false),
    .unanswered(TransferID(2), reason: "no", cause: .clock),
  ]

  @Test("a board that shows the markets of its hub shows them in a recording, too")
  func hubsMarkets() throws {
    let wall: Int64 = 1_795_147_950_000
    let head = RecordingHead(
      start: Moment(monotonic: 7_000, wall: wall), utcOffsetSeconds: 0, seed: 5,
      configuration: "[mqtt]\nbroker = \"mqtt://h\"\nfollow = [\"hub\"]")
    let beat = #"{"sources":{"kraken":{}},"markets":{"kraken:BTC/USD":{"price":7}}}"#
    let listing = Listing(
      code: "BTC/USD", base: "BTC", quote: "USD", names: MarketNames(english: "B", korean: "B"))
    let lists = HubLists([HubLists.Entry("kraken:BTC/USD", listing, isShown: true)]).json
    func message(_ path: String, _ text: String) -> RecordedEvent {
      .hub(.message(hub: "hub", path: path, payload: Array(text.utf8), isRetained: false))
    }
    let events = [
      .hub(.connected), message(HubTopics.lists, lists), message(HubTopics.beat, beat),
      message(HubTopics.beat, beat),
    ]
    var lines = head.lines
    for (index, event) in events.enumerated() {
      let time = Int64(index + 1) * 1_000
      lines.append(Array("\(7_000 + time) \(wall + time) ".utf8) + event.text)
    }
    let text = lines.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
    let file = ScratchFile(text)
    let (bench, recording) = try RecordingBench.replay(file.path)
    #expect(recording.diagnostic == nil)
    #expect(bench.loop.desk.marketNames == ["kraken:BTC/USD"])
    #expect(bench.loop.desk.report.price == 7)
  }

  /// Reads a pipe to its end on a thread of its own, and nothing before the pipe is full, or nobody writes
  /// any more.
  private final class LateReader {
    private let reader: Int32
    private let writer: Int32
    private let sleeps: Bool
    /// A byte comes once nobody writes any more.
    private var stop: [Int32] = [0, 0]
    private var bytes: [UInt8] = []
    private var thread = pthread_t()

    /// - Parameter sleeps: whether it reads nothing before nobody writes any more.
    init(_ path: String, sleeps: Bool) {
      self.sleeps = sleeps
      reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      _ = fcntl(reader, F_SETFL, 0)
      pipe(&stop)
    }

    func start() {
      pthread_create(
        &thread, nil,
        { me in
          Unmanaged<LateReader>.fromOpaque(me!).takeRetainedValue().read()
          return nil
        }, Unmanaged.passRetained(self).toOpaque())
    }

    private func read() {
      var room = pollfd(fd: writer, events: Int16(POLLOUT), revents: 0)
      var end = pollfd(fd: stop[0], events: Int16(POLLIN), revents: 0)
      if sleeps {
        // Who waits for it even so is to fail, and not to hang.
        poll(&end, 1, 30_000)
      } else {
        while poll(&room, 1, 0) != 0, poll(&end, 1, 0) == 0 { sched_yield() }
      }
      close(writer)
      var chunk = [UInt8](repeating: 0, count: 4_096)
      var count = 0
      repeat {
        count = Glibc.read(reader, &chunk, chunk.count)
        bytes += chunk.prefix(max(0, count))
      } while count > 0
      close(reader)
    }

    /// All that came. Nobody writes any more.
    func end() -> [UInt8] {
      write(stop[1], [0], 1)
      pthread_join(thread, nil)
      for end in stop { close(end) }
      return bytes
    }
  }

  /// Answers the first call with a cookie.
  private final class Quiet: SilentTransport {
    override func turn(at now: Moment, _ deliver: (Wire.Event) -> Void) {
      let body: [UInt8] = []
      body.withUnsafeBufferPointer {
        deliver(
          .answered(
            TransferID(1), status: 200, fields: [("set-cookie", "hidden"), ("etag", "1")], body: $0)
        )
      }
    }
  }
}
