/// One market: its walk, if it has one, and the trades that a test has put into it.
public final class SimulatedMarket {
  public let listing: SimulatedListing
  /// The injected trades, earliest first.
  private(set) var injected: [SimulatedTrade] = []
  let walk: PriceWalk?
  /// The seconds that were computed last, for callers that ask for one again; empty until the first
  /// call.
  private var recent: [(second: Int64, trades: [SimulatedTrade])] = []
  /// The trade that was found last, for callers that ask again a little later.
  private var found: (time: Int64, trade: SimulatedTrade)?

  private static let injectedLimit = 100_000
  /// A power of two.
  private static let recentSeconds = 64
  /// How far into the past a walk is searched: every quiet spell ends sooner.
  private static let searchSeconds: Int64 = 6 * 3_600
  /// Longer candles than this are sampled.
  private static let wholeSeconds: Int64 = 600
  private static let samples: Int64 = 96

  /// Without a seed the market has only the trades that are injected.
  public init(listing: SimulatedListing, seed: UInt64?) {
    self.listing = listing
    walk = seed.map { PriceWalk(listing: listing, seed: $0) }
  }

  /// Inserts a trade by its time; if there are too many, the oldest one is removed.
  func inject(_ trade: SimulatedTrade) {
    let index =
      injected.lastIndex { ($0.time, $0.id) <= (trade.time, trade.id) }.map { $0 + 1 } ?? 0
    injected.insert(trade, at: index)
    if injected.count > Self.injectedLimit { injected.removeFirst() }
    found = nil
  }

  /// The trades of one second (Unix seconds), earliest first.
  public func trades(inSecond second: Int64) -> [SimulatedTrade] {
    let walked = walked(inSecond: second)
    guard !injected.isEmpty else { return walked }
    let own = injected[injectedRange(second * 1_000..<(second + 1) * 1_000)]
    return own.isEmpty ? walked : (walked + own).sorted { ($0.time, $0.id) < ($1.time, $1.id) }
  }

  /// The trades of one second that come from the walk.
  func walked(inSecond second: Int64) -> [SimulatedTrade] {
    guard let walk else { return [] }
    if recent.isEmpty { recent = Array(repeating: (.min, []), count: Self.recentSeconds) }
    let slot = Int(second & Int64(Self.recentSeconds - 1))
    if recent[slot].second == second { return recent[slot].trades }
    let trades = walk.trades(inSecond: second)
    recent[slot] = (second, trades)
    return trades
  }

  /// The newest trade at or before `time` (Unix milliseconds), if there is one within six hours.
  public func lastTrade(at time: Int64) -> SimulatedTrade? {
    let own = injected.last { $0.time <= time }
    guard let walk else { return own }
    var second = time / 1_000
    let end = max(own.map { $0.time / 1_000 } ?? Int64.min, second - Self.searchSeconds)
    while second >= end {
      if let last = trades(inSecond: second).last(where: { $0.time <= time }) {
        if time >= found?.time ?? .min { found = (time, last) }
        return last
      }
      if let known = found, known.time / 1_000 >= second, known.time <= time,
        known.trade.time / 1_000 >= end
      {
        found = (time, known.trade)
        return known.trade
      }
      second = injected.isEmpty ? walk.lastSecond(beforeQuietOf: second) ?? second - 1 : second - 1
    }
    return own
  }

  /// The newest `count` trades at or before `time`, newest first.
  /// - Parameter id: only trades before the one with this id; nil for all.
  func newestTrades(_ count: Int, at time: Int64, before id: Int64? = nil) -> [SimulatedTrade] {
    var trades: [SimulatedTrade] = []
    let time = min(time, id.map { $0 / 10_000 } ?? time)
    var last = lastTrade(at: time)
    while let newest = last, trades.count < count {
      trades += self.trades(inSecond: newest.time / 1_000)
        .filter { $0.time <= time && $0.id < id ?? .max }.reversed()
      last = lastTrade(at: newest.time / 1_000 * 1_000 - 1)
    }
    return Array(trades.prefix(max(0, count)))
  }

  /// The newest `count` candles of `span` seconds that begin before `end` and hold trades up to
  /// `now` only, newest first. Stretches without a trade have none.
  public func candles(count: Int, spanSeconds span: Int64, before end: Int64, now: Int64)
    -> [SimulatedCandle]
  {
    let newest = min(now / 1_000, (end + 999) / 1_000 - 1)
    var start = newest - ((newest % span) + span) % span
    var candles: [SimulatedCandle] = []
    var oldest = injected.first.map { $0.time / 1_000 } ?? newest
    if walk != nil { oldest = min(oldest, newest - max(Self.searchSeconds, Int64(count) * span)) }
    while candles.count < count, start + span > oldest {
      if let candle = candle(start: start, spanSeconds: span, until: now) { candles.append(candle) }
      start -= span
    }
    return candles
  }

  /// The candle that starts at `start` (Unix seconds), of the trades up to `now`.
  func candle(start: Int64, spanSeconds span: Int64, until now: Int64) -> SimulatedCandle? {
    let end = min(start + span, now / 1_000 + 1)
    guard start < end else { return nil }
    if let walk, span > Self.wholeSeconds {
      return sampled(walk, start: start, until: min(end, now / 1_000))
    }
    let trades =
      walk == nil
      ? Array(injected[injectedRange(start * 1_000..<end * 1_000)])
      : (start..<end).flatMap { self.trades(inSecond: $0) }
    return SimulatedCandle(start: start * 1_000, trades: trades.filter { $0.time <= now })
  }

  /// A long candle made from samples, since to compute every second takes too long: prices at some
  /// times, and the average volume.
  private func sampled(_ walk: PriceWalk, start: Int64, until end: Int64) -> SimulatedCandle? {
    let step = max(1, (end - start) / Self.samples)
    let times = stride(from: start, to: end, by: Int(step)) + [end]
    let volume = walk.volume(from: start, until: end) / Double(times.count)
    return SimulatedCandle(
      start: start * 1_000,
      trades: times.map { time in
        SimulatedTrade(
          id: 0, time: time * 1_000, price: listing.rounded(walk.price(at: time * 1_000)),
          volume: volume, taker: .buy)
      })
  }

  private func injectedRange(_ times: Range<Int64>) -> Range<Int> {
    func index(of time: Int64) -> Int {
      var low = 0
      var high = injected.count
      while low < high {
        let middle = (low + high) / 2
        if injected[middle].time < time { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return index(of: times.lowerBound)..<index(of: times.upperBound)
  }
}

/// One execution on the simulated exchange, with what only an exchange knows of it.
public struct SimulatedTrade: Equatable, Sendable {
  public enum Taker: String, Sendable {
    case sell = "ASK"
    case buy = "BID"
  }

  /// Upbit's `sequential_id`: the milliseconds times 10,000 and a count; unique within a market.
  public var id: Int64
  /// Unix milliseconds by the exchange's clock.
  public var time: Int64
  /// In the market's quote.
  public var price: Double
  /// In the market's base, at most eight decimals.
  public var volume: Double
  public var taker: Taker

  public init(id: Int64, time: Int64, price: Double, volume: Double, taker: Taker) {
    self.id = id
    self.time = time
    self.price = price
    self.volume = volume
    self.taker = taker
  }
}
