import MarketData
import Timing

/// An event between a board and the hubs that it follows.
public enum HubEvent: Equatable, Sendable {
  /// The broker is connected, or is no longer connected.
  case connected, closed
  /// - Parameters:
  ///   - path: below the hub's own topic, as in `HubTopics`.
  ///   - isRetained: whether the broker had kept it: then it does not tell the present state.
  case message(hub: String, path: String, payload: [UInt8], isRetained: Bool)
  /// Messages were dropped unread; which hubs sent them is not known.
  case lost
  /// The deadline came.
  case time
}

/// Follows hubs in place of exchanges: turns their messages into the updates that an exchange's own
/// feed would make.
///
/// It takes events with their times, says which topics it listens to, and touches nothing else. Each
/// source, an exchange or a published market, is taken from one hub at a time: the first that is heard
/// and has the source's markets. A message that the broker had kept never makes a source live. Ages
/// are sent as ages and counted on by this machine's monotonic clock, so that no wall clock matters.
public struct HubFeed {
  /// How late a program may tell a price: a time that steps back by less does not mean that its clock
  /// was set back.
  private static let lateMilliseconds: Int64 = 60_000
  /// The usual reason for ignoring a message, for the log.
  private static let unreadable = "that could not be read"

  public struct Options: Sendable {
    /// The hubs' names, the preferred first.
    public var hubs: [String]
    /// This board's name at the broker.
    public var board: String
    /// Whether exchanges are asked for the markets that no hub has.
    public var fallsBack = false
    /// Whether the board shows the hub's markets, whatever they are.
    public var takesAll = false
    public var staleAfterMilliseconds: Int64 = 15_000

    public init(hubs: [String], board: String) { (self.hubs, self.board) = (hubs, board) }
  }

  /// A message to publish; its topic is relative to the base of all topics.
  public struct Message: Equatable, Sendable {
    public var topic: String
    public var payload: String
  }

  private var options: Options
  private var hubs: FollowedHubs
  /// All markets that may be followed.
  private var markets: [MarketID: Market]
  private var followed: [FollowedMarket] = []
  /// The followed markets by their names, and by their sources.
  private var named: [String: FollowedMarket] = [:]
  private var grouped: [String: [FollowedMarket]] = [:]
  private var sources: [String: HubSource] = [:]
  private var advancedAt = Int64.min
  private var random: SplitMix
  private var exchanges = DirectExchanges()
  private var rings = RingRequests()
  private var missing = MissingMarkets()
  private var ownWants = OwnWants()
  private var lines: [(Severity, String)] = []
  /// How many messages of hubs made sense and told the present state, and how many made no sense or were
  /// too many.
  public private(set) var counts = (heard: 0, dropped: 0)

  /// - Parameter markets: all that may be followed, with their indices in the app's list.
  public init(_ options: Options, markets: [(id: MarketID, market: Market)], seed: UInt64) {
    self.options = options
    self.markets = Dictionary(uniqueKeysWithValues: markets)
    hubs = FollowedHubs(options)
    random = SplitMix(state: seed ^ 0x6875_6273)
  }
}

/// A market that is followed.
struct FollowedMarket: Equatable {
  let id: MarketID
  /// `upbit:KRW-BTC`
  let name: String
  let source: String

  /// Whether a program publishes the market; such a program need not make candles.
  var isPublished: Bool { source == name }
}

/// What the rest of the program may ask.
extension HubFeed {
  /// Whether the board asks a source itself, and believes no hub about it.
  public func asksItself(_ source: String) -> Bool { exchanges.asks(source) }

  /// Whether there is a hub to take a source from, also while it is asked itself.
  public func hasHub(for source: String) -> Bool { sources[source]?.hub != nil }

  /// Whether the set of exchanges that are asked themselves has changed since the last call.
  public mutating func popNews() -> Bool { exchanges.popNews() }

  /// The markets of the hub that is heard, where they are to be shown; nil before the hub names them.
  public var offered: [String]? {
    options.takesAll ? hubs.offered(at: advancedAt) : nil
  }

  /// The hubs that are listened to, and whether each is heard.
  public var hearing: [(name: String, isHeard: Bool)] {
    hubs.hearing(at: advancedAt)
  }

  /// The sources that are left to hubs, whether a hub tells of them or not.
  public var leftToHubs: [String] { sources.keys.filter { !exchanges.asks($0) }.sorted() }

  /// The topics that the board listens to, relative to the base of all topics.
  public var subscriptions: Set<String> {
    var topics: Set<String> = []
    for (index, hub) in hubs.listened.enumerated() {
      for path in [
        HubTopics.status, HubTopics.beat, HubTopics.recent, HubTopics.lists, HubTopics.rates,
      ] {
        topics.insert("\(hub.name)/\(path)")
      }
      for market in followed where sources[market.source]?.hub == index {
        if rings.asks(for: market.id) {
          topics.insert("\(hub.name)/\(HubTopics.ring(market.name))")
        }
        for path in ownWants.paths(of: market) { topics.insert("\(hub.name)/\(path)") }
      }
    }
    return topics
  }

  /// Takes the messages that are to be published, oldest first.
  public mutating func drainMessages() -> [Message] {
    ownWants.drain().map { hub, wants in
      Message(
        topic: "\(hubs[hub].name)/\(HubTopics.want(options.board))", payload: wants.json)
    }
  }

  /// Takes the lines for the log.
  public mutating func drainLog() -> [(Severity, String)] {
    defer { lines = [] }
    return lines
  }
}

/// The markets and hubs that it follows.
extension HubFeed {
  /// Follows these markets from now on, and no others.
  /// - Parameters:
  ///   - ids: indices in the app's list.
  ///   - books: those among them whose order books are wanted.
  ///   - wallets: those among them for which the base's deposit and withdrawal state is wanted.
  ///   - chart: the candles that are looked at.
  ///   - tape: the market whose last trades are wanted.
  public mutating func follow(
    _ ids: [MarketID], books: Set<MarketID> = [],
    wallets: Set<MarketID> = [], chart: Chart? = nil, tape: MarketID? = nil, at now: Moment,
    _ emit: (Update) -> Void
  ) {
    let newest = ids.compactMap { id in
      markets[id].map { FollowedMarket(id: id, name: "\($0)", source: $0.source) }
    }
    for market in ownWants.books.subtracting(books).sorted() {
      emit(.book(market: market, OrderBook(bids: [], asks: [])))
    }
    ownWants.follow(books: books, wallets: wallets, chart: chart, tape: tape)
    if newest != followed {
      let known = Set(followed.map(\.id))
      followed = newest
      missing.follow(newest.map(\.id), at: now.monotonic)
      named = Dictionary(newest.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      grouped = Dictionary(grouping: newest, by: \.source)
      for market in followed {
        if sources[market.source] == nil { sources[market.source] = HubSource(market.source) }
        guard !known.contains(market.id) else { continue }
        if !exchanges.asks(market.source) { emit(.filling(market: market.id, true)) }
        for index in hubs.indices {
          guard let entry = hubs[index].entry(of: market.name) else { continue }
          emitListing(entry, of: index, emit)
        }
      }
      for name in sources.keys.sorted() where grouped[name] == nil {
        leave(name, at: now.monotonic, emit)
        sources[name] = nil
      }
      for name in sources.keys { sources[name]!.forget(allBut: followed.map(\.id)) }
      let ids = followed.map(\.id)
      rings.follow(ids, new: ids.filter { !known.contains($0) }, at: now.monotonic)
    }
    handle(.time, at: now, emit)
  }

  /// Stops following its hubs.
  public mutating func leave(at now: Moment, _ emit: (Update) -> Void) {
    for hub in hubs.names {
      emit(.serviceFailure(service: hub, nil))
      emit(.serviceHeard(service: hub, false))
    }
    for name in sources.keys.sorted() { leave(name, at: now.monotonic, emit) }
    forgetMissing(followed.filter { !exchanges.asks($0.source) }.map(\.id), emit)
  }

  /// Learns from an update of an exchange that is asked itself.
  public mutating func learn(from update: Update) {
    switch update {
    case .clock(let exchange, _), .link(let exchange, _, _): sources[exchange]?.learn(from: update)
    case .unheard(let market, _):
      if let source = markets[market]?.source { sources[source]?.learn(from: update) }
    default: break
    }
  }

  /// When a source was heard last, by the monotonic clock, and whether a price of it is known; nil where
  /// it was never heard.
  public func lastHeard(_ source: String) -> (heard: Int64, hasPrice: Bool)? {
    sources[source].flatMap { source in source.heard.map { ($0, source.markets.hasPrice) } }
  }

  /// Goes on with the hubs, markets and options of another feed.
  public mutating func reconfigure(as other: HubFeed, at now: Moment, _ emit: (Update) -> Void) {
    markets = other.markets
    if options.hubs != other.options.hubs {
      leave(at: now, emit)
      for name in sources.keys { sources[name]!.forgetClock() }
      ownWants.restart()
    }
    options = other.options
    hubs.reconfigure(options)
    handle(.time, at: now, emit)
  }
}

/// What happens, and when something is due.
extension HubFeed {
  public mutating func handle(_ event: HubEvent, at now: Moment, _ emit: (Update) -> Void) {
    let time = now.monotonic
    hubs.start(at: time)
    switch event {
    case .connected:
      hubs.connect(at: time)
      doubt { _ in true }
      // The rings now lack more than a hub repeats.
      if hubs.hasMissed(at: time) {
        rings.ask(for: followed.map(\.id), isSpread: true, from: time, using: &random)
      }
      ownWants.restart()
    case .closed: hubs.close()
    case .lost: doubt { _ in true }
    case .message(let hub, let path, let payload, let isRetained):
      guard let index = hubs.index(of: hub) else { break }
      if path == HubTopics.beat, !hubs[index].takeBeat(at: time) {
        // The beat is not read: a flood of beats must cost no parsing.
        return noteUnreadBeat(of: index, "that came with too many others", at: time)
      }
      readMessage(path, payload, isRetained, of: index, at: now, emit)
    case .time: break
    }
    advance(to: time, emit)
  }

  /// When `.time` is due, by the monotonic clock.
  public var deadline: Deadline {
    let now = advancedAt
    var soonest = min(exchanges.deadline(at: now), rings.deadline, hubs.deadline(at: now))
    for source in sources.values {
      soonest.advance(to: source.staleAt)
      soonest.advance(to: source.markets.staleAt(options.staleAfterMilliseconds))
    }
    soonest.advance(to: missing.deadline(at: now))
    if hubs.isConnected { soonest.advance(to: ownWants.deadline) }
    return soonest
  }

  private mutating func advance(to now: Int64, _ emit: (Update) -> Void) {
    advancedAt = now
    hubs.advance(to: now, for: followed) { named[$0].flatMap { sources[$0.source] } }
    for hub in hubs.reportHearing(at: now, emit) {
      lines.append((.warning, "hub \"\(hub)\" is silent"))
    }
    for name in sources.keys.sorted() {
      choose(name, at: now, emit)
      if sources[name]!.staleAt.isDue(at: now) { fallStale(name, at: now, emit) }
      if sources[name]!.markets.staleAt(options.staleAfterMilliseconds).isDue(at: now) {
        leaveOut(name, but: [], at: now, emit)
      }
    }
    askExchanges(at: now, emit)
    nameMissing(at: now, emit)
    rings.advance(to: now)
    if hubs.isConnected { sayWants(at: now) }
  }

  /// Takes a source from the hub that is best for it.
  private mutating func choose(_ name: String, at now: Int64, _ emit: (Update) -> Void) {
    let names = grouped[name, default: []].map(\.name)
    let source = sources[name]!
    if let chosen = hubs.best(for: source, with: names, at: now) {
      guard chosen != source.hub else { return }
      sources[name]!.take(from: chosen)
      lines.append((.notice, "\(name): from hub \"\(hubs[chosen].name)\""))
      emitListings(of: name, from: chosen, emit)
      // Another hub repeats what was missed in the meantime.
      if source.lacksCandles(at: now) {
        rings.ask(
          for: markets(of: name), isSpread: source.heard != nil, from: now, using: &random)
      }
    } else {
      if source.hub != nil { lose(name, at: now, emit) }
      guard hubs.isEveryTried(at: now), sources[name]!.fallSilent(), !exchanges.asks(name) else {
        return
      }
      emit(.failure(exchange: name, .hubSilent))
      if !source.markets.hasPrice { emit(source.silentLink) }
    }
  }

  /// Stops taking a source from its hub.
  private mutating func lose(_ name: String, at now: Int64, _ emit: (Update) -> Void) {
    sources[name]!.release()
    if !exchanges.asks(name) { fallStale(name, at: now, emit) }
  }

  /// Stops taking a source from hubs: what they told of it is old from now on.
  private mutating func leave(_ name: String, at now: Int64, _ emit: (Update) -> Void) {
    if sources[name]!.hub != nil { lose(name, at: now, emit) }
    // Where an exchange is asked itself, its own feed tells which markets are unheard.
    if !exchanges.asks(name) { forgetUnheard(name, emit) }
  }

  /// Marks a source as stale: no hub tells of it any more.
  private mutating func fallStale(_ name: String, at now: Int64, _ emit: (Update) -> Void) {
    if let missed = sources[name]!.fallStale(at: now) {
      for market in markets(of: name) { emit(.missed(market: market, missed)) }
    }
    emit(sources[name]!.silentLink)
  }

  /// Asks an exchange itself where no hub has all of its markets.
  private mutating func askExchanges(at now: Int64, _ emit: (Update) -> Void) {
    // Published markets have no exchange that could be asked.
    let lacking =
      options.fallsBack ? followed.filter { !$0.isPublished && !replacesExchange(of: $0) } : []
    // Until a hub has named its markets, placeholders are shown; the user did not choose them.
    let areChosen = !options.takesAll && hubs.isEveryHeard(at: now)
    let newcomers = areChosen ? lacking.filter { missing.isNew($0.id, at: now) } : []
    let change = exchanges.choose(
      lacking: Set(lacking.map(\.source)), newcomers: Set(newcomers.map(\.source)),
      isStarted: hubs.isStarted(at: now), at: now, using: &random)
    guard let change else { return }
    for name in change.begun {
      lines.append((.notice, "\(name): no hub has all of its markets; asking the exchange itself"))
      sources[name]?.askItself()
      emit(.failure(exchange: name, nil))
      forgetMissing(markets(of: name), emit)
      forgetUnheard(name, emit)
    }
    for name in change.left {
      let ids = markets(of: name)
      sources[name]?.returnToHubs(ids, at: now)
      emit(.failure(exchange: name, nil))
    }
    for name in change.left {
      guard let source = sources[name] else { continue }
      if let hub = source.hub {
        emitListings(of: name, from: hub, emit)
      } else {
        choose(name, at: now, emit)
      }
    }
  }

  /// Whether the hub from which a market's source is taken has the market.
  private func isTold(_ market: FollowedMarket) -> Bool {
    guard let index = sources[market.source]?.hub else { return false }
    return hubs[index].has(market.name)
  }

  /// Whether a market's exchange need not be asked. An exchange that is asked already is left only for a
  /// hub that hears it.
  private func replacesExchange(of market: FollowedMarket) -> Bool {
    guard isTold(market), let index = sources[market.source]?.hub else { return false }
    return !exchanges.asks(market.source) || hubs[index].hears(market.source)
  }

  /// Names the markets that no hub has.
  private mutating func nameMissing(at now: Int64, _ emit: (Update) -> Void) {
    guard !options.takesAll, hubs.isEveryHeard(at: now) else { return }
    for market in followed where !exchanges.asks(market.source) {
      let isMissing = !isTold(market)
      guard missing.tell(market.id, isMissing: isMissing, at: now) else { continue }
      if isMissing {
        let names = options.hubs.joined(separator: ", ")
        lines.append((.warning, "\(market.name) is not among the markets of \(names)"))
      }
      let entry = isMissing ? nil : entry(of: market)
      emit(
        .listed(
          market: market.id, !isMissing && entry?.listing.isTrading ?? true,
          isHalted: entry?.isHalted ?? false))
    }
  }

  /// Lets these markets count as listed: their exchange may have what hubs lack or do not list.
  private mutating func forgetMissing(_ markets: [MarketID], _ emit: (Update) -> Void) {
    missing.forget(markets)
    for market in markets { emit(.listed(market: market, true)) }
  }

  /// Lets no market of a source count as unheard: the exchange may tell what a hub did not hear.
  private mutating func forgetUnheard(_ name: String, _ emit: (Update) -> Void) {
    for market in sources[name]?.forgetUnheard() ?? [] {
      emit(.unheard(market: market, nil))
    }
  }

  /// What the hub from which a market's source is taken lists of the market; nil where there is no such
  /// hub, or it does not list the market.
  private func entry(of market: FollowedMarket) -> HubLists.Entry? {
    guard let index = sources[market.source]?.hub else { return nil }
    return hubs[index].entry(of: market.name)
  }

  /// The followed markets of a source.
  private func markets(of source: String) -> [MarketID] {
    grouped[source, default: []].map(\.id)
  }

  private mutating func sayWants(at now: Int64) {
    let told = followed.filter { !exchanges.asks($0.source) }
    ownWants.advance(to: now, hubs: hubs.indices) { index in
      told.filter { sources[$0.source]?.hub == index }
    }
  }
}

/// The messages of hubs.
extension HubFeed {
  private mutating func readMessage(
    _ path: String, _ payload: [UInt8], _ isRetained: Bool, of index: Int, at now: Moment,
    _ emit: (Update) -> Void
  ) {
    // An empty message deletes what the broker has kept, where a hub has another name now.
    guard !payload.isEmpty else { return }
    let kind = String(path.prefix { $0 != "/" })
    switch kind {
    case HubTopics.status:
      hubs[index].setOver(payload == Array(HubTopics.offline.utf8))
      return
    case HubTopics.beat:
      guard let beat = HubBeat(payload) else {
        return noteUnreadBeat(of: index, at: now.monotonic)
      }
      apply(beat, isRetained, of: index, at: now, emit)
    case HubTopics.recent, HubTopics.Kind.ring.rawValue:
      guard let candles = HubCandles.read(payload) else { return drop(index) }
      for candles in candles where taken(candles.market, from: index) != nil {
        if kind == HubTopics.recent, isRetained { continue }
        merge(candles, isRing: kind != HubTopics.recent, at: now.monotonic, emit)
      }
    case HubTopics.lists:
      guard let lists = HubLists(payload) else { return drop(index) }
      hubs[index].list(lists)
      for entry in lists.entries { emitListing(entry, of: index, emit) }
    case HubTopics.rates:
      guard let rates = HubRates.read(payload, wall: now.wall) else { return drop(index) }
      // How long the broker has kept a retained message is not known.
      if !isRetained, hubs.takeRates(from: index, at: now.monotonic) { emit(.rates(rates)) }
    default:
      guard let answer = HubAnswer(kind, payload) else { return drop(index) }
      if !isRetained { apply(answer, path, of: index, at: now.monotonic, emit) }
    }
    if !isRetained { counts.heard += 1 }
  }

  /// Notes that messages about some sources may have been missed: a hub repeats all within five seconds.
  private mutating func doubt(where isConcerned: (HubSource) -> Bool) {
    for (name, source) in sources where isConcerned(source) { sources[name]!.doubt() }
  }

  private mutating func noteUnreadBeat(
    of index: Int, _ reason: String = Self.unreadable, at now: Int64
  ) {
    hubs[index].noteUnreadBeat(at: now)
    doubt { $0.hub == index }
    drop(index, reason)
  }

  private mutating func drop(_ index: Int, _ reason: String = Self.unreadable) {
    if counts.dropped == 0 {
      lines.append((.warning, "ignored a message of hub \"\(hubs[index].name)\" \(reason)"))
    }
    counts.dropped += 1
  }

  /// The market of that name, where its source is taken from this hub.
  private func taken(_ name: String, from index: Int) -> FollowedMarket? {
    guard let market = named[name], sources[market.source]?.hub == index,
      !exchanges.asks(market.source)
    else { return nil }
    return market
  }

  private mutating func apply(
    _ beat: HubBeat, _ isRetained: Bool, of index: Int, at now: Moment, _ emit: (Update) -> Void
  ) {
    hubs[index].mention(beat.markets.map(\.name))
    guard !isRetained else { return recall(beat, emit) }
    hubs[index].speak(at: now.monotonic)
    let spoken = Set(beat.markets.map(\.name))
    // The times of the prices. The time of a published market's price is that of its program; the source
    // of such a market has the market's name.
    var programTimes: [String: Int64] = [:]
    for market in beat.markets { programTimes[market.name] = market.ticker.tradeTime }
    var told = beat.sources
    var names = Set(told.map(\.name))
    for market in beat.markets where Market.isPublished(market.name) {
      if names.insert(market.name).inserted { told.append(.init(market.name)) }
    }
    for source in told where sources[source.name] != nil {
      let clock = source.clock ?? programTimes[source.name]
      let leeway = source.clock == nil ? Self.lateMilliseconds : 0
      if let clock, hubs[index].setClock(source.name, clock, leeway: leeway) {
        sources[source.name]!.forgetClock(of: index)
      }
    }
    for source in told where exchanges.asks(source.name) {
      guard let clock = source.clock else { continue }
      sources[source.name]?.keepClock(clock, from: index, at: now.monotonic)
    }
    func knownDelay(of source: HubBeat.Source) -> Int64? {
      source.clock.flatMap { sources[source.name]?.clock.delay(of: $0, at: now.monotonic) }
    }
    let delay = told.compactMap(knownDelay).min() ?? 0
    for source in told where sources[source.name] != nil {
      let age = source.age.map { $0 + (knownDelay(of: source) ?? delay) } ?? .max
      let isHeard = source.link.isLive && age < options.staleAfterMilliseconds
      hubs[index].setHearing(source.name, isHeard, at: now.monotonic)
    }
    for name in sources.keys.sorted() { choose(name, at: now.monotonic, emit) }
    for source in told where sources[source.name]?.hub == index && !exchanges.asks(source.name) {
      let time = source.clock == nil ? programTimes[source.name] : nil
      leaveOut(source.name, but: spoken, at: now.monotonic, emit)
      let hasMissed = sources[source.name]!.hear(
        source, from: index, noSoonerThan: time, lateBy: delay,
        staleAfter: options.staleAfterMilliseconds, at: now, emit)
      if hasMissed {
        rings.ask(
          for: markets(of: source.name), isSpread: true,
          from: now.monotonic + HubSchedule.ringRoundMilliseconds, using: &random)
      }
    }
    for market in beat.markets {
      guard let target = taken(market.name, from: index) else { continue }
      apply(market, to: target, at: now, emit)
    }
  }

  /// Notes that a source's hub has spoken of none of its markets but these.
  private mutating func leaveOut(
    _ name: String, but told: Set<String>, at now: Int64, _ emit: (Update) -> Void
  ) {
    let left = grouped[name, default: []].lazy.filter { !told.contains($0.name) }.map(\.id)
    let news = sources[name]!.leaveOut(left, options.staleAfterMilliseconds, at: now)
    for (market, unheard) in news { emit(.unheard(market: market, unheard)) }
  }

  private mutating func apply(
    _ told: HubBeat.Market, to market: FollowedMarket, at now: Moment, _ emit: (Update) -> Void
  ) {
    let clock = sources[market.source]!.clock.offset.map { $0 + now.monotonic }
    if let clock, let time = told.ticker.tradeTime,
      time > clock + ExchangeClock.leewayMilliseconds
    {
      counts.dropped += 1
      return
    }
    emitListing(unit: told.quote, of: market, emit)
    let since = told.age.map { now.monotonic - $0 - sources[market.source]!.delay }
    let unheard = since.map {
      Unheard(since: $0, isStale: now.monotonic - $0 >= options.staleAfterMilliseconds)
    }
    if sources[market.source]!.hear(market.id, unheard) {
      emit(.unheard(market: market.id, unheard))
    }
    var ticker = told.ticker
    // A beat says all that the hub knows.
    ticker.isWhole = true
    emit(.ticker(market: market.id, ticker))
    guard let clock else { return }
    if let candle = told.candle {
      guard abs(candle.start - clock) < 3 * Candle.span else { return }
      // A forming candle covers only the time until now: the rest of it may never be heard.
      let end = max(candle.start + 1, min(clock, candle.start + Candle.span))
      emit(.history(market: market.id, [candle], covering: candle.start..<end))
    } else if market.isPublished {
      emit(.sample(market: market.id, price: told.ticker.price, time: clock))
    } else {
      let start = Candle.bucket(of: clock)
      emit(.retracted(market: market.id, start..<start + Candle.span))
    }
  }

  /// Shows the prices of a beat that the broker had kept, for sources without a price; they are not
  /// current.
  private mutating func recall(_ beat: HubBeat, _ emit: (Update) -> Void) {
    for name in sources.keys.sorted() where !exchanges.asks(name) {
      guard sources[name]!.hub == nil, !sources[name]!.markets.hasPrice else { continue }
      var recalled: [MarketID] = []
      for told in beat.markets {
        guard let market = named[told.name], market.source == name else { continue }
        recalled.append(market.id)
        emitListing(unit: told.quote, of: market, emit)
        emit(.ticker(market: market.id, told.ticker))
      }
      guard !recalled.isEmpty else { continue }
      sources[name]!.recall(recalled)
      emit(.link(exchange: name, .stale, heard: nil))
    }
  }

  private mutating func emitListing(
    unit: String?, of market: FollowedMarket, _ emit: (Update) -> Void
  ) {
    guard let unit, market.isPublished, let known = markets[market.id],
      sources[market.source]!.learn(unit: unit)
    else { return }
    let names = MarketNames(english: known.base, korean: known.base)
    emit(
      .listing(
        market: market.id,
        Listing(code: known.code, base: known.base, quote: unit, names: names)))
  }

  private func emitListing(_ entry: HubLists.Entry, of index: Int, _ emit: (Update) -> Void) {
    guard let market = named[entry.name], sources[market.source]?.hub ?? index == index,
      !exchanges.asks(market.source)
    else { return }
    emit(.listing(market: market.id, entry.listing))
    emit(.listed(market: market.id, entry.listing.isTrading, isHalted: entry.isHalted))
    if let title = entry.title { emit(.title(exchange: market.source, title)) }
  }

  /// What a hub lists of a source.
  private func emitListings(of name: String, from index: Int, _ emit: (Update) -> Void) {
    for entry in hubs[index].entries where named[entry.name]?.source == name {
      emitListing(entry, of: index, emit)
    }
  }

  private mutating func merge(
    _ told: HubCandles, isRing: Bool, at now: Int64, _ emit: (Update) -> Void
  ) {
    guard let market = named[told.market], let offset = sources[market.source]?.clock.offset
    else { return }
    // Candles of the future are made up.
    guard told.end <= offset + now + Candle.span else {
      counts.dropped += 1
      return
    }
    for run in told.runs { emit(.history(market: market.id, run.candles, covering: run.covering)) }
    for gap in told.gaps { emit(.retracted(market: market.id, gap)) }
    if isRing, rings.take(told, of: market.id, clock: offset + now, at: now) {
      emit(.filling(market: market.id, false))
    }
  }

  private func apply(
    _ answer: HubAnswer, _ path: String, of index: Int, at now: Int64, _ emit: (Update) -> Void
  ) {
    guard
      let market = followed.first(where: {
        taken($0.name, from: index) != nil && ownWants.paths(of: $0).contains(path)
      })
    else { return }
    switch answer {
    case .book(let book): emit(.book(market: market.id, book))
    case .trades(let trades): emit(.tape(market: market.id, trades))
    case .wallet(let wallet, let age): emit(.wallet(market: market.id, wallet, heard: now - age))
    case .chart(let history):
      if history.span == ownWants.chart?.span { emit(.candles(market: market.id, history)) }
    }
  }
}
