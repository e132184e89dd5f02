import Devices
import Feeds
import Glance
import Glibc
import MarketData
import Typeface
import Wire

/// The program from its arguments to its exit status.
public enum Daemon {
  /// Runs until a signal, or `q` on a terminal, ends it.
  /// - Parameter arguments: without the name of the program.
  /// - Returns: the exit status: 0, 64, 69 or 78.
  public static func run(arguments: [String], catalogue: Catalogue = Catalogue()) -> Int32 {
    let signals = Signals()
    let log = Log()
    do throws(StartError) {
      let invocation = try Invocation(arguments)
      switch invocation.act {
      case .help: print(Invocation.help)
      case .version: print(Invocation.version)
      case .run:
        let path = catalogue.configPath
        if invocation.configPath == nil, path != Config.usualPath {
          log.write(.notice, "\(path) is read, and not \(Config.usualPath)")
        }
        let config = try configuration(invocation, catalogue, log)
        try run(config, invocation.displays, catalogue, signals, log)
      case .blank where serviceHasBlanked: break
      case .blank: try blank(try configuration(invocation, catalogue, log), log)
      }
      return 0
    } catch {
      for line in error.lines { log.complain(line) }
      return error.exitCode
    }
  }

  private static func configuration(
    _ invocation: Invocation, _ catalogue: Catalogue, _ log: Log
  ) throws(StartError) -> Config {
    let config = try Config.load(invocation.configPath, catalogue)
    for warning in config.warnings { log.write(.warning, "\(warning)") }
    return config
  }

  /// Runs with a configuration that was read already.
  /// - Parameter companion: something that shares the thread and is called in every turn, at least
  ///   every twenty milliseconds.
  public static func run(
    _ config: Config, _ specs: [DisplaySpec], _ catalogue: Catalogue, _ signals: Signals,
    _ log: Log, companion: ((Moment) -> Void)? = nil
  ) throws(StartError) {
    try run(
      config, specs.isEmpty ? [.panels] : specs, catalogue, signals, log, in: .real(log),
      companion: companion)
  }

  /// - Parameter specs: all that is shown.
  static func run(
    _ config: Config, _ specs: [DisplaySpec], _ catalogue: Catalogue, _ signals: Signals,
    _ log: Log, in world: World, companion: ((Moment) -> Void)? = nil
  ) throws(StartError) {
    let assembly = Assembly(config: config, log: log, lists: world.lists)
    let displays = try assembly.displays(specs)
    let hasReports = specs.contains(.json)
    guard hasReports || !displays.isEmpty || !world.needsDisplay else {
      throw .noConfiguration(
        "there is no display: configure one with [[display]], or name one: --display terminal")
    }
    let typeface = Typeface { log.write(.notice, $0) }
    let faces = assembly.faces()
    let screens = displays.map { Screen($0, typesetter: typeface, art: faces, paper: config.paper) }
    let notify = Notify()
    let terminal = screens.first { $0.display is TerminalDisplay }
    let clock = world.clock
    let loop = Loop(
      clock: clock, client: Client(world.carrier),
      sources: assembly.sources(catalogue.exchanges, seed: world.seed),
      surroundings: assembly.surroundings(seed: world.seed),
      speakers: assembly.speakers, desk: assembly.desk(catalogue.exchanges), screens: screens,
      reports: hasReports ? ReportLines(waits: world.waitsForReader) : nil,
      controls: assembly.controls(),
      inputs: [input(signals, terminal, log)] + (terminal.map { [keys($0)] } ?? []),
      lighting: Lighting(config.lighting, at: clock.now()),
      litHours: litHours(displays, world, log),
      supervisor: Supervisor(watchdogMilliseconds: notify.watchdogMilliseconds, notify: notify.send)
    ) { log.write($0, $1) }
    if let terminal, let display = terminal.display as? TerminalDisplay {
      log.follow { line in
        display.show(note: line)
        terminal.refresh()
      }
    }
    loop.run(with: companion)
    TerminalScreen.restore()
    log.release()
  }

  private static func litHours(
    _ displays: [any Display], _ world: World, _ log: Log
  ) -> LitHours {
    let names = displays.filter { $0.glow == .pixels }.map(\.name)
    let hours = LitHours(
      folder: world.stateFolder, names: names, now: world.clock.now().monotonic
    ) {
      log.write(.warning, $0)
    }
    for name in names where hours.hours(of: name) > 0 {
      log.write(.info, "\(name) has been lit for \(hours.hours(of: name)) h")
    }
    return hours
  }

  private static func input(_ signals: Signals, _ terminal: Screen?, _ log: Log) -> Loop.Input {
    Loop.Input(descriptor: signals.descriptor) {
      signals.read().compactMap { signal in
        switch signal {
        case .stop: return .stop
        case .reload:
          log.write(
            .notice, "SIGHUP: the configuration is read at the start only; restart to apply it")
          return nil
        case .resize:
          (terminal?.display as? TerminalDisplay)?.resize()
          return .redraw
        }
      }
    }
  }

  private static func keys(_ screen: Screen) -> Loop.Input {
    let terminal = screen.display as! TerminalDisplay
    return Loop.Input(descriptor: terminal.fileDescriptor) {
      terminal.readKeys().map(Loop.Wish.init)
    }
  }

  /// Whether the service has ended by itself, and so with blank panels or without any: systemd says
  /// so to what it runs afterwards (systemd.exec(5), $SERVICE_RESULT).
  private static var serviceHasBlanked: Bool {
    guard let result = getenv("SERVICE_RESULT") else { return false }
    return ["success", "exec-condition", "exit-code"].contains(String(cString: result))
  }

  /// Clears every configured panel and lets it sleep. One that is missing needs no blanking.
  private static func blank(_ config: Config, _ log: Log) throws(StartError) {
    let typeface = Typeface { _ in }
    try Assembly(config: config, log: log).panels()
      .map { Screen($0, typesetter: typeface, art: nil) }
      .end(Clock(), config.settings.language, givingBack: false)
  }
}
