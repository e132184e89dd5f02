import MarketData

/// All state of the program, changed by one function.
public struct Desk: Sendable {
  /// What is known of each market that is configured, or could be shown in place of another.
  public internal(set) var markets: [MarketState]
  /// What a press goes through, in the configuration's order.
  public internal(set) var places: [Place]
  public internal(set) var settings: Settings
  /// Looked for once: it is needed in every turn.
  var held: Held
  public internal(set) var choices: Choices
  /// The list page's rows in the order in which they are read; nil while they are to be sorted.
  var roster: [Int]?
  /// Those that an exchange ranks first, when it said so, and which of them is pointed at.
  var ranked: [RankedMarket] = []
  var rankedAt: Int64?
  var cursor: Market?
  /// What is known beyond any exchange.
  public private(set) var surroundings = Surroundings()
  /// Nil until somebody looked.
  private(set) var network: BoardNetwork?
  /// The candles that the exchange of the market in the chart keeps: of one market at a time.
  private(set) var charted: (market: Int, history: CandleHistory)?

  /// The newest time that the desk was told.
  public private(set) var now = Moment(monotonic: 0, wall: 0)
  private(set) var utcOffsetSeconds = 0
  /// Since when no hand was there, and when a market was shown by itself, by the monotonic clock.
  var idleSince: Int64?
  var rotatedAt: Int64?
  var rotationPausedUntil = Int64.min
  var hintUntil: Int64?
  /// By what it is the premium of: `BTC`; and when they are looked at next.
  var premiumDays: [String: PremiumDay] = [:]
  var premiumsDueAt = Int64.min
  /// The place that a hand has chosen last.
  var chosenPosition: Int
  /// Which alerts have come, and when all were looked at, by the monotonic clock.
  var board = AlertBoard()
  var alertsLookedAt: Int64?
  /// Alerts that have come since the newest time.
  public internal(set) var rung: [AlertNews] = []
  private(set) var exchanges: [String: ExchangeState] = [:]

  struct ExchangeState: Sendable {
    var link = Link.offline
    var heard: Int64?
    /// The exchange's Unix milliseconds less our monotonic ones.
    var clockOffset: Int64?
    /// What keeps it from being heard.
    var trouble: Trouble?
    /// When it was heard last, by our monotonic clock.
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

  /// The place and the page on the screen.
  public var position: Int { alertPlace ?? choices.position }
  public var page: Page { alertPlace == nil ? choices.page : .alert }
  public var layout: Layout { choices.layout ?? settings.layout }
  /// The market on the screen.
  var shown: Int { places[position].market }
  /// What is worth keeping of the choices: not the market that was shown by itself.
  public var kept: Choices {
    var kept = choices
    kept.position = chosenPosition
    return kept
  }

  /// - Parameters:
  ///   - markets: at least one.
  ///   - places: what is shown of them, the first first; each market at its own place without.
  ///   - choices: what was kept of an earlier life.
  public init(
    markets: [MarketState], places: [Place]? = nil, settings: Settings = Settings(),
    choices: Choices? = nil
  ) {
    precondition(!markets.isEmpty && places?.isEmpty != true, "there is always a market to show")
    self.markets = markets
    self.places = places ?? markets.indices.map { Place(market: $0) }
    self.settings = settings
    held = Held(settings.holdings, among: markets)
    self.choices = choices ?? Choices(page: settings.home)
    chosenPosition = self.choices.position
  }

  /// Takes one event: nothing else changes the desk.
  public mutating func apply(_ event: Event) {
    switch event {
    case .update(let update): apply(update)
    case .command(let command):
      apply(command)
      chosenPosition = choices.position
    case .time(let moment, let utcOffsetSeconds):
      now = moment
      self.utcOffsetSeconds = utcOffsetSeconds
      for index in markets.indices { advance(index) }
      keepAlerts()
      keepTime()
    case .settings(let settings): goOn(with: settings)
    case .places(let places, let newcomers): goOn(with: places, newcomers)
    case .network(let network): self.network = network
    }
    keepRoster()
  }

  private mutating func apply(_ update: Update) {
    switch update {
    case .trade(let index, let trade):
      advance(index)
      markets[index].take(trade, clock: clock(of: index), at: now.monotonic)
    case .tape(let index, let trades):
      advance(index)
      markets[index].tape.renew(trades)
    case .ticker(let index, let ticker):
      advance(index)
      if markets[index].price == nil { roster = nil }
      markets[index].take(ticker, clock: clock(of: index), at: now.monotonic)
      lookAtAlerts(of: index)
    case .sample(let index, let price, let time):
      // What was polled may be older than what the stream said last.
      markets[index].ring.sample(price: markets[index].price ?? price, time: time)
    case .history(let index, let candles, let covering):
      advance(index)
      if markets[index].price == nil { roster = nil }
      markets[index].take(
        candles, covering: covering, clock: clock(of: index), at: now.monotonic)
      lookAtAlerts(of: index)
    case .missed(let index, let range):
      advance(index)
      markets[index].ring.miss(range)
    case .candles(let index, let history): charted = (index, history)
    case .filling(let index, let isFilling): markets[index].isFilling = isFilling
    case .listing(let index, let listing):
      markets[index].take(listing)
      roster = nil
    case .book(let index, let book): markets[index].take(book)
    case .wallet(let index, let wallet, let heard):
      (markets[index].wallet, markets[index].walletHeard) = (wallet, heard)
    case .listed(let index, let isListed): markets[index].isListed = isListed
    case .clock(let exchange, let offset):
      exchanges[exchange, default: ExchangeState()].clockOffset = offset
    case .speaks(let place, let market):
      places[place].market = market
      roster = nil
      handOverAlerts(isForGood: false)
    case .ranking(let exchange, let newest): take(newest, of: exchange)
    case .title(let exchange, let title):
      for index in markets.indices where markets[index].market.exchange == exchange {
        markets[index].exchangeTitle = title
      }
    case .trouble(let exchange, let trouble):
      exchanges[exchange, default: ExchangeState()].trouble = trouble
    case .rates, .trending, .facts, .unheard: surroundings.take(update, at: now.monotonic)
    case .link(let exchange, let link, let heard):
      var state = exchanges[exchange] ?? ExchangeState()
      state.silentSince = link.isLive ? nil : state.silentSince ?? now.monotonic
      state.link = link
      state.heard = heard
      exchanges[exchange] = state
    }
  }

  /// What the exchange's clock shows.
  func clock(of index: Int) -> Int64? {
    exchanges[markets[index].market.exchange]?.clockOffset.map { $0 + now.monotonic }
  }

  func link(of index: Int) -> Link {
    exchanges[markets[index].market.exchange]?.link ?? .offline
  }

  /// Our monotonic time when the market's exchange last spoke.
  func heard(of index: Int) -> Int64? { exchanges[markets[index].market.exchange]?.heard }

  private mutating func advance(_ index: Int) {
    guard let exchange = exchanges[markets[index].market.exchange],
      let clock = exchange.clockOffset.map({ $0 + now.monotonic })
    else { return }
    let silence: CandleRing.Silence =
      switch exchange.link {
      case .streaming: .quiet
      case .polling: .sampled
      case .stale, .offline: .unknown
      }
    markets[index].ring.advance(to: clock, silence: silence)
    markets[index].tape.forget(after: clock + MarketState.futureMilliseconds)
  }

  /// What keeps an exchange from being heard, in words, where an update says so.
  public func sentence(of update: Update) -> String? {
    guard case .trouble(let exchange, let trouble?) = update,
      let state = markets.first(where: { $0.market.exchange == exchange })
    else { return nil }
    return language.words.sentence(for: trouble, of: state.exchangeTitle, since: nil)
  }
}
