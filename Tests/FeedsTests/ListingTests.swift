import MarketData
import Testing

@testable import Feeds

/// Markets that come and go while the feed runs.
@Suite struct ListingTests {
  private static let both = #"[{"market":"KRW-BTC"},{"market":"KRW-NEW"}]"#
  private static let one = #"[{"market":"KRW-BTC"}]"#

  private func subscriptions(_ rig: FeedRig) -> [String] {
    rig.wanted().compactMap { if case .send(let text, _) = $0 { text } else { nil } }
  }

  /// The answer to the call for the list that is under way.
  private func list(_ rig: FeedRig, _ text: String) {
    let call = rig.call("/market/all")!
    rig.intents.removeAll { if case .get(CallID(call), _, _) = $0 { true } else { false } }
    rig.answer(call, text)
  }

  /// Nine seconds of a stream that is heard, and of a past in which nothing was traded.
  private func live(_ rig: FeedRig) -> [Intent] {
    rig.pass(9_000)
    rig.message(rig.trade(id: Int(rig.now.monotonic)))
    let wanted = rig.wanted()
    for case .get(let id, let path, _) in wanted where path.hasPrefix("/candles") {
      rig.answer(id.number, "[]")
    }
    return wanted
  }

  @Test("a market that is listed later is subscribed at once, and its past is asked for")
  func listedLater() throws {
    let rig = FeedRig("KRW-BTC", "KRW-NEW")
    list(rig, Self.one)
    rig.stream()
    #expect(
      !live(rig).contains {
        if case .send(let text, _) = $0 { text.contains("NEW") } else { false }
      })
    var call: Int?
    for _ in 0..<400 where call == nil {
      for case .get(let id, "/market/all?is_details=true", _) in live(rig) { call = id.number }
    }
    rig.answer(try #require(call), Self.both)
    let wanted = (0..<5).flatMap { _ in live(rig) }
    #expect(
      wanted.contains {
        if case .send(let text, _) = $0 { text.contains(#"["KRW-BTC","KRW-NEW"]"#) } else { false }
      })
    #expect(
      wanted.contains {
        if case .get(_, let path, _) = $0 {
          path.contains("candles/seconds?market=KRW-NEW")
        } else {
          false
        }
      })
  }

  @Test("a market that is delisted while it streams is named once, on the log and on the screen")
  func delisted() {
    let rig = FeedRig("KRW-BTC", "KRW-NEW")
    list(rig, Self.both)
    rig.stream()
    for _ in 0..<3 {
      rig.message(
        """
        {"type":"ticker","code":"KRW-NEW","trade_price":5,"timestamp":\(rig.exchangeTime),\
        "trade_timestamp":\(rig.exchangeTime),"market_state":"DELISTED"}
        """)
    }
    #expect(rig.updates.filter { $0 == .listed(market: 1, false) }.count == 1)
    let lines = rig.intents.compactMap {
      if case .log(.warning, let line) = $0 { line } else { nil }
    }
    #expect(lines.count == 1 && lines[0].contains("KRW-NEW"))
  }

  @Test("the list is asked for each minute while one of its markets is missing, though it fails")
  func awaited() {
    let rig = FeedRig("KRW-BTC", "KRW-NEW")
    list(rig, Self.both)
    rig.stream()
    rig.message(
      """
      {"type":"ticker","code":"KRW-NEW","trade_price":5,"timestamp":\(rig.exchangeTime),\
      "trade_timestamp":\(rig.exchangeTime),"market_state":"DELISTED"}
      """)
    for round in 0..<8 {
      rig.pass(62_000)
      guard let call = rig.call("/market/all") else {
        return #expect(Bool(false), "not asked in round \(round): \(rig.intents)")
      }
      rig.intents = []
      rig.unanswered(call, TransportFailure(reason: "no name"))
    }
  }

  @Test("a code that the exchange does not know any more makes it ask for the list again")
  func gone() {
    let rig = FeedRig("KRW-BTC", "KRW-NEW")
    list(rig, Self.both)
    rig.pass(120_000)
    rig.closed(TransportFailure(reason: "cut"))
    #expect(rig.pass(1_000) { $0.call("/ticker") != nil })
    rig.intents = rig.intents.filter {
      if case .get(_, let path, _) = $0 { path.hasPrefix("/ticker") } else { false }
    }
    rig.answer(rig.call("/ticker")!, #"{"error":{"name":404}}"#, status: 404)
    rig.pass(1_000)
    list(rig, Self.one)
    #expect(rig.updates.contains(.listed(market: 1, false)))
  }

  @Test("a name without end is cut, be it of letters or of marks on one letter")
  func endlessNames() {
    let rig = FeedRig("KRW-BTC")
    let (letters, marks) = (
      String(repeating: "한", count: 90_000), "e" + String(repeating: "\u{301}", count: 90_000)
    )
    list(rig, #"[{"market":"KRW-BTC","korean_name":"\#(letters)","english_name":"\#(marks)"}]"#)
    let names = rig.updates.compactMap {
      if case .listing(_, let listing) = $0 { listing.names } else { nil }
    }
    #expect(names.count == 1)
    #expect(names.first?.korean == String(repeating: "한", count: 60))
    #expect(names.first?.english.unicodeScalars.count == 60)
    #expect(rig.updates.contains { if case .listing = $0 { true } else { false } })
  }

  @Test("a stream of codes that nobody lists asks for them all the same")
  func nothingListed() {
    let rig = FeedRig("KRW-NEW")
    list(rig, Self.one)
    rig.opened()
    let asked = subscriptions(rig)
    #expect(!asked.isEmpty && asked.allSatisfy { $0.contains("KRW-NEW") })
  }

  @Test("a refused poll that is answered after the stream is back starts no polls")
  func latePoll() {
    let rig = FeedRig("KRW-BTC", "KRW-NEW")
    rig.pass(3_000)
    let poll = rig.call("/ticker")!
    rig.stream()
    rig.message(rig.trade("KRW-NEW"))
    rig.answer(poll, "{}", status: 404)
    rig.intents = []
    for _ in 0..<20 {
      rig.pass(1_000)
      rig.message(rig.trade(id: Int(rig.now.monotonic)))
    }
    #expect(rig.call("/ticker") == nil)
  }
}
