import Configuration
import Devices
import Feeds
import Glibc
import MarketData
import State
import Timing
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
      case .run: try run(invocation, catalogue, signals, log)
      case .blank where serviceHasBlanked: break
      case .blank:
        // After a crash the file may have changed, and secrets are no longer handed out.
        let config = try Config.loadPanels(invocation.configPath, catalogue)
        for warning in config.warnings { log.write(.warning, "\(warning)") }
        blank(config, log)
      }
      return 0
    } catch {
      for line in error.lines { log.complain(line) }
      return error.exitCode
    }
  }

  /// Runs as the command line says.
  private static func run(
    _ invocation: Invocation, _ catalogue: Catalogue, _ signals: Signals, _ log: Log
  ) throws(StartError) {
    MemoryTrim.separateLargeBlocks()
    let path = invocation.configPath ?? catalogue.configPath
    let config = try Config.load(invocation.configPath, catalogue)
    let displays = invocation.displays.isEmpty ? [.panels] : invocation.displays
    log.write(.info, Self.summary(of: config, at: path, on: displays))
    if invocation.configPath == nil, path != Config.usualPath {
      log.write(.notice, "reading \(path) instead of \(Config.usualPath)")
    }
    for warning in config.warnings { log.write(.warning, "\(warning)") }
    let read = { () throws(StartError) in try Config.load(invocation.configPath, catalogue) }
    let file = ConfigurationFile(
      path: { invocation.configPath ?? catalogue.configPath }, read: read)
    let watch = FileWatch(invocation.configPath.map { [$0] } ?? catalogue.configPaths)
    try run(config, displays, catalogue, signals, log, in: .real(log), from: file, watch: watch)
  }

  /// The first line of the log: the version, the file, what is shown and where.
  static func summary(of config: Config, at path: String, on specs: [DisplaySpec]) -> String {
    let panels = config.panels.map { "\($0.kind) on \($0.bus)" }
    let displays = specs.flatMap { $0 == .panels ? panels : [$0.kind] }
    let markets = config.places.map { place in
      let others = place.count > 1 ? " (\(place.count - 1) more for failover)" : ""
      return "\(config.markets[place[0]])\(others)"
    }
    let names = config.takesHubMarkets ? ["those of the hub"] : markets
    let web = config.web == nil || specs.contains { $0.kind == "web" } ? [] : ["web"]
    return "\(Invocation.version), \(path), displays: "
      + (displays.isEmpty && web.isEmpty ? ["none"] : displays + web).joined(separator: ", ")
      + ", markets: " + names.joined(separator: ", ")
  }

  /// Runs with a configuration that was read already.
  /// - Parameter companion: something that shares the thread and is called in every turn, at least
  ///   every twenty milliseconds.
  public static func run(
    _ config: Config, _ specs: [DisplaySpec], _ catalogue: Catalogue, _ signals: Signals,
    _ log: Log, companion: ((Moment) -> Void)? = nil
  ) throws(StartError) {
    try run(config, specs, catalogue, signals, log, in: .real(log), companion: companion)
  }

  /// - Parameters:
  ///   - specs: all displays.
  ///   - file: where a reload reads the configuration from; nil where it never changes.
  ///   - watch: tells when that file was written.
  static func run(
    _ config: Config, _ specs: [DisplaySpec], _ catalogue: Catalogue, _ signals: Signals,
    _ log: Log, in environment: Environment,
    from file: ConfigurationFile? = nil, watch: FileWatch? = nil,
    companion: ((Moment) -> Void)? = nil
  ) throws(StartError) {
    let notify = Notify()
    try checkWatchdog(of: notify)
    let root = CompositionRoot(config: config, log: log, lists: environment.lists)
    let webSettings = try root.webSettings(specs)
    if specs.contains(where: { $0.kind == "terminal" }) { log.hold() }
    defer {
      TerminalScreen.restore()
      log.release()
    }
    let needsDisplay = environment.needsDisplay && config.mqtt?.isHub != true
    let displays = try root.displays(
      specs, isWatched: webSettings != nil, areNeeded: needsDisplay)
    let hasReports = specs.contains(.json)
    guard hasReports || !displays.isEmpty || !needsDisplay else { throw noDisplay(in: file) }
    let typeface = Typeface { log.write(.notice, $0) }
    let screens = Self.screens(displays, root, typeface)
    let terminal = screens.first { $0.display is TerminalDisplay }
    let clock = environment.clock
    let reports =
      hasReports
      ? ReportLines(
        log: { log.write(.warning, $0) },
        isStopAsked: environment.waitsForReader ? { signals.isStopAsked } : nil) : nil
    let stateFile = StateFile(folder: environment.stateFolder, StateNames(config)) {
      log.write($0, $1)
    }
    let preferences = stateFile.read(home: config.settings.home)
    let browsers = LinesFile.browsers(in: environment.stateFolder) { log.write($0, $1) }
    let announced = LinesFile.announced(in: environment.stateFolder) { log.write($0, $1) }
    let loop = Loop(
      clock: clock,
      feeds: FeedSet(
        root, catalogue.exchanges, seed: environment.seed, on: Client(environment.transport)
      ) {
        log.write($0, $1)
      },
      desk: root.desk(catalogue.exchanges, preferences),
      inputs: inputs(
        root, signals, terminal, watch, environment.clockWatch, reports, needsDisplay: needsDisplay,
        log),
      outputs: Loop.Outputs(
        screens: Screens(
          screens, lighting: Lighting(config.lighting, at: clock.now()),
          litHours: litHours(screens, environment, log)),
        reports: reports,
        hooks: hooks(config.hooks, log),
        metricsFile: MetricsFile(config.metrics.file) { log.write(.warning, $0) },
        remotes: Remotes(
          browsers: browsers, opener: root.webOpener(webSettings, browsers), announced: announced,
          broker: environment.reachesBroker
            ? root.broker(
              root.device(displays.first?.display, startSeconds: clock.now().wall / 1_000),
              announced, seed: environment.seed) : nil)),
      stateFile: stateFile,
      watchdog: SystemdWatchdog(
        watchdogMilliseconds: notify.watchdogMilliseconds,
        notify: notify.isHeard ? notify.send : nil),
      reloading: Reloading(
        config: config, catalogue: catalogue, typesetter: typeface, specs: specs,
        environment: environment, log: log, file: file)
    ) { log.write($0, $1) }
    if let terminal, let display = terminal.display as? TerminalDisplay {
      log.follow { line in
        display.show(note: line)
        terminal.refresh()
      }
    }
    loop.run(with: companion)
  }

  /// - Throws: `service` where the service manager waits for a shorter time than a turn may take.
  private static func checkWatchdog(of notify: Notify) throws(StartError) {
    let least = SystemdWatchdog.leastWatchdogMilliseconds
    guard let limit = notify.watchdogMilliseconds, limit < least else { return }
    throw .service(
      "the service manager's watchdog of \(limit) ms is too short; "
        + "set WatchdogSec to \(least) ms or more")
  }

  /// - Parameter file: nil where the configuration does not come from a file.
  private static func noDisplay(in file: ConfigurationFile?) -> StartError {
    if let path = file?.path() { return .noDisplay(in: path) }
    return .noConfiguration(
      "there is no display; add --display terminal, or --config FILE with a [[display]]")
  }

  private static func screens(
    _ displays: [(wiring: PanelWiring?, display: any Display)], _ root: CompositionRoot,
    _ typeface: Typeface
  ) -> [Screen] {
    let (config, faces, marks) = (root.config, root.faces(), root.marks())
    return displays.map {
      Screen(
        $0.display, of: $0.wiring, typesetter: typeface, art: faces, marks: marks,
        paper: config.paper, blinks: config.blinks)
    }
  }

  private static func hooks(_ plan: [Hook?], _ log: Log) -> Hooks {
    Hooks(plan) {
      log.write(.notice, "alert: \($1)", key: "alert \($0.rule) \($0.market)")
    } log: {
      log.write($0, $1, key: $2)
    }
  }

  private static func litHours(
    _ screens: [Screen], _ environment: Environment, _ log: Log
  ) -> LitHours {
    let names = screens.countedNames
    let hours = LitHours(
      folder: environment.stateFolder, names: names, now: environment.clock.now().monotonic
    ) {
      log.write(.warning, $0)
    }
    for name in names where hours.hours(of: name) > 0 {
      log.write(.info, "\(name) has been lit for \(hours.hours(of: name)) h")
    }
    return hours
  }

  /// The inputs of the loop.
  private static func inputs(
    _ root: CompositionRoot, _ signals: Signals, _ terminal: Screen?, _ watch: FileWatch?,
    _ clockWatch: ClockWatch?, _ reports: ReportLines?, needsDisplay: Bool, _ log: Log
  ) -> Loop.Inputs {
    Loop.Inputs(
      controls: root.controls(),
      watches: [input(signals, terminal)]
        + [
          terminal.map { keys($0, log) }, watch.map(writing), clockWatch.map(setting),
          reports.flatMap { reader(of: $0) }, repeats(of: log),
        ].compactMap { $0 },
      // A program that was started on a terminal ends with it, if no other display is left.
      needsDisplay: needsDisplay || terminal != nil)
  }

  private static func input(_ signals: Signals, _ terminal: Screen?) -> Loop.Watch {
    Loop.Watch(descriptor: signals.descriptor) {
      signals.read().compactMap { signal in
        switch signal {
        case .stop: return .stop
        case .reload: return .reload(isAsked: true)
        case .resize:
          (terminal?.display as? TerminalDisplay)?.resize()
          return .redraw
        }
      }
    }
  }

  private static func writing(_ watch: FileWatch) -> Loop.Watch {
    Loop.Watch(descriptor: watch.descriptor) { watch.read() ? [.reload(isAsked: false)] : [] }
  }

  private static func setting(_ watch: ClockWatch) -> Loop.Watch {
    Loop.Watch(descriptor: watch.descriptor) {
      // The turn that this begins does all that is due.
      watch.read()
      return []
    }
  }

  private static func repeats(of log: Log) -> Loop.Watch {
    Loop.Watch(descriptor: log.repeatsDescriptor) {
      log.writeRepeats()
      return []
    }
  }

  private static func reader(of reports: ReportLines) -> Loop.Watch? {
    reports.hangUpDescriptor.map { descriptor in
      Loop.Watch(descriptor: descriptor) {
        reports.close()
        return [.gone(descriptor)]
      }
    }
  }

  private static func keys(_ screen: Screen, _ log: Log) -> Loop.Watch {
    let terminal = screen.display as! TerminalDisplay
    let descriptor = terminal.fileDescriptor
    return Loop.Watch(descriptor: descriptor) {
      let keys = terminal.readKeys()
      guard terminal.isGone else { return keys.map(Loop.Request.init) }
      // The log need not hold its lines back any longer.
      log.release()
      return [.gone(descriptor)]
    }
  }

  /// Whether the service has ended by itself, so that its panels are blank or it had none. systemd
  /// tells this to the command that it runs afterwards (systemd.exec(5), $SERVICE_RESULT).
  private static var serviceHasBlanked: Bool {
    guard let result = getenv("SERVICE_RESULT") else { return false }
    return ["success", "exec-condition", "exit-code"].contains(String(cString: result))
  }

  /// Clears every configured panel and lets it sleep. One that is missing needs no blanking.
  static func blank(_ config: Config, _ log: Log) {
    let typeface = Typeface { _ in }
    do throws(StartError) {
      try CompositionRoot(config: config, log: log).panels().map(\.display)
        .filter { !($0 is AwaitedDisplay) }
        .map { Screen($0, typesetter: typeface, art: nil) }
        .end(Clock(), config.settings.language, givingBack: false)
    } catch {
      for line in error.lines { log.write(.error, line) }
    }
  }
}
