import Configuration
import Feeds
import MarketData
import SimulatedExchange
import TestSupport
import Wire

@testable import Tealight

/// The feeds of what is no exchange against simulated banks and a simulated CoinGecko over TLS, in
/// one thread.
final class SurroundingBench {
  static let key = "0123456789abcdef0123456789abcdef"

  let exchange: SimulatedServer
  var feeds: ReferenceFeeds
  var updates: [Update] = []
  var log: [String] = []
  private let authority: ScratchFile
  private let client = Client(Wire())
  private var switchboard = Switchboard()
  let clock = Clock.fixed()
  private let keyFile: ScratchFile

  /// - Parameters:
  ///   - sources: of rates, in their order; none where nobody is asked for them.
  ///   - key: Open Exchange Rates' App ID.
  init(
    _ faults: String..., sources: [String] = Catalogue.rateSources, key: String = key
  ) throws {
    var options = SimulatedServer.Options()
    options.sources = Catalogue.rateSources + ["coingecko"]
    options.faults = try faults.map { try Fault(argument: $0) }
    exchange = try SimulatedServer(options)
    authority = ScratchFile(exchange.caPEM!)
    keyFile = ScratchFile(key)
    let text =
      "[rates]\napp_id_file = \"\(keyFile.path)\"\n" + exchange.table(caFile: authority.path)
    var config = try Config.read(Array(text.utf8), file: "test", Catalogue())
    config.rates?.sources = sources
    feeds = CompositionRoot(config: config, log: Log(descriptor: -1)).referenceFeeds(
      seed: 5, &switchboard)
    feeds.start(at: clock.now())
  }

  func want(trending: Bool, _ bases: String...) {
    feeds.want(trending: trending, bases: bases, at: clock.now())
  }

  /// Turns both sides until something holds, as long as there is patience.
  func until(_ holds: (SurroundingBench) -> Bool) -> Bool {
    Patience.holds(by: { clock.now().monotonic }, { holds(self) }, turning: turn)
  }

  private func turn() {
    exchange.turn(now: clock.now())
    var nobody: [Wire.Watch] = []
    client.transport.wait(&nobody, milliseconds: 2)
    let now = clock.now()
    client.turn(at: now) { event in
      switchboard.dispatch(event) { source, event in
        feeds.handle(event, of: source, at: now) { updates.append($0) }
      }
    }
    feeds.run(on: client, through: &switchboard, at: now.monotonic) { log.append($1) }
  }

  func lookup(_ name: String) -> Lookup {
    let path = name == "coingecko" ? "/api/v3" : name == "openexchangerates" ? "/api" : ""
    let rest = "https://localhost:\(exchange.port)/\(name)\(path)"
    return Lookup(rest: rest, caFile: authority.path) { [self] in exchange.turn(now: clock.now()) }
  }

  var rates: [ExchangeRates] {
    for case .rates(let rates) in updates.reversed() { return rates }
    return []
  }

  var trending: Trending? {
    for case .trending(let trending, _) in updates.reversed() { return trending }
    return nil
  }

  var facts: [String: CoinFacts] {
    for case .facts(let facts) in updates.reversed() { return facts }
    return [:]
  }
}
