/// The exchange's statistics of one market since its midnight. Up to the server's start they are
/// estimated from the price walk; from then on they follow every trade.
struct DayStatistics {
  /// Days since 1970, by the exchange's clocks.
  let day: Int64
  /// By how many seconds the exchange's clocks are ahead of UTC.
  private let ahead: Int64
  /// When the day began, in Unix milliseconds.
  var began: Int64 { (day * Self.daySeconds - ahead) * 1_000 }
  /// The last price of the day before: what the day's change is counted from.
  let previousClose: Double
  private(set) var open: Double
  private(set) var high: Double
  private(set) var low: Double
  private(set) var soldVolume: Double
  private(set) var boughtVolume: Double
  private(set) var turnover: Double
  private(set) var last: SimulatedTrade
  private let meanVolumePerSecond: Double

  private static let daySeconds: Int64 = 86_400
  private static let sampleSeconds: Int64 = 300

  /// The day that `now` (Unix milliseconds) falls into; nil while nobody has traded at all.
  init?(of market: SimulatedMarket, now: Int64, ahead: Int64) {
    guard let last = market.lastTrade(at: now) else { return nil }
    self.last = last
    self.ahead = ahead
    day = Self.day(of: now, ahead: ahead)
    let midnight = day * Self.daySeconds - ahead
    let first = Self.firstTrade(of: market, from: midnight, to: now)
    let before = market.lastTrade(at: midnight * 1_000 - 1)
    previousClose = before?.price ?? first?.price ?? last.price
    open = first?.price ?? previousClose
    high = max(open, last.price)
    low = min(open, last.price)
    soldVolume = 0
    boughtVolume = 0
    turnover = 0
    meanVolumePerSecond = market.walk?.meanVolumePerSecond ?? 0
    if let walk = market.walk {
      let elapsed = Double(now / 1_000 - midnight)
      soldVolume = meanVolumePerSecond * elapsed * 0.48
      boughtVolume = meanVolumePerSecond * elapsed * 0.52
      turnover = (soldVolume + boughtVolume) * (open + last.price) / 2
      for second in stride(from: midnight, to: now / 1_000, by: Int(Self.sampleSeconds)) {
        let price = market.listing.rounded(walk.price(at: second * 1_000))
        high = max(high, price)
        low = min(low, price)
      }
    }
    for trade in market.injected
    where Self.day(of: trade.time, ahead: ahead) == day && trade.time <= now {
      add(trade)
    }
  }

  mutating func add(_ trade: SimulatedTrade) {
    if (trade.time, trade.id) >= (last.time, last.id) { last = trade }
    if soldVolume + boughtVolume == 0 { open = trade.price }
    high = max(high, trade.price)
    low = min(low, trade.price)
    switch trade.taker {
    case .sell: soldVolume += trade.volume
    case .buy: boughtVolume += trade.volume
    }
    turnover += trade.price * trade.volume
  }

  var volume: Double { soldVolume + boughtVolume }

  /// The volume of the last 24 hours: for yesterday's part it takes the average.
  func volumeOf24Hours(now: Int64) -> Double {
    volume + meanVolumePerSecond * Double((day + 1) * Self.daySeconds - ahead - now / 1_000)
  }

  func turnoverOf24Hours(now: Int64) -> Double {
    turnover + (volumeOf24Hours(now: now) - volume) * previousClose
  }

  static func day(of milliseconds: Int64, ahead: Int64 = 0) -> Int64 {
    (milliseconds / 1_000 + ahead) / daySeconds
  }

  private static func firstTrade(
    of market: SimulatedMarket, from midnight: Int64, to now: Int64
  ) -> SimulatedTrade? {
    guard market.walk != nil else {
      return market.injected.first { $0.time >= midnight * 1_000 && $0.time <= now }
    }
    for second in midnight...max(midnight, now / 1_000) {
      if let trade = market.trades(inSecond: second).first(where: { $0.time <= now }) {
        return trade
      }
    }
    return nil
  }
}
