import MarketData
import TestSupport
import Testing

@testable import Feeds

@Suite("What hubs and followers say to each other")
struct HubCodecTests {
  @Test("a beat is read as it was written", arguments: 0..<100)
  func beats(seed: Int) throws {
    var random = RandomHub(seed)
    let names = random.names()
    let beat = HubBeat(
      sources: names.map { random.source($0) }, markets: names.map { random.market($0) })
    #expect(HubBeat(Array(beat.json.utf8)) == beat, "\(beat.json)")
  }

  @Test(
    "candles are read as they were written: gaps, flat ones, samples and parts", arguments: 0..<100)
  func candles(seed: Int) throws {
    var random = RandomHub(seed)
    let all = random.names().map { random.candles($0) }
    #expect(HubCandles.read(Array(HubCandles.json(all).utf8)) == all)
    for candles in all {
      // Runs and gaps together are all of it, each bucket once.
      let parts = (candles.runs.map(\.covering) + candles.gaps).sorted {
        $0.lowerBound < $1.lowerBound
      }
      #expect(parts.first?.lowerBound ?? candles.start == candles.start)
      #expect(parts.last?.upperBound ?? candles.end == candles.end)
      #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }
  }

  @Test("lists are read as they were written", arguments: 0..<100)
  func lists(seed: Int) throws {
    var random = RandomHub(seed)
    let lists = HubLists(random.names().map { random.entry($0) })
    #expect(HubLists(Array(lists.json.utf8)) == lists, "\(lists.json)")
  }

  @Test("rates are read as they were written, with their ages", arguments: 0..<50)
  func rates(seed: Int) throws {
    var random = RandomHub(seed)
    let rates = (0..<random.int(0...8)).map { _ in random.rates() }
    let json = HubRates.json(rates, wall: RandomHub.wall)
    #expect(HubRates.read(Array(json.utf8), wall: RandomHub.wall) == rates)
    // A follower whose clock is an hour behind knows their ages all the same.
    let behind = RandomHub.wall - 3_600_000
    let read = try #require(HubRates.read(Array(json.utf8), wall: behind))
    #expect(read.map { $0.age(at: behind) } == rates.map { $0.age(at: RandomHub.wall) })
  }

  @Test("wants are read as they were written", arguments: 0..<50)
  func wants(seed: Int) throws {
    var random = RandomHub(seed)
    var wants = HubWants()
    wants.books = Array(random.names().prefix(32))
    wants.trades = Array(random.names().prefix(32))
    wants.wallets = Array(random.names().prefix(32))
    if random.chance() { wants.chart = (random.names()[0], random.element(ChartSpan.allCases)) }
    #expect(HubWants(Array(wants.json.utf8)) == wants, "\(wants.json)")
  }

  @Test("answers are read as they were written", arguments: 0..<100)
  func answers(seed: Int) throws {
    var random = RandomHub(seed)
    let answers: [(String, HubAnswer)] = [
      ("book", .book(random.book())), ("trades", .trades(random.trades())),
      ("wallet", .wallet(random.wallet(), age: Int64(random.int(0...1_000_000)))),
      ("chart", .chart(random.chart())), ("book", .book(.notOffered)),
    ]
    for (kind, answer) in answers {
      #expect(HubAnswer(kind, Array(answer.json.utf8)) == answer, "\(answer.json)")
    }
    #expect(HubAnswer("news", Array(answers[0].1.json.utf8)) == nil)
  }

  @Test("the examples of the documentation are read")
  func examples() throws {
    let beat = try #require(
      HubBeat(
        Array(
          """
          {"sources": {"upbit": {"link": "streaming", "age": 120, "clock": 1795328262301}},
           "markets": {"upbit:KRW-BTC": {"price": 144613000, "baseline": 145299000,
             "candle": [1795328260000, 144600000, 144613000, 144600000, 144613000, 0.4]}}}
          """.utf8)))
    #expect(beat.sources == [HubBeat.Source("upbit", age: 120, clock: 1_795_328_262_301)])
    #expect(beat.markets.map(\.name) == ["upbit:KRW-BTC"])
    #expect(beat.markets[0].ticker == Ticker(price: 144_613_000, baselinePrice: 145_299_000))
    #expect(beat.markets[0].candle?.volume == 0.4)
    let rows = #"[[100, 102, 99, 101, 3], [101], null, [101, 101, 101, 101, null, "samples"]]"#
    let candles = HubCandles.read(
      Array(#"{"markets": {"upbit:KRW-BTC": {"start": 1795328195000, "candles": \#(rows)}}}"#.utf8))
    #expect(candles?.first?.candles.map { $0?.volume } == [3, 0, nil, nil])
    #expect(candles?.first?.candles.map { $0?.source } == [.trades, .trades, nil, .samples])
  }

  @Test("the least that a program may publish is a price")
  func minimal() throws {
    for text in [
      #"{"markets": {"hub:POWER": {"price": 0.284, "quote": "EUR"}}}"#,
      #"{"markets": {"hub:POWER": {"price": "0.284", "quote": "EUR", "more": [{}]}}, "version": 9}"#,
    ] {
      let beat = try #require(HubBeat(Array(text.utf8)))
      #expect(beat.sources == [])
      #expect(beat.markets == [.init("hub:POWER", quote: "EUR", Ticker(price: 0.284, decimals: 3))])
    }
  }

  @Test("null stands for what is not known")
  func nulls() throws {
    let names = ["time", "decimals", "baseline", "open", "volume", "age", "delists"]
    let members = names.map { "\"\($0)\": null" }.joined(separator: ", ")
    let beat = try #require(
      HubBeat(Array(#"{"markets": {"hub:A": {\#(members), "price": 1}}}"#.utf8)))
    #expect(beat.markets == [.init("hub:A", Ticker(price: 1))])
  }

  private static let deep = String(repeating: "[", count: 100)
  private static let many = (0..<257).map { "\"hub:M\($0)\": {\"price\": 1}" }

  private static let badBeats: [String] = [
    "", "{", "[]", "null", "1", #"{"markets": []}"#, #"{"sources": 3}"#, #"{"markets": {}} x"#,
    #"{"markets": {"hub:A": {}}}"#, #"{"markets": {"hub:A": {"price": null}}}"#,
    #"{"markets": {"hub:A": {"price": 0}}}"#, #"{"markets": {"hub:A": {"price": -1}}}"#,
    #"{"markets": {"hub:A": {"price": 1e999}}}"#, #"{"markets": {"hub:A": {"price": NaN}}}"#,
    #"{"markets": {"hub:A": {"price": "x"}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "time": 0}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "time": 9223372036854775807}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "time": 1795328262.29}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "time": "now"}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "volume": "much"}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "open": true}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "age": []}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "decimals": {}}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "bid": -1}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "volume": 1e999}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "quote": ""}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "quote": "E\u001bR"}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "quote": "seventeen letters"}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "candle": [1795328260001, 1]}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "candle": [1, 1]}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "candle": [1795328260000]}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "candle": [1795328260000, 2, 1, 2, 2, 0]}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "candle": [1e300, 1]}}}"#,
    #"{"markets": {"hub:A": {"price": 1, "candle": {}}}}"#,
    #"{"markets": {"": {"price": 1}}}"#, #"{"markets": {"hub:\u0000": {"price": 1}}}"#,
    #"{"markets": {"hub:\u202e": {"price": 1}}}"#,
    #"{"markets": {"hub:A": {"price": 1}, "hub:A": {"price": 2}}}"#,
    #"{"markets": {"\#(String(repeating: "A", count: 81))": {"price": 1}}}"#,
    "{\"markets\": {\(many.joined(separator: ","))}}",
    #"{"sources": {"upbit": {"link": "glowing"}}}"#, #"{"sources": {"upbit": {"link": 3}}}"#,
    #"{"sources": {"upbit": {"age": -1}}}"#, #"{"sources": {"upbit": {"age": 1099511627776}}}"#,
    #"{"sources": {"upbit": {"clock": 1}}}"#,
    #"{"sources": {"upbit": {"clock": 9223372036854775807}}}"#, #"{"sources": {"upbit": []}}"#,
    "{\"markets\": \(deep)", "{\"x\": \(deep)}",
  ]

  @Test("a beat that says what cannot be is no beat", arguments: badBeats)
  func noBeat(text: String) { #expect(HubBeat(Array(text.utf8)) == nil) }

  private static func candles(_ start: String, _ rows: String) -> String {
    #"{"markets": {"upbit:KRW-BTC": {"start": \#(start), "candles": \#(rows)}}}"#
  }

  private static let badCandles: [String] = [
    "", "[]", #"{"markets": 1}"#, #"{"markets": {"upbit:KRW-BTC": {}}}"#,
    candles("null", "[]"), candles("1", "[]"), candles("1795328195001", "[]"),
    candles("9223372036854775000", "[[1]]"), candles("-9223372036854775000", "[[1]]"),
    candles("4102444800000", "[]"), candles("1795328195000", "{}"),
    candles("1795328195000", "[1]"), candles("1795328195000", "[true]"),
    candles("1795328195000", "[[]]"), candles("1795328195000", "[[1, 1]]"),
    candles("1795328195000", "[[1, 1, 1]]"), candles("1795328195000", "[[0]]"),
    candles("1795328195000", "[[-1]]"), candles("1795328195000", "[[1e999]]"),
    candles("1795328195000", "[[1, 1, 1, 1, -1]]"),
    candles("1795328195000", "[[1, 1, 1, 1, 1, 1]]"),
    candles("1795328195000", "[[1, 1, 1, 1, 1e999]]"),
    candles("1795328195000", "[[5, 4, 3, 4, 1]]"),
    candles("1795328195000", #"[[1, "made up"]]"#), candles("1795328195000", "[[null]]"),
    candles("1795328195000", "[[[1]]]"), candles("1795328195000", "[\"x\"]"),
    candles(
      "1795328195000", "[" + Array(repeating: "[1]", count: 241).joined(separator: ",") + "]"),
  ]

  @Test("what is no candle, or of no time, is not read", arguments: badCandles)
  func noCandles(text: String) { #expect(HubCandles.read(Array(text.utf8)) == nil) }

  private static let badRates: [String] = [
    "", "{}", #"{"sources": {}}"#, #"{"rates": {}}"#, #"{"rates": [1]}"#, #"{"rates": [{}]}"#,
    #"{"rates": [{"base": "USD", "source": "ECB", "age": -1, "stale_after": 1, "units": {}}]}"#,
    #"{"rates": [{"base": "USD", "source": "ECB", "age": 9223372036854775807, "stale_after": 1, "units": {}}]}"#,
    #"{"rates": [{"base": "USD", "source": "ECB", "age": 1, "stale_after": 1e30, "units": {}}]}"#,
    #"{"rates": [{"base": "usd", "source": "ECB", "age": 1, "stale_after": 1, "units": {}}]}"#,
    #"{"rates": [{"base": "USD", "source": "E\nB", "age": 1, "stale_after": 1, "units": {}}]}"#,
    #"{"rates": [{"base": "USD", "source": "ECB", "age": 1, "stale_after": 1, "units": {"KRW": 0}}]}"#,
    #"{"rates": [{"base": "USD", "source": "ECB", "age": 1, "stale_after": 1, "units": {"won": 1}}]}"#,
  ]

  @Test("rates that cannot be are not read", arguments: badRates)
  func noRates(text: String) {
    #expect(HubRates.read(Array(text.utf8), wall: RandomHub.wall) == nil)
  }

  @Test("lists that say nothing of markets are not read", arguments: ["{}", #"{"rates": []}"#])
  func noLists(text: String) { #expect(HubLists(Array(text.utf8)) == nil) }

  private static let badWants: [String] = [
    "", "[]", #"{"book": [""]}"#, #"{"book": [1]}"#,
    #"{"book": [\#(Array(repeating: "\"a\"", count: 33).joined(separator: ","))]}"#,
    #"{"trades": ["\#(String(repeating: "A", count: 81))"]}"#,
    #"{"chart": {"market": "upbit:KRW-BTC", "span": "2m"}}"#,
    #"{"chart": {"market": "\#(String(repeating: "A", count: 81))", "span": "1m"}}"#,
  ]

  @Test("a follower that wants more than a page shows wants nothing", arguments: badWants)
  func noWants(text: String) { #expect(HubWants(Array(text.utf8)) == nil) }

  private static let badAnswers: [String] = [
    "book []", #"book {"bids": [[0, 1]]}"#, #"book {"bids": [[1, -1]]}"#,
    #"book {"asks": [1e999]} x"#,
    #"trades {"trades": [[1, 1, 1, true, 1]]}"#,
    #"trades {"trades": [[1795328195000, 0, 1, true, 1]]}"#,
    #"trades {"trades": [[1795328195000, 1, -1, true, 1]]}"#, #"trades {"trades": [[]]}"#,
    #"wallet {"deposit": true}"#, #"wallet {"age": -1}"#, #"wallet {"age": 1e18}"#,
    #"wallet {"age": 1, "networks": [{}]}"#,
    #"wallet {"age": 1, "networks": [{"name": "\u0007"}]}"#,
    #"chart {"span": "1m", "candles": []}"#, #"chart {"span": "1m", "time": 1, "candles": []}"#,
    #"chart {"span": "1m", "time": 1795328195000, "candles": [[1, 1, 1, 1, 1, 1]]}"#,
    #"chart {"span": "1m", "time": 1795328195000, "candles": [[1795328195000, 1, 1, 1, 1, null]]}"#,
    #"chart {"span": "1m", "time": 1795328195000, "candles": [[1795328195000,1,1,1,1,1],[1795328195000,1,1,1,1,1]]}"#,
    #"chart {"span": "9m", "time": 1795328195000, "candles": []}"#,
  ]

  @Test("an answer that cannot be is none", arguments: badAnswers)
  func noAnswer(text: String) {
    let kind = text.prefix { $0 != " " }
    #expect(HubAnswer(String(kind), Array(text.dropFirst(kind.count + 1).utf8)) == nil)
  }

  @Test("in names and units nothing acts on what draws them")
  func labels() throws {
    let text = #"""
      {"markets": {"upbit:KRW-BTC": {"base": "BTC", "quote": "K\u0007W", "english": "\u202eBitcoin",
        "title": "Up\u001b[2Jbit", "decimals": 99, "cautions": ["designated", "unheard of"]}}}
      """#
    let entry = try #require(HubLists(Array(text.utf8))?.entries.first)
    #expect(entry.title == nil && entry.listing.quote == "")
    #expect(entry.listing.names == MarketNames(english: "BTC", korean: "BTC"))
    #expect(entry.listing.decimals == 12 && entry.listing.cautions == [.designated])
  }

  @Test("a market has a topic of its own, whatever stands in its code")
  func topics() {
    #expect(HubTopics.ring("kraken:BTC/USD") == "ring/kraken/BTC-USD")
    #expect(HubTopics.book("hub:+/#") == "book/hub/---")
    #expect(HubTopics.chart("nothing") == "chart/nothing/")
  }
}

/// Values that a hub may say, from a seed.
private struct RandomHub {
  static let wall: Int64 = 1_795_328_262_301
  private var random: SeededGenerator

  init(_ seed: Int) { random = SeededGenerator(seed: seed) }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func chance() -> Bool { Bool.random(using: &random) }
  mutating func element<Value>(_ values: [Value]) -> Value { values[int(0...values.count - 1)] }
  mutating func maybe(_ value: Double) -> Double? { chance() ? value : nil }

  /// A number of at most twelve digits.
  mutating func number() -> Double {
    let divisors: [Double] = [1, 10, 1e3, 1e6, 1e9, 1e12]
    return Double(int(1...999_999_999_999)) / element(divisors)
  }

  mutating func names() -> [String] {
    let all = [
      "upbit:KRW-BTC", "kraken:BTC/USD", "binance:BTCUSDT", "hub:POWER", "hub:가\"격\\", "hub:é",
      "a:b:c",
    ]
    return Array(all.shuffled(using: &random).prefix(int(1...all.count)))
  }

  mutating func source(_ name: String) -> HubBeat.Source {
    HubBeat.Source(
      name, element(Link.allCases), chance() ? .hubSilent : nil,
      age: chance() ? Int64(int(0...1 << 39)) : nil, clock: chance() ? Self.wall : nil)
  }

  mutating func market(_ name: String) -> HubBeat.Market {
    var ticker = Ticker(price: number(), decimals: int(1...12))
    ticker.tradeTime = chance() ? Self.wall - Int64(int(0...1_000_000)) : nil
    (ticker.baselinePrice, ticker.volume) = (maybe(number()), maybe(number()))
    (ticker.dayOpen, ticker.dayLow, ticker.dayHigh) = (
      maybe(number()), maybe(number()), maybe(number())
    )
    (ticker.turnover, ticker.bid, ticker.ask) = (maybe(number()), maybe(number()), maybe(0))
    (ticker.yearLow, ticker.yearHigh) = (maybe(number()), maybe(number()))
    ticker.delistsOn = CivilDay(year: 2026, month: int(1...24), day: int(1...31))
    ticker.tellsDelisting = ticker.delistsOn != nil
    let units = ["KRW", "°C", "€/MWh", "a b"]
    var market = HubBeat.Market(
      name, quote: chance() ? element(units) : nil, ticker,
      chance() ? candle(at: Candle.bucket(of: Self.wall)) : nil)
    market.age = chance() ? Int64(int(0...1 << 39)) : nil
    return market
  }

  mutating func candle(at start: Int64) -> Candle {
    let prices = [number(), number(), number(), number()].sorted()
    let isFlat = chance()
    let sources: [Candle.Source] = [.trades, .samples, .partial]
    if isFlat { return .flat(at: prices[0], start: start, source: element(sources)) }
    return Candle(
      start: start, open: prices[1], high: prices[3], low: prices[0], close: prices[2],
      volume: chance() ? number() : nil, source: element(sources))
  }

  mutating func candles(_ name: String) -> HubCandles {
    let start = Candle.bucket(of: Self.wall)
    let count = int(0...240)
    return HubCandles(
      market: name, start: start,
      (0..<count).map { index in
        int(0...3) == 0 ? nil : candle(at: start + Int64(index) * Candle.span)
      })
  }

  mutating func entry(_ name: String) -> HubLists.Entry {
    let code = String(name.drop { $0 != ":" }.dropFirst())
    var listing = Listing(
      code: code, base: "BTC", quote: element(["", "KRW", "USDT"]),
      names: MarketNames(english: "Bitcoin \"1\"", korean: "비트코인"),
      decimals: chance() ? int(0...12) : nil,
      cautions: Set(Caution.allCases.filter { _ in chance() }))
    listing.isTrading = chance()
    for caution in Caution.allCases where chance() {
      listing.cautionEnds[caution] = CivilDay(year: 2026, month: int(1...12), day: int(1...28))
    }
    var entry = HubLists.Entry(name, listing, title: chance() ? "Bithumb (구)" : nil)
    entry.isHalted = chance()
    return entry
  }

  mutating func rates() -> ExchangeRates {
    var units: [String: Double] = [:]
    for _ in 0..<int(0...20) { units["C\(int(0...999))"] = number() }
    return ExchangeRates(
      base: "USD", units: units, source: "ECB", time: Self.wall - Int64(int(0...1 << 39)),
      staleAfterMilliseconds: Int64(int(0...1 << 39)))
  }

  mutating func book() -> OrderBook {
    func levels() -> [OrderBook.Level] {
      (1...int(1...40)).map { OrderBook.Level(price: Double($0) + 0.5, size: number()) }
    }
    return OrderBook(bids: levels(), asks: levels())
  }

  mutating func trades() -> [Trade] {
    (0..<int(0...Tape.capacity)).map { _ in
      Trade(
        id: chance() ? Int64.random(in: 0 ... .max, using: &random) : nil, price: number(),
        volume: number(), time: Self.wall - Int64(int(0...1_000_000)),
        isBuy: chance() ? chance() : nil)
    }
  }

  mutating func wallet() -> WalletState {
    func passage() -> WalletState.Passage {
      WalletState.Passage(
        canDeposit: chance() ? chance() : nil, canWithdraw: chance() ? chance() : nil)
    }
    return WalletState(
      passage(),
      networks: (0..<int(0...64)).map { WalletState.Network(name: "N\($0)", passage: passage()) })
  }

  mutating func chart() -> CandleHistory {
    let span = element(ChartSpan.allCases)
    let count = int(0...240)
    return CandleHistory(
      span: span,
      candles: (0..<count).map { index in
        let start = Self.wall - Int64(count - index) * 60_000
        let prices = [number(), number(), number(), number()].sorted()
        return Candle(
          start: start, open: prices[1], high: prices[3], low: prices[0], close: prices[2],
          volume: number(), source: .trades)
      }, time: Self.wall)
  }
}
