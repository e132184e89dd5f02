import MarketData
import Testing

@testable import Feeds

@Suite("Ranking an exchange's markets")
struct RankingTests {
  private static let wish = RankingWish(exchange: "upbit", quote: "KRW", count: 2)
  private static let list = """
    [{"market":"KRW-BTC","korean_name":"비트코인","english_name":"Bitcoin"},
    {"market":"KRW-ETH","korean_name":"이더리움","english_name":"Ethereum"},
    {"market":"BTC-ETH","korean_name":"이더리움","english_name":"Ethereum"},
    {"market":"KRW-XRP","korean_name":"엑스알피","english_name":"XRP"}]
    """
  private static let tickers = "/ticker?markets=KRW-BTC,KRW-ETH,KRW-XRP"

  private func tickers(_ turnovers: [(String, Double)]) -> String {
    let rows = turnovers.map { code, turnover in
      """
      {"market":"\(code)","trade_price":110.0,"prev_closing_price":100.0,"timestamp":1795147950000,\
      "acc_trade_price_24h":\(turnover)}
      """
    }
    return "[\(rows.joined(separator: ","))]"
  }

  private func rankings(_ rig: FeedRig) -> [[RankedMarket]] {
    rig.updates.compactMap {
      if case .ranking(let wish, let rows) = $0, wish.exchange == "upbit" { rows } else { nil }
    }
  }

  private func paths(_ rig: FeedRig) -> [String] {
    rig.wanted().compactMap { if case .get(_, let path, _) = $0 { path } else { nil } }
  }

  /// A rig that follows nobody and has just heard the first ranking.
  private func ranked() -> FeedRig {
    let rig = FeedRig(Upbit(), [])
    rig.rank(Self.wish)
    rig.answer(rig.call("/market/all")!, Self.list)
    rig.answer(
      rig.call(Self.tickers)!, tickers([("KRW-BTC", 5), ("KRW-ETH", 1), ("KRW-XRP", 9)]))
    return rig
  }

  @Test("those in which most is traded come first, as many as are wished, with their names")
  func order() {
    let rig = ranked()
    #expect(rankings(rig).map { $0.map(\.market.code) } == [["KRW-XRP", "KRW-BTC"]])
    let first = rankings(rig)[0][0]
    #expect(first.names.korean == "엑스알피" && first.turnover == 9 && first.price == 110)
    #expect(first.change.map { abs($0 - 0.1) < 1e-9 } ?? false)
  }

  @Test("nobody asks before somebody looks, twice in half a minute, or after nobody looks")
  func pace() {
    let rig = ranked()
    rig.intents = []
    rig.rank(nil)
    rig.pass(20_000)
    rig.rank(Self.wish)
    rig.pass(9_000)
    #expect(paths(rig) == [])
    rig.pass(1_000)
    #expect(paths(rig) == [Self.tickers])
    rig.rank(nil)
    rig.pass(600_000)
    #expect(paths(rig) == [])
  }

  @Test("another wish is asked for at once, and no answer for the one before ranks anybody")
  func otherWish() {
    let rig = ranked()
    rig.pass(30_000)
    let before = rig.call(Self.tickers)!
    rig.intents = []
    rig.rank(RankingWish(exchange: "upbit", quote: "BTC", count: 2))
    rig.answer(before, tickers([("KRW-BTC", 5), ("KRW-ETH", 1), ("KRW-XRP", 9)]))
    #expect(rankings(rig).count == 1)
    rig.answer(rig.call("/market/all")!, Self.list)
    rig.answer(rig.call("/ticker?markets=BTC-ETH")!, tickers([("BTC-ETH", 7)]))
    #expect(rankings(rig).count == 2 && rankings(rig)[1].map(\.market.code) == ["BTC-ETH"])
    rig.intents = []
    rig.rank(Self.wish)
    #expect(paths(rig) == ["/market/all?is_details=true"])
  }

  @Test("who turns the page before the answers come finds them when he is back")
  func backAgain() {
    let rig = FeedRig(Upbit(), [])
    rig.rank(Self.wish)
    rig.rank(nil)
    rig.answer(rig.call("/market/all")!, Self.list)
    let told = tickers([("KRW-BTC", 5), ("KRW-ETH", 1), ("KRW-XRP", 9)])
    rig.answer(rig.call(Self.tickers)!, told)
    #expect(rankings(rig).map { $0.map(\.market.code) } == [["KRW-XRP", "KRW-BTC"]])
    rig.intents = []
    rig.rank(Self.wish)
    #expect(paths(rig) == [])
  }

  @Test("what was asked for before another wish is told as what it is, or not at all")
  func wishBetween() {
    let rig = ranked()
    rig.pass(30_000)
    let before = rig.call(Self.tickers)!
    rig.rank(nil)
    rig.rank(RankingWish(exchange: "upbit", quote: "BTC", count: 2))
    rig.answer(before, tickers([("KRW-BTC", 5), ("KRW-ETH", 1), ("KRW-XRP", 9)]))
    #expect(rankings(rig).count == 1 && rig.call("/market/all") != nil)
  }

  @Test("a currency in which nothing is traded is not looked for in each round")
  func nothingTraded() {
    let rig = FeedRig(Upbit(), [])
    rig.rank(RankingWish(exchange: "upbit", quote: "EUR", count: 2))
    rig.answer(rig.call("/market/all")!, Self.list)
    rig.intents = []
    rig.pass(600_000)
    #expect(paths(rig) == [] && rankings(rig) == [])
  }

  @Test("why there is no ranking is told, also of an exchange that nobody follows")
  func failures() {
    func told(_ rig: FeedRig, _ reason: FailureReason) -> Bool {
      rig.updates.contains(.rankingFailure(Self.wish, exchange: "Upbit", reason))
    }
    let alone = FeedRig(Upbit(), [])
    alone.rank(Self.wish)
    alone.unanswered(alone.call("/market/all")!, TransportFailure(reason: "timed out"))
    #expect(told(alone, .unreachable))
    alone.pass(30_000)
    alone.answer(alone.call("/market/all")!, "{}", status: 403)
    #expect(told(alone, .blocked))
    let senseless = FeedRig(Upbit(), [])
    senseless.rank(Self.wish)
    senseless.answer(senseless.call("/market/all")!, "<html>")
    #expect(told(senseless, .maintenance))
    senseless.updates = []
    senseless.pass(30_000)
    senseless.answer(senseless.call("/market/all")!, Self.list)
    senseless.answer(senseless.call(Self.tickers)!, "<html>")
    #expect(told(senseless, .maintenance))
    let beside = FeedRig("KRW-BTC")
    beside.stream()
    beside.rank(Self.wish)
    beside.answer(beside.call("/market/all")!, "{}", status: 429)
    #expect(told(beside, .limitReached) && beside.link == .streaming)
  }

  @Test("what failed is asked for again once the network is back, or somebody wants that")
  func soon() {
    for event in [TransportEvent.network(isUp: true), .retry] {
      let rig = FeedRig(Upbit(), [])
      rig.rank(Self.wish)
      let failure = TransportFailure(reason: "no network", cause: .noNetwork)
      rig.unanswered(rig.call("/market/all")!, failure)
      rig.pass(5_000)
      rig.intents = []
      rig.happen(event)
      #expect(paths(rig) == ["/market/all?is_details=true"])
      rig.unanswered(rig.underWay.keys.max()!, failure)
      rig.happen(event)
      #expect(paths(rig) == [])
      rig.pass(1_000)
      #expect(paths(rig) == ["/market/all?is_details=true"])
      // What the exchange holds back stays so.
      let wait = Header(name: "retry-after", value: "20")
      rig.answer(rig.underWay.keys.max()!, "{}", status: 429, headers: [wait])
      rig.pass(2_000)
      rig.happen(event)
      #expect(paths(rig) == [])
      let whole = ranked()
      whole.pass(5_000)
      whole.intents = []
      whole.happen(event)
      #expect(paths(whole) == [])
    }
  }

  @Test("a refusal waits and lists anew; half an answer ranks nobody")
  func rejection() {
    let rig = ranked()
    rig.pass(30_000)
    rig.answer(rig.call(Self.tickers)!, "{}", status: 429)
    rig.intents = []
    rig.pass(60_000)
    #expect(paths(rig) == ["/market/all?is_details=true"])
    rig.answer(rig.underWay.keys.max()!, "oops")
    #expect(rankings(rig).count == 1)
  }

  @Test(
    "a code that is listed and unknown is found and left out, and the others are ranked",
    arguments: [(404, "{}"), (200, #"{"error":{"name":404,"message":"Code not found"}}"#)])
  func unknownCode(status: Int, body: String) {
    let rig = FeedRig(Upbit(), [])
    rig.rank(Self.wish)
    rig.answer(rig.call("/market/all")!, Self.list)
    rig.answer(rig.call(Self.tickers)!, body, status: status)
    rig.answer(rig.call("/ticker?markets=KRW-BTC")!, tickers([("KRW-BTC", 5)]))
    rig.answer(rig.call("/ticker?markets=KRW-ETH,KRW-XRP")!, body, status: status)
    rig.answer(rig.call("/ticker?markets=KRW-XRP")!, tickers([("KRW-XRP", 9)]))
    #expect(rankings(rig) == [])
    rig.answer(rig.call("/ticker?markets=KRW-ETH")!, body, status: status)
    #expect(rankings(rig).map { $0.map(\.market.code) } == [["KRW-XRP", "KRW-BTC"]])
    rig.intents = []
    rig.pass(30_000)
    #expect(paths(rig) == ["/ticker?markets=KRW-BTC,KRW-XRP"])
  }

  @Test("what asks for all markets at once is not asked again for half of them")
  func narrowing() {
    let codes = ["KRW-A", "KRW-B", "KRW-C", "KRW-D"]
    func paths(_ exchange: any Exchange) -> [String]? {
      var page = PageData()
      return page.narrow(codes, on: Endpoint(exchange))?.map(\.path)
    }
    #expect(paths(Upbit()) == ["/ticker?markets=KRW-A,KRW-B", "/ticker?markets=KRW-C,KRW-D"])
    #expect(paths(BithumbClassic()) == nil)
  }

  @Test("where every code is unknown it is not the codes: that is asked again in the next round")
  func allUnknown() {
    let rig = FeedRig(Upbit(), [])
    let listings = (0..<64).map { #"{"market":"KRW-A\#($0)","korean_name":"","english_name":""}"# }
    rig.rank(Self.wish)
    rig.answer(rig.call("/market/all")!, "[\(listings.joined(separator: ","))]")
    var calls = 0
    while let call = rig.underWay.keys.max(), calls < 100 {
      rig.answer(call, "{}", status: 404)
      calls += 1
    }
    #expect(calls > 24 && calls < 60 && rankings(rig) == [])
    rig.intents = []
    rig.pass(30_000)
    #expect(paths(rig).first?.contains("KRW-A0,KRW-A1,") == true)
  }

  @Test("what is followed goes on beside it")
  func beside() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    rig.rank(Self.wish)
    rig.answer(rig.call("/market/all")!, Self.list)
    rig.answer(rig.call(Self.tickers)!, tickers([("KRW-BTC", 5)]))
    #expect(rankings(rig).count == 1 && rig.link == .streaming)
    #expect(rig.prices == [100], "a ranking is no ticker")
  }

  @Test("a connection that is being opened is left alone")
  func whileOpening() {
    let rig = FeedRig("KRW-BTC")
    rig.rank(Self.wish)
    #expect(!rig.intents.contains { if case .close = $0 { true } else { false } })
    rig.stream()
    #expect(rig.link == .streaming)
  }

  @Test("exchanges that tell tickers one by one rank nobody")
  func unable() {
    let rig = FeedRig(Coinbase(), [])
    rig.rank(RankingWish(exchange: "coinbase", quote: "USD", count: 2))
    #expect(paths(rig) == [] && rig.feed.deadline.isNever)
  }

  private static let days: [(String, String?)] = [
    (#""2026-12-01""#, "2026-12-01"), (#""20261201""#, "2026-12-01"),
    (#""2026-12-01T06:59:59""#, "2026-12-01"), (#"{"year":2026,"month":12,"day":1}"#, "2026-12-01"),
    (#"{"year":2026,"month":"DECEMBER","monthValue":12,"dayOfMonth":1}"#, "2026-12-01"),
    ("[2026,12,1]", "2026-12-01"), ("1796083200000", "2026-12-01"), ("null", nil), ("true", nil),
    (#""soon""#, nil), ("[2026]", nil), ("{}", nil), (#""2026-13-01""#, nil), ("1e300", nil),
    (#"{"year":1e30,"month":12,"day":1}"#, nil),
  ]

  @Test("the day on which a market ends is read in whatever form it comes")
  func delisting() {
    for (text, day) in Self.days {
      let message = """
        {"type":"ticker","code":"KRW-BTC","trade_price":1.0,"opening_price":2.0,\
        "delisting_date":\(text),"timestamp":1795147950000}
        """
      let ticker = Array(message.utf8).withUnsafeBufferPointer {
        Upbit().parser($0, MarketTable([("KRW-BTC", 0)])).statements.first?.ticker
      }
      #expect(ticker?.delistsOn?.description == day, "\(text)")
      // What cannot be read takes nothing back.
      #expect(ticker?.tellsDelisting == (day != nil || text == "null" || text == "true"), "\(text)")
      #expect(ticker?.price == 1 && ticker?.dayOpen == 2, "\(text)")
    }
  }

  @Test("Bithumb's cautions say until when")
  func cautions() {
    var list = [
      Listing(
        code: "KRW-XYZ", base: "XYZ", quote: "KRW", names: MarketNames(english: "", korean: ""))
    ]
    let text = """
      [{"market":"KRW-XYZ","warning_type":"PRICE_DIFFERENCE_HIGH","warning_step":"CAUTION",\
      "end_date":"2026-11-21 06:59:59"},{"market":"KRW-XYZ","warning_type":"PRICE_SUDDEN_FLUCTUATION"}]
      """
    let isRead = Array(text.utf8).withUnsafeBufferPointer {
      Bithumb().readList($0, part: 1, into: &list)
    }
    #expect(isRead && list[0].cautions == [.priceDifference, .priceFluctuation])
    #expect(list[0].cautionEnds.mapValues(\.description) == [.priceDifference: "2026-11-21"])
  }
}
