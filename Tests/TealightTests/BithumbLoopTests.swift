import Feeds
import Glance
import MarketData
import SimulatedExchange
import State
import Testing

@testable import Tealight

/// Bithumb from the wire to the desk, over TLS, in both positions of each switch; API 1.x where API 2.x is
/// barred.
@Suite(.serialized) struct BithumbLoopTests {
  private func bench(_ fault: String, isClassic: Bool = false) throws -> LoopBench {
    let bench = try LoopBench(
      fault, halves: ["bithumb"], markets: ["bithumb:KRW-BTC", "bithumb:KRW-ETH"],
      exchanges: [Bithumb()]
    ) { $0.link.pollEverySeconds = 1 }
    if isClassic { bench.exchange.faults.append(try Fault(argument: "geo-block")) }
    bench.loop.begin()
    #expect(bench.until { $0.exchange.wall > 0 })
    return bench
  }

  /// A fault that changes nothing stands for the other position of the switch.
  @Test(
    "API 2.x streams, however it spells things",
    arguments: [
      "duplicate-trades", "text", "number-strings", "adds-filters", "nine-hours", "simple",
    ])
  func streams(fault: String) throws {
    let bench = try bench(fault)
    #expect(bench.until { !$0.exchange.record.received.isEmpty })
    bench.trade("KRW-BTC", 148_740_000)
    #expect(bench.until { $0.loop.desk.report.price == 148_740_000 })
    #expect(bench.loop.desk.report.link == .streaming)
    #expect(bench.loop.desk.report.baseline == "00:00 KST")
    #expect(bench.until { $0.loop.desk.report.live?.close == 148_740_000 })
  }

  @Test(
    "without a stream it polls, nine hours ahead or not, with errors of either status",
    arguments: ["cut-after=1000", "nine-hours", "error-status-200"])
  func polls(fault: String) throws {
    let bench = try bench(fault)
    bench.exchange.faults.append(try Fault(argument: "upgrade-status=503"))
    bench.trade("KRW-BTC", 100)
    bench.trade("KRW-ETH", 7)
    #expect(bench.until { $0.loop.desk.report.link == .polling })
    #expect(bench.until { $0.loop.desk.report.price == 100 })
    #expect(bench.loop.desk.report.live?.source == .samples)
  }

  @Test("the chart's past is made of trades", arguments: ["text", "nine-hours"])
  func past(fault: String) throws {
    let bench = try bench(fault)
    let now = bench.exchange.wall
    for ago in [60_000, 30_000, 20_000] as [Int64] {
      bench.exchange.trade("KRW-BTC", price: Double(ago), volume: 1, at: now - ago)
    }
    #expect(bench.until { !$0.exchange.record.received.isEmpty })
    bench.trade("KRW-BTC", 148_740_000)
    #expect(
      bench.until { bench in
        let closes = Set(bench.loop.desk.glanceScene.candles.compactMap { $0?.close })
        return closes.isSuperset(of: [60_000, 30_000, 20_000])
      })
  }

  @Test("API 1.x streams, whether a filter replaces or adds", arguments: ["text", "adds-filters"])
  func classic(fault: String) throws {
    let bench = try bench(fault, isClassic: true)
    #expect(bench.until { $0.exchange.record.received.count == 2 })
    bench.trade("KRW-BTC", 148_740_000)
    #expect(bench.until { $0.loop.desk.report.price == 148_740_000 })
    #expect(bench.until { $0.loop.desk.report.live?.close == 148_740_000 })
    #expect(bench.loop.desk.report.link == .streaming)
    #expect(bench.loop.desk.glanceScene.statusHeader.exchange == "Bithumb 1.x")
  }

  @Test("until API 1.x has acknowledged late, all coins are polled")
  func lateAcknowledgement() throws {
    let bench = try bench("late-ack=4000", isClassic: true)
    bench.trade("KRW-BTC", 100)
    bench.trade("KRW-ETH", 7)
    #expect(bench.until { $0.loop.desk.report.price == 100 })
    #expect(bench.loop.desk.report.link == .polling)
  }

  @Test("5600 is left alone, and said", arguments: ["status-5600"])
  func custom(fault: String) throws {
    let bench = try bench(fault, isClassic: true)
    #expect(bench.until { $0.log.contains { $0.contains("5600") } })
    #expect(bench.loop.desk.report.link != .streaming)
  }
}
