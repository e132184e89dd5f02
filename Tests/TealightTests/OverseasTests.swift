import Configuration
import MarketData
import SimulatedExchange
import Testing

@testable import Tealight

/// Coinbase, Kraken and Dogechain over real sockets and TLS.
@Suite(.serialized) struct OverseasTests {
  private static let markets = [
    ("coinbase", "BTC-USD"), ("kraken", "BTC/USD"), ("dogechain", "DOGE-USD"),
  ]
  private static let polled = Array(markets.prefix(2))

  private func bench(
    _ name: String, _ codes: String..., faults: [String] = [],
    configure: (inout Config) -> Void = { _ in }
  ) throws -> LoopBench {
    let bench = try LoopBench(
      halves: [name], markets: codes.map { "\(name):\($0)" }, configure: configure)
    bench.exchange.faults = try faults.map { try Fault(argument: $0) }
    bench.loop.begin()
    return bench
  }

  @Test("trades of the stream become the price", arguments: markets)
  func streams(name: String, code: String) throws {
    let bench = try bench(name, code)
    #expect(bench.until { !$0.exchange.record.received.isEmpty })
    // Dogechain greets and confirms, and then is silent.
    let count = name == "dogechain" ? 2 : 3
    #expect(bench.until { $0.exchange.record.messages >= count })
    bench.trade(code, 123.25)
    #expect(bench.until { $0.loop.desk.report.price == 123.25 })
    #expect(bench.loop.desk.report.link == .streaming)
    #expect(bench.loop.desk.report.live?.high == 123.25)
    // History may not have filled the bucket yet in which the stream began.
    let sources: Set<Candle.Source> = name == "dogechain" ? [.samples] : [.trades, .partial]
    #expect(bench.loop.desk.report.live.map { sources.contains($0.source) } == true)
  }

  @Test("without a stream prices are polled, and then the stream comes back", arguments: polled)
  func fallsBack(name: String, code: String) throws {
    let bench = try bench(name, code, faults: ["upgrade-status=503"]) {
      $0.link.pollEverySeconds = 1
    }
    bench.trade(code, 100)
    #expect(bench.until { $0.loop.desk.report.link == .polling })
    #expect(bench.until { $0.loop.desk.report.price == 100 })
    #expect(bench.loop.desk.report.live?.source == .samples)
    bench.exchange.faults = []
    #expect(bench.until { $0.loop.desk.report.link == .streaming })
    bench.trade(code, 101)
    #expect(bench.until { $0.loop.desk.report.price == 101 })
  }

  @Test("Kraken's names of old are understood")
  func oldNames() throws {
    let bench = try bench("kraken", "BTC/USD", faults: ["old-names", "upgrade-hang"]) {
      $0.link.pollEverySeconds = 1
    }
    bench.trade("BTC/USD", 100)
    #expect(bench.until { $0.loop.desk.report.price == 100 })
  }

  @Test("a product that is not there is named, and the others go on", arguments: polled)
  func unknown(name: String, code: String) throws {
    let other = code.replacing("BTC", with: "NIX")
    let bench = try bench(name, code, other, faults: ["no-market-list"])
    #expect(bench.until { $0.log.contains { $0.contains("\(other) is not listed there") } })
    #expect(
      bench.until { bench in
        bench.trade(code, 100)
        let report = bench.loop.desk.report
        return report.price == 100 && report.link == .streaming
      })
  }

  @Test("heartbeats are a stream without a price", arguments: polled)
  func heartbeats(name: String, code: String) throws {
    let bench = try bench(name, code, faults: ["heartbeat-only"])
    #expect(bench.until { $0.exchange.record.messages > 4 })
    #expect(bench.loop.desk.report.link == .streaming && bench.loop.desk.report.price == nil)
  }

  @Test("Coinbase answers X-USDC by the name of X-USD")
  func alias() throws {
    let bench = try bench("coinbase", "BTC-USDC", faults: ["usdc-alias"])
    #expect(bench.until { $0.exchange.record.messages > 1 })
    bench.trade("BTC-USD", 99)
    #expect(bench.until { $0.loop.desk.report.price == 99 })
  }

  @Test(
    "what Dogechain cannot say another exchange does, and is named",
    arguments: ["no-data", "upgrade-status=503", "upgrade-hang"])
  func standIn(fault: String) throws {
    let bench = try LoopBench(
      "dogechain:\(fault)", halves: ["dogechain", "kraken"], markets: ["dogechain:DOGE-USD"]
    ) {
      $0.link.failoverAfterSeconds = 1
    }
    bench.loop.begin()
    #expect(
      bench.until { bench in
        bench.trade("DOGE/USD", 0.25, on: "kraken")
        return bench.loop.desk.report.price == 0.25
      })
    #expect(bench.loop.desk.report.market.exchange == "kraken")
  }
}
