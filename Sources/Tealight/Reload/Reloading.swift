import Configuration
import Feeds
import Glance
import Pixels

/// What the loop runs with, and what it takes to go on with something else.
struct Reloading {
  private(set) var config: Config
  let exchanges: [any Exchange]
  let typesetter: any Typesetter
  /// All that is shown, as on the command line.
  let specs: [DisplaySpec]
  let world: World
  let log: Log
  /// The file that the configuration is read from.
  let path: () -> String
  /// Reads the configuration again.
  let read: () throws(StartError) -> Config

  /// The program's parts as the configuration has them.
  var assembly: Assembly { Assembly(config: config, log: log, lists: world.lists) }
  var showsPanels: Bool { specs.contains(.panels) }

  /// Takes the configuration as it is now, with the places of its markets kept.
  /// - Parameter isAsked: whether it counts although it says the same.
  /// - Returns: the one before; nil where it says the same.
  /// - Throws: what a start with it would throw; then the one before stays.
  mutating func renew(isAsked: Bool) throws(StartError) -> Config? {
    let newest = try read().continuing(config)
    guard isAsked || newest != config else { return nil }
    guard specs != [.panels] || !newest.panels.isEmpty else { throw .noDisplay }
    for warning in newest.warnings { log.write(.warning, "\(warning)") }
    let before = config
    config = newest
    return before
  }
}
