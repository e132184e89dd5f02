import Feeds
import Glance
import MarketData

/// Half an hour of an exchange out of a seed: its trades, and what it would answer to each call.
struct ReplayedExchange {
  static let start: Int64 = 1_795_147_950_000
  static let length: Int64 = 1_800_000

  let trades: [Trade]

  init(_ random: inout some RandomNumberGenerator) {
    var trades: [Trade] = []
    var time = Self.start - 1_500_000
    var price = 1_000.0
    while time < Self.start + Self.length {
      // Bursts, ordinary times, and silence longer than a candle.
      time += Int64.random(
        in: 1...[80, 900, 20_000].randomElement(using: &random)!, using: &random)
      price = max(1, price + Double(Int.random(in: -5...5, using: &random)))
      trades.append(
        Trade(id: Int64(trades.count * 3 % 1_000_003), price: price, volume: 0.5, time: time))
    }
    self.trades = trades
  }

  func between(_ from: Int64, _ to: Int64) -> ArraySlice<Trade> {
    trades[firstPlace(from)..<firstPlace(to)]
  }

  /// The last trade before `time`.
  func last(before time: Int64) -> Trade { trades[firstPlace(time) - 1] }

  /// The place of the first trade at `time` or later: they stand in order.
  private func firstPlace(_ time: Int64) -> Int {
    var (low, high) = (0, trades.count)
    while low < high {
      let middle = (low + high) / 2
      if trades[middle].time < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  static func message(_ trade: Trade, sent: Int64, isSnapshot: Bool = false) -> String {
    """
    {"type":"trade","code":"KRW-BTC","timestamp":\(sent),"trade_timestamp":\(trade.time),\
    "trade_price":\(trade.price),"trade_volume":\(trade.volume),"prev_closing_price":1000.0,\
    "sequential_id":\(trade.id!),"stream_type":"\(isSnapshot ? "SNAPSHOT" : "REALTIME")"}
    """
  }

  /// The body of the answer to a call that comes at `now`.
  func answer(_ path: String, now: Int64) -> String {
    if path.hasPrefix("/market/all") {
      return "[" + ["BTC", "ETH", "XRP"].map { #"{"market":"KRW-\#($0)"}"# }.joined(separator: ",")
        + "]"
    }
    // Nobody trades anything else.
    if path.hasPrefix("/candles"), !path.contains("KRW-BTC") { return "[]" }
    if path.hasPrefix("/ticker") {
      let last = last(before: now + 1)
      return """
        [{"market":"KRW-BTC","trade_price":\(last.price),"prev_closing_price":1000.0,\
        "trade_timestamp":\(last.time),"timestamp":\(last.time)}]
        """
    }
    let count = Int(path.split(separator: "count=")[1].prefix { $0 != "&" })!
    let text = path.split(separator: "to=")[1].dropLast()
    let end = min(Self.unix(text) * 1_000, now / 1_000 * 1_000 + 1_000)
    let seconds = Dictionary(grouping: trades[..<firstPlace(min(end, now + 1))]) {
      $0.time / 1_000
    }
    let newest = seconds.keys.sorted(by: >).prefix(count)
    return "[" + newest.map { Self.candle(seconds[$0]!, second: $0) }.joined(separator: ",") + "]"
  }

  private static func candle(_ trades: [Trade], second: Int64) -> String {
    let trades = trades.sorted { ($0.time, $0.id!) < ($1.time, $1.id!) }
    let prices = trades.map(\.price)
    return """
      {"market":"KRW-BTC","candle_date_time_utc":"\(text(second))",\
      "opening_price":\(prices.first!),"high_price":\(prices.max()!),"low_price":\(prices.min()!),\
      "trade_price":\(prices.last!),"candle_acc_trade_volume":\(Double(trades.count) * 0.5)}
      """
  }

  // All of it happens on one day, the 20th of November 2026.
  private static let midnight: Int64 = 1_795_132_800

  private static func text(_ unix: Int64) -> String {
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let seconds = unix - midnight
    return "2026-11-20T\(two(seconds / 3_600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }

  private static func unix(_ text: Substring) -> Int64 {
    let parts = text.split(separator: "T")[1].split(separator: ":").map { Int64($0)! }
    return midnight + parts[0] * 3_600 + parts[1] * 60 + parts[2]
  }

  /// What the candles up to `end` must be: the trades themselves, cut into buckets.
  func candles(until end: Int64, count: Int) -> [Candle] {
    var ring = CandleRing()
    let sorted = trades[..<firstPlace(end)].sorted { ($0.time, $0.id!) < ($1.time, $1.id!) }
    for trade in sorted { ring.add(trade) }
    ring.advance(to: end, gaps: .forwardFill)
    return ring.candles(last: count).compactMap { $0 }
  }
}
