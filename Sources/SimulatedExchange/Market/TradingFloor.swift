/// All markets of an exchange with their statistics of the day, at the time that they were advanced
/// to.
final class TradingFloor {
  /// A trade that has just happened in one market.
  struct Execution: Equatable {
    /// The index of the market on the floor.
    let market: Int
    let trade: SimulatedTrade
  }

  let markets: [SimulatedMarket]
  private let indices: [String: Int]
  private var statistics: [DayStatistics?]
  private let disorder: Double
  /// By how many seconds the clocks that count its days are ahead of UTC.
  private let ahead: Int64
  private var random: RandomGenerator
  /// The exchange's clock in Unix milliseconds.
  private(set) var now: Int64 = 0
  /// The trades of one second that come from the walks, kept for callers that ask again.
  private var walked: (second: Int64, executions: [Execution]) = (.min, [])

  /// Markets that had trades while they were not open. Their history has these trades, so their day is
  /// counted anew once they are open.
  private var uncounted: Set<Int> = []

  /// After a longer jump of the clock the older trades are history: they are not streamed.
  private static let catchUpMilliseconds: Int64 = 60_000
  /// Trades go on from the new time if the clock goes back by more than this.
  private static let backMilliseconds: Int64 = 10_000

  /// - Parameter disorder: the share of streamed trades that come before the one before them.
  init(listings: [SimulatedListing], seed: UInt64?, disorder: Double = 0, ahead: Int64 = 0) {
    (self.disorder, self.ahead) = (disorder, ahead)
    random = RandomGenerator(seed: (seed ?? 0) &+ 7)
    markets = listings.map { SimulatedMarket(listing: $0, seed: seed) }
    indices = Dictionary(
      listings.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })
    statistics = Array(repeating: nil, count: listings.count)
  }

  func index(of code: String) -> Int? {
    indices[code]
  }

  /// The day so far of one market; nil until its first trade.
  func day(of market: Int) -> DayStatistics? {
    if let day = knownDay(of: market) { return day }
    statistics[market] = DayStatistics(of: markets[market], now: now, ahead: ahead)
    return statistics[market]
  }

  /// The day so far of one market, if it is known already; it is not computed.
  func knownDay(of market: Int) -> DayStatistics? {
    statistics[market].flatMap { $0.day == DayStatistics.day(of: now, ahead: ahead) ? $0 : nil }
  }

  /// The trades since the last call in markets that are open, earliest first.
  func advance(to time: Int64, isOpen: (SimulatedListing) -> Bool = { _ in true }) -> [Execution] {
    // The clock went back: statistics up to a later time are wrong now.
    if time < now - Self.backMilliseconds { statistics = statistics.map { _ in nil } }
    defer { if time > now || time < now - Self.backMilliseconds { now = time } }
    guard now != 0, time > now else { return [] }
    let from = max(now, time - Self.catchUpMilliseconds)
    if from > now { statistics = statistics.map { _ in nil } }
    var executions: [Execution] = []
    for second in from / 1_000...time / 1_000 {
      for execution in walked(inSecond: second)
      where execution.trade.time > from && execution.trade.time <= time {
        if isOpen(markets[execution.market].listing) {
          executions.append(execution)
        } else {
          uncounted.insert(execution.market)
        }
      }
    }
    for market in uncounted where isOpen(markets[market].listing) {
      uncounted.remove(market)
      statistics[market] = nil
    }
    for execution in executions { count(execution) }
    guard disorder > 0 else { return executions }
    for index in executions.indices.dropLast() where random.fraction() < disorder {
      executions.swapAt(index, index + 1)
    }
    return executions
  }

  /// The time of the first trade of the walks that is after a time and in the same second; nil if there
  /// is none.
  func nextTrade(after time: Int64) -> Int64? {
    walked(inSecond: time / 1_000).first { $0.trade.time > time }?.trade.time
  }

  /// The trades of all markets in one second (Unix seconds) that come from the walks, earliest first.
  private func walked(inSecond second: Int64) -> [Execution] {
    if walked.second != second {
      let all = markets.enumerated().flatMap { index, market in
        market.walked(inSecond: second).map { Execution(market: index, trade: $0) }
      }
      walked = (second, all.sorted { ($0.trade.time, $0.market) < ($1.trade.time, $1.market) })
    }
    return walked.executions
  }

  /// Puts a trade into a market by hand.
  func inject(_ execution: Execution) {
    now = max(now, execution.trade.time)
    markets[execution.market].inject(execution.trade)
    count(execution)
  }

  private func count(_ execution: Execution) {
    guard let day = statistics[execution.market],
      day.day == DayStatistics.day(of: execution.trade.time, ahead: ahead)
    else { return }
    statistics[execution.market]?.add(execution.trade)
  }
}
