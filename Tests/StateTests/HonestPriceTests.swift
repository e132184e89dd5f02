import MarketData
import TestSupport
import Testing
import Timing

@testable import State

@Suite("Prices and moods that nothing new was said of")
struct HonestPriceTests {
  private static let wall: Int64 = 1_795_147_953_000

  private func candle(_ close: Double, at start: Int64, volume: Double = 1) -> Candle {
    Candle(
      start: start, open: close, high: close, low: close, close: close, volume: volume,
      source: .trades)
  }

  /// One market whose exchange's clock is the board's.
  private func desk(_ updates: [Update]) -> Desk {
    .streaming(updates, at: Moment(monotonic: 0, wall: Self.wall))
  }

  private func pass(_ desk: inout Desk, _ milliseconds: Int64) {
    let now = desk.now.monotonic + milliseconds
    desk.apply(.time(Moment(monotonic: now, wall: Self.wall + now), utcOffsetSeconds: 0))
  }

  @Test("a newer close of history is the price, an older one and one without a trade are not")
  func historyPrice() {
    let old = Ticker(price: 0.5, tradeTime: Self.wall - 30_000, decimals: 1)
    func price(_ candles: Candle...) -> Double? {
      let covering = Self.wall - 60_000..<Self.wall
      return desk([
        .ticker(market: 0, old), .history(market: 0, candles, covering: covering),
      ]).report.price
    }
    #expect(price(candle(0.6, at: Self.wall - 20_000)) == 0.6)
    #expect(price(candle(0.6, at: Self.wall - 40_000)) == 0.5)
    #expect(price(candle(0.6, at: Self.wall - 20_000, volume: 0)) == 0.5)
    #expect(price() == 0.5)
    var polled = candle(0.6, at: Self.wall - 20_000)
    (polled.volume, polled.source) = (nil, .samples)
    #expect(price(polled) == 0.5)
  }

  @Test("an alert sees what history says")
  func alert() {
    let bench = AlertDesk([AlertRule(.above(150))])
    _ = bench.price(100)
    bench.wait(60)
    let start = bench.now.wall - 20_000
    bench.desk.apply(
      .update(
        .history(
          market: 0, [candle(200, at: start)], covering: start - 10_000..<start + 10_000)))
    #expect(bench.desk.alerts.fired.count == 1)
  }

  @Test("a market sleeps after a minute without a trade, whatever the exchange's clock shows")
  func asleep() {
    // The clock stands at the last trade's time: nothing else was ever said.
    var desk = desk([.ticker(market: 0, Ticker(price: 100, tradeTime: Self.wall))])
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: 0)))
    desk.apply(.update(.clock(exchange: "upbit", offset: Self.wall - 423_000)))
    #expect(desk.report.mood != .asleep)
    pass(&desk, 60_000)
    #expect(desk.report.mood != .asleep)
    pass(&desk, 1)
    #expect(desk.report.mood == .asleep)
    desk.apply(
      .update(.ticker(market: 0, Ticker(price: 100, tradeTime: Self.wall - 362_999))))
    #expect(desk.report.mood != .asleep)
  }

  @Test("a market does not sleep while polls that name no trade bring other prices")
  func polled() {
    var desk = desk([.ticker(market: 0, Ticker(price: 100, tradeTime: Self.wall))])
    desk.apply(.update(.clock(exchange: "upbit", offset: Self.wall - 423_000)))
    for second in 1...90 {
      pass(&desk, 1_000)
      desk.apply(.update(.link(exchange: "upbit", .polling, heard: desk.now.monotonic)))
      desk.apply(.update(.ticker(market: 0, Ticker(price: 100 + Double(second)))))
      #expect(desk.report.mood != .asleep)
    }
  }

  @Test("what is followed again has no price and fires no alert before its first word")
  func unfollowed() {
    let bench = AlertDesk([AlertRule(.above(150))])
    _ = bench.price(200)
    bench.desk.apply(.update(.unfollowed(market: 0)))
    #expect(bench.desk.report.price == nil && bench.desk.report.mood != .asleep)
    bench.wait(120)
    #expect(bench.desk.alerts.fired.isEmpty)
    // Older than what was known before: it is all that is known now.
    let earlier = Ticker(price: 120, tradeTime: bench.now.wall - 300_000, decimals: 0)
    bench.desk.apply(.update(.ticker(market: 0, earlier)))
    #expect(bench.desk.report.price == 120)
  }

  @Test("a day of delisting stands until it is taken back")
  func delisting() {
    var announced = Ticker(price: 100)
    announced.delistsOn = CivilDay(year: 2026, month: 12, day: 1)
    announced.tellsDelisting = true
    var desk = desk([.ticker(market: 0, announced), .ticker(market: 0, Ticker(price: 101))])
    #expect(desk.markets[0].ticker?.delistsOn == announced.delistsOn)
    announced.delistsOn = nil
    desk.apply(.update(.ticker(market: 0, announced)))
    #expect(desk.markets[0].ticker?.delistsOn == nil)
    desk.apply(.update(.ticker(market: 0, Ticker(price: 101))))
    #expect(desk.markets[0].ticker?.delistsOn == nil)
  }

  @Test("what is left out stands as it was, but not where all is told that is known")
  func whole() {
    let full = Ticker(
      price: 100, baselinePrice: 90, dayOpen: 91, dayLow: 80, dayHigh: 110, volume: 5)
    var ticker = Ticker(price: 101)
    let partial = desk([.ticker(market: 0, full), .ticker(market: 0, ticker)])
    #expect(partial.markets[0].ticker?.baselinePrice == 90)
    #expect(partial.markets[0].ticker?.dayLow == 80)
    ticker.isWhole = true
    let whole = desk([.ticker(market: 0, full), .ticker(market: 0, ticker)])
    #expect(whole.markets[0].ticker == ticker && whole.markets[0].change == nil)
  }

  @Test("a market that is left out is as old as what was told of it, though its exchange is heard")
  func leftOut() {
    var desk = desk([
      .ticker(market: 0, Ticker(price: 100)), .link(exchange: "upbit", .streaming, heard: 0),
    ])
    pass(&desk, 20_000)
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: 20_000)))
    #expect(desk.report.link == .streaming && desk.report.age == 0)
    desk.apply(.update(.unheard(market: 0, Unheard(since: 5_000))))
    #expect(desk.report.link == .stale && desk.report.age == 15 && desk.report.mood == .lost)
    #expect(desk.age(isShownWhenLive: false) == 15 && !desk.isOfNow(0, of: 0))
    #expect(desk.exchange("upbit")?.link == .streaming)
    pass(&desk, 60_000)
    #expect(desk.report.live == nil)
    desk.apply(.update(.unheard(market: 0, nil)))
    #expect(desk.report.link == .streaming)
    desk.apply(.update(.link(exchange: "upbit", .stale, heard: 20_000)))
    desk.apply(.update(.unheard(market: 0, Unheard(since: 5_000))))
    #expect(desk.report.link == .stale && desk.report.age == 75)
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: 79_000)))
    desk.apply(.update(.unheard(market: 0, Unheard(since: 76_000, isStale: false))))
    #expect(desk.report.link == .streaming && desk.report.age == 4)
    desk.apply(.update(.unheard(market: 0, Unheard(since: nil))))
    #expect(desk.report.link == .stale && desk.report.age == nil)
  }

  @Test("no trades are made up of a market that the stream of its exchange leaves out")
  func unstreamed() {
    var desk = desk([
      .ticker(market: 0, Ticker(price: 100)), .link(exchange: "upbit", .streaming, heard: 0),
      .streamed(market: 0, false),
    ])
    pass(&desk, 7_000)
    #expect(desk.report.link == .streaming && desk.report.live?.source == .samples)
    desk.apply(.update(.streamed(market: 0, true)))
    pass(&desk, 12_000)
    #expect(desk.report.live?.source == .trades)
  }

  @Test("a price without a time of its own sleeps after a minute, too")
  func asleepWithoutTime() {
    var desk = desk([.ticker(market: 0, Ticker(price: 100))])
    desk.apply(.update(.history(market: 0, [], covering: Self.wall - 60_000..<Self.wall)))
    pass(&desk, 5_000)
    desk.apply(.update(.trade(market: 0, Trade(id: 1, price: 100, volume: 1, time: Self.wall))))
    pass(&desk, 61_001)
    #expect(desk.report.mood == .asleep)
  }

  @Test("a change is not counted for long from what an earlier ticker has told")
  func oldBaseline() {
    var desk = desk([.ticker(market: 0, Ticker(price: 110, baselinePrice: 100))])
    func change(after minutes: Int64) -> Double? {
      pass(&desk, minutes * 60_000)
      desk.apply(.update(.ticker(market: 0, Ticker(price: 120))))
      return desk.markets[0].change
    }
    #expect(change(after: 10) == 0.2 && change(after: 10) == 0.2 && change(after: 1) == nil)
    desk.apply(.update(.ticker(market: 0, Ticker(price: 120, baselinePrice: 100))))
    #expect(change(after: 1) == 0.2)
  }

  @Test("the line of JSON waits for no chart")
  func noWait() {
    let ticker = Ticker(price: 100, tradeTime: Self.wall, baselinePrice: 90)
    let desk = desk([
      .filling(market: 0, true), .ticker(market: 0, ticker),
      .trade(market: 0, Trade(id: 1, price: 100, volume: 1, time: Self.wall)),
    ])
    #expect(desk.report.price == 100 && desk.report.live?.close == 100)
    #expect(!desk.markets[0].heldBackUntil(at: 0).isNever)
  }

  @Test(
    "once an exchange's clock is known to be behind, the next trade is the price at once",
    arguments: [2_000, 9_000] as [Int64])
  func setBack(by milliseconds: Int64) {
    var desk = desk([.ticker(market: 0, Ticker(price: 100, tradeTime: Self.wall))])
    let clock = Self.wall - milliseconds
    desk.apply(.update(.clock(exchange: "upbit", offset: clock)))
    desk.apply(.update(.ticker(market: 0, Ticker(price: 101, tradeTime: clock - 100))))
    #expect(desk.report.price == 101)
    desk.apply(.update(.ticker(market: 0, Ticker(price: 99, tradeTime: clock - 200))))
    #expect(desk.report.price == 101, "an older trade that comes late is not")
  }

  @Test("a trade after a poll is the price, although the clock is then found to be behind")
  func polledBefore() {
    var desk = desk([
      .clock(exchange: "upbit", offset: Self.wall), .ticker(market: 0, Ticker(price: 100)),
    ])
    pass(&desk, 2_000)
    let clock = Self.wall - 2_500
    desk.apply(.update(.clock(exchange: "upbit", offset: clock)))
    desk.apply(.update(.ticker(market: 0, Ticker(price: 101, tradeTime: clock + 1_900))))
    #expect(desk.report.price == 101)
    pass(&desk, 3_000)
    desk.apply(.update(.ticker(market: 0, Ticker(price: 102))))
    desk.apply(.update(.ticker(market: 0, Ticker(price: 99, tradeTime: Self.wall - 100))))
    #expect(desk.report.price == 102, "a trade from before a poll is not")
  }

  @Test("a price that was told before any clock is not newer than a trade")
  func toldWithoutClock() {
    var desk = Desk(markets: [.named("KRW-BTC")])
    desk.apply(.time(Moment(monotonic: 0, wall: Self.wall), utcOffsetSeconds: 0))
    for update: Update in [
      .ticker(market: 0, Ticker(price: 100)), .clock(exchange: "upbit", offset: Self.wall),
      .ticker(market: 0, Ticker(price: 101, tradeTime: Self.wall - 60_000)),
    ] { desk.apply(.update(update)) }
    #expect(desk.report.price == 101)
  }

  @Test("what claims to be from a time to come is the price for a moment only")
  func future() {
    func both(_ price: Double, _ time: Int64, _ id: Int64) -> [Update] {
      [
        .trade(market: 0, Trade(id: id, price: price, volume: 1, time: Self.wall + time)),
        .ticker(market: 0, Ticker(price: price, tradeTime: Self.wall + time)),
      ]
    }
    let first = desk(both(100, -1_000, 1))
    let desk = desk(both(100, -1_000, 1) + both(500, 59_000, 2) + both(101, 0, 3))
    #expect(desk.report.price == 101 && desk.report.live?.close == 101)
    #expect(desk.report.live?.start == first.report.live?.start)
  }

  @Test("a candle of which a part was not heard says so")
  func partial() {
    let desk = desk([
      .trade(market: 0, Trade(id: 1, price: 100, volume: 1, time: Self.wall)),
      .missed(market: 0, Self.wall - 2_000..<Self.wall),
    ])
    #expect(desk.report.json(wall: 0).contains("\"source\":\"partial\""))
  }
}
