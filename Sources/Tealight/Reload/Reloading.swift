import Configuration
import Feeds
import Glance
import Pixels
import Timing

/// Where a configuration is read from.
struct ConfigurationFile {
  let path: () -> String
  let read: () throws(StartError) -> Config
}

/// The configuration that the loop runs with, and what is needed to change to another one.
struct Reloading {
  private(set) var config: Config
  let catalogue: Catalogue
  var exchanges: [any Exchange] { catalogue.exchanges }
  let typesetter: any Typesetter
  /// All displays, as on the command line.
  let specs: [DisplaySpec]
  let environment: Environment
  let log: Log
  /// Nil where the configuration stays as it is, but for the markets of a hub.
  let file: ConfigurationFile?

  /// When the configuration is to be read again; never where it is not.
  private(set) var deadline = Deadline.never
  /// The markets of the hub that is followed, where they are shown; nil before the hub has named them.
  private(set) var offered: [String]?
  /// Whether a hub still has to say which markets are shown.
  var awaitsMarkets: Bool { config.takesHubMarkets && offered == nil }
  private var nextOffer = Deadline.immediately
  private static let offerMilliseconds: Int64 = 10_000
  /// Whether a signal asks to read it again, and not only a touched file.
  private var isAsked = false
  /// A file may be written in several steps: it is read so long after the first step.
  private static let delayMilliseconds: Int64 = 200

  init(
    config: Config, catalogue: Catalogue, typesetter: any Typesetter, specs: [DisplaySpec],
    environment: Environment, log: Log, file: ConfigurationFile?
  ) {
    (self.config, self.catalogue, self.typesetter) = (config, catalogue, typesetter)
    (self.specs, self.environment, self.log) = (specs, environment, log)
    self.file = file
  }

  /// Asks to read the configuration again: it has changed, or may have changed.
  /// - Parameter isAsked: whether a signal asks for it; false when the file was touched.
  mutating func ask(isAsked: Bool, at now: Int64) {
    guard file != nil else {
      return log.write(.notice, "there is no configuration to reload")
    }
    if deadline.isNever { deadline = Deadline(now + Self.delayMilliseconds) }
    if isAsked { self.isAsked = true }
  }

  /// Whether a signal has asked for it, if the configuration is to be read again now; else nil.
  mutating func popDue(at now: Int64) -> Bool? {
    guard deadline.isDue(at: now) else { return nil }
    defer { (deadline, isAsked) = (.never, false) }
    return isAsked
  }

  /// The program's parts as the configuration has them.
  var root: CompositionRoot { root(of: config) }
  /// The settings of the site now; nil where there is none.
  var webSettings: Config.Web? { try? root.webSettings(specs) }
  var showsPanels: Bool { specs.contains(.panels) }

  /// Shows a hub's markets.
  /// - Returns: the configuration before; nil where other markets were taken a moment ago: a hub
  ///   may change its mind all the time.
  mutating func offer(_ names: [String], at now: Int64) -> Config? {
    guard nextOffer.isDue(at: now) else { return nil }
    nextOffer = Deadline(now + Self.offerMilliseconds)
    offered = names
    let before = config
    config = taking(names, config).continuing(config)
    if config.markets.count >= Config.marketsMax, before.markets.count < Config.marketsMax {
      log.write(
        .warning,
        "hubs have named \(Config.marketsMax) markets since the start: others are not taken before "
          + "tealight is started again")
    }
    return before
  }

  private func root(of config: Config) -> CompositionRoot {
    CompositionRoot(config: config, log: log, lists: environment.lists)
  }

  private func taking(_ names: [String]?, _ config: Config) -> Config {
    guard config.takesHubMarkets, let names else { return config }
    return config.showing(names, catalogue)
  }

  /// Reads the configuration as it is now, and keeps the ids of its markets.
  /// - Parameter isAsked: whether the configuration counts even if it is the same.
  /// - Returns: the configuration before; nil where nothing has changed.
  /// - Throws: what a start with the new configuration would throw; then the one before stays.
  mutating func renew(
    from file: ConfigurationFile, isAsked: Bool
  ) throws(StartError) -> Config? {
    let newest = taking(offered, try file.read()).continuing(config)
    guard isAsked || newest != config else { return nil }
    guard specs != [.panels] || newest.hasDisplay else { throw .noDisplay(in: file.path()) }
    _ = try root(of: newest).webSettings(specs)
    for warning in newest.warnings { log.write(.warning, "\(warning)") }
    let before = config
    config = newest
    return before
  }
}
