import Testing

@testable import SimulatedExchange

struct MarketTests {
  private static let noon: Int64 = 1_795_176_000

  private func trades(_ code: String, seed: UInt64, seconds: Range<Int64>) -> [SimulatedTrade] {
    let listing = SimulatedListing.first(10).first { $0.code == code }!
    let market = SimulatedMarket(listing: listing, seed: seed)
    return seconds.flatMap { market.trades(inSecond: $0) }
  }

  @Test("the same seed and times make the same trades, another seed others")
  func determinism() {
    let hour = Self.noon..<Self.noon + 600
    let one = trades("KRW-BTC", seed: 1, seconds: hour)
    #expect(one == trades("KRW-BTC", seed: 1, seconds: hour))
    #expect(one != trades("KRW-BTC", seed: 2, seconds: hour))
  }

  @Test(
    "what is streamed does not depend on when the turns come", arguments: [7, 100, 1_003, 30_000])
  func turns(milliseconds: Int64) {
    func executions(step: Int64) -> Set<Int64> {
      let floor = TradingFloor(listings: SimulatedListing.first(1), seed: 4)
      var ids: [Int64] = []
      _ = floor.advance(to: Self.noon * 1_000)
      for time in stride(from: Self.noon * 1_000, to: Self.noon * 1_000 + 60_000, by: Int(step)) {
        ids += floor.advance(to: time).map(\.trade.id)
      }
      ids += floor.advance(to: Self.noon * 1_000 + 60_000).map(\.trade.id)
      #expect(Set(ids).count == ids.count)
      return Set(ids)
    }
    #expect(executions(step: milliseconds) == executions(step: 60_000))
  }

  @Test(
    "every price stands on a step of its market, every id is the market's own",
    arguments: [1, 2, 3])
  func steps(seed: UInt64) {
    for listing in SimulatedListing.first(14) {
      let market = SimulatedMarket(listing: listing, seed: seed)
      let trades = (Self.noon..<Self.noon + 900).flatMap { market.trades(inSecond: $0) }
      for trade in trades {
        let step = listing.units(at: trade.price)
        #expect(Int64((trade.price * 1e8).rounded()) % step == 0)
        #expect(trade.price > 0 && trade.volume >= 1e-8)
      }
      #expect(Set(trades.map(\.id)).count == trades.count)
    }
  }

  @Test("there are trends, bursts, and spells in which a quiet market says nothing for minutes")
  func believable() {
    let day = Self.noon..<Self.noon + 6 * 3_600
    let busy = trades("KRW-BTC", seed: 1, seconds: day)
    let high = busy.map(\.price).max()!
    let low = busy.map(\.price).min()!
    #expect(1.002...1.1 ~= high / low)
    let minutes = Dictionary(grouping: busy) { $0.time / 60_000 }.mapValues(\.count)
    #expect(minutes.values.max()! > 3 * minutes.values.min()!)
    let quiet = trades("KRW-WAVES", seed: 1, seconds: day).map(\.time)
    let gaps = zip(quiet.dropFirst(), quiet).map { $0 - $1 }
    #expect(gaps.max()! > 180_000)
  }

  @Test(
    "numbers are spelled as the exchange spells them",
    arguments: [
      (148_737_000, "148737000.0", "1.48737E8", "148737000.00000000"),
      (0.000952, "0.000952", "9.52E-4", "0.00095200"),
      (9.9e-7, "9.9E-7", "9.9E-7", "0.00000099"), (6e-8, "6E-8", "6.0E-8", "0.00000006"),
      (0, "0.0", "0.0", "0.00000000"),
      (-1_544_000, "-1544000.0", "-1544000.0", "-1544000.00000000"),
      (1e21, "1000000000000000000000.0", "", "1000000000000000000000.00000000"),
      (46_549_917_313.2, "46549917313.2", "46549917313.2", "46549917313.20000000"),
    ])
  func numbers(value: Double, price: String, amount: String, padded: String) {
    #expect(DecimalText.price(value) == price)
    if abs(value) < 1e7, !amount.isEmpty { #expect(DecimalText.amount(value) == amount) }
    #expect(DecimalText.padded(value) == padded)
    #expect(Double(DecimalText.amount(value)) == value)
  }

  @Test("the calendar agrees with itself over centuries")
  func calendar() {
    for seconds in stride(from: Int64(-2_208_988_800), to: 4_102_444_800, by: 86_400 * 13 + 4_321) {
      let civil = CivilTime(unixSeconds: seconds)
      #expect(CivilTime.unixSeconds(of: civil.date + "T" + civil.time + "Z") == seconds)
    }
    #expect(CivilTime(unixSeconds: 1_709_164_800).date == "2024-02-29")
    for text in ["2026-02-29T00:00:00", "2026-11-20", "2026-11-20T24:00:00", "x", ""] {
      #expect(CivilTime.unixSeconds(of: text) == nil)
    }
  }

  @Test(
    "JSON is read strictly",
    arguments: [
      "", "01", "1.", "+1", "[1,]", "{\"a\"}", "tru", "\"\u{1}\"", "\"\\x\"", "1 2", "NaN",
      "\"\\ud800\"", String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
    ])
  func strictJSON(text: String) {
    #expect(JSONValue(text.utf8) == nil)
  }

  @Test("a scripted market trades what it is told and nothing else")
  func scripted() throws {
    let rig = try Rig(scripted: true)
    rig.advance(milliseconds: 30_000)
    #expect(rig.get("/v1/ticker?markets=KRW-BTC").status == 404)
    for (price, offset) in [(100.0, 0), (90, 400), (120, 700), (110, 2_100)] {
      rig.exchange.trade(
        "KRW-BTC", price: price, volume: 0.5, at: rig.now.wall - 5_000 + Int64(offset))
    }
    let candles = try #require(
      JSONValue(rig.get("/v1/candles/seconds?market=KRW-BTC&count=9").body)?.elements)
    #expect(candles.map { $0["trade_price"]?.number } == [110, 120])
    #expect(candles.map { $0["low_price"]?.number } == [110, 90])
    #expect(candles.map { $0["candle_acc_trade_volume"]?.number } == [0.5, 1.5])
  }
}
