import MarketData
import Testing
import Timing

@testable import Feeds

@Suite("A trade that a ticker tells and the stream does not bring")
struct AwaitedTradesTests {
  /// A stream that has been heard for a while, with its history answered.
  private func rig() -> FeedRig {
    let rig = FeedRig("KRW-BTC", "KRW-ETH")
    rig.stream()
    rig.message(rig.trade("KRW-ETH"))
    for _ in 0..<20 {
      for code in ["KRW-BTC", "KRW-ETH"] {
        if let call = rig.call("/candles/seconds?market=\(code)"), rig.underWay[call] != nil {
          rig.answer(call, rig.quietHistory(code))
        }
      }
      rig.pass(500)
    }
    rig.pong()
    rig.intents = []
    return rig
  }

  private func ticker(_ rig: FeedRig, ago: Int64 = 0) -> String {
    let time = rig.exchangeTime - ago
    return """
      {"type":"ticker","code":"KRW-BTC","trade_price":103.0,"prev_closing_price":90.0,\
      "trade_timestamp":\(time),"timestamp":\(rig.exchangeTime),"stream_type":"REALTIME"}
      """
  }

  private func calls(_ rig: FeedRig) -> [String] {
    rig.wanted().compactMap {
      if case .get(_, let path, _) = $0, path.hasPrefix("/candles") { path } else { nil }
    }
  }

  @Test("it is asked for two seconds later, of its own market")
  func lost() {
    let rig = rig()
    rig.message(ticker(rig))
    rig.pass(1_900)
    #expect(calls(rig) == [])
    rig.pass(200)
    let asked = calls(rig)
    #expect(!asked.isEmpty && asked.allSatisfy { $0.contains("market=KRW-BTC") })
  }

  @Test("nothing is asked for where it comes, before the ticker or after it")
  func came() {
    let rig = rig()
    rig.message(ticker(rig))
    rig.message(rig.trade("KRW-BTC", "103.0", id: 2))
    rig.pass(1_500)
    rig.message(rig.trade("KRW-BTC", "103.0", id: 3))
    rig.message(ticker(rig))
    rig.pass(1_000)
    // One that is late tells nothing new.
    rig.message(ticker(rig, ago: 1_500))
    rig.pass(3_000)
    #expect(calls(rig) == [] && rig.feed.deadline > Deadline(rig.now.monotonic))
  }

  @Test("a stream that brings no trades at all is found out twice a minute")
  func none() {
    let rig = rig()
    var count = 0
    for second in 0..<120 {
      rig.message(ticker(rig))
      rig.pass(1_000)
      if second.isMultiple(of: 5) { rig.pong() }
      for call in rig.underWay where call.value.hasPrefix("/candles") {
        rig.answer(call.key, rig.quietHistory())
      }
      if !calls(rig).isEmpty { count += 1 }
    }
    #expect((4...12).contains(count), "\(count)")
  }

  @Test("an answer tells of one, too, while the stream is silent")
  func answered() throws {
    let rig = rig()
    rig.message(rig.trade("KRW-BTC", id: 2))
    for _ in 0..<6 {
      rig.pass(9_000)
      rig.pong()
    }
    rig.pass(7_000)
    let call = try #require(rig.call("/ticker?markets=KRW-BTC"))
    rig.answer(call, rig.ticker("KRW-BTC", "103.0"))
    _ = rig.wanted()
    rig.pass(1_900)
    #expect(calls(rig) == [])
    rig.pass(200)
    let asked = calls(rig)
    #expect(!asked.isEmpty && asked.allSatisfy { $0.contains("market=KRW-BTC") })
  }

  @Test("who is followed no more is not waited for")
  func left() {
    var awaited = AwaitedTrades()
    awaited.told(1_000, of: 0, at: 0)
    awaited.told(9_000, of: 0, at: 0)
    #expect(awaited.deadline == Deadline(2_000))
    awaited.forget(0)
    #expect(awaited.deadline.isNever && awaited.popLost(at: 5_000).isEmpty)
  }

  @Test("since the newest trade that came something may be lost")
  func since() {
    var awaited = AwaitedTrades()
    awaited.came(Trade(id: 1, price: 1, volume: 1, time: 5_000), in: 0)
    awaited.told(9_000, of: 0, at: 0)
    awaited.told(12_000, of: 0, at: 1_500)
    awaited.came(Trade(id: 2, price: 1, volume: 1, time: 9_500), in: 0)
    let lost = awaited.popLost(at: 2_000)
    #expect(lost.map(\.market) == [0] && lost.map(\.since) == [5_000])
    awaited.told(12_000, of: 0, at: 2_500)
    #expect(awaited.deadline == Deadline(32_000))
    #expect(awaited.popLost(at: 32_000).map(\.since) == [9_500])
  }
}
