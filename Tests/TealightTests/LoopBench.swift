import Configuration
import Feeds
import Glance
import Glibc
import MarketData
import Pixels
import SimulatedExchange
import State
import TestSupport
import Wire

@testable import Devices
@testable import Tealight

/// The loop with a simulated exchange, a display in memory and a pipe for keys, in one thread.
final class LoopBench {
  let exchange: SimulatedServer
  let display: MemoryDisplay
  let loop: Loop
  var notices: [String] { heard.lines }
  var log: [String] { logged.lines }
  /// What the configuration says when it is read again, without its exchanges.
  var configuration: String {
    get { written.lines[0] }
    set { written.lines[0] = newValue }
  }
  /// What it says of them.
  var exchanges: String {
    get { written.lines[1] }
    set { written.lines[1] = newValue }
  }
  /// What the motion sensor sees.
  var isSomebodyThere: Bool {
    get { room.isSomebodyThere }
    set { room.isSomebodyThere = newValue }
  }
  private let room = Room()
  private let written = Lines()
  private let heard = Lines()
  private let logged = Lines()
  private let authority: ScratchFile
  private let keys: (read: Int32, write: Int32)
  let clock: Clock

  private final class Lines { var lines: [String] = [] }
  private final class Room { var isSomebodyThere = false }

  /// Markets are `KRW-BTC` and `KRW-ETH` unless named; a byte written to `press` asks for what it names.
  /// - Parameter exchanges: all there are, in place of the catalogue's.
  /// - Parameter minutesAlone: for how long nobody has touched anything.
  /// - Parameter hasSensor: whether there is a motion sensor.
  /// - Parameter file: what stands for the configuration's file.
  /// - Parameter broker: what tells a broker of the desk.
  /// - Parameter clock: what it is run by.
  /// - Parameter displays: in place of its own.
  init(
    _ faults: String..., lightSource: LightSource = .none, minutesAlone: Int64 = 0,
    halves: [String] = ["upbit"],
    markets: [String] = ["upbit:KRW-BTC", "upbit:KRW-ETH"], exchanges: [any Exchange]? = nil,
    stateFolder: String? = nil, hasSensor: Bool = false, file: String = "/dev/null",
    broker: BrokerDesk? = nil, clock: Clock = .fixed(), displays: [any Display]? = nil,
    needsDisplay: Bool = true,
    configure: (inout Config) -> Void = { _ in }
  ) throws {
    self.clock = clock
    let display = MemoryDisplay(PanelKind.ssd1306.surface(), lightSource: lightSource)
    self.display = display
    var options = SimulatedServer.Options()
    options.isScripted = true
    options.sources = halves
    options.faults = try faults.map { try Fault(argument: $0) }
    exchange = try SimulatedServer(options)
    authority = ScratchFile(exchange.caPEM!)
    written.lines = [
      "markets = [" + markets.map { "\"\($0)\"" }.joined(separator: ", ") + "]",
      exchange.table(caFile: authority.path),
    ]
    var catalogue = Catalogue()
    catalogue.exchanges = exchanges ?? catalogue.exchanges
    let load = { [written, catalogue] () throws(StartError) in
      try StartError.wrapping { () throws(ConfigError) in
        try Config.read(Array(written.lines.joined(separator: "\n").utf8), file: "test", catalogue)
      }
    }
    var config = try load()
    configure(&config)
    if hasSensor { config.presence = InputLines.Wiring(chip: "c", line: 4) }
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    keys = (ends[0], ends[1])
    let environment = Environment(transport: Wire(), seed: 5)
    let reloading = Reloading(
      config: config, catalogue: catalogue, typesetter: BuiltInTypesetter(),
      specs: [.memory(surface: nil), .panels], environment: environment, log: Log(descriptor: -1),
      file: ConfigurationFile(path: { file }, read: load))
    let root = reloading.root
    let (heard, logged, input) = (self.heard, self.logged, ends[0])
    let room = self.room
    let controls = Controls(
      config,
      sense: { _ in
        MotionSensor.Line(descriptor: input) { room.isSomebodyThere }
      }, report: { logged.lines.append($0) })
    var touchedAt = clock.now()
    touchedAt.monotonic -= minutesAlone * 60_000
    loop = Loop(
      clock: clock,
      feeds: FeedSet(root, catalogue.exchanges, seed: 5, on: Client(environment.transport)) {
        logged.lines.append($1)
      },
      desk: root.desk(catalogue.exchanges),
      inputs: Loop.Inputs(
        controls: hasSensor ? controls : nil,
        watches: [
          Loop.Watch(descriptor: input) {
            var byte: UInt8 = 0
            guard read(input, &byte, 1) == 1 else { return [] }
            switch byte {
            case UInt8(ascii: "o"): return [.command(.light(.screen(isOn: false)))]
            case UInt8(ascii: "l"): return [.command(.light(.screen(isOn: true)))]
            case UInt8(ascii: "t"): return [.command(.choose(.theme(.night)))]
            case UInt8(ascii: "n"): return [.command(.nextMarket)]
            case UInt8(ascii: "r"): return [.reload(isAsked: false)]
            case UInt8(ascii: "g"): return [.gone(input)]
            case UInt8(ascii: "R"): return [.reload(isAsked: true)]
            default: return [.stop]
            }
          }
        ], needsDisplay: needsDisplay),
      outputs: Loop.Outputs(
        screens: Screens(
          (displays ?? [display]).map { Screen($0, typesetter: BuiltInTypesetter(), art: nil) },
          lighting: Lighting(config.lighting, at: touchedAt),
          litHours: LitHours(folder: nil, names: [], now: 0) { _ in }),
        reports: nil,
        hooks: Hooks(config.hooks) {
          logged.lines.append("alert: \($1)")
        } log: { _, line, _ in
          logged.lines.append(line)
        }, remotes: Remotes(broker: broker)),
      stateFile: StateFile(folder: stateFolder, StateNames(config)) { _, line in
        logged.lines.append(line)
      },
      watchdog: SystemdWatchdog(watchdogMilliseconds: 20) {
        heard.lines.append($0)
        return true
      },
      reloading: reloading
    ) { logged.lines.append($1) }
  }

  deinit {
    close(keys.read)
    close(keys.write)
  }

  func press(_ key: Character) { _ = write(keys.write, [key.asciiValue!], 1) }

  func trade(_ code: String, _ price: Double, on half: String? = nil) {
    exchange.trade(code, price: price, volume: 1, at: exchange.wall, on: half)
  }

  /// Turns loop and exchange until something holds, as long as there is patience.
  func until(_ holds: (LoopBench) -> Bool) -> Bool {
    Patience.holds(
      by: { clock.now().monotonic }, { holds(self) },
      turning: {
        exchange.turn(now: clock.now())
        loop.turn(waiting: 2)
      })
  }
}
