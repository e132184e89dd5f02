import Configuration
import Feeds
import Glance
import Pixels
import Timing

/// What the loop runs with, and what it takes to go on with something else.
struct Reloading {
  private(set) var config: Config
  let exchanges: [any Exchange]
  let typesetter: any Typesetter
  /// All that is shown, as on the command line.
  let specs: [DisplaySpec]
  let environment: Environment
  let log: Log
  /// The file that the configuration is read from.
  let path: () -> String
  /// Reads the configuration again.
  let read: () throws(StartError) -> Config

  /// When `popDue` answers; never where it is not to be read again.
  private(set) var deadline = Deadline.never
  /// Whether a signal wants it read again, and not only a touched file.
  private var isAsked = false
  /// Files are written in more steps than one: so long after the first, they are read.
  private static let delayMilliseconds: Int64 = 200

  init(
    config: Config, exchanges: [any Exchange], typesetter: any Typesetter, specs: [DisplaySpec],
    environment: Environment, log: Log, path: @escaping () -> String,
    read: @escaping () throws(StartError) -> Config
  ) {
    (self.config, self.exchanges, self.typesetter) = (config, exchanges, typesetter)
    (self.specs, self.environment, self.log) = (specs, environment, log)
    (self.path, self.read) = (path, read)
  }

  /// The configuration is, or may be, another.
  /// - Parameter isAsked: by a signal, and not because the file was touched.
  mutating func ask(isAsked: Bool, at now: Int64) {
    if deadline.isNever { deadline = Deadline(now + Self.delayMilliseconds) }
    if isAsked { self.isAsked = true }
  }

  /// Whether it is to be read again now; then whether by a signal.
  mutating func popDue(at now: Int64) -> Bool? {
    guard deadline.isDue(at: now) else { return nil }
    defer { (deadline, isAsked) = (.never, false) }
    return isAsked
  }

  /// The program's parts as the configuration has them.
  var root: CompositionRoot { CompositionRoot(config: config, log: log, lists: environment.lists) }
  /// Who may look in now.
  var webRules: Config.Web? { try? root.webRules(specs) }
  var showsPanels: Bool { specs.contains(.panels) }

  /// Takes the configuration as it is now, with the ids of its markets kept.
  /// - Parameter isAsked: whether it counts although it says the same.
  /// - Returns: the one before; nil where it says the same.
  /// - Throws: what a start with it would throw; then the one before stays.
  mutating func renew(isAsked: Bool) throws(StartError) -> Config? {
    let newest = try read().continuing(config)
    guard isAsked || newest != config else { return nil }
    guard specs != [.panels] || newest.hasDisplay else { throw .noDisplay(in: path()) }
    for warning in newest.warnings { log.write(.warning, "\(warning)") }
    let before = config
    config = newest
    return before
  }
}
