import MarketData
import Testing
import Timing

@testable import Feeds

/// Numbers that only a broken or hostile exchange sends: none of them may end the program.
@Suite struct ForeignNumberTests {
  @Test(
    "a wait of any length is taken for a day at most",
    arguments: [429, 418, 403], [Int64.max, 1_000_000_000_000_000_000, 86_401])
  func endlessWait(status: Int, seconds: Int64) {
    var breaker = CircuitBreaker()
    _ = breaker.failed(status: status, retryAfterSeconds: seconds, at: 0)
    #expect(breaker.resumesAt.isDue(at: 86_400_000))
    #expect(breaker.resumesAt.isDue(at: 60_000) == false)
  }

  @Test("a wait that makes no sense is none", arguments: [nil, -1, Int64.min])
  func noWait(seconds: Int64?) {
    var breaker = CircuitBreaker()
    _ = breaker.failed(status: 429, retryAfterSeconds: seconds, at: 0)
    #expect(!breaker.resumesAt.isDue(at: 999) && breaker.resumesAt.isDue(at: 1_000))
  }

  private func candles(from year: Int, _ count: Int) -> String {
    let candles = (0..<count).map { second in
      """
      {"candle_date_time_utc":"\(year)-11-20T04:\(10 + second / 60):\(10 + second % 50)",\
      "opening_price":5,"high_price":5,"low_price":5,"trade_price":5,"candle_acc_trade_volume":1}
      """
    }
    return "[" + Set(candles).sorted().joined(separator: ",") + "]"
  }

  @Test("candles from after what was asked say nothing", arguments: [1, 2, 3, 50])
  func historyOfTheFuture(count: Int) {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    var answered = 0
    for _ in 0..<5 {
      rig.pass(3_000)
      guard let call = rig.call("/candles") else { continue }
      rig.intents = []
      rig.answer(call, candles(from: 2_077, count))
      answered += 1
    }
    #expect(answered > 0)
    #expect(rig.updates.allSatisfy { if case .history = $0 { false } else { true } })
  }
}
