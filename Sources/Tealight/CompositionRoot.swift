import Configuration
import Devices
import Feeds
import Glance
import Glibc
import MarketData
import Pixels
import State

/// Makes the parts of the program from what the configuration says.
struct CompositionRoot {
  let config: Config
  let log: Log
  /// Where lists of markets are kept between runs; nil where they are not.
  var lists: ListCache?

  /// The theme of displays until the desk chooses another.
  var theme: Theme {
    let settings = config.settings
    return Theme(settings.theme, settings.colours ?? settings.language.convention)
  }

  /// The settings of the desk, with what the first button does and where it is explained.
  func settings(_ exchanges: [any Exchange]) -> Settings {
    var settings = config.settings
    settings.exchangesWithoutWallets = Set(
      exchanges.filter { !($0 is any WalletSource) }.map(\.name))
    settings.binding =
      config.buttons.first?.binding ?? config.encoders.lazy.compactMap(\.button).first?.binding
      ?? config.keys.first?.binding
    let isAlone = config.buttons.count + config.keys.count == 1 && config.encoders.isEmpty
    settings.explain(at: config.link.documentation, button: isAlone ? settings.binding : nil)
    return settings
  }

  /// A feed for each exchange that may be asked for a market, with its markets in the order of the
  /// configuration.
  func exchangeFeeds(
    _ exchanges: [any Exchange], seed: UInt64, _ switchboard: inout Switchboard
  ) -> [ExchangeFeed] {
    var waits = Feed.Waits()
    waits.staleAfterMilliseconds = Int64(config.link.staleAfterSeconds) * 1_000
    waits.pollEveryMilliseconds = Int64(config.link.pollEverySeconds) * 1_000
    let replaceable = Set(config.places.lazy.filter { $0.count > 1 }.joined())
    return exchanges.filter { config.asks($0.name) }.map { exchange in
      let markets = config.markets.indices.filter {
        config.markets[$0].exchange == exchange.name
      }
      let feed = Feed(
        exchange: exchange, markets: markets.map { ($0, config.markets[$0].code) },
        replaceable: replaceable, waits: waits, seed: seed,
        fallbacks: config.fallbacks(of: exchange))
      return ExchangeFeed(
        id: switchboard.add(), feed: feed,
        addresses: feed.allEndpoints.map { config.address(of: $0) }, lists: lists)
    }
  }

  /// Which markets may be shown at each place.
  var selector: FailoverSelector {
    FailoverSelector(
      places: config.places.map { place in
        place.map { FailoverSelector.Candidate(market: $0, exchange: config.markets[$0].exchange) }
      }, failoverAfterMilliseconds: Int64(config.link.failoverAfterSeconds) * 1_000)
  }

  /// - Parameter preferences: what an earlier run saved.
  func desk(_ exchanges: [any Exchange], _ preferences: Preferences? = nil) -> Desk {
    var desk = Desk(
      markets: config.markets.map { market in
        let exchange =
          exchanges.first { $0.name == market.exchange } ?? Catalogue.publishedMarkets
        // A published market has no exchange: it is called by its own name.
        let title = market.exchange == Market.exchangeOfPublished ? market.code : exchange.title
        return MarketState(
          market: market, exchangeTitle: title, baseline: exchange.baseline,
          tellsTrades: exchange.streamsTrades)
      }, places: config.places.map { Desk.Place($0) },
      settings: settings(exchanges), preferences: preferences)
    for exchange in exchanges { recall(exchange, on: &desk) }
    return desk
  }

  /// Tells the desk what the exchange's list of an earlier run says of the markets. A market that
  /// is not on that list may be listed by now.
  private func recall(_ exchange: any Exchange, on desk: inout Desk) {
    let markets = config.markets.indices.filter { config.markets[$0].exchange == exchange.name }
    let rest = config.address(of: Endpoint(exchange)).rest
    guard !markets.isEmpty, let lists,
      let list = lists.load(exchange.name, rest: rest, report: { log.write(.warning, $0) })
    else { return }
    for market in markets {
      guard let listing = list.listings.first(where: { $0.code == config.markets[market].code })
      else { continue }
      desk.apply(.update(.listing(market: market, listing)))
    }
  }

  /// The configured panels. A panel that is missing is awaited, if another one is there.
  /// - Parameter areNeeded: false where the program has something to do without panels: then all
  ///   missing panels are awaited.
  /// - Throws: `devices` where panels are needed, and none of them can be opened.
  func panels(
    _ theme: Theme? = nil, areNeeded: Bool = true
  ) throws(StartError) -> [(wiring: PanelWiring, display: any Display)] {
    let panels = config.panels.map { (wiring: $0, opened: opened($0, theme)) }
    let errors = panels.compactMap { panel in
      if case .failure(let error) = panel.opened { "\(panel.wiring.kind): \(error)" } else { nil }
    }
    if areNeeded, !panels.isEmpty, errors.count == panels.count { throw .devices(errors) }
    return panels.map { wiring, opened in
      (wiring, (try? opened.get()) ?? awaited(wiring, theme))
    }
  }

  /// The configured panel, or a display that becomes this panel once it can be opened.
  func panel(_ wiring: PanelWiring) -> any Display {
    (try? opened(wiring).get()) ?? awaited(wiring)
  }

  private func opened(
    _ wiring: PanelWiring, _ theme: Theme? = nil
  ) -> Result<any Display, DeviceError> {
    Result { () throws(DeviceError) in
      try wiring.display(theme: theme ?? self.theme, report: warn)
    }
  }

  private func awaited(_ wiring: PanelWiring, _ theme: Theme? = nil) -> any Display {
    AwaitedDisplay(wiring, theme: theme ?? self.theme, report: warn)
  }

  private func warn(_ line: String) { log.write(.warning, line) }

  /// The displays that the command line asks for. Configured panels come with their wiring. `json`
  /// is not among them: it writes lines.
  /// - Parameters:
  ///   - isWatched: whether browsers may look in: if there is no other display, they get one of
  ///     their own.
  ///   - areNeeded: false where the program has something to do without any display.
  /// - Throws: `devices` where a display cannot be opened, or no panel can where nothing else is left.
  func displays(
    _ specs: [DisplaySpec], isWatched: Bool = false, areNeeded: Bool = true
  ) throws(StartError) -> [(wiring: PanelWiring?, display: any Display)] {
    let arePanelsNeeded = areNeeded && !isWatched && specs.allSatisfy { $0 == .panels }
    var displays: [(wiring: PanelWiring?, display: any Display)] = []
    for spec in specs {
      if spec == .panels {
        displays += try panels(areNeeded: arePanelsNeeded).map { ($0.wiring, $0.display) }
        continue
      }
      do throws(DeviceError) {
        if let display = try display(spec) { displays.append((nil, display)) }
      } catch {
        throw .devices(["\(error)"])
      }
    }
    if isWatched, displays.isEmpty { displays = [(nil, standIn)] }
    return displays
  }

  private func display(_ spec: DisplaySpec) throws(DeviceError) -> (any Display)? {
    let log = self.log
    switch spec {
    case .json, .panels: return nil
    case .png(let folder, let surface, let frames):
      return try PNGDisplay(
        folder: folder, surface: surface ?? usualSurface, theme: theme, frames: frames
      ) { log.write(.warning, $0) }
    case .terminal(let surface):
      return TerminalDisplay(
        try TerminalScreen(), fixed: surface, theme: theme, colours: .ofEnvironment)
    case .memory(let surface): return MemoryDisplay(surface ?? usualSurface)
    case .web(_, let surface): return VirtualDisplay(surface ?? usualSurface, name: "web")
    }
  }

  /// What browsers see where there is no other display.
  var standIn: VirtualDisplay { VirtualDisplay(usualSurface, name: "web", isStandIn: true) }

  /// What a picture is composed for unless it is said: the first configured panel.
  private var usualSurface: Surface { config.panels.first?.surface ?? PanelKind.st7789.surface() }

  /// The configured buttons, encoders and keys, and the motion sensor. A control that cannot be
  /// opened is reported on the log.
  func controls() -> Controls? {
    guard
      !config.buttons.isEmpty || !config.encoders.isEmpty || !config.keys.isEmpty
        || config.presence != nil
    else { return nil }
    let log = self.log
    return Controls(config) { log.write(.warning, $0) }
  }
}

extension CompositionRoot {
  /// The name of this machine; empty where it has none.
  static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The feeds of reference data, which does not come from an exchange.
  func referenceFeeds(seed: UInt64, _ switchboard: inout Switchboard) -> ReferenceFeeds {
    let rates = config.rates ?? Config.Rates()
    let sources = rates.sources.compactMap { Catalogue.rateSource($0, appID: rates.appID) }
    let gecko = CoinGecko(key: config.gecko.key?.text)
    return ReferenceFeeds(
      rates: RateFeed(sources: sources, seed: seed),
      endpoints: sources.map { endpoint($0.rest, $0.headers, rates.addresses[$0.name]) },
      currencies: sources.isEmpty ? [] : rates.currencies, id: switchboard.add(),
      gecko: GeckoFeed(gecko),
      endpoint: endpoint(CoinGecko.rest, gecko.headers, config.gecko.address),
      id: switchboard.add())
  }

  private func endpoint(
    _ rest: String, _ headers: [Header], _ configured: Config.ConfiguredAddress?
  ) -> ReferenceFeeds.Endpoint {
    ReferenceFeeds.Endpoint(
      rest: configured?.rest ?? rest, headers: headers, caFile: configured?.caFile)
  }
}
