import MarketData
import Testing

@testable import Feeds

/// Refusals that come as data, and what the feed makes of them.
@Suite struct SpokenRejectionTests {
  @Test("without the unknown product all the others are asked for again, once")
  func allRefused() {
    let rig = FeedRig("NIX-USD", "BTC-USD", of: Coinbase())
    rig.opened()
    _ = rig.wanted()
    let error =
      #"{"type":"error","message":"Failed to subscribe","reason":"NIX-USD is not a valid product"}"#
    rig.message(error)
    let sent = rig.wanted().compactMap { if case .send(let text, _) = $0 { text } else { nil } }
    #expect(sent.count == 1 && sent[0].contains(#""subscribe","product_ids":["BTC-USD"]"#))
    #expect(rig.updates.contains(.listed(market: 0, false)))
    rig.message(error)
    #expect(rig.wanted().isEmpty)
  }

  @Test("where nothing is known, it is asked once and not for ever")
  func noneKnown() {
    let rig = FeedRig("NIX-USD", of: Coinbase())
    rig.opened()
    var asked = 0
    for _ in 0..<20 {
      rig.message(
        #"{"type":"error","message":"Failed to subscribe","reason":"NIX-USD is not a valid product"}"#
      )
      rig.pass(100)
      asked += rig.wanted().count { if case .send = $0 { true } else { false } }
    }
    #expect(asked <= 2)
  }

  @Test("one unknown pair among Kraken's makes it ask for each alone")
  func singly() {
    let rig = FeedRig("NIX/USD", "BTC/USD", of: Kraken())
    rig.pass(3_000)
    let call = rig.call("/public/Ticker")!
    rig.intents = []
    rig.answer(call, #"{"error":["EQuery:Unknown asset pair"]}"#)
    rig.pass(6_000)
    let paths = rig.intents.compactMap {
      if case .get(_, let path, _) = $0, path.contains("Ticker") { path } else { nil }
    }
    #expect(paths.prefix(2).map { $0.suffix(7) } == ["NIX/USD", "BTC/USD"])
  }

  @Test("Kraken's pairs are asked for alone no faster than Kraken allows, and each has its turn")
  func singlyInTurn() {
    let rig = FeedRig(Kraken(), (0..<70).map { "A\($0)/USD" })
    /// The paths of the calls for tickers, all of which are refused.
    func asked() -> [String] {
      let calls = rig.wanted().compactMap { intent -> (id: Int, path: String)? in
        guard case .get(let id, let path, _) = intent, path.contains("Ticker") else { return nil }
        return (id.number, path)
      }
      for call in calls { rig.answer(call.id, #"{"error":["EQuery:Unknown asset pair"]}"#) }
      return calls.map(\.path)
    }
    rig.pass(3_000)
    #expect(asked().count == 1)
    var paths: Set<String> = []
    for _ in 0..<5 {
      rig.pass(6_000)
      let round = asked()
      #expect(round.count == 15)
      paths.formUnion(round)
    }
    #expect(paths.count == 70)
  }

  @Test("a limit that is reached in words slows the polls down as one by status does")
  func limits() {
    let rig = FeedRig("BTC/USD", of: Kraken())
    rig.pass(3_000)
    rig.answer(rig.call("/public/Ticker")!, #"{"error":["EGeneral:Too many requests"]}"#)
    #expect(rig.updates.contains(.failure(exchange: "kraken", .limitReached)))
  }

  @Test(
    "whatever is asked, a limit that is reached in words is one",
    arguments: ["/public/AssetPairs", "/public/Trades", "/public/OHLC"])
  func limitOfAny(path: String) throws {
    let rig = FeedRig("BTC/USD", of: Kraken())
    rig.follow([0], chart: Chart(market: 0, span: .hour))
    rig.pass(3_000)
    if rig.call(path) == nil {
      rig.answer(
        try #require(rig.call("/public/Ticker")),
        #"{"error":[],"result":{"BTC/USD":{"c":["7.0","1"]}}}"#)
      rig.pass(5_000)
    }
    rig.answer(try #require(rig.call(path)), #"{"error":["EGeneral:Too many requests"]}"#)
    let refused = rig.intents.contains {
      if case .log(_, let line) = $0 {
        line.hasSuffix("refused: EGeneral:Too many requests")
      } else {
        false
      }
    }
    #expect(refused)
    rig.intents = []
    rig.pass(900)
    #expect(rig.call(path) == nil)
  }

  @Test("maintenance is said as long as nothing is said of a market")
  func maintenance() {
    let rig = FeedRig("BTC/USD", of: Kraken())
    rig.opened()
    rig.message(#"{"channel":"status","type":"update","data":[{"system":"maintenance"}]}"#)
    rig.message(#"{"channel":"heartbeat"}"#)
    let failures = rig.updates.filter { if case .failure = $0 { true } else { false } }
    #expect(failures.last == .failure(exchange: "kraken", .maintenance))
    rig.message(
      #"{"channel":"ticker","type":"snapshot","data":[{"symbol":"BTC/USD","last":7}]}"#)
    #expect(rig.updates.contains(.failure(exchange: "kraken", nil)))
  }
}
