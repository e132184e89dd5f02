import MarketData
import Timing

/// All that is known of one market. Nothing is shared between markets.
public struct MarketState: Equatable, Sendable {
  /// How long a first price waits for its chart, and after how long without a trade a market sleeps.
  static let chartPatienceMilliseconds: Int64 = 3_000
  static let asleepAfterMilliseconds: Int64 = 60_000
  /// How long the baseline price of an earlier ticker is used: the price at which the last 24 hours
  /// begin is soon another one.
  static let baselineMilliseconds: Int64 = 20 * 60_000
  /// How far ahead of its exchange's clock the newest price may be. A price farther ahead was told
  /// before that clock was set right, and no longer counts as newer than the next price.
  static let aheadMilliseconds: Int64 = 1_000
  /// How far ahead of its exchange's clock a trade on the tape may be.
  static let futureMilliseconds: Int64 = 60_000

  /// When each value was last told, by our monotonic clock (`firstPrice`: when a price was first
  /// told); nil where it never was.
  struct Heard: Equatable {
    var firstPrice: Int64?
    var price: Int64?
    /// The day's high and low.
    var range: Int64?
    /// What the change is counted from.
    var baseline: Int64?
    var wallet: Int64?
  }

  /// How the market is heard while its exchange is heard.
  private struct Coverage: Equatable {
    /// Nil unless the market itself is not heard.
    var unheard: Unheard?
    /// Whether the exchange's stream tells of the market, where there is a stream.
    var isStreamed = true
  }

  /// What the exchange's list says of the market; until it says something else, it is traded.
  private enum Standing {
    case traded
    /// It is on the list, and not traded.
    case halted
    case missing
  }

  /// The exchange, and the base and the quote that it trades there.
  public private(set) var market: Market
  /// The exchange's name on the screen: `Upbit`.
  public private(set) var exchangeTitle: String
  /// What the exchange counts a day's change from: `09:00 KST`; empty where that has no name.
  public let baseline: String

  /// What people call the market's base; nil before the exchange's list has said so.
  public private(set) var names: MarketNames?
  /// What the exchange warns of in the market.
  public private(set) var cautions: Set<Caution> = []
  /// The last day of those cautions that end by themselves.
  public private(set) var cautionEnds: [Caution: CivilDay] = [:]
  /// The order book; nil while none is known.
  public private(set) var book: OrderBook?
  /// Whether the market's base can be moved to and from the exchange; nil while that is not known.
  public private(set) var wallet: WalletState?
  private var standing = Standing.traded
  /// The last twenty minutes in candles of five seconds.
  public private(set) var ring = CandleRing()
  /// The last trades, one by one.
  public private(set) var tape: Tape
  /// What its exchange told last, pieced together: a value that a message leaves out stays as it was.
  /// The price is that of the newest trade, not of the newest message.
  public private(set) var ticker: Ticker?
  private var priceTime = PriceTime(.min)
  private(set) var heard = Heard()
  private var coverage = Coverage()
  private var flash = PriceFlash()
  /// Digits after the decimal point of its prices, the most that were seen.
  public private(set) var decimals = 0
  /// When the newest trade was made, Unix milliseconds by the exchange's clock.
  public private(set) var lastTradeTime: Int64?
  private var isFilling = false
  /// When a trade was last heard of, by our monotonic clock: a market falls asleep by the earlier of
  /// this time and the time of its newest trade.
  private var wokenAt: Int64?

  /// - Parameter tellsTrades: whether the exchange tells trades, and not prices alone.
  public init(market: Market, exchangeTitle: String, baseline: String, tellsTrades: Bool = true) {
    self.market = market
    self.exchangeTitle = exchangeTitle
    self.baseline = baseline
    tape = Tape(isOffered: tellsTrades)
  }

  /// Whether the exchange lists the market and trades it.
  public var isListed: Bool { standing == .traded }
  /// Whether the exchange lists the market but does not trade it.
  public var isHalted: Bool { standing == .halted }

  /// When the exchange told the wallet, by our monotonic clock in milliseconds.
  public var walletHeard: Int64? { heard.wallet }

  /// In the market's quote.
  public var price: Double? { ticker?.price }

  /// The fraction that the price has moved since the baseline; nil where that is not known.
  public var change: Double? { ticker?.change }

  /// The price; nil while it is held back.
  public func shownPrice(at monotonic: Int64) -> Double? {
    isHeldBack(at: monotonic) ? nil : price
  }

  /// What the price was a moment ago; nil once it has not changed for longer.
  public func priceBefore(at monotonic: Int64) -> Double? {
    isHeldBack(at: monotonic) ? nil : flash.price(at: monotonic)
  }

  /// Until when, by our monotonic clock, a change of the price lights up; never where none does.
  public func flashEnds(at monotonic: Int64) -> Deadline {
    isHeldBack(at: monotonic) ? .never : flash.ends(at: monotonic)
  }

  /// The change as it is shown: rounded to 0.0001.
  public func shownChange(at monotonic: Int64) -> Double? {
    isHeldBack(at: monotonic) ? nil : change?.roundedChange
  }

  /// A first price is held back for its chart, but not for long.
  public func isHeldBack(at monotonic: Int64) -> Bool {
    guard isFilling, let pricedAt = heard.firstPrice else { return false }
    return monotonic - pricedAt < Self.chartPatienceMilliseconds
  }

  /// When a price that is held back is shown without its chart; never where none is.
  public func heldBackUntil(at monotonic: Int64) -> Deadline {
    isHeldBack(at: monotonic)
      ? Deadline(heard.firstPrice! + Self.chartPatienceMilliseconds) : .never
  }

  /// - Returns: whether its base or its quote is another one than was thought.
  mutating func apply(_ listing: Listing) -> Bool {
    let isOther = market.update(from: listing)
    names = listing.names
    (cautions, cautionEnds) = (listing.cautions, listing.cautionEnds)
    sawDecimals(listing.decimals)
    return isOther
  }

  mutating func apply(_ book: OrderBook) {
    self.book = book
    // In a market without a trade the best offers tell how many digits its prices have.
    for best in [book.bids.first, book.asks.first] {
      sawDecimals(best.flatMap { Decimal($0.price)?.decimals })
    }
  }

  private mutating func sawDecimals(_ count: Int?) {
    decimals = max(decimals, min(count ?? 0, Decimal.decimalsMax))
  }

  mutating func apply(_ wallet: WalletState, heard: Int64) {
    (self.wallet, self.heard.wallet) = (wallet, heard)
  }

  mutating func apply(_ trade: Trade, clock: Int64?, at monotonic: Int64) {
    ring.add(trade, clock: clock)
    tape.add(trade)
    traded(believable(trade.time, clock: clock), clock: clock, at: monotonic)
  }

  /// Takes the time of a trade that is newer than the last one. A last trade from before the
  /// exchange's clock was set back no longer counts.
  private mutating func traded(_ time: Int64, clock: Int64?, at monotonic: Int64) {
    if let last = lastTradeTime, time <= last, believable(last, clock: clock) == last { return }
    (lastTradeTime, wokenAt) = (time, monotonic)
  }

  /// A time more than `Candle.span` ahead of the exchange's clock counts as now, so that the trades
  /// that follow are newer.
  private func believable(_ time: Int64, clock: Int64?) -> Int64 {
    guard let clock, time > clock + Candle.span else { return time }
    return clock
  }

  /// An answer with the newest trades.
  mutating func apply(_ trades: [Trade]) { tape.renew(trades) }

  /// A price that is known goes before a polled one, which may be older than the stream's last.
  mutating func sample(_ polled: Double, time: Int64) {
    ring.sample(price: price ?? polled, time: time)
  }

  /// Takes candles of missed trades: their newest close becomes the price, where it is newer.
  mutating func merge(
    _ history: [Candle], covering: Range<Int64>, clock: Int64?, at monotonic: Int64
  ) {
    ring.merge(history, covering: covering)
    // Candles of polled prices have no volume, and tell of no trade.
    let isTrade = { (candle: Candle) in
      (candle.volume ?? 0) != 0 && covering.contains(candle.start)
    }
    guard let last = history.last(where: isTrade) else { return }
    traded(last.start, clock: clock, at: monotonic)
    guard last.start > priceTime.milliseconds(clock: clock, at: monotonic) else { return }
    heard.price = monotonic
    flash.change(from: price, to: last.close, at: monotonic)
    var newest = ticker ?? Ticker(price: last.close)
    newest.price = last.close
    newest.dayLow = newest.dayLow.map { min($0, last.close) }
    newest.dayHigh = newest.dayHigh.map { max($0, last.close) }
    (ticker, priceTime) = (newest, PriceTime(last.start))
    heard.firstPrice = heard.firstPrice ?? monotonic
    sawDecimals(Decimal(last.close)?.decimals)
  }

  /// No feed listened in this range.
  mutating func miss(_ range: Range<Int64>) {
    ring.miss(range)
    tape.miss(range)
  }
  /// Whether anything was traded in this range is not known after all.
  mutating func retract(_ range: Range<Int64>) { ring.retract(range) }

  mutating func setUnheard(_ unheard: Unheard?) { coverage.unheard = unheard }

  /// The link of the market while its exchange has this link.
  func link(_ exchange: Link) -> Link {
    guard exchange.isLive, coverage.unheard?.isStale ?? false else { return exchange }
    return price == nil ? .offline : .stale
  }

  mutating func setStreamed(_ isStreamed: Bool) { coverage.isStreamed = isStreamed }

  /// Nil unless the market is not heard although its exchange is.
  public var unheard: Unheard? { coverage.unheard }

  mutating func setFilling(_ isFilling: Bool) { self.isFilling = isFilling }
  mutating func setListed(_ isListed: Bool, isHalted: Bool) {
    standing = isListed ? .traded : isHalted ? .halted : .missing
  }
  /// A title that differs means that the exchange is now heard through another endpoint.
  mutating func changeEndpoint(title: String) {
    guard title != exchangeTitle else { return }
    exchangeTitle = title
    ring.changeSource()
    tape.changeSource()
  }

  /// The exchange's clock went on.
  /// - Parameter exchange: how the exchange is heard.
  mutating func advance(to clock: Int64, exchange: Link) {
    let link = link(exchange)
    let isPolled = link == .streaming && !coverage.isStreamed
    ring.advance(to: clock, gaps: (isPolled ? .polling : link).gapPolicy)
    tape.forget(after: clock + Self.futureMilliseconds)
  }

  mutating func apply(_ newest: Ticker, clock: Int64?, at monotonic: Int64) {
    // The price of the newest trade counts, not that of the newest message; but a trade that claims to
    // be from the future must not stay the newest for ever.
    let tradeTime = newest.tradeTime.map { believable($0, clock: clock) }
    let before = priceTime.milliseconds(clock: clock, at: monotonic)
    let time =
      if let tradeTime {
        PriceTime(tradeTime)
      } else if let clock {
        PriceTime(clock - CandleRing.undatedMilliseconds, toldAt: monotonic)
      } else {
        priceTime  // Without a clock it counts as no newer than the last.
      }
    let isNews =
      time.milliseconds(clock: clock, at: monotonic) >= before
      || clock.map { before > $0 + Self.aheadMilliseconds } ?? false
    var merged = newest.completed(by: ticker)
    if newest.baselinePrice != nil { heard.baseline = monotonic }
    if monotonic - (heard.baseline ?? monotonic) > Self.baselineMilliseconds {
      merged.baselinePrice = nil
    }
    heard.price = monotonic
    if newest.dayHigh != nil || newest.dayLow != nil { heard.range = monotonic }
    if let price, !isNews { merged.price = price }
    if isNews {
      // Another price means another trade, whose time is not known.
      if tradeTime == nil, newest.price != price { (lastTradeTime, wokenAt) = (nil, monotonic) }
      flash.change(from: price, to: newest.price, at: monotonic)
      priceTime = time
      heard.firstPrice = heard.firstPrice ?? monotonic
      sawDecimals(newest.decimals)
      if let tradeTime {
        traded(tradeTime, clock: clock, at: monotonic)
        ring.anchor(price: newest.price, time: tradeTime)
      } else if let clock {
        ring.anchorFirst(price: newest.price, time: clock - CandleRing.undatedMilliseconds)
      }
    }
    ticker = merged
  }

  /// Forgets the prices of a market that is no longer followed; if it is followed again, it starts anew.
  mutating func forgetPrice() {
    (ticker, priceTime, flash) = (nil, PriceTime(.min), PriceFlash())
    (lastTradeTime, wokenAt, coverage) = (nil, nil, Coverage())
    // The wallet is no price: it stays known.
    heard = Heard(wallet: heard.wallet)
  }

  /// When it falls asleep, by our monotonic clock, if there are no trades; never while that is not known.
  public func asleepAt(clock: Int64?, at monotonic: Int64) -> Deadline {
    // Polls that name no trade do not tell when there was one.
    if lastTradeTime == nil, ring.live?.source ?? .samples == .samples { return .never }
    var quietSince = wokenAt ?? .max
    if let lastTradeTime, let clock {
      quietSince = min(quietSince, monotonic - clock + lastTradeTime)
    }
    return quietSince == .max ? .never : Deadline(quietSince + Self.asleepAfterMilliseconds + 1)
  }

  /// How a market feels: by its day, shifted by the candle that finished last.
  public func mood(link: Link, clock: Int64?, at monotonic: Int64) -> Mood {
    guard link.isLive, isListed else { return .lost }
    if asleepAt(clock: clock, at: monotonic).isDue(at: monotonic) { return .asleep }
    return Mood.ofDay(change: change ?? 0).shifted(by: ring.closed.map(\.move) ?? 0)
  }
}

/// When a price was made.
private struct PriceTime: Equatable, Sendable {
  /// Unix milliseconds, by what the exchange's clock was thought to show.
  private let milliseconds: Int64
  /// When it was told, by our monotonic clock; nil where the time of its trade was told as well.
  private let toldAt: Int64?

  init(_ milliseconds: Int64, toldAt: Int64? = nil) {
    (self.milliseconds, self.toldAt) = (milliseconds, toldAt)
  }

  /// Unix milliseconds by the exchange's clock, which may since have been found to be behind: trades
  /// after the price would otherwise count as older.
  func milliseconds(clock: Int64?, at monotonic: Int64) -> Int64 {
    guard let clock, let toldAt else { return milliseconds }
    return min(milliseconds, clock - (monotonic - toldAt) - CandleRing.undatedMilliseconds)
  }
}

extension Ticker {
  /// This ticker, with each value that it leaves out taken from the one before.
  fileprivate func completed(by before: Ticker?) -> Ticker {
    guard let before, !isWhole else { return self }
    var ticker = self
    ticker.baselinePrice = baselinePrice ?? before.baselinePrice
    ticker.dayOpen = dayOpen ?? before.dayOpen
    ticker.dayLow = dayLow ?? before.dayLow.map { min($0, price) }
    ticker.dayHigh = dayHigh ?? before.dayHigh.map { max($0, price) }
    ticker.volume = volume ?? before.volume
    ticker.turnover = turnover ?? before.turnover
    ticker.yearLow = yearLow ?? before.yearLow
    ticker.yearHigh = yearHigh ?? before.yearHigh
    if !tellsDelisting {
      (ticker.delistsOn, ticker.tellsDelisting) = (before.delistsOn, before.tellsDelisting)
    }
    return ticker
  }
}
