import Configuration
import Glance
import State
import TestSupport
import Testing

@testable import Tealight

@Suite("Alerts in the whole program", .serialized)
struct AlertLoopTests {
  private static func rule(_ condition: AlertRule.Condition) -> (inout Config) -> Void {
    {
      $0.settings.alerts.rules = [AlertRule(condition)]
      $0.hooks = [nil]
    }
  }

  @Test("a trade brings the alert to the front, and its hook is told; a press brings back what was")
  func tradeToHook() throws {
    let file = ScratchFile()
    let bench = try LoopBench {
      Self.rule(.above(100))(&$0)
      $0.hooks = [Hook(["/bin/sh", "-c", "cat > \(file.path)"])]
    }
    bench.loop.begin()
    #expect(bench.until { !$0.exchange.record.received.isEmpty })
    bench.trade("KRW-ETH", 99)
    #expect(bench.until { $0.loop.desk.markets[1].price == 99 })
    bench.trade("KRW-ETH", 101)
    #expect(bench.until { $0.loop.desk.page == .alert })
    #expect(bench.loop.desk.report.market.code == "KRW-ETH")
    #expect(bench.log.contains("alert: ETH/KRW above 100"))
    #expect(
      bench.until { _ in file.text.hasSuffix("\"sentence\":\"ETH/KRW above 100\"}\n") })
    bench.press("n")
    #expect(bench.until { $0.loop.desk.page == .glance })
    #expect(bench.loop.desk.report.market.code == "KRW-BTC")
  }

  @Test("the log tells of an alert in English where screen and hook have it in Korean")
  func languages() throws {
    let temporary = TemporaryFolder()
    let file = "\(temporary.path)/told"
    let bench = try LoopBench {
      Self.rule(.above(100))(&$0)
      $0.hooks = [Hook(["/bin/sh", "-c", "cat > \(file)"])]
      $0.settings.language = .korean
    }
    bench.loop.begin()
    #expect(bench.until { !$0.exchange.record.received.isEmpty })
    bench.trade("KRW-ETH", 99)
    #expect(bench.until { $0.loop.desk.markets[1].price == 99 })
    bench.trade("KRW-ETH", 101)
    #expect(bench.until { $0.log.contains("alert: ETH/KRW above 100") })
    #expect(
      bench.until { _ in
        let said = (try? FileBytes.read(file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return said.contains("\"sentence\":\"ETH/KRW 100")
      })
    #expect(bench.log.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }, "\(bench.log)")
    withExtendedLifetime(temporary) {}
  }

  @Test("what hands have chosen is kept, and a loop that ends leaves it on the disk")
  func kept() throws {
    let temporary = TemporaryFolder()
    let folder = temporary.path
    let bench = try LoopBench(stateFolder: folder)
    bench.loop.begin()
    bench.press("n")
    #expect(bench.until { $0.loop.desk.place == 1 })
    bench.loop.end()
    let said = String(decoding: try FileBytes.read("\(folder)/state"), as: UTF8.self)
    #expect(said.contains("\nmarket upbit:KRW-ETH\n"))
  }
}
