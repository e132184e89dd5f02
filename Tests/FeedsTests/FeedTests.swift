import MarketData
import Testing

@testable import Feeds

@Suite struct FeedTests {
  @Test("it starts with the socket and the list, and subscribes every market at once")
  func start() {
    let rig = FeedRig("KRW-BTC", "KRW-ETH")
    #expect(rig.wanted() == [.connect(), .get(1, "/market/all?is_details=true")])
    rig.opened()
    guard case .send(let text, _)? = rig.wanted().first else {
      Issue.record("nothing was sent")
      return
    }
    #expect(text.contains(#"{"type":"ticker","codes":["KRW-BTC","KRW-ETH"]}"#))
    #expect(text.contains(#"{"type":"trade","codes":["KRW-BTC","KRW-ETH"]}"#))
    #expect(rig.link == .offline)
  }

  @Test("what is new is said in the order in which it is followed, however sets are hashed")
  func order() {
    let rig = FeedRig("A-A", "B-B", "C-C", "D-D", "E-E", "F-F", "G-G", "H-H")
    rig.follow([])
    rig.updates = []
    rig.follow([5, 0, 3, 7, 1, 6, 2, 4])
    let filling: [MarketID] = rig.updates.compactMap {
      if case .filling(let market, true) = $0 { market } else { nil }
    }
    #expect(filling == [5, 0, 3, 7, 1, 6, 2, 4])
  }

  @Test("an exchange that rests has no price")
  func rest() {
    let rig = FeedRig("KRW-BTC", "KRW-ETH")
    rig.stream()
    rig.follow([])
    rig.pass(60_000)
    rig.follow([0])
    #expect(rig.link == .offline)
  }

  @Test("the first message makes it streaming; an open socket alone does not")
  func streaming() {
    let rig = FeedRig("KRW-BTC")
    rig.opened()
    #expect(rig.link == .offline)
    rig.message(rig.trade())
    #expect(rig.link == .streaming)
    #expect(rig.prices == [100])
  }

  @Test("a market that the stream leaves out is polled, until it is told of")
  func leftOut() {
    let rig = FeedRig("KRW-BTC", "KRW-ETH")
    rig.stream()
    /// How often the price of the other market is asked for in five minutes.
    func asked() -> Int {
      var count = 0
      for id in 0..<300 {
        rig.pass(1_000)
        rig.message(rig.trade(id: 2 + id))
        guard let call = rig.call("/ticker?markets=KRW-ETH") else { continue }
        count += 1
        rig.intents = []
        rig.answer(call, rig.ticker("KRW-ETH"))
      }
      return count
    }
    #expect((55...60).contains(asked()))
    rig.message(rig.trade("KRW-ETH", id: 900))
    #expect(asked() == 0)
  }

  @Test("a market that the stream leaves out does not tell that the stream is dead")
  func leftOutIsNoStall() {
    let rig = FeedRig("KRW-BTC", "KRW-ETH")
    rig.stream()
    rig.message(rig.trade("KRW-ETH", id: 900))
    rig.closed(TransportFailure(reason: "cut"))
    rig.pass(5_000)
    rig.stream()
    // Nothing of the other one comes on the new connection, and nothing is traded of the first.
    for _ in 0..<40 {
      rig.pass(5_000)
      rig.pong()
      for case .get(let id, let path, _) in rig.wanted() where path.hasPrefix("/ticker?") {
        rig.answer(id.number, rig.ticker("KRW-ETH"))
      }
    }
    #expect(rig.link == .streaming)
    #expect(!rig.wanted().contains(.connect(0, endpoint: 0)))
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
      rig.pong()
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
    rig.answer(rig.call("/candles")!, rig.quietHistory())
    rig.pass(3_000)
    rig.answer(rig.call("/candles")!, rig.quietHistory())
    rig.closed(TransportFailure(reason: "cut"))
    let poll = rig.call("/ticker?markets=KRW-BTC")
    rig.answer(poll ?? 0, rig.ticker("KRW-BTC", "105.0"))
    rig.pass(15_000)
    #expect(rig.updates.contains { if case .sample(0, 105, _) = $0 { true } else { false } })
    #expect(rig.intents.filter { $0 == .connect() }.count >= 2)
    _ = rig.wanted()
    rig.opened()
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

  @Test("prices that were long under way are not asked for again when the network changes")
  func lateAnswer() {
    let rig = FeedRig("KRW-BTC")
    rig.closed(TransportFailure(reason: "cut"))
    rig.pass(0)
    let call = rig.call("/ticker")!
    // The name server was slow.
    rig.pass(7_000)
    rig.opened()
    rig.answer(call, rig.ticker())
    _ = rig.wanted()
    rig.pass(40)
    rig.happen(.network(isUp: true))
    rig.pass(950)
    #expect(rig.call("/ticker") == nil)
    rig.pass(10)
    #expect(rig.call("/ticker") != nil)
  }

  @Test("polled prices and their age end as stale, never as current")
  func stale() {
    let rig = FeedRig("KRW-BTC")
    rig.closed(TransportFailure(reason: "cut"))
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
    rig.closed(TransportFailure(reason: "cut", cause: .noNetwork))
    rig.pass(20_000)
    #expect(rig.link == .offline)
  }

  @Test("the log hears of the same failure once, and of its end")
  func quietLog() {
    let rig = FeedRig("KRW-BTC")
    for _ in 0..<5 {
      rig.closed(TransportFailure(reason: "refused"))
      var answers = 0
      while let call = rig.call("/ticker"), answers < 20 {
        rig.intents.removeAll { if case .get = $0 { true } else { false } }
        rig.answer(call, "<html>")
        answers += 1
      }
      #expect(answers < 20)
      rig.pass(61_000)
    }
    let lines = rig.intents.compactMap { if case .log(_, let line) = $0 { line } else { nil } }
    #expect(
      lines == [
        "upbit: the stream failed: refused",
        "upbit: tickers failed: invalid response",
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

  @Test("the log does not say of what is still tried that it failed")
  func delayedLog() {
    let rig = FeedRig("KRW-BTC")
    let failure = TransportFailure(reason: "no name server answers")
    for _ in 0..<2 {
      rig.happen(.delayed(failure, rig.connection()))
      rig.closed(failure)
      rig.pass(60_000)
    }
    rig.stream()
    for id in 2...15 {
      rig.pass(1_000)
      rig.message(rig.trade(id: id, ago: id > 10 ? 40_500 : 200))
    }
    let lines = rig.intents.compactMap { if case .log(_, let line) = $0 { line } else { nil } }
    #expect(
      lines == [
        "upbit: the stream is delayed: no name server answers",
        "upbit: the stream failed: no name server answers",
        "upbit: streaming",
        "upbit: the stream is delayed: its data is 40 s late; polling",
      ])
  }

  @Test("what was dropped is counted on the log, once a minute")
  func droppedLog() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    _ = rig.wanted()
    for _ in 0..<500 { rig.message("nonsense") }
    for _ in 0..<7 {
      rig.pass(9_000)
      rig.pong()
    }
    let lines = rig.intents.compactMap {
      if case .log(.warning, let line) = $0 { line } else { nil }
    }
    #expect(
      lines.filter { $0.contains("implausible") } == [
        "upbit: ignored 1 implausible message",
        "upbit: ignored 499 implausible messages",
      ])
  }
}
