import ArgumentParser
import Feeds
import MarketData
import Tealight

/// `tealight search`: coins, NFTs and exchanges by their names.
struct Search: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find coins, NFTs and exchanges on CoinGecko.",
    usage: "tealight search [<options>] <words> ...",
    discussion: """
      The best-ranked result comes first. To find the codes of markets, use tealight markets.

        tealight search doge
        tealight search kimchi --json

      Exit status: 1 if nothing is found, 69 if CoinGecko does not answer.
      """)

  @Argument(help: "Words of a name or a symbol.")
  var words: [String]

  @OptionGroup var gecko: GeckoOptions

  func run() throws {
    let word = words.joined(separator: " ")
    let found = try gecko.ask { (lookup, gecko) throws(Lookup.Failure) in
      try lookup.search(word, on: gecko)
    }
    let groups = [
      ("coin", found.coins), ("nft", found.nfts), ("exchange", found.exchanges),
      ("category", found.categories),
    ]
    guard !found.isEmpty else {
      if gecko.json { print(Self.json(groups)) }
      complain("CoinGecko has nothing with the name \"\(word)\"")
      throw ExitCode.failure
    }
    print(gecko.json ? Self.json(groups) : Self.table(groups))
  }

  static func table(_ groups: [(kind: String, items: [SearchResults.Item])]) -> String {
    var columns = Columns(areRight: [false, false, false, true, false])
    for (kind, items) in groups {
      for item in items {
        let rank = item.rank.map { "#\($0)" } ?? item.kind ?? ""
        columns.add([kind, item.symbol ?? "", item.name, rank, item.id])
      }
    }
    return columns.lines.joined(separator: "\n")
  }

  /// One array; what is not known is null.
  static func json(_ groups: [(kind: String, items: [SearchResults.Item])]) -> String {
    let objects = groups.flatMap { kind, items in
      items.map { item in
        "{\"kind\":\(kind.asJSON),\"id\":\(item.id.asJSON),\"name\":\(item.name.asJSON),"
          + "\"symbol\":\(item.symbol?.asJSON ?? "null"),"
          + "\"rank\":\(item.rank.map(String.init) ?? "null"),"
          + "\"type\":\(item.kind?.asJSON ?? "null")}"
      }
    }
    return "[\(objects.joined(separator: ",\n "))]"
  }
}
