import ArgumentParser
import Feeds
import Glance
import MarketData
import State
import Tealight

/// `tealight trending`: what people look for on CoinGecko.
struct TrendingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trending",
    abstract: "List what people search for on CoinGecko: coins, NFTs and categories.",
    discussion: """
      Prices and market capitalisation are in dollars. Changes are over 24 hours.

      Exit status: 69 if CoinGecko does not answer.
      """)

  @OptionGroup var gecko: GeckoOptions

  func run() throws {
    let trending = try gecko.ask { (lookup, gecko) throws(Lookup.Failure) in
      try lookup.trending(on: gecko)
    }
    print(gecko.json ? Self.json(trending) : Self.table(trending))
  }

  /// Kind, symbol, name, price, change, capitalisation, rank.
  static func table(_ trending: Trending) -> String {
    let numerals = NumberFormatter(words: Language.english.words)
    func amount(_ value: Double?) -> String {
      value.map { numerals.price($0, decimals: 0) { $0.utf8.count <= 9 } } ?? ""
    }
    func change(_ value: Double?) -> String {
      value.map { numerals.change($0) { _ in true } } ?? ""
    }
    var columns = Columns(areRight: [false, false, false, true, true, true, true])
    for coin in trending.coins {
      columns.add([
        "coin", coin.symbol, coin.name, amount(coin.price), change(coin.change),
        amount(coin.marketCap), coin.rank.map { "#\($0)" } ?? "",
      ])
    }
    for nft in trending.nfts {
      let floor = nft.floorPrice.map { "\(amount($0)) \(nft.currency ?? "")" } ?? ""
      columns.add(["nft", nft.symbol, nft.name, floor, change(nft.change), "", ""])
    }
    for category in trending.categories {
      let coins = category.coins.map { "\($0) coins" } ?? ""
      columns.add([
        "category", "", category.name, "", change(category.change), amount(category.marketCap),
        coins,
      ])
    }
    return columns.lines.joined(separator: "\n")
  }

  /// One object; what is not known is null.
  static func json(_ trending: Trending) -> String {
    func number(_ value: Double?) -> String { value.map { "\($0)" } ?? "null" }
    let coins = trending.coins.map { coin in
      "{\"id\":\(coin.id.asJSON),\"symbol\":\(coin.symbol.asJSON),\"name\":\(coin.name.asJSON),"
        + "\"rank\":\(coin.rank.map(String.init) ?? "null"),\"price\":\(number(coin.price)),"
        + "\"change\":\(number(coin.change)),\"market_cap\":\(number(coin.marketCap)),"
        + "\"volume\":\(number(coin.volume))}"
    }
    let nfts = trending.nfts.map { nft in
      "{\"id\":\(nft.id.asJSON),\"symbol\":\(nft.symbol.asJSON),\"name\":\(nft.name.asJSON),"
        + "\"floor_price\":\(number(nft.floorPrice)),"
        + "\"currency\":\(nft.currency?.asJSON ?? "null"),\"change\":\(number(nft.change))}"
    }
    let categories = trending.categories.map { category in
      "{\"name\":\(category.name.asJSON),\"coins\":\(category.coins.map(String.init) ?? "null"),"
        + "\"change\":\(number(category.change)),\"market_cap\":\(number(category.marketCap))}"
    }
    func list(_ objects: [String]) -> String { "[\(objects.joined(separator: ",\n "))]" }
    return "{\"coins\":\(list(coins)),\"nfts\":\(list(nfts)),\"categories\":\(list(categories))}"
  }
}
