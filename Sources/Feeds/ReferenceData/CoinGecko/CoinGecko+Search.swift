import MarketData

extension CoinGecko {
  private static let foundMax = 200

  /// `{"coins":[{"id":"dogecoin","name":"Dogecoin","symbol":"DOGE","market_cap_rank":9}],
  /// "exchanges":[…],"nfts":[…],"categories":[…]}`; nil where the answer is not well-formed.
  public func readSearch(_ bytes: UnsafeBufferPointer<UInt8>) -> SearchResults? {
    var scanner = JSONScanner(bytes)
    var results = SearchResults()
    var isKnown = false
    let isObject = scanner.readObject { scanner, key in
      if key == "coins" {
        isKnown = true
        results.coins = Self.items(&scanner)
      } else if key == "nfts" {
        results.nfts = Self.items(&scanner)
      } else if key == "exchanges" {
        results.exchanges = Self.items(&scanner)
      } else if key == "categories" {
        results.categories = Self.items(&scanner)
      } else {
        scanner.skip()
      }
    }
    return isObject && isKnown && scanner.isComplete ? results : nil
  }

  private static func items(_ scanner: inout JSONScanner) -> [SearchResults.Item] {
    var items: [SearchResults.Item] = []
    scanner.readArray { scanner in
      var item = SearchResults.Item(id: "", name: "")
      scanner.readObject { scanner, key in
        if key == "id" {
          // Categories are numbered.
          item.id =
            (scanner.kind == .number ? scanner.number()?.integer.map { "\($0)" } : scanner.label())
            ?? ""
        } else if key == "name" {
          item.name = scanner.label() ?? ""
        } else if key == "symbol" {
          item.symbol = scanner.label()?.uppercased()
        } else if key == "market_cap_rank" {
          item.rank = scanner.rank()
        } else if key == "market_type" {
          item.kind = scanner.label()
        } else {
          scanner.skip()
        }
      }
      if !item.id.isEmpty, !item.name.isEmpty, items.count < foundMax { items.append(item) }
    }
    return items
  }
}
