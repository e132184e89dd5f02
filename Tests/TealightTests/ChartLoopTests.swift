import MarketData
import SimulatedExchange
import Testing

@testable import Glance
@testable import State
@testable import Tealight

/// The chart's candles over real sockets and TLS, from every exchange that keeps any.
@Suite(.serialized) struct ChartLoopTests {
  private static let markets = [
    ("upbit", "KRW-BTC"), ("binance", "BTCUSDT"), ("bithumb", "KRW-BTC"), ("coinbase", "BTC-USD"),
    ("kraken", "BTC/USD"),
  ]

  @Test("what the exchange keeps is charted, and trades move its last candle", arguments: markets)
  func charted(name: String, code: String) throws {
    let bench = try LoopBench(halves: [name], markets: ["\(name):\(code)"]) {
      ($0.settings.home, $0.settings.span) = (.chart, .fiveMinutes)
    }
    let now = bench.clock.now().wall
    // The first of them the ring is too short for.
    for (minutes, price) in [(36, 100.0), (26, 130), (0, 120)] as [(Int64, Double)] {
      bench.exchange.trade(code, price: price, volume: 1, at: now - minutes * 60_000)
    }
    bench.loop.begin()
    func candles(_ bench: LoopBench) -> [Candle] {
      guard let scene = bench.loop.desk.scene.content as? ChartScene else { return [] }
      return scene.candles.compactMap { $0 }
    }
    #expect(bench.until { !$0.exchange.record.received.isEmpty })
    #expect(
      bench.until { bench in
        bench.trade(code, 125)
        return candles(bench).first?.close == 100
      })
    // Where nobody traded the price stood still.
    #expect(candles(bench).count >= 5)
    #expect(candles(bench).dropFirst().first?.high == 100)
    #expect(
      bench.until { bench in
        bench.trade(code, 140)
        return candles(bench).last?.high == 140
      })
    #expect(bench.loop.desk.report.link == .streaming)
  }
}
