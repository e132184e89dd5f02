import MarketData
import SimulatedExchange
import Testing

@testable import Glance
@testable import State
@testable import Tealight

/// The trades page over real sockets and TLS, from every exchange that tells its trades.
@Suite(.serialized) struct TapeLoopTests {
  private static let markets = [
    ("upbit", "KRW-BTC"), ("binance", "BTCUSDT"), ("bithumb", "KRW-BTC"), ("coinbase", "BTC-USD"),
    ("kraken", "BTC/USD"),
  ]

  @Test("what was traded before is there, and a trade that both ways say once", arguments: markets)
  func tape(name: String, code: String) throws {
    let bench = try LoopBench(halves: [name], markets: ["\(name):\(code)"]) {
      $0.settings.home = .trades
    }
    let now = bench.clock.now().wall
    for price in [90, 95, 100] as [Double] {
      bench.exchange.trade(code, price: price, volume: 1, at: now - Int64(200 - price) * 1_000)
    }
    bench.loop.begin()
    func prices(_ bench: LoopBench) -> [Double] {
      guard let scene = bench.loop.desk.scene.content as? TradesScene else { return [] }
      return scene.trades.map(\.price)
    }
    #expect(bench.until { prices($0) == [100, 95, 90] })
    #expect(bench.until { !$0.exchange.record.received.isEmpty })
    bench.trade(code, 101)
    #expect(bench.until { prices($0).first == 101 })
    // The stream is there now, and it is asked once more: for what the stream has said, too.
    for _ in 0..<50 {
      bench.exchange.turn(now: bench.clock.now())
      bench.loop.turn(waiting: 2)
    }
    #expect(prices(bench) == [101, 100, 95, 90])
    // None of them is a candle's twice.
    #expect(bench.loop.desk.report.live?.volume ?? 1 <= 1)
  }
}
