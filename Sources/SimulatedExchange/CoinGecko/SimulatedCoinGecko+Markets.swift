/// `/coins/markets`: figures of many coins.
extension SimulatedCoinGecko {
  private static let categories = [
    "meme-token": ["dogecoin", "shiba-inu", "pepe"],
    "layer-1": ["bitcoin", "ethereum", "solana", "cardano", "waves"],
  ]
  private static let spans: [String: Int64] = [
    "1h": 1, "24h": 24, "7d": 168, "14d": 336, "30d": 720, "200d": 4_800, "1y": 8_760,
  ]

  func markets(_ request: HTTPRequest) -> HTTPResponse {
    guard let currency = request.list("vs_currency")?.first else {
      return missing("Missing parameter vs_currency", 422)
    }
    let now = time(cachedMinutes: 1)
    guard coins.first?.price(in: currency.uppercased(), world, at: now) != nil else {
      return missing("invalid vs_currency", 422)
    }
    guard var wanted = chosen(request) else { return failure(404) }
    if request.parameter("order") == "market_cap_asc" { wanted.reverse() }
    let count = max(1, min(250, request.parameter("per_page").flatMap { Int($0) } ?? 100))
    let page = max(1, min(1_000, request.parameter("page").flatMap { Int($0) } ?? 1))
    let items = wanted.dropFirst((page - 1) * count).prefix(count).compactMap { coin in
      CoinFigures(coin, in: currency, world, at: now).map { item(coin, $0, request, now) }
    }
    return .json("[" + items.joined(separator: ",") + "]")
  }

  /// The coins that a request names; nil where it names an unknown category.
  private func chosen(_ request: HTTPRequest) -> [GeckoCoin]? {
    if let category = request.parameter("category") {
      return Self.categories[category].map { ids in coins.filter { ids.contains($0.id) } }
    }
    if let ids = request.list("ids") { return coins.filter { ids.contains($0.id) } }
    if let names = request.list("names") {
      return coins.filter { names.contains($0.name.lowercased()) }
    }
    if let symbols = request.list("symbols") {
      return coins.filter { symbols.contains($0.symbol.lowercased()) }
    }
    return coins
  }

  private func item(
    _ coin: GeckoCoin, _ figures: CoinFigures, _ request: HTTPRequest, _ now: Int64
  ) -> String {
    let isFull = request.parameter("precision") == "full"
    let knowsNothing = context.faults.strike(.nullFields) != nil
    var object = JSONObject()
    func add(_ name: String, _ text: String?) {
      object.add(name, json: knowsNothing ? "null" : text ?? "null")
    }
    func price(_ value: Double) -> String { isFull ? value.description : figures.text(value) }
    func sum(_ value: Double?) -> String? { value.map { DecimalText.short($0, decimals: 0) } }
    let isKorean = request.parameter("locale") == "ko"
    object.add("id", quoted: coin.id)
    object.add("symbol", quoted: coin.symbol.lowercased())
    object.add("name", quoted: isKorean ? coin.korean : coin.name)
    object.add("image", quoted: "https://coin-images.invalid/\(coin.id).png")
    add("current_price", price(figures.price))
    add("market_cap", sum(figures.marketCap))
    add("market_cap_rank", coin.rank.map { String($0) })
    add("fully_diluted_valuation", sum(coin.maxSupply.map { $0 * figures.price }))
    add("total_volume", sum(figures.volume))
    add("high_24h", price(figures.high))
    add("low_24h", price(figures.low))
    add("price_change_24h", figures.priceChange.description)
    add("price_change_percentage_24h", figures.change.description)
    add("market_cap_change_24h", coin.supply.map { ($0 * figures.priceChange).description })
    add("market_cap_change_percentage_24h", figures.change.description)
    add("circulating_supply", coin.supply?.description)
    add("total_supply", coin.supply?.description)
    add("max_supply", coin.maxSupply?.description)
    add("ath", price(figures.price * 1.25))
    add("ath_change_percentage", "-20.0")
    add("ath_date", JSONValue.quoted(stamp(now - 42 * 86_400_000)))
    add("atl", price(figures.price / 100))
    add("atl_change_percentage", "9900.0")
    add("atl_date", JSONValue.quoted(stamp(now - 3_000 * 86_400_000)))
    add("roi", coin.id == "ethereum" ? Self.roi : nil)
    add("last_updated", JSONValue.quoted(stamp(now)))
    if request.parameter("sparkline") == "true" {
      // A coin that is new has no week yet.
      let week = coin.rank == nil || knowsNothing ? [] : figures.week
      let prices = week.map { $0.description }.joined(separator: ",")
      object.add("sparkline_in_7d", json: "{\"price\":[\(prices)]}")
    }
    for span in request.list("price_change_percentage") ?? [] {
      guard let hours = Self.spans[span] else { continue }
      add(
        "price_change_percentage_\(span)_in_currency",
        coin.rank == nil && hours > 24 ? nil : figures.change(hours: hours).description)
    }
    context.faults.spoilREST(&object)
    return object.json()
  }

  private static let roi = #"{"times":41.2,"currency":"btc","percentage":4120.5}"#
}
