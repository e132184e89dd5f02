import Configuration
import Feeds
import Glance
import MarketData
import SimulatedExchange
import State
import Tealight
import Testing

@testable import TealightTool

@Suite("The demo")
struct DemoTests {
  @Test(
    "has a good configuration, in which every page finds what it needs",
    arguments: PageCatalog.turnable)
  func configuration(page: PageName) throws {
    let server = try SimulatedServer(Demo.servers)
    let text = Demo.configuration(server.table(caFile: "/dev/null"), showing: page)
    let config = try Config.read(Array(text.utf8), file: "demo", Catalogue())
    #expect(config.warnings.isEmpty)
    #expect(Set(config.markets.map(\.exchange)) == ["upbit", "bithumb", "binance"])
    let codes = Set(Demo.servers.listings.map(\.code))
    #expect(config.markets.filter { $0.exchange == "upbit" }.allSatisfy { codes.contains($0.code) })
    #expect(config.settings.holdings.count == 2)
    #expect(config.rates != nil)
    #expect((config.markets.first?.exchange == "bithumb") == (page == .wallet))
  }
}
