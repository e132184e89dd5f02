import Configuration
import Devices
import Feeds
import Glance
import Glibc
import MarketData
import Pixels
import SimulatedExchange
import State
import TestSupport
import Testing
import Timing
import Wire

@testable import Tealight

/// The whole program between a transport and what it says and shows, by a clock that is turned by hand.
final class RecordingBench {
  let display = MemoryDisplay(PanelKind.ssd1306.surface())
  let loop: Loop
  private let lines = ScratchFile()
  private let descriptor: Int32

  init(_ config: Config, _ transport: any Transport, _ clock: Clock, seed: UInt64) {
    let catalogue = Catalogue()
    let root = CompositionRoot(config: config, log: Log(descriptor: -1))
    descriptor = open(lines.path, O_WRONLY | O_APPEND)
    loop = Loop(
      clock: clock,
      feeds: FeedSet(root, catalogue.exchanges, seed: seed, on: Client(transport)) { _, _ in },
      desk: root.desk(catalogue.exchanges),
      outputs: Loop.Outputs(
        screens: Screens(
          [Screen(display, typesetter: BuiltInTypesetter(), art: nil)],
          lighting: Lighting(config.lighting, at: clock.now()),
          litHours: LitHours(folder: nil, names: [], now: 0) { _ in }),
        reports: ReportLines(descriptor: descriptor, log: { _ in }, isStopAsked: { false }),
        hooks: Hooks { _, _ in
        } log: { _, _, _ in
        }),
      stateFile: StateFile(folder: nil, StateNames(config)) { _, _ in },
      watchdog: SystemdWatchdog(watchdogMilliseconds: nil, notify: nil),
      reloading: Reloading(
        config: config, catalogue: catalogue, typesetter: BuiltInTypesetter(), specs: [.json],
        environment: Environment(transport: transport, seed: seed, reachesBroker: false),
        log: Log(descriptor: -1), file: nil)
    ) { _, _ in }
  }

  deinit { close(descriptor) }

  /// What it has said, as JSON.
  var said: String { lines.text }

  /// Plays a recording to its end, as fast as it goes.
  static func replay(_ path: String) throws -> (bench: RecordingBench, recording: Recording) {
    let recording = try Recording(path, speed: .infinity)
    let bench = RecordingBench(
      try recording.config(Catalogue()), recording, recording.clock, seed: recording.head.seed)
    bench.loop.begin()
    for _ in 0..<100_000 where !recording.isOver { bench.loop.turn(waiting: 60_000) }
    try #require(recording.isOver)
    return (bench, recording)
  }

  /// Records twenty seconds of a simulated exchange with these faults.
  /// - Parameter halves: what else is simulated beside Upbit.
  static func record(
    to path: String, faults: [String] = [], halves: [String] = [],
    configuration: String = "markets = [\"upbit:KRW-BTC\"]\n"
  ) throws -> RecordingBench {
    var options = SimulatedServer.Options()
    options.usesTLS = false
    options.sources += halves
    options.faults = try faults.map { try Fault(argument: $0) }
    let exchange = try SimulatedServer(options)
    let text = Array((configuration + exchange.table(caFile: "")).utf8)
    let start = Moment(monotonic: 7_000, wall: 1_795_147_950_000)
    let time = HandClock(start)
    let clock = Clock(utcOffsetSeconds: 32_400) { time.now }
    let head = RecordingHead(
      start: start, utcOffsetSeconds: 32_400, seed: 5,
      configuration: try TOML(text, file: "test").recordable.kept.text)
    let recorder = try Recorder(Wire(), path: path, head: head, milliseconds: 20_000)
    let bench = RecordingBench(
      try Config.read(text, file: "test", Catalogue()), recorder, clock, seed: 5)
    bench.loop.begin()
    for _ in 0..<10_000 where !recorder.isOver {
      exchange.turn(now: time.now)
      bench.loop.turn(waiting: 0)
      time.now.monotonic += 7
      time.now.wall += 7
    }
    try #require(recorder.isOver)
    recorder.flush()
    return bench
  }

  private final class HandClock {
    var now: Moment

    init(_ now: Moment) { self.now = now }
  }
}
