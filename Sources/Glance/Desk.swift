import MarketData

/// All state of the program, changed by one function.
public struct Desk: Sendable {
  /// What is known of each market that is configured, or could be shown in place of another.
  public private(set) var markets: [MarketState]
  /// What a press goes through, in the configuration's order.
  public private(set) var places: [Place]
  /// The place and the page on the screen.
  public private(set) var position = 0
  public private(set) var page = Page.glance
  public let language: Language
  /// What is known beyond any exchange.
  public private(set) var surroundings = Surroundings()

  /// The newest time that the desk was told.
  public private(set) var now = Moment(monotonic: 0, wall: 0)
  private var utcOffsetSeconds = 0
  private var exchanges: [String: ExchangeState] = [:]

  private struct ExchangeState: Sendable {
    var link = Link.offline
    var heard: Int64?
    /// The exchange's Unix milliseconds less our monotonic ones.
    var clockOffset: Int64?
    /// What keeps it from being heard.
    var trouble: Trouble?
    /// Our wall clock when it was heard last.
    var silentSince: Int64?
  }

  /// One place on the desk, and which market is shown there.
  public struct Place: Equatable, Sendable {
    public internal(set) var market: Int
    /// Whether several exchanges could speak here, so that the screen must say who does.
    public let isShared: Bool

    public init(market: Int, isShared: Bool = false) {
      self.market = market
      self.isShared = isShared
    }
  }

  /// The market on the screen.
  private var shown: Int { places[position].market }

  /// - Parameters:
  ///   - markets: at least one.
  ///   - places: what is shown of them, the first first; each market at its own place without.
  public init(markets: [MarketState], places: [Place]? = nil, language: Language) {
    precondition(!markets.isEmpty && places?.isEmpty != true, "there is always a market to show")
    self.markets = markets
    self.places = places ?? markets.indices.map { Place(market: $0) }
    self.language = language
  }

  /// Takes one event: nothing else changes the desk.
  public mutating func apply(_ event: Event) {
    switch event {
    case .update(let update): apply(update)
    case .command(let command): apply(command)
    case .time(let moment, let utcOffsetSeconds):
      now = moment
      self.utcOffsetSeconds = utcOffsetSeconds
      for index in markets.indices { advance(index) }
    }
  }

  private mutating func apply(_ update: Update) {
    switch update {
    case .trade(let index, let trade):
      advance(index)
      markets[index].ring.add(trade)
      markets[index].lastTradeTime = max(markets[index].lastTradeTime ?? .min, trade.time)
    case .ticker(let index, let ticker):
      advance(index)
      markets[index].take(ticker, clock: clock(of: index), at: now.monotonic)
    case .sample(let index, let price, let time):
      // What was polled may be older than what the stream said last.
      markets[index].ring.sample(price: markets[index].price ?? price, time: time)
    case .history(let index, let candles, let covering):
      advance(index)
      markets[index].ring.merge(candles, covering: covering)
    case .filling(let index, let isFilling): markets[index].isFilling = isFilling
    case .listing(let index, let listing): markets[index].take(listing)
    case .book(let index, let book): markets[index].book = book
    case .wallet(let index, let wallet): markets[index].wallet = wallet
    case .listed(let index, let isListed): markets[index].isListed = isListed
    case .clock(let exchange, let offset):
      exchanges[exchange, default: ExchangeState()].clockOffset = offset
    case .speaks(let place, let market): places[place].market = market
    case .title(let exchange, let title):
      for index in markets.indices where markets[index].market.exchange == exchange {
        markets[index].exchangeTitle = title
      }
    case .trouble(let exchange, let trouble):
      exchanges[exchange, default: ExchangeState()].trouble = trouble
    case .rates, .trending, .facts: surroundings.take(update)
    case .link(let exchange, let link, let heard):
      let isHeard = link == .streaming || link == .polling
      var state = exchanges[exchange] ?? ExchangeState()
      state.silentSince = isHeard ? nil : state.silentSince ?? now.wall
      state.link = link
      state.heard = heard
      exchanges[exchange] = state
    }
  }

  private mutating func apply(_ command: Command) {
    switch command {
    case .nextMarket: position = (position + 1) % places.count
    case .previousMarket: position = (position + places.count - 1) % places.count
    case .nextPage: turn(1)
    case .previousPage: turn(Page.allCases.count - 1)
    case .home: page = .glance
    case .retryNow: break  // The feeds do.
    }
  }

  private mutating func turn(_ pages: Int) {
    let all = Page.allCases
    page = all[(all.firstIndex(of: page)! + pages) % all.count]
  }

  /// What the exchange's clock shows.
  private func clock(of index: Int) -> Int64? {
    exchanges[markets[index].market.exchange]?.clockOffset.map { $0 + now.monotonic }
  }

  func link(of index: Int) -> Link {
    exchanges[markets[index].market.exchange]?.link ?? .offline
  }

  /// Our monotonic time when the market's exchange last spoke.
  func heard(of index: Int) -> Int64? { exchanges[markets[index].market.exchange]?.heard }

  private mutating func advance(_ index: Int) {
    guard let clock = clock(of: index) else { return }
    let silence: CandleRing.Silence =
      switch link(of: index) {
      case .streaming: .quiet
      case .polling: .sampled
      case .stale, .offline: .unknown
      }
    markets[index].ring.advance(to: clock, silence: silence)
  }

  /// When, by the monotonic clock, the screen may change although nobody speaks.
  public var deadline: Int64 {
    let minute = 60_000 - (now.wall % 60_000 + 60_000) % 60_000
    var soonest = now.monotonic + minute
    for index in markets.indices {
      guard let clock = clock(of: index) else { continue }
      soonest = min(soonest, now.monotonic + Candle.bucket(of: clock) + Candle.span - clock)
    }
    let state = markets[shown]
    if let clock = clock(of: shown), let last = state.lastTradeTime {
      let asleep = last + MarketState.asleepAfterMilliseconds + 1 - clock
      if asleep > 0 { soonest = min(soonest, now.monotonic + asleep) }
    }
    if state.isHeldBack(at: now.monotonic), let pricedAt = state.pricedAt {
      soonest = min(soonest, pricedAt + MarketState.chartPatienceMilliseconds)
    }
    if age(isShownWhenLive: false) != nil { soonest = min(soonest, nextAge) }
    return soonest
  }

  /// When the age of what was heard last is a second more.
  public var nextAge: Int64 {
    guard let heard = exchanges[markets[shown].market.exchange]?.heard else { return .max }
    let age = max(0, now.monotonic - heard)
    return now.monotonic + 1_000 - age % 1_000
  }

  /// Whole seconds since the exchange of the shown market last spoke.
  private func age(isShownWhenLive: Bool) -> Int? {
    let exchange = exchanges[markets[shown].market.exchange]
    guard let heard = exchange?.heard else { return nil }
    if !isShownWhenLive, exchange?.link == .streaming || exchange?.link == .polling { return nil }
    return Int(max(0, now.monotonic - heard) / 1_000)
  }

  /// What the glance page says now.
  public var glance: GlanceScene {
    let state = markets[shown]
    let isHeldBack = state.isHeldBack(at: now.monotonic)
    var scene = GlanceScene()
    scene.language = language
    scene.code = "\(state.market.base)/\(state.market.quote)"
    scene.name = language == .korean ? state.names?.korean ?? state.market.base : scene.code
    if places[position].isShared {
      scene.code = "\(state.market.base) \(state.exchangeTitle)"
      scene.name = "\(language == .korean ? scene.name : state.market.base) \(state.exchangeTitle)"
    }
    scene.exchange = state.exchangeTitle
    scene.quote = state.market.quote
    scene.price = isHeldBack ? nil : state.price
    scene.decimals = state.decimals
    scene.change = isHeldBack ? nil : state.change.map { ($0 * 10_000).rounded() / 10_000 }
    scene.dayLow = state.dayLow
    scene.dayHigh = state.dayHigh
    scene.baseline = state.baseline
    scene.candles = state.ring.candles(last: 134)
    scene.link = link(of: shown)
    scene.age = age(isShownWhenLive: false)
    scene.clock = GlanceScene.clock(at: now.wall, utcOffsetSeconds: utcOffsetSeconds)
    scene.mood = state.mood(link: scene.link, clock: clock(of: shown))
    scene.lean = (state.ring.closed?.move).map { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 } ?? 0
    scene.position = position
    scene.count = places.count
    scene.outage = outage(of: state)
    scene.notice = state.isListed ? nil : language.notListed(state.market, by: state.exchangeTitle)
    return scene
  }

  /// What keeps an exchange from being heard, in words, where an update says so.
  public func sentence(of update: Update) -> String? {
    guard case .trouble(let exchange, let trouble?) = update,
      let state = markets.first(where: { $0.market.exchange == exchange })
    else { return nil }
    return language.words.sentence(for: trouble, of: state.exchangeTitle, since: nil)
  }

  private func outage(of state: MarketState) -> GlanceScene.Outage? {
    guard let exchange = exchanges[state.market.exchange], exchange.link != .streaming,
      exchange.link != .polling, let trouble = exchange.trouble
    else { return nil }
    let since = exchange.silentSince.map {
      GlanceScene.clock(at: $0, utcOffsetSeconds: utcOffsetSeconds)
    }
    return GlanceScene.Outage(trouble: trouble, since: since)
  }

  /// What the screen says, in full and unrounded.
  public var report: Report {
    let state = markets[shown]
    let isHeldBack = state.isHeldBack(at: now.monotonic)
    let link = link(of: shown)
    return Report(
      page: page, market: state.market, price: isHeldBack ? nil : state.price,
      change: isHeldBack ? nil : state.change, baseline: state.baseline,
      mood: state.mood(link: link, clock: clock(of: shown)), link: link,
      age: age(isShownWhenLive: true), live: state.ring.live, closed: state.ring.closed)
  }
}
