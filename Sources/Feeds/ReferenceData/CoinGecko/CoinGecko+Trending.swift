import MarketData

extension CoinGecko {
  private static let eachMax = 100

  /// `{"coins":[{"item":{…,"data":{…}}}],"nfts":[…],"categories":[…]}`; nil where the answer is not
  /// well-formed. Items without a name are left out.
  public func readTrending(_ bytes: UnsafeBufferPointer<UInt8>) -> Trending? {
    var scanner = JSONScanner(bytes)
    var trending = Trending()
    var isKnown = false
    let isObject = scanner.readObject { scanner, key in
      if key == "coins" {
        isKnown = true
        scanner.readArray { scanner in
          scanner.readObject { scanner, key in
            guard key == "item" else { return scanner.skip() }
            if let coin = Self.coin(&scanner), trending.coins.count < Self.eachMax {
              trending.coins.append(coin)
            }
          }
        }
      } else if key == "nfts" {
        scanner.readArray { scanner in
          if let nft = Self.nft(&scanner), trending.nfts.count < Self.eachMax {
            trending.nfts.append(nft)
          }
        }
      } else if key == "categories" {
        scanner.readArray { scanner in
          if let category = Self.category(&scanner), trending.categories.count < Self.eachMax {
            trending.categories.append(category)
          }
        }
      } else {
        scanner.skip()
      }
    }
    return isObject && isKnown && scanner.isComplete ? trending : nil
  }

  private static func coin(_ scanner: inout JSONScanner) -> Trending.Coin? {
    var coin = Trending.Coin(id: "", symbol: "", name: "")
    scanner.readObject { scanner, key in
      if key == "id" {
        coin.id = scanner.label() ?? ""
      } else if key == "symbol" {
        coin.symbol = scanner.label()?.uppercased() ?? ""
      } else if key == "name" {
        coin.name = scanner.label() ?? ""
      } else if key == "market_cap_rank" {
        coin.rank = scanner.rank()
      } else if key == "data" {
        scanner.readObject { scanner, key in
          if key == "price" {
            coin.price = scanner.money()
          } else if key == "market_cap" {
            coin.marketCap = scanner.money()
          } else if key == "total_volume" {
            coin.volume = scanner.money()
          } else if key == "price_change_percentage_24h" {
            coin.change = scanner.percentInDollars()
          } else {
            scanner.skip()
          }
        }
      } else {
        scanner.skip()
      }
    }
    guard !coin.id.isEmpty, !coin.symbol.isEmpty else { return nil }
    if coin.name.isEmpty { coin.name = coin.symbol }
    return coin
  }

  private static func nft(_ scanner: inout JSONScanner) -> Trending.NFT? {
    var nft = Trending.NFT(id: "", symbol: "", name: "")
    scanner.readObject { scanner, key in
      if key == "id" {
        nft.id = scanner.label() ?? ""
      } else if key == "symbol" {
        nft.symbol = scanner.label()?.uppercased() ?? ""
      } else if key == "name" {
        nft.name = scanner.label() ?? ""
      } else if key == "native_currency_symbol" {
        nft.currency = scanner.label()?.uppercased()
      } else if key == "floor_price_in_native_currency" {
        nft.floorPrice = scanner.money()
      } else if key == "floor_price_24h_percentage_change" {
        nft.change = scanner.percent()
      } else {
        scanner.skip()
      }
    }
    return nft.id.isEmpty || nft.name.isEmpty ? nil : nft
  }

  private static func category(_ scanner: inout JSONScanner) -> Trending.Category? {
    var category = Trending.Category(name: "")
    scanner.readObject { scanner, key in
      if key == "name" {
        category.name = scanner.label() ?? ""
      } else if key == "coins_count" {
        category.coins = scanner.rank()
      } else if key == "data" {
        scanner.readObject { scanner, key in
          if key == "market_cap" {
            category.marketCap = scanner.money()
          } else if key == "market_cap_change_percentage_24h" {
            category.change = scanner.percentInDollars()
          } else {
            scanner.skip()
          }
        }
      } else {
        scanner.skip()
      }
    }
    return category.name.isEmpty ? nil : category
  }
}
