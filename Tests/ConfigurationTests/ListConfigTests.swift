import Devices
import Feeds
import Glance
import MarketData
import Pixels
import Testing

@testable import Configuration

@Suite("What the list shows, and marks")
struct ListConfigTests {
  private func config(_ text: String) throws -> Config {
    try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
  }

  private static let rankings: [(String, RankingWish?)] = [
    ("", nil), ("source = \"configured\"", nil),
    ("source = \"top\"", RankingWish(exchange: "upbit", quote: "BTC", count: 20)),
    (
      "source = \"top\"\ntop = 100\nquote = \"KRW\"",
      RankingWish(exchange: "upbit", quote: "KRW", count: 100)
    ),
    (
      "source = \"top\"\nexchange = \"binance\"\nquote = \"USDT\"",
      RankingWish(exchange: "binance", quote: "USDT", count: 20)
    ),
  ]

  @Test("a ranking is of the first market's exchange and currency unless it is said")
  func ranking() throws {
    for (list, wish) in Self.rankings {
      let config = try config(
        "markets = [\"coinbase:BTC-USD\", \"upbit:BTC-ETH\"]\n[list]\n\(list)\n")
      #expect(config.settings.ranking == wish, "\(list)")
      #expect(!config.settings.putsFavouritesFirst)
    }
    #expect(try config("[list]\nfavourites_first = true").settings.putsFavouritesFirst)
  }
}
