import Feeds
import MarketData
import TestSupport
import Testing

@testable import Configuration

@Suite("A board that follows hubs, as its file says")
struct FollowConfigTests {
  private func read(_ text: String) throws -> Config {
    try Config.read(Array(text.utf8), file: "t.toml", boardless)
  }

  @Test("without markets the hub's are shown, with markets those")
  func markets() throws {
    let table = "[mqtt]\nbroker = \"mqtts://h\"\nfollow = [\"hub\", \"hub2\"]\n"
    let all = try read(table)
    #expect(all.takesHubMarkets && all.mqtt?.hubs == ["hub", "hub2"])
    #expect(all.mqtt?.isHub == false && all.mqtt?.fallsBack == false)
    let some = try read("markets = [\"hub:POWER\", \"upbit:KRW-BTC\"]\n\(table)fallback = true")
    #expect(!some.takesHubMarkets && some.mqtt?.fallsBack == true)
    #expect(some.markets.map { "\($0)" } == ["hub:POWER", "upbit:KRW-BTC"])
    #expect(try !read("").takesHubMarkets)
    #expect(try !read("[mqtt]\nbroker = \"mqtts://h\"\nhub = true").takesHubMarkets)
  }

  @Test("a hub needs no display")
  func hub() throws {
    #expect(try read("[mqtt]\nbroker = \"mqtts://h\"\nhub = true").mqtt?.isHub == true)
  }

  @Test("of what a hub offers each market is shown that an exchange here understands, once")
  func offered() throws {
    let config = try read("[mqtt]\nbroker = \"mqtts://h\"\nfollow = [\"hub\"]")
    let shown = config.showing(
      ["upbit:KRW-ETH", "nobody:X", "upbit:krw", "", "upbit:KRW-ETH", "hub:POWER", ":::"], boardless
    )
    #expect(shown.places.map { "\(shown.markets[$0[0]])" } == ["upbit:KRW-ETH", "hub:POWER"])
    #expect(config.showing(["nobody:X"], boardless).markets == config.markets)
  }

  @Test("an exchange is asked for its markets and its ranking, and by nobody who hears hubs alone")
  func asked() throws {
    let top = "[list]\nsource = \"top\"\nexchange = \"binance\"\nquote = \"USDT\"\n"
    let follow = "[mqtt]\nbroker = \"mqtts://h\"\nfollow = [\"hub\"]\n"
    for (text, names) in [
      ("", ["upbit"]), (top, ["upbit", "binance"]), (follow, []), (top + follow, []),
      (follow + "fallback = true", ["upbit"]),
    ] {
      let config = try read("markets = [\"upbit:KRW-BTC\"]\n" + text)
      #expect(["upbit", "binance", "kraken"].filter(config.asks) == names, "\(text)")
    }
  }

  @Test("who hears hubs alone is told that they rank no markets")
  func ranking() throws {
    let top = "[list]\nsource = \"top\"\n"
    let follow = "[mqtt]\nbroker = \"mqtts://h\"\nfollow = [\"hub\"]\n"
    func warnings(_ text: String) throws -> [String] {
      try read("markets = [\"upbit:KRW-BTC\"]\n" + text).warnings.map(\.description)
    }
    #expect(
      try warnings(top + follow) == [
        "t.toml:3: source = \"top\" in [list] shows nothing: hubs do not rank markets; "
          + "set fallback = true in [mqtt]"
      ])
    let hub = "[mqtt]\nbroker = \"mqtts://h\"\nhub = true\n"
    for text in ["\(top)\(follow)fallback = true", top, "[list]\n\(follow)", hub + top] {
      #expect(try warnings(text).isEmpty, "\(text)")
    }
  }

  @Test("what somebody has is followed beside what a hub offers")
  func holding() throws {
    let config = try read(
      """
      [mqtt]
      broker = "mqtts://h"
      follow = ["hub"]
      [[holding]]
      market = "upbit:KRW-XRP"
      amount = 10
      """)
    let shown = config.showing(["upbit:KRW-ETH"], boardless)
    #expect(shown.places.count == 1)
    #expect(shown.markets.map { "\($0)" } == ["upbit:KRW-ETH", "upbit:KRW-XRP"])
  }

  @Test("what a hub may offer can be watched and bound before it has offered it")
  func bound() throws {
    let rest = """
      [[alert]]
      above = 5
      market = "binance:BTCUSDT"
      [[key]]
      device = "gpio-keys"
      code = "up"
      press = "market=binance:BTCUSDT"
      """
    let config = try read("[mqtt]\nbroker = \"mqtts://h\"\nfollow = [\"hub\"]\n" + rest)
    #expect(config.settings.alerts.rules.count == 1 && config.keys.count == 1)
    for markets in ["", "markets = [\"upbit:KRW-BTC\"]\n"] {
      #expect(throws: ConfigError.self) { try read(markets + rest) }
    }
  }

  @Test("a hub that offers other markets all the time does not fill the memory")
  func bounded() throws {
    var config = try read("[mqtt]\nbroker = \"mqtts://h\"\nfollow = [\"hub\"]")
    for round in 0..<10 {
      let names = (0..<256).map { "hub:R\(round)N\($0)" }
      let next = config.showing(names, boardless)
      // As the daemon does it: what was known stays known.
      var markets = config.markets
      markets.append(contentsOf: next.markets.filter { !config.markets.contains($0) })
      config.markets = markets
    }
    #expect(config.markets.count == Config.marketsMax)
  }
}
