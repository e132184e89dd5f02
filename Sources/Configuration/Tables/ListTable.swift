import Feeds
import MarketData
import State

/// `[list]`: what the list page shows.
struct ListTable {
  var putsFavouritesFirst = Settings().putsFavouritesFirst
  /// Whether it is a ranking, and not the configured markets.
  var isRanking = false
  var exchange: String?
  var quote: String?
  var count = 20

  private static let paid = "a currency's code in capitals, for example \"KRW\""
  static let sourceKey = Key<Self>(
    "source", \.isRanking, .choice([("configured", false), ("top", true)]))
  private static let quoteKey = Key<Self>("quote", optional: \.quote, .text(paid))
  private static let countKey = Key<Self>("top", \.count, .integer(1...100))

  private static func exchangeKey(_ able: [String]) -> Key<Self> {
    Key("exchange", optional: \.exchange, .choice(able.map { ($0, $0) }))
  }

  static func table(_ exchanges: [any Exchange]) -> Table<Self> {
    let exchangeKey = exchangeKey(able(exchanges))
    let ofRanking = [exchangeKey, quoteKey, countKey]
    return Table(
      "[list]", Self(),
      [sourceKey] + ofRanking
        + [Key("favourites_first", \.putsFavouritesFirst, .boolean)]
    ) { table, diagnostics in
      if table.isRanking { return }
      for key in ofRanking where table.has(key) {
        diagnostics.error(
          "\(key.name) needs \(sourceKey.name) = \"top\" in [list]", at: table.location(of: key))
      }
    }
  }

  /// The exchanges that can be asked which markets are traded most.
  private static func able(_ exchanges: [any Exchange]) -> [String] {
    exchanges.filter { $0 is any MarketRankingSource }.map(\.name)
  }

  /// The ranking of the exchange that is configured first, for the currency of its first market,
  /// unless the table says otherwise.
  static func ranking(
    _ table: TableValues<ListTable>, of markets: Markets, _ exchanges: [any Exchange],
    _ diagnostics: inout Diagnostics
  ) -> RankingWish? {
    guard table.isRanking else { return nil }
    let able = able(exchanges)
    let exchangeKey = exchangeKey(able)
    var exchange = markets.markets.first { able.contains($0.exchange) }?.exchange
    if table.has(exchangeKey) {
      exchange = table.exchange
    } else if exchange == nil {
      diagnostics.error(
        "[list] needs an exchange that ranks its markets: \(able.quoted)",
        at: table.location(of: sourceKey))
    }
    var quote = markets.markets.first { $0.exchange == exchange }?.quote
    if table.has(quoteKey) {
      quote = table.quote
      if let text = quote, !Currency.isName(text) {
        diagnostics.error(
          "\(quoteKey.name) is \"\(text)\"; it must be \(paid)", at: table.location(of: quoteKey))
      }
    } else if let exchange, quote == nil {
      diagnostics.error(
        "[list] needs quote, since markets has none of \(exchange): \(paid)",
        at: table.location(of: sourceKey))
    }
    guard let exchange, let quote else { return nil }
    return RankingWish(exchange: exchange, quote: quote, count: table.count)
  }
}
