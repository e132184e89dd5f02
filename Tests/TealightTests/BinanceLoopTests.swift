import MarketData
import SimulatedExchange
import Testing

@testable import Tealight

/// The whole program on the simulated Binance, over real sockets and TLS.
@Suite(.serialized) struct BinanceLoopTests {
  @Test("it streams, falls back to polling when the stream is gone, and comes back")
  func comesBack() throws {
    let bench = try LoopBench(halves: ["binance"], markets: ["binance:BTCUSDT", "binance:ETHUSDT"])
    {
      $0.link.pollEverySeconds = 1
    }
    bench.loop.begin()
    #expect(bench.until { $0.exchange.record.received.contains { $0.contains("SUBSCRIBE") } })
    bench.trade("BTCUSDT", 104_812.35)
    #expect(bench.until { $0.loop.desk.report.price == 104_812.35 })
    #expect(bench.loop.desk.report.link == .streaming)
    bench.exchange.faults = [
      try Fault(argument: "upgrade-status=503"), try Fault(argument: "close*1=1001"),
    ]
    bench.trade("BTCUSDT", 104_813)
    #expect(bench.until { $0.loop.desk.report.link == .polling })
    bench.exchange.faults = []
    let subscribed = bench.exchange.record.received.count
    #expect(bench.until { $0.exchange.record.received.count > subscribed })
    bench.trade("BTCUSDT", 104_814)
    #expect(bench.until { $0.loop.desk.report.price == 104_814 })
    #expect(bench.until { $0.loop.desk.report.link == .streaming })
  }

  @Test("where the usual hosts are barred, those for market data serve, and the screen says so")
  func barred() throws {
    let bench = try LoopBench(
      "geo-block", halves: ["binance"], markets: ["binance:BTCUSDT", "binance:ETHUSDT"])
    bench.loop.begin()
    #expect(bench.until { $0.exchange.record.received.contains { $0.contains("SUBSCRIBE") } })
    bench.trade("BTCUSDT", 104_812.35)
    #expect(bench.until { $0.loop.desk.report.price == 104_812.35 })
    #expect(bench.loop.desk.markets[0].exchangeTitle == "Binance data")
  }

  @Test("a server that shuts down is left for another, with the same subscriptions")
  func shutdown() throws {
    let bench = try LoopBench(halves: ["binance"], markets: ["binance:BTCUSDT", "binance:ETHUSDT"])
    bench.loop.begin()
    #expect(bench.until { $0.exchange.record.received.contains { $0.contains("SUBSCRIBE") } })
    bench.trade("BTCUSDT", 1)
    #expect(bench.until { $0.loop.desk.report.price == 1 })
    bench.exchange.faults = [try Fault(argument: "server-shutdown*1")]
    #expect(bench.until { $0.exchange.record.received.count == 2 })
    let streams = bench.exchange.record.received.map { $0.prefix { $0 != "]" } }
    #expect(streams[0] == streams[1])
    bench.trade("BTCUSDT", 2)
    #expect(bench.until { $0.loop.desk.report.price == 2 })
  }
}
