import MarketData
import Pixels
import TestSupport
import Testing
import Timing

@testable import Glance
@testable import State

@Suite("What the glance says of the state")
struct GlanceSceneTests {
  private func desk(_ updates: Update..., wall: Int64 = 1_795_147_953_000, offset: Int = 0) -> Desk
  {
    .streaming(
      updates, at: Moment(monotonic: 5_000, wall: wall), exchangeTime: 1_795_147_950_000,
      utcOffsetSeconds: offset)
  }

  @Test("a change beyond all numbers is none")
  func infinite() {
    let ticker = Ticker(price: 1e300, tradeTime: 1_795_147_950_000, baselinePrice: 1e-300)
    #expect(desk(.ticker(market: 0, ticker)).glanceScene.change == nil)
  }

  @Test("the day's range is the exchange's, and grows with the trades after it")
  func dayRange() {
    func ticker(_ price: Double, _ time: Int64, low: Double? = nil, high: Double? = nil) -> Update {
      .ticker(
        market: 0,
        Ticker(
          price: price, tradeTime: 1_795_147_940_000 + time, dayLow: low, dayHigh: high))
    }
    #expect(desk(ticker(100, 0)).glanceScene.dayLow == nil)
    let first = ticker(100, 0, low: 90, high: 110)
    #expect(desk(first, ticker(120, 1)).glanceScene.dayHigh == 120)
    #expect(desk(first, ticker(80, 1)).glanceScene.dayLow == 80)
    let midnight = desk(first, ticker(100, 1, low: 100, high: 100)).glanceScene
    #expect(midnight.dayLow == 100 && midnight.dayHigh == 100)
  }

  @Test(
    "the clock is right on every side of 1970 and of Greenwich",
    arguments: [
      (0, 0, "00:00"), (0, -18_000, "19:00"), (0, 32_400, "09:00"), (-1, 0, "23:59"),
      (1_795_147_953_000, 0, "04:12"), (1_795_147_953_000, -34_200, "18:42"),
    ] as [(Int64, Int, String)])
  func localTime(wall: Int64, offset: Int, text: String) {
    #expect(desk(wall: wall, offset: offset).glanceScene.statusHeader.clock == text)
  }

  @Test("a place that several may serve says who speaks, and shows that one's candles alone")
  func sharedPlace() {
    let states = ["upbit:KRW-BTC", "bithumb:KRW-BTC"].map { MarketState.named($0) }
    var desk = Desk(
      markets: states, places: [Desk.Place([0, 1])],
      settings: Settings(language: .english))
    desk.apply(.time(Moment(monotonic: 5_000, wall: 0), utcOffsetSeconds: 0))
    for (market, price) in [(0, 100), (1, 120)] as [(MarketID, Double)] {
      desk.apply(
        .update(.ticker(market: market, Ticker(price: price, tradeTime: 1_795_147_950_000))))
    }
    #expect(desk.glanceScene.price == 100 && desk.glanceScene.statusHeader.name == "BTC Upbit")
    desk.apply(.update(.selected(0, 1)))
    #expect(desk.glanceScene.price == 120 && desk.glanceScene.statusHeader.name == "BTC Bithumb")
    #expect(desk.report.market == states[1].market)
    #expect(desk.glanceScene.statusHeader.count == 1)
  }

  @Test("a mark is the place's, whoever serves it")
  func sharedMark() {
    let states = ["upbit:KRW-BTC", "bithumb:KRW-BTC", "upbit:KRW-ETH"].map { MarketState.named($0) }
    var desk = Desk(
      markets: states, places: [Desk.Place([0, 1]), Desk.Place([2])])
    func isMarked() -> Bool { desk.glanceScene.statusHeader.isFavourite }
    desk.apply(.command(.favourite))
    #expect(isMarked())
    desk.apply(.update(.selected(0, 1)))
    #expect(isMarked() && desk.listScene.rows.map(\.isFavourite) == [true, false])
    desk.apply(.command(.favourite))
    #expect(!isMarked())
    desk.apply(.update(.selected(0, 0)))
    #expect(!isMarked() && desk.preferences.favourites.isEmpty)
  }

  @Test("names of markets for one thing say what each is paid in, or whose it is")
  func twins() {
    func names(_ language: Language, isShared: Bool) -> [String] {
      let states = ["upbit:KRW-BTC", "upbit:USDT-BTC", "bithumb:KRW-BTC", "bithumb:USDT-BTC"].map {
        MarketState.named($0)
      }
      let desk = Desk(
        markets: states,
        places: isShared
          ? [.init([0, 2]), .init([1, 3]), .init([2, 0])] : (0..<3).map { .init([$0]) },
        settings: Settings(language: language))
      return (0..<3).map { desk.showing(PlaceID($0)).glanceScene.statusHeader.name }
    }
    #expect(names(.english, isShared: true) == ["BTC/KRW Upbit", "BTC/USDT Upbit", "BTC Bithumb"])
    #expect(names(.english, isShared: false) == ["BTC/KRW Upbit", "BTC/USDT", "BTC/KRW Bithumb"])
    #expect(names(.korean, isShared: false) == ["BTC/KRW Upbit", "BTC/USDT", "BTC Bithumb"])
  }

  @Test("Korean names that two exchanges have for different currencies say them, in a list, too")
  func twinsApart() {
    func names(_ codes: [String]) -> [String] {
      let states = codes.map { MarketState.named($0) }
      var desk = Desk(markets: states, settings: Settings(language: .korean))
      for (index, market) in states.map(\.market).enumerated() where market.base == "BTC" {
        let listing = Listing(
          code: market.code, base: market.base, quote: market.quote,
          names: MarketNames(english: "Bitcoin", korean: "비트코인"))
        desk.apply(.update(.listing(market: MarketID(index), listing)))
      }
      let said = desk.listScene.spoken(Speech(.korean)).split { ":;".contains($0) }.dropFirst()
      #expect(Set(said).count == codes.count, "\(said)")
      return states.indices.map { desk.showing(PlaceID($0)).glanceScene.statusHeader.name }
    }
    #expect(names(["upbit:KRW-BTC", "upbit:KRW-ETH"]) == ["비트코인", "ETH"])
    #expect(names(["upbit:KRW-BTC", "binance:USDT-BTC"]) == ["비트코인/KRW", "비트코인/USDT"])
    #expect(names(["upbit:KRW-BTC", "bithumb:KRW-BTC"]) == ["비트코인 Upbit", "비트코인 Bithumb"])
    let three = ["upbit:KRW-BTC", "upbit:USDT-BTC", "bithumb:KRW-BTC"]
    #expect(names(three) == ["비트코인/KRW Upbit", "비트코인/USDT", "비트코인 Bithumb"])
  }

  @Test("where room is dear a name loses what it is paid in first, and then whose it is")
  func names() {
    var header = StatusHeader()
    for (code, short) in [("BTC/KRW Upbit", "BTC Upbit"), ("BTC Upbit", "BTC Upbit")] {
      header.code = code
      #expect(header.names == [short, "BTC"])
    }
    (header.language, header.name, header.code) = (.korean, "비트코인", "BTC/KRW")
    #expect(header.names.first == "비트코인" && header.names.last == "BTC")
  }

  @Test("a face is never glad beside a loss, nor sad beside a gain, and neither beside nought")
  func moods() {
    let steps: [Mood] = [.plunge, .down, .flat, .up, .soar]
    #expect(steps.map { $0.shown(beside: 0.0001) } == [.flat, .flat, .flat, .up, .soar])
    #expect(steps.map { $0.shown(beside: -0.0001) } == [.plunge, .down, .flat, .flat, .flat])
    #expect(steps.allSatisfy { $0.shown(beside: 0) == .flat && $0.shown(beside: nil) == $0 })
    for mood in [Mood.asleep, .lost] { #expect(mood.shown(beside: 0) == mood) }
    let state = MarketState.upbit("BTC")
    var desk = Desk(markets: [state], settings: Settings())
    let now: Int64 = 1_795_147_950_000
    desk.apply(.time(Moment(monotonic: now, wall: now), utcOffsetSeconds: 0))
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: now)))
    desk.apply(.update(.clock(exchange: "upbit", offset: 0)))
    var ticker = Ticker(price: 100, tradeTime: now)
    ticker.baselinePrice = 100
    desk.apply(.update(.ticker(market: 0, ticker)))
    let candles = [2, 1].map {
      Candle(
        start: now - $0 * Candle.span, open: 101, high: 101, low: 100, close: 100, volume: 1,
        source: .trades)
    }
    desk.apply(.update(.history(market: 0, candles, covering: now - CandleRing.span..<now)))
    #expect(desk.glanceScene.change == 0)
    #expect([desk.report.mood, desk.glanceScene.mood] == [.down, .flat])
  }

  @Test("who is not heard is named with the reason and the time, in both languages")
  func failures() {
    for language in Language.allCases {
      for failureReason in FailureReason.allCases {
        var desk = Desk(markets: [.upbit("BTC")], settings: Settings(language: language))
        desk.apply(.time(Moment(monotonic: 0, wall: 3_600_000), utcOffsetSeconds: 0))
        desk.apply(.update(.link(exchange: "upbit", .offline, heard: nil)))
        desk.apply(.update(.failure(exchange: "upbit", failureReason)))
        desk.apply(.time(Moment(monotonic: 60_000, wall: 3_660_000), utcOffsetSeconds: 0))
        let outage = desk.statusHeader.outage
        #expect(outage == StatusHeader.Outage(failureReason: failureReason, since: "01:00"))
        let said = language.words.sentence(for: failureReason, of: "Upbit", since: "01:00")
        #expect(said.contains("Upbit") && said.contains("01:00"), "\(failureReason) in \(language)")
        desk.apply(.update(.link(exchange: "upbit", .streaming, heard: 0)))
        #expect(desk.statusHeader.outage == nil)
      }
    }
  }

  @Test("paper says when an old price was told, and not when it was drawn")
  func paperTime() {
    let paper = Surface(Size(250, 122), .mono, medium: .paper)
    let panel = Surface(Size(250, 122), .mono)
    var desk = Desk(markets: [.upbit("BTC")], settings: Settings())
    func times() -> [String] {
      [paper, panel].map { $0.time(of: desk.statusHeader, in: .english) }
    }
    func pass(_ milliseconds: Int64) {
      desk.apply(
        .time(Moment(monotonic: milliseconds, wall: milliseconds), utcOffsetSeconds: 0))
    }
    pass(0)
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: 0)))
    pass(60_000)
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: 60_000)))
    #expect(times() == ["at 00:01", "00:01"])
    desk.apply(.update(.link(exchange: "upbit", .stale, heard: 60_000)))
    pass(7_200_000)
    #expect(times() == ["at 00:01", "02:00"])
    pass(90_000_000)
    #expect(times() == ["at 1-01", "01:00"])
  }
}
