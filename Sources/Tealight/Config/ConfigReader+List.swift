import Feeds
import Glance
import MarketData

/// What the list page shows, and the marks of what is traded.
extension ConfigReader {
  private static let rankedUsually = 20

  mutating func readList(_ list: inout TableReader) {
    if let isTrue = list.truth("favourites_first") { config.settings.putsFavouritesFirst = isTrue }
    let sources = [(name: "configured", false), (name: "top", true)]
    let place = list.place(of: "source")
    if list.choice("source", among: sources) ?? false {
      config.settings.ranking = readRanking(&list, at: place)
    } else {
      for key in ["exchange", "quote", "top"] {
        guard let entry = list.take(key) else { continue }
        list.complain("\(key) needs source = \"top\" beside it", at: entry.place)
      }
    }
    mistakes += list.finish()
  }

  /// Of the exchange that is configured first, and for the currency of its first market, unless it
  /// is said.
  private mutating func readRanking(_ list: inout TableReader, at place: Place) -> RankingWish? {
    let able = catalogue.exchanges.filter { $0 is any MarketRankingSource }.map(\.name)
    let count = list.integer("top", in: 1...100) ?? Self.rankedUsually
    var exchange = config.markets.first { able.contains($0.exchange) }?.exchange
    let isNamed = list.has("exchange")
    let named = list.choice("exchange", among: able.map { (name: $0, $0) })
    if isNamed {
      exchange = named
    } else if exchange == nil {
      list.complain("[list] needs an exchange that ranks its markets: \(quoted(able))", at: place)
    }
    let paid = "what the markets are paid in, for example \"KRW\""
    var quote = config.markets.first { $0.exchange == exchange }?.quote
    let isPaid = list.has("quote")
    let wanted = list.text("quote", paid)
    if isPaid {
      guard let (text, spot) = wanted else { return nil }
      quote = text
      if !Currency.isName(text) {
        list.complain("quote is \"\(text)\"; it must be \(paid)", at: spot)
      }
    } else if let exchange, quote == nil {
      list.complain(
        "[list] needs a quote, since no market of \(exchange) is named: \(paid)", at: place)
    }
    guard let exchange, let quote else { return nil }
    return RankingWish(exchange: exchange, quote: quote, count: count)
  }

  mutating func readMarks(_ marks: inout TableReader) {
    config.marksFolder = readFolder(&marks, of: "CODE.png")
    mistakes += marks.finish()
  }

  /// A folder of the user's own pictures.
  mutating func readFolder(_ table: inout TableReader, of files: String) -> String? {
    guard let (folder, place) = table.text("folder", "the path of a folder with \(files) files")
    else { return nil }
    if let complaint = FileBytes.folderComplaint(folder) {
      table.complain("folder is \"\(folder)\"; \(complaint)", at: place)
    }
    return folder
  }
}
