import MarketData
import Testing

@testable import Feeds

@Suite struct FeedTests {
  @Test("it starts with the socket and the list, and subscribes every market at once")
  func start() {
    let rig = FeedRig("KRW-BTC", "KRW-ETH")
    #expect(rig.wanted() == [.connect(), .get(id: 1, path: "/market/all?is_details=true")])
    rig.happen(.opened())
    guard case .send(let text, _)? = rig.wanted().first else {
      Issue.record("nothing was sent")
      return
    }
    #expect(text.contains(#"{"type":"ticker","codes":["KRW-BTC","KRW-ETH"]}"#))
    #expect(text.contains(#"{"type":"trade","codes":["KRW-BTC","KRW-ETH"]}"#))
    #expect(rig.link == .offline)
  }

  @Test("the first message makes it streaming; an open socket alone does not")
  func streaming() {
    let rig = FeedRig("KRW-BTC")
    rig.happen(.opened())
    #expect(rig.link == .offline)
    rig.message(rig.trade())
    #expect(rig.link == .streaming)
    #expect(rig.prices == [100])
  }

  @Test("a quiet market is pinged and stays streaming while pongs come")
  func quietMarket() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    for _ in 0..<10 {
      _ = rig.wanted()
      rig.pass(9_000)
      #expect(rig.wanted().contains(.ping()))
      rig.pass(100)
      rig.happen(.pong())
    }
    #expect(rig.link == .streaming)
  }

  @Test("a dead socket is noticed by its missing pong within the stale time")
  func deadSocket() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    _ = rig.wanted()
    rig.pass(13_400)
    #expect(!rig.wanted().contains(.close()))
    rig.pass(200)
    let wanted = rig.wanted()
    #expect(wanted.contains(.close()))
    #expect(
      wanted.contains {
        if case .get(_, let path, _) = $0 { path.hasPrefix("/ticker") } else { false }
      })
    rig.pass(2_000)
    #expect(rig.link == .stale)
  }

  @Test("without a stream it polls, tries the stream on, and comes back asking for what it missed")
  func pollsAndReturns() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    rig.answer(rig.call("/candles")!, "[]")
    rig.pass(3_000)
    rig.answer(rig.call("/candles")!, "[]")
    rig.happen(.closed(Closure(reason: "cut")))
    let poll = rig.call("/ticker?markets=KRW-BTC")
    rig.answer(poll ?? 0, rig.ticker("KRW-BTC", "105.0"))
    rig.pass(15_000)
    #expect(rig.updates.contains { if case .sample(0, 105, _) = $0 { true } else { false } })
    #expect(rig.intents.filter { $0 == .connect() }.count >= 2)
    _ = rig.wanted()
    rig.happen(.opened())
    rig.message(rig.trade("KRW-BTC", "107.0", id: 2))
    #expect(rig.link == .streaming)
    rig.pass(5_000)
    let asked = rig.wanted()
    #expect(
      asked.contains {
        if case .get(_, let path, _) = $0 { path.hasPrefix("/candles/seconds") } else { false }
      })
    #expect(
      !asked.contains {
        if case .get(_, let path, _) = $0 { path.hasPrefix("/ticker") } else { false }
      })
  }

  @Test(
    "reconnects back off with jitter between one second and a minute, and start over after a good minute"
  )
  func backoff() {
    let rig = FeedRig("KRW-BTC")
    var waits: [Int64] = []
    for _ in 0..<40 {
      rig.happen(.closed(Closure(reason: "refused")))
      let lost = rig.now.monotonic
      _ = rig.wanted()
      while !rig.intents.contains(.connect()) { rig.pass(250) }
      waits.append(rig.now.monotonic - lost)
    }
    #expect(waits.allSatisfy { 1_000...60_250 ~= $0 })
    #expect(Set(waits).count > 10)
    #expect(waits.suffix(20).max()! > 20_000)
    rig.happen(.opened())
    for _ in 0..<8 {
      rig.message(rig.trade())
      rig.pass(8_900)
    }
    rig.message(rig.trade())
    rig.happen(.closed(Closure(reason: "cut")))
    _ = rig.wanted()
    rig.pass(2_100)
    #expect(rig.intents.contains(.connect()))
  }

  @Test(
    "a stopped handshake waits its time while polling goes on",
    arguments: [
      (429, Int64?(7), Int64(7_000)), (418, nil, 60_000), (403, nil, 900_000), (451, nil, 900_000),
    ])
  func stops(status: Int, retryAfter: Int64?, wait: Int64) {
    let rig = FeedRig("KRW-BTC")
    _ = rig.wanted()
    rig.happen(.closed(Closure(reason: "refused", status: status, retryAfterSeconds: retryAfter)))
    rig.pass(wait - 100)
    let meanwhile = rig.wanted()
    #expect(!meanwhile.contains(.connect()))
    #expect(
      meanwhile.contains {
        if case .get(_, let path, _) = $0 { path.hasPrefix("/ticker") } else { false }
      })
    rig.pass(60_000)
    #expect(rig.wanted().contains(.connect()))
  }

  @Test("after a good minute a ban is the first again")
  func banForgotten() {
    let rig = FeedRig("KRW-BTC")
    for _ in 0..<3 {
      rig.happen(.closed(Closure(reason: "banned", status: 418)))
      _ = rig.wanted()
      rig.pass(60_000)
      #expect(rig.wanted().contains(.connect()))
      rig.happen(.opened())
      for _ in 0..<8 {
        rig.message(rig.trade())
        rig.pass(8_900)
      }
      rig.message(rig.trade())
      rig.happen(.closed(Closure(reason: "cut")))
      rig.pass(2_100)
    }
  }

  @Test("a refused poll waits, and then polls half as often")
  func slowPolls() {
    let rig = FeedRig("KRW-BTC")
    rig.happen(.closed(Closure(reason: "cut")))
    rig.answer(rig.call("/ticker")!, "", status: 429)
    _ = rig.wanted()
    var times: [Int64] = []
    for _ in 0..<40 {
      rig.pass(1_000)
      if let call = rig.call("/ticker") {
        times.append(rig.now.monotonic)
        rig.intents = []
        rig.answer(call, rig.ticker())
      }
    }
    #expect(times.count <= 5 && times.count >= 3)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 9_000 })
  }

  @Test("the exchange's count of calls left is obeyed")
  func remaining() {
    let rig = FeedRig("KRW-BTC", "KRW-ETH", "KRW-XRP")
    rig.stream()
    rig.pass(200)
    let header = Header(name: "remaining-req", value: "group=candles; min=600; sec=0")
    rig.answer(rig.call("/candles")!, "[]", headers: [header])
    rig.intents = []
    rig.pass(900)
    #expect(rig.call("/candles") == nil)
    rig.pass(200)
    #expect(rig.call("/candles") != nil)
  }

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
    rig.happen(.closed(Closure(reason: "cut")))
    rig.pass(5_000)
    let paths = rig.wanted().compactMap { if case .get(_, let path, _) = $0 { path } else { nil } }
    #expect(paths.contains("/ticker?markets=KRW-BTC"))
    #expect(!paths.contains { $0.contains("NOPE") })
  }

  @Test("without a list, an unknown code does not take the others down")
  func singlePolls() {
    let rig = FeedRig("KRW-BTC", "KRW-NOPE")
    rig.answer(1, "oops", status: 500)
    rig.happen(.closed(Closure(reason: "cut")))
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

  @Test("an empty list declares nothing unknown")
  func emptyList() {
    let rig = FeedRig("KRW-BTC")
    rig.answer(1, "[]")
    #expect(!rig.updates.contains(.listed(market: 0, false)))
  }

  @Test("polled prices and their age end as stale, never as current")
  func stale() {
    let rig = FeedRig("KRW-BTC")
    rig.happen(.closed(Closure(reason: "cut")))
    rig.pass(0)
    rig.answer(rig.call("/ticker")!, rig.ticker())
    #expect(rig.link == .polling)
    rig.pass(14_900)
    #expect(rig.link == .polling)
    rig.pass(200)
    #expect(rig.link == .stale)
  }

  @Test("a machine without a network is offline, whatever it knew")
  func noNetwork() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    rig.happen(.closed(Closure(reason: "cut", cause: .network)))
    rig.pass(20_000)
    #expect(rig.link == .offline)
  }

  @Test("an error object with status 200 is no answer")
  func errorObject() {
    let rig = FeedRig("KRW-BTC")
    rig.happen(.closed(Closure(reason: "cut")))
    rig.pass(0)
    for text in [#"{"error":{"name":500,"message":"x"}}"#, "<html>", "", "[]", "null", "[1,2]"] {
      rig.answer(rig.call("/ticker")!, text)
      rig.pass(5_000)
    }
    #expect(rig.link == .offline)
    #expect(rig.prices.isEmpty)
  }

  @Test("the log hears of the same trouble once, and of its end")
  func quietLog() {
    let rig = FeedRig("KRW-BTC")
    for _ in 0..<5 {
      rig.happen(.closed(Closure(reason: "refused")))
      while let call = rig.call("/ticker") {
        rig.intents.removeAll { if case .get = $0 { true } else { false } }
        rig.answer(call, "<html>")
      }
      rig.pass(61_000)
    }
    let lines = rig.intents.compactMap { if case .log(_, let line) = $0 { line } else { nil } }
    #expect(
      lines == [
        "upbit: the stream cannot be had: refused",
        "upbit: tickers cannot be had: the answer makes no sense",
      ])
    rig.stream()
    guard
      case .log(.info, "upbit: streaming")? = rig.intents.last(where: {
        if case .log = $0 { true } else { false }
      })
    else {
      Issue.record("\(rig.intents)")
      return
    }
  }

  @Test("what was dropped is counted on the log, once a minute")
  func droppedLog() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    _ = rig.wanted()
    for _ in 0..<500 { rig.message("nonsense") }
    for _ in 0..<7 {
      rig.pass(9_000)
      rig.happen(.pong())
    }
    let lines = rig.intents.compactMap {
      if case .log(.warning, let line) = $0 { line } else { nil }
    }
    #expect(
      lines.filter { $0.contains("dropped") } == [
        "upbit: dropped what could not be believed, 1 times",
        "upbit: dropped what could not be believed, 499 times",
      ])
  }
}
