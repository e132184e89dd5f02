import MarketData

/// All that is known of one market. Nothing is shared between markets.
public struct MarketState: Equatable, Sendable {
  /// How long a first price waits for its chart, and how long a market may be silent while awake.
  static let chartPatienceMilliseconds: Int64 = 3_000
  static let asleepAfterMilliseconds: Int64 = 60_000
  /// How long a change of the price is felt.
  public static let feltForMilliseconds: Int64 = 300
  /// How far ahead of its clock an exchange may be, until that is taken for set back.
  static let futureMilliseconds: Int64 = 60_000

  public private(set) var market: Market
  /// The exchange's name on the screen, and what it counts a day's change from.
  public internal(set) var exchangeTitle: String
  public let baseline: String

  public internal(set) var names: MarketNames?
  public internal(set) var cautions: Set<Caution> = []
  public internal(set) var cautionEnds: [Caution: CivilDay] = [:]
  /// When it ends, where that is announced.
  public internal(set) var delistsOn: CivilDay?
  public internal(set) var book: OrderBook?
  public internal(set) var wallet: WalletState?
  /// When the exchange said so, by our monotonic clock.
  var walletHeard: Int64?
  public internal(set) var isListed = true
  public internal(set) var ring = CandleRing()
  public internal(set) var tape = Tape()
  /// The last price, in the market's quote, and when it was made by the exchange's clock.
  public internal(set) var price: Double?
  var priceTime = Int64.min
  /// The price before it changed, and when it did by our monotonic clock: a change is felt.
  private var priceBefore: Double?
  private var changedAt = Int64.min / 2
  /// When the first price came, by our monotonic clock.
  var pricedAt: Int64?
  public internal(set) var decimals = 0
  public internal(set) var baselinePrice: Double?
  /// The day's first, lowest and highest price.
  public internal(set) var dayOpen: Double?
  public internal(set) var dayLow: Double?
  public internal(set) var dayHigh: Double?
  /// What was traded lately, as the exchange counts it: in the base, and its value in the quote.
  public internal(set) var volume: Double?
  public internal(set) var turnover: Double?
  /// The lowest and highest price within 52 weeks.
  public internal(set) var yearLow: Double?
  public internal(set) var yearHigh: Double?
  /// When the last trade was by the exchange's clock, and when one was last heard of by our monotonic
  /// one: a market sleeps by either.
  var lastTradeTime: Int64?
  private var wokenAt: Int64?
  var isFilling = false

  public init(market: Market, exchangeTitle: String, baseline: String) {
    self.market = market
    self.exchangeTitle = exchangeTitle
    self.baseline = baseline
  }

  /// The fraction that the price has moved since the baseline; nil where no number tells it.
  public var change: Double? {
    guard let price, let baselinePrice else { return nil }
    let change = (price - baselinePrice) / baselinePrice
    return change.isFinite ? change : nil
  }

  /// The price as it may be shown.
  func shownPrice(at monotonic: Int64) -> Double? { isHeldBack(at: monotonic) ? nil : price }

  /// What the price was a moment ago; nil once it has not changed for longer.
  func priceBefore(at monotonic: Int64) -> Double? {
    feltUntil(at: monotonic) == nil ? nil : priceBefore
  }

  /// Until when, by our monotonic clock, the price's last change is felt; nil where it was already.
  func feltUntil(at monotonic: Int64) -> Int64? {
    let until = changedAt + Self.feltForMilliseconds
    return priceBefore != nil && monotonic < until && !isHeldBack(at: monotonic) ? until : nil
  }

  /// Changes that follow each other within a beat are one.
  private mutating func feel(_ next: Double, at monotonic: Int64) {
    guard let price, price != next, monotonic - changedAt >= 100 else { return }
    (priceBefore, changedAt) = (price, monotonic)
  }

  /// The change as it is shown: rounded to 0.0001.
  func shownChange(at monotonic: Int64) -> Double? {
    isHeldBack(at: monotonic) ? nil : change.map { ($0 * 10_000).rounded() / 10_000 }
  }

  /// A first price is held back for its chart, but not for long.
  func isHeldBack(at monotonic: Int64) -> Bool {
    guard isFilling, let pricedAt else { return false }
    return monotonic - pricedAt < Self.chartPatienceMilliseconds
  }

  mutating func take(_ listing: Listing) {
    market.take(listing)
    names = listing.names
    (cautions, cautionEnds) = (listing.cautions, listing.cautionEnds)
    decimals = max(decimals, min(listing.decimals ?? 0, 12))
  }

  mutating func take(_ book: OrderBook) {
    self.book = book
    // Who has not traded yet shows the market's steps by what is offered.
    for best in [book.bids.first, book.asks.first] {
      decimals = max(decimals, min(best.flatMap { Decimal($0.price)?.decimals } ?? 0, 12))
    }
  }

  mutating func take(_ trade: Trade, clock: Int64?, at monotonic: Int64) {
    ring.add(trade, clock: clock)
    tape.add(trade)
    traded(believable(trade.time, clock: clock), clock: clock, at: monotonic)
  }

  /// What was the last trade before the exchange's clock was set back is none any more.
  private mutating func traded(_ time: Int64, clock: Int64?, at monotonic: Int64) {
    if let last = lastTradeTime, time <= last, believable(last, clock: clock) == last { return }
    (lastTradeTime, wokenAt) = (time, monotonic)
  }

  /// What was traded while nobody listened: its newest close is the price, where it is newer.
  mutating func take(
    _ history: [Candle], covering: Range<Int64>, clock: Int64?, at monotonic: Int64
  ) {
    ring.merge(history, covering: covering)
    guard let last = history.last(where: { $0.volume != 0 && covering.contains($0.start) }) else {
      return
    }
    traded(last.start, clock: clock, at: monotonic)
    guard last.start > priceTime else { return }
    feel(last.close, at: monotonic)
    (price, priceTime) = (last.close, last.start)
    pricedAt = pricedAt ?? monotonic
    decimals = max(decimals, min(Decimal(last.close)?.decimals ?? 0, 12))
    dayLow = dayLow.map { min($0, last.close) }
    dayHigh = dayHigh.map { max($0, last.close) }
  }

  /// What claims to be from a time that has not come is of now: the trades that follow are newer.
  private func believable(_ time: Int64, clock: Int64?) -> Int64 {
    guard let clock, time > clock + Candle.span else { return time }
    return clock
  }

  mutating func take(_ ticker: Ticker, clock: Int64?, at monotonic: Int64) {
    baselinePrice = ticker.baselinePrice ?? baselinePrice
    dayOpen = ticker.dayOpen ?? dayOpen
    delistsOn = ticker.delistsOn ?? delistsOn
    dayLow = ticker.dayLow ?? dayLow.map { min($0, ticker.price) }
    dayHigh = ticker.dayHigh ?? dayHigh.map { max($0, ticker.price) }
    volume = ticker.volume ?? volume
    turnover = ticker.turnover ?? turnover
    yearLow = ticker.yearLow ?? yearLow
    yearHigh = ticker.yearHigh ?? yearHigh
    // The newest trade's price counts, not the newest message's; but what claims to be from the
    // future must not hold that place for ever.
    // Without a time of its own it yields to the trades of the last moment.
    let tradeTime = ticker.tradeTime.map { believable($0, clock: clock) }
    let time = tradeTime ?? clock.map { $0 - 2_000 } ?? priceTime
    guard time >= priceTime || clock.map({ priceTime > $0 + Self.futureMilliseconds }) ?? false
    else { return }
    if tradeTime == nil, ticker.price != price { wokenAt = monotonic }
    feel(ticker.price, at: monotonic)
    price = ticker.price
    priceTime = time
    pricedAt = pricedAt ?? monotonic
    decimals = max(decimals, min(ticker.decimals, 12))
    if let tradeTime {
      traded(tradeTime, clock: clock, at: monotonic)
      ring.anchor(price: ticker.price, time: tradeTime)
    }
  }

  /// When it falls asleep, by our monotonic clock, if nobody trades; nil while that is not known.
  func asleepAt(clock: Int64?, at monotonic: Int64) -> Int64? {
    // Of polls that name no trade nobody can tell.
    if lastTradeTime == nil, ring.live?.source ?? .samples == .samples { return nil }
    let quietSince = [
      wokenAt, lastTradeTime.flatMap { time in clock.map { monotonic - $0 + time } },
    ]
    return quietSince.compactMap { $0 }.min().map { $0 + Self.asleepAfterMilliseconds + 1 }
  }

  /// How a market feels: by its day, shifted by the candle that finished last.
  func mood(link: Link, clock: Int64?, at monotonic: Int64) -> Mood {
    guard link.isLive else { return .lost }
    if let at = asleepAt(clock: clock, at: monotonic), at <= monotonic { return .asleep }
    return Mood.ofDay(change: change ?? 0).shifted(by: ring.closed.map(\.move) ?? 0)
  }
}

extension Candle {
  /// The fraction from open to close.
  var move: Double { (close - open) / open }
}
