import MarketData
import Testing

@testable import Feeds

/// What a feed makes of its exchange's list of markets.
@Suite struct FeedListTests {
  private static let bitcoin = Listing(
    code: "KRW-BTC", base: "BTC", quote: "KRW",
    names: MarketNames(english: "Bitcoin", korean: "비트코인"))

  @Test("a code that is not listed is named once, and left out from then on")
  func unlisted() {
    let rig = FeedRig("KRW-BTC", "KRW-NOPE")
    rig.answer(1, #"[{"market":"KRW-BTC","korean_name":"비트코인","english_name":"Bitcoin"}]"#)
    #expect(rig.updates.contains(.listed(market: 1, false)))
    #expect(
      rig.updates.contains(.listing(market: 0, Self.bitcoin)))
    let lines = rig.intents.compactMap {
      if case .log(.warning, let line) = $0 { line } else { nil }
    }
    #expect(lines.contains { $0.contains("KRW-NOPE") })
    rig.closed(TransportFailure(reason: "cut"))
    rig.pass(5_000)
    let paths = rig.wanted().compactMap { if case .get(_, let path, _) = $0 { path } else { nil } }
    #expect(paths.contains("/ticker?markets=KRW-BTC"))
    #expect(!paths.contains { $0.contains("NOPE") })
  }

  @Test("no warning is given of a market in whose place another one is shown")
  func replaceable() {
    let rig = FeedRig("KRW-BTC", "KRW-NOPE")
    let same = Feed(
      exchange: Upbit(), markets: [(0, "KRW-BTC"), (1, "KRW-NOPE")], replaceable: [1],
      waits: Feed.Waits(), seed: 1)
    rig.feed.reconfigure(as: same, at: rig.now)
    rig.answer(1, #"[{"market":"KRW-BTC","korean_name":"비트코인","english_name":"Bitcoin"}]"#)
    let said = rig.intents.compactMap {
      if case .log(let severity, let line) = $0, line.contains("KRW-NOPE") { severity } else { nil }
    }
    #expect(said == [.info])
  }

  @Test("who follows nothing for a while asks the list anew for what was missing")
  func leftAbsent() {
    let rig = FeedRig("KRW-BTC", "KRW-NEW")
    let bitcoin = #"{"market":"KRW-BTC","korean_name":"","english_name":"Bitcoin"}"#
    rig.answer(1, "[\(bitcoin)]")
    #expect(rig.listed == [0])
    rig.follow([])
    #expect(rig.listed == [0, 1])
    rig.pass(90_000)
    _ = rig.wanted()
    rig.follow([0, 1])
    rig.pass(0)
    rig.answer(rig.call("/market/all")!, "[\(bitcoin)]")
    #expect(rig.listed == [0])
  }

  @Test("a listed market whose price is unknown asks for the list ever more seldom")
  func suspected() {
    var list = MarketListSync()
    var asked: [Int64] = []
    var now: Int64 = 0
    for _ in 0..<6 {
      list.begin([], at: now)
      list.settle([], isWhole: true, isHalted: false, absent: [], at: now)
      list.suspect(isAwaited: false, resumesAt: .immediately, at: now + 1_000)
      asked.append(list.deadline.monotonic - now)
      now = list.deadline.monotonic
    }
    #expect(asked == [60_000, 120_000, 240_000, 480_000, 960_000, 960_000])
    list.begin([], at: now)
    list.settle([], isWhole: true, isHalted: false, absent: [], at: now)
    list.settle([], isWhole: true, isHalted: false, absent: [], at: now)
    list.suspect(isAwaited: false, resumesAt: .immediately, at: now)
    #expect(list.deadline.monotonic - now == 60_000, "it was explained meanwhile")
  }

  @Test("a price that is unknown long after the last one asks for the list at once")
  func suspectedLater() {
    var list = MarketListSync()
    var now: Int64 = 0
    for wait: Int64 in [0, 120_000, 240_000, 3_600_000, 120_000] {
      now += wait
      list.suspect(isAwaited: false, resumesAt: .immediately, at: now)
      #expect(list.deadline.monotonic == now)
      list.begin([], at: now)
      list.settle([], isWhole: true, isHalted: false, absent: [], at: now)
    }
  }

  @Test("lists that are asked for sooner than their time make no market wait longer")
  func sooner() {
    for isMissing in [false, true] {
      var list = MarketListSync()
      for now: Int64 in [0, 5_000, 10_000, 15_000] {
        if now > 0 { list.askAgain(Feed.Waits(), resumesAt: .immediately, at: now) }
        #expect(list.deadline.monotonic <= now || now == 0)
        list.begin([], at: now)
        list.suspect(isAwaited: false, resumesAt: .immediately, at: now)
        list.settle(
          [], isWhole: true, isHalted: false, absent: isMissing ? ["KRW-BTC"] : [], at: now)
      }
      list.suspect(isAwaited: false, resumesAt: .immediately, at: 15_000)
      #expect(list.deadline.monotonic == (isMissing ? 75_000 : 135_000))
    }
  }

  @Test("lists that fail sooner than their time make no list wait longer")
  func failedSooner() {
    var list = MarketListSync()
    for now: Int64 in [0, 5_000, 10_000] {
      if now > 0 { list.askAgain(Feed.Waits(), resumesAt: .immediately, at: now) }
      list.begin([], at: now)
      list.failed(isAwaited: false, resumesAt: .immediately, at: now)
      #expect(list.deadline.monotonic == now + 30_000)
    }
    list.failed(isAwaited: false, resumesAt: .immediately, at: 40_000)
    #expect(list.deadline.monotonic == 100_000, "this one failed in its time")
  }

  @Test("a market that goes missing is looked for soon, however long another one has been missing")
  func missingAnew() {
    var list = MarketListSync()
    func wait(_ absent: Set<String>) -> Int64 {
      list.settle([], isWhole: true, isHalted: false, absent: absent, at: 0)
      return list.deadline.monotonic
    }
    let one = (0..<3).map { _ in wait(["BTCUSD"]) }
    #expect(one == [60_000, 120_000, 240_000])
    let both = (0..<3).map { _ in wait(["BTCUSD", "NEWUSDT"]) }
    #expect(both == [60_000, 120_000, 240_000])
    let rest = wait(["BTCUSD"])
    #expect(rest == 480_000, "this one is missing as before")
  }

  @Test("without a list, an unknown code does not take the others down")
  func singlePolls() {
    let rig = FeedRig("KRW-BTC", "KRW-NOPE")
    rig.answer(1, "oops", status: 500)
    rig.closed(TransportFailure(reason: "cut"))
    rig.pass(0)
    rig.answer(rig.call("/ticker?markets=KRW-BTC,KRW-NOPE")!, "{}", status: 404)
    for _ in 0..<3 {
      rig.pass(5_000)
      rig.answer(rig.call("/ticker?markets=KRW-BTC")!, rig.ticker())
      rig.answer(rig.call("/ticker?markets=KRW-NOPE")!, "{}", status: 404)
    }
    let complaints = rig.intents.filter {
      if case .log(_, let line) = $0 { line.contains("tickers") } else { false }
    }
    #expect(complaints.count == 1)
    #expect(rig.prices == [100, 100, 100])
    #expect(rig.link == .polling)
    #expect(rig.updates.allSatisfy { if case .listed = $0 { false } else { true } })
  }

  @Test("without a stream, one that the polls leave out is old by itself until it is told of again")
  func leftOut() {
    let rig = FeedRig("KRW-BTC", "KRW-XRP")
    rig.stream()
    let heardAt = rig.now.monotonic
    var told: [Unheard?] {
      rig.updates.compactMap {
        if case .unheard(1, let unheard) = $0 { .some(unheard) } else { nil }
      }
    }
    rig.closed(TransportFailure(reason: "cut"))
    for second in 1...20 {
      rig.pass(1_000)
      rig.answerTickers()
      #expect(told == (second < 15 ? [] : [Unheard(since: heardAt)]), "\(second)")
    }
    #expect(rig.link == .polling)
    rig.pass(5_000)
    rig.answer(rig.call("/ticker?markets=KRW-BTC,KRW-XRP")!, rig.ticker("KRW-XRP"))
    #expect(told.count == 2 && told.last == .some(nil))
    for _ in 0..<20 {
      rig.pass(1_000)
      rig.answerTickers()
    }
    #expect(told.count == 3)
    rig.stream()
    #expect(told.count == 3 && rig.link == .streaming, "it has not told of this one")
    let streamedFrom = rig.exchangeTime
    rig.pass(2_000)
    rig.message(rig.trade("KRW-XRP", id: 2))
    #expect(told.count == 4 && told.last == .some(nil))
    let missedUntil = rig.updates.compactMap {
      if case .missed(1, let range) = $0 { range.upperBound } else { nil }
    }
    #expect(missedUntil.last! >= streamedFrom + 2_000, "until then nobody knows what it did")
  }

  @Test("a stream that comes in time again stands for all that it carries")
  func inTimeAgain() {
    let rig = FeedRig("KRW-BTC", "KRW-XRP")
    rig.stream()
    for id in 2..<42 {
      rig.pass(1_000)
      rig.message(rig.trade(id: id, ago: id < 12 ? 0 : 20_000))
      rig.answerTickers()
    }
    #expect(rig.unheard.keys.sorted() == [1])
    for id in 42..<45 { rig.message(rig.trade(id: id)) }
    #expect(rig.unheard.isEmpty && rig.link == .streaming)
  }

  @Test("a new stream does not make what was told before the cut young")
  func anotherStream() {
    let rig = FeedRig("KRW-BTC", "KRW-XRP")
    rig.stream()
    rig.message(rig.trade("KRW-XRP", id: 2))
    let heardAt = rig.now.monotonic
    rig.closed(TransportFailure(reason: "cut"))
    rig.pass(600_000)
    for id in rig.underWay.keys.sorted() { rig.unanswered(id, TransportFailure(reason: "gone")) }
    rig.stream()
    #expect(rig.link == .streaming)
    #expect(rig.unheard == [1: Unheard(since: heardAt)])
    rig.pass(2_000)
    rig.answer(rig.call("/ticker?markets=KRW-XRP")!, rig.ticker("KRW-XRP"))
    #expect(rig.unheard.isEmpty)
  }

  @Test("a market that a new stream leaves out is as old as the last word of its exchange")
  func leftOutByNewStream() {
    let rig = FeedRig("KRW-BTC", "KRW-XRP")
    rig.stream()
    let heardAt = rig.now.monotonic
    rig.pass(3_000)
    #expect(rig.updates.contains(.streamed(market: 1, false)))
    rig.pass(11_999)
    #expect(rig.unheard.isEmpty)
    rig.pass(1)
    #expect(rig.unheard[1] == Unheard(since: heardAt))
  }

  @Test("markets more are asked for in a list of their own, not looked for in one under way")
  func adopted() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    _ = rig.wanted()
    let both = Feed(
      exchange: Upbit(), markets: [(0, "KRW-BTC"), (4, "KRW-XRP")], waits: Feed.Waits(), seed: 7)
    rig.feed.reconfigure(as: both, at: rig.now)
    rig.follow([0, 4])
    rig.answer(1, #"[{"market":"KRW-BTC","korean_name":"","english_name":"Bitcoin"}]"#)
    #expect(!rig.updates.contains(.listed(market: 4, false)))
    rig.answer(
      rig.call("/market/all")!,
      #"[{"market":"KRW-XRP","korean_name":"리플","english_name":"XRP"}]"#)
    #expect(rig.updates.contains(.listed(market: 0, false)))
    #expect(!rig.updates.contains(.listed(market: 4, false)))
    rig.message(rig.trade("KRW-XRP", "3.0", id: 9))
    #expect(rig.updates.contains { if case .trade(4, _) = $0 { true } else { false } })
    let connections = rig.wanted().filter { if case .connect = $0 { true } else { false } }
    #expect(connections.isEmpty)
  }

  @Test("what is left of a list that was begun anew declares nothing unknown")
  func overlappingLists() throws {
    let rig = FeedRig("BTC-USD", of: Coinbase())
    let first = try #require(rig.call("/products"))
    rig.pass(6_000)
    rig.intents = []
    rig.happen(.retry)
    rig.pass(1_000)
    let second = try #require(rig.call("/products"))
    let products = """
      [{"id":"BTC-USD","base_currency":"BTC","quote_currency":"USD","quote_increment":"0.01",\
      "status":"online"}]
      """
    rig.answer(first, products)
    #expect(rig.call("/currencies") == nil)
    rig.answer(second, products)
    let names = try #require(rig.call("/currencies"))
    rig.answer(names, "[]")
    #expect(!rig.updates.contains(.listed(market: 0, false)))
  }

  @Test("a list without its last part is asked for again soon, and takes no caution away")
  func partial() throws {
    let rig = FeedRig("KRW-BTC", of: Bithumb())
    let markets = #"[{"market":"KRW-BTC","korean_name":"비트코인","english_name":"Bitcoin"}]"#
    let warnings = #"[{"market":"KRW-BTC","warning_type":"PRICE_DIFFERENCE_HIGH"}]"#
    func cautions() -> [Set<Caution>] {
      rig.updates.compactMap {
        if case .listing(0, let listing) = $0 { listing.cautions } else { nil }
      }
    }
    rig.answer(try #require(rig.call("/v1/market/all")), markets)
    rig.answer(try #require(rig.call("/v1/market/virtual")), "", status: 500)
    #expect(cautions() == [[]])
    rig.intents = []
    for _ in 0..<2 {
      rig.pass(30_000)
      rig.answer(try #require(rig.call("/v1/market/all")), markets)
      rig.answer(try #require(rig.call("/v1/market/virtual")), warnings)
      #expect(cautions().last == [.priceDifference])
      rig.intents = []
      rig.pass(6 * 3_600_000 - 1_000)
      rig.pass(1_000)
      rig.answer(try #require(rig.call("/v1/market/all")), markets)
      rig.answer(try #require(rig.call("/v1/market/virtual")), "", status: 500)
      #expect(cautions().last == [.priceDifference])
      #expect(!rig.intents.contains { if case .save = $0 { true } else { false } })
      rig.intents = []
    }
  }

  @Test("one that is not traded is told from one that is not listed, by part of a list, too")
  func halted() throws {
    let rig = FeedRig("BTC-USD", "OLD-USD", of: Coinbase())
    /// The next list says that of the second market.
    /// - Returns: what was said last of whether it is listed.
    func list(_ status: String, isWhole: Bool = true) throws -> Update? {
      func call(_ path: String) -> Int? { rig.underWay.first { $0.value == path }?.key }
      for _ in 0..<400 where call("/products") == nil { rig.pass(60_000) }
      let products = [("BTC", "online"), ("OLD", status)].map { base, status in
        #"{"id":"\#(base)-USD","base_currency":"\#(base)","quote_currency":"USD","#
          + #""quote_increment":"0.01","status":"\#(status)"}"#
      }
      rig.answer(try #require(call("/products")), "[\(products.joined(separator: ","))]")
      rig.answer(try #require(call("/currencies")), "[]", status: isWhole ? 200 : 500)
      return rig.updates.last { if case .listed(1, _, _) = $0 { true } else { false } }
    }
    let halted = Update.listed(market: 1, false, isHalted: true)
    #expect(try list("online") == nil)
    #expect(try list("offline", isWhole: false) == halted)
    #expect(try list("delisted") == .listed(market: 1, false))
    #expect(try list("offline") == halted)
    #expect(try list("online") == .listed(market: 1, true))
  }

  @Test("a market that falls silent makes the list be asked for, which may say that it is halted")
  func silent() throws {
    let rig = FeedRig("BTC-USD", "OLD-USD", of: Coinbase())
    func call(_ path: String) -> Int? { rig.underWay.first { $0.value == path }?.key }
    func list(_ status: String) throws {
      let products = [("BTC", "online"), ("OLD", status)].map { base, status in
        #"{"id":"\#(base)-USD","base_currency":"\#(base)","quote_currency":"USD","#
          + #""quote_increment":"0.01","status":"\#(status)"}"#
      }
      rig.answer(try #require(call("/products")), "[\(products.joined(separator: ","))]")
      rig.answer(try #require(call("/currencies")), "[]")
    }
    /// These are traded, and no call but that for the list is answered.
    func pass(minutes: Int, _ codes: String...) {
      for _ in 0..<minutes * 6 {
        let time = CivilTime(unix: rig.exchangeTime / 1_000).text
        for code in codes {
          rig.message(
            #"{"type":"match","trade_id":\#(rig.now.monotonic),"side":"buy","size":"1","#
              + #""price":"7","product_id":"\#(code)","#
              + #""time":"\#(time.prefix(10))T\#(time.suffix(8))Z"}"#)
        }
        rig.pass(10_000)
        for (id, path) in rig.underWay where path.hasPrefix("/products/") {
          rig.unanswered(id, TransportFailure(reason: "lost"))
        }
      }
    }
    try list("online")
    rig.opened()
    pass(minutes: 11, "BTC-USD", "OLD-USD")
    pass(minutes: 18, "BTC-USD")
    #expect(call("/products") == nil)
    pass(minutes: 3, "BTC-USD")
    try list("offline")
    #expect(rig.updates.contains(.listed(market: 1, false, isHalted: true)))
  }

  @Test("an empty list declares nothing unknown")
  func emptyList() {
    let rig = FeedRig("KRW-BTC")
    rig.answer(1, "[]")
    #expect(!rig.updates.contains(.listed(market: 0, false)))
  }
}
