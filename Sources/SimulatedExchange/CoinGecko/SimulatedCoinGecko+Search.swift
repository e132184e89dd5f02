/// `/search` and `/search/trending`.
extension SimulatedCoinGecko {
  private static let exchanges = [
    ("binance", "Binance"), ("upbit", "Upbit"), ("bithumb", "Bithumb"),
    ("gdax", "Coinbase Exchange"), ("kraken", "Kraken"),
  ]
  private static let nfts = [
    ("crypto-cats", "CryptoCats", "CATS"), ("doge-pounders", "The Doge Pounders", "DOGGY"),
    ("moon-birds-of-a-feather", "Birds of a Feather", "BIRD"),
  ]
  private static let categories = [
    (6, "Meme", "meme-token"), (2, "Layer 1 (L1)", "layer-1"), (14, "Dog-Themed", "dog-themed"),
  ]

  /// Finds everything that has the word in its name.
  func search(_ request: HTTPRequest) -> HTTPResponse {
    let word = request.parameter("query")?.lowercased() ?? ""
    func isFound(_ texts: String...) -> Bool {
      texts.contains { text in
        let text = text.lowercased()
        return word.isEmpty || text.indices.contains { text[$0...].hasPrefix(word) }
      }
    }
    let coins = coins.filter { isFound($0.id, $0.name, $0.symbol) }.map { coin in
      var object = JSONObject()
      object.add("id", quoted: coin.id)
      object.add("name", quoted: coin.name)
      object.add("api_symbol", quoted: coin.id)
      object.add("symbol", quoted: coin.symbol)
      object.add("market_cap_rank", json: rank(of: coin))
      object.add("thumb", quoted: image("thumb", coin.id))
      object.add("large", quoted: image("large", coin.id))
      return object.json()
    }
    let exchanges = Self.exchanges.filter { isFound($0.0, $0.1) }.map { id, name in
      """
      {"id":"\(id)","name":"\(name)","market_type":"spot",\
      "thumb":"\(image("thumb", id))","large":"\(image("large", id))"}
      """
    }
    let categories = Self.categories.filter { isFound($0.1) }.map { _, name, slug in
      "{\"id\":\"\(slug)\",\"name\":\"\(name)\"}"
    }
    let nfts = Self.nfts.filter { isFound($0.0, $0.1, $0.2) }.map { id, name, symbol in
      """
      {"id":"\(id)","name":"\(name)","symbol":"\(symbol)","thumb":"\(image("thumb", id))"}
      """
    }
    return .json(
      """
      {"coins":[\(list(coins))],"exchanges":[\(list(exchanges))],"icos":[],\
      "categories":[\(list(categories))],"nfts":[\(list(nfts))]}
      """)
  }

  /// Other coins every ten minutes.
  func trending() -> HTTPResponse {
    let now = time(cachedMinutes: 10)
    var random = RandomGenerator(seed: context.options.seed, at: now)
    let coins = coins.shuffled(using: &random).prefix(15).enumerated().map { score, coin in
      "{\"item\":" + trendingCoin(coin, score: score, now) + "}"
    }
    let nfts = Self.nfts.enumerated().map { number, nft in
      let floor = (random.fraction() * 1_000).rounded() / 1_000 + 0.002
      let change = (random.fraction() * 4_000 - 2_000).rounded() / 100
      return """
        {"id":"\(nft.0)","name":"\(nft.1)","symbol":"\(nft.2)",\
        "thumb":"\(image("thumb", nft.0))","nft_contract_id":\(3_000 + number),\
        "native_currency_symbol":"eth","floor_price_in_native_currency":\(floor),\
        "floor_price_24h_percentage_change":\(change),"data":{"floor_price":"\(floor) ETH",\
        "floor_price_in_usd_24h_percentage_change":"\(change)","h24_volume":"12.5 ETH",\
        "h24_average_sale_price":"\(floor) ETH",\
        "sparkline":"\(image("sparkline", nft.0))","content":null}}
        """
    }
    let categories = Self.categories.map { id, name, slug in
      let change = (random.fraction() * 1_000 - 500).rounded() / 100
      return """
        {"id":\(id),"name":"\(name)","market_cap_1h_change":\(change / 24),"slug":"\(slug)",\
        "coins_count":"\(id * 37)","data":{"market_cap":69104127324.5,\
        "market_cap_btc":660123.4,"total_volume":1204127324.25,"total_volume_btc":11502.3,\
        "market_cap_change_percentage_24h":{"usd":\(change),"krw":\(change)},\
        "sparkline":"\(image("sparkline", slug))"}}
        """
    }
    return .json(
      """
      {"coins":[\(list(coins))],"nfts":[\(list(nfts))],"categories":[\(list(categories))]}
      """)
  }

  private func trendingCoin(_ coin: GeckoCoin, score: Int, _ now: Int64) -> String {
    guard let dollars = CoinFigures(coin, in: "usd", world, at: now),
      let bitcoins = CoinFigures(coin, in: "btc", world, at: now),
      let won = CoinFigures(coin, in: "krw", world, at: now)
    else { return "{}" }
    let price = dollars.text(dollars.price)
    let isText = context.faults.strike(.priceText) != nil
    let knowsNothing = context.faults.strike(.nullFields) != nil
    var data = JSONObject()
    func add(_ name: String, _ text: String) { data.add(name, json: knowsNothing ? "null" : text) }
    add("price", isText ? "\"$\(DecimalText.padded(dollars.price, decimals: 2))\"" : price)
    add("price_btc", JSONValue.quoted(DecimalText.padded(bitcoins.price)))
    add(
      "price_change_percentage_24h",
      "{\"krw\":\(won.change),\"usd\":\(dollars.change),\"btc\":\(bitcoins.change)}")
    add("market_cap", JSONValue.quoted(Self.dollars(dollars.marketCap ?? 0)))
    add("market_cap_btc", JSONValue.quoted((bitcoins.marketCap ?? 0).description))
    add("total_volume", JSONValue.quoted(Self.dollars(dollars.volume)))
    add("total_volume_btc", JSONValue.quoted(bitcoins.volume.description))
    data.add("sparkline", quoted: image("sparkline", coin.id))
    data.add("content", json: "null")
    var item = JSONObject()
    item.add("id", quoted: coin.id)
    item.add("coin_id", json: String(40_000 + coin.id.utf8.count))
    item.add("name", quoted: coin.name)
    item.add("symbol", quoted: coin.symbol)
    item.add("market_cap_rank", json: knowsNothing ? "null" : rank(of: coin))
    for size in ["thumb", "small", "large"] { item.add(size, quoted: image(size, coin.id)) }
    item.add("slug", quoted: coin.id)
    item.add("price_btc", json: bitcoins.price.description)
    item.add("score", json: String(score))
    item.add("data", json: data.json())
    return item.json()
  }

  private func rank(of coin: GeckoCoin) -> String {
    coin.rank.map { String($0) } ?? "null"
  }

  private func list(_ items: [String]) -> String { items.joined(separator: ",") }

  private func image(_ size: String, _ id: String) -> String {
    "https://coin-images.invalid/\(size)/\(id)" + (size == "sparkline" ? ".svg" : ".png")
  }

  /// `$104,127,324`
  private static func dollars(_ sum: Double) -> String {
    var text = ""
    for (index, digit) in DecimalText.short(sum, decimals: 0).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return "$" + text.reversed()
  }
}
