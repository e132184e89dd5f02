/// Answers to calls, apart from limits.
struct KrakenREST {
  let floor: TradingFloor
  let context: SourceContext

  private static let tradesMax = 1_000
  private static let candlesMax = 720

  static func error(_ text: String) -> HTTPResponse {
    .json("{\"error\":[\(JSONValue.quoted(text))]}")
  }

  private func result(_ members: [(key: String, json: String)]) -> HTTPResponse {
    let list = members.map { "\(JSONValue.quoted($0.key)):\($0.json)" }.joined(separator: ",")
    return .json("{\"error\":[],\"result\":{\(list)}}")
  }

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    // Old names are the default, and a fault makes the server ignore the wish for new ones.
    let isNew =
      request.parameter("assetVersion") == "1" && context.faults.current(.oldNames) == nil
    let asked = request.parameter("pair")?.split(separator: ",").map(String.init)
    var indices: [Int] = []
    for name in asked ?? [] {
      guard let index = index(name) else { return Self.error("EQuery:Unknown asset pair") }
      indices.append(index)
    }
    if asked == nil { indices = Array(floor.markets.indices).filter(isListed) }
    func members(_ json: (Int) -> String?) -> [(key: String, json: String)] {
      indices.compactMap { index in
        let code = floor.markets[index].listing.code
        return json(index).map { (isNew ? code : Self.oldKey(code), $0) }
      }
    }
    switch request.path {
    case "/0/public/AssetPairs":
      guard context.faults.strike(.noMarketList) == nil else { return result([]) }
      return result(members { pair($0, isNew: isNew) })
    case "/0/public/Ticker": return result(members(ticker))
    case "/0/public/Trades" where !indices.isEmpty:
      let since = request.parameter("since").flatMap { Int64($0) }
      let count = request.parameter("count").flatMap { Int($0) } ?? Self.tradesMax
      guard 1...Self.tradesMax ~= count else { return Self.error("EGeneral:Invalid arguments") }
      return result(
        members { trades($0, since, count: count) } + [("last", "\"\(context.wall)000000\"")])
    case "/0/public/OHLC" where !indices.isEmpty:
      let minutes = Int64(request.parameter("interval") ?? "1") ?? 1
      guard [1, 5, 15, 30, 60, 240, 1_440, 10_080, 21_600].contains(minutes) else {
        return Self.error("EGeneral:Invalid arguments")
      }
      let since = request.parameter("since").flatMap { Int64($0) }
      return result(
        members { candles($0, minutes * 60, since) } + [("last", "\(context.wall / 1_000)")])
    default: return Self.error("EGeneral:Unknown method")
    }
  }

  private func isListed(_ index: Int) -> Bool {
    !context.faults.isOn(.unlisted, value: floor.markets[index].listing.code)
  }

  private func index(_ name: String) -> Int? {
    floor.markets.indices.first { index in
      let code = floor.markets[index].listing.code
      let old = Self.oldName(code)
      return isListed(index)
        && [code, old, old.filter { $0 != "/" }, Self.oldKey(code)].contains(name)
    }
  }

  private static let letters = ["BTC": "XBT", "DOGE": "XDG"]

  /// `XBT/USD`
  private static func oldName(_ code: String) -> String {
    code.split(separator: "/").map { letters[String($0)] ?? String($0) }.joined(separator: "/")
  }

  /// `XXBTZUSD`, or `SOLUSD` for those that came later.
  private static func oldKey(_ code: String) -> String {
    let parts = oldName(code).split(separator: "/").map(String.init)
    let isOld = ["XBT", "ETH", "XRP"].contains(parts[0])
    return isOld ? "X\(parts[0])Z\(parts[1])" : parts.joined()
  }

  private func pair(_ index: Int, isNew: Bool) -> String {
    let listing = floor.markets[index].listing
    let isDelisted = context.faults.isOn(.delisted, value: listing.code)
    let old = Self.oldName(listing.code)
    var object = JSONObject()
    object.add("altname", quoted: old.filter { $0 != "/" })
    object.add("wsname", quoted: old)
    object.add("aclass_base", quoted: "currency")
    object.add("base", quoted: isNew ? listing.base : "X\(listing.base)")
    object.add("aclass_quote", quoted: "currency")
    object.add("quote", quoted: isNew ? listing.quote : "Z\(listing.quote)")
    object.add("pair_decimals", json: String(listing.decimals ?? 1))
    object.add("lot_decimals", json: "8")
    object.add("fees", json: "[[0,0.4],[10000,0.35]]")
    object.add("ordermin", quoted: "0.00005")
    object.add("status", quoted: isDelisted ? "delisted" : "online")
    context.faults.spoilREST(&object)
    return object.json()
  }

  private func ticker(_ index: Int) -> String? {
    guard let day = floor.day(of: index) else { return nil }
    func text(_ value: Double) -> String { "\"\(DecimalText.padded(value, decimals: 5))\"" }
    let price = text(day.last.price)
    let volume = "[\(text(day.volume)),\(text(day.volumeOf24Hours(now: context.wall)))]"
    var object = JSONObject()
    object.add("a", json: "[\(price),\"1\",\"1.000\"]")
    object.add("b", json: "[\(price),\"2\",\"2.000\"]")
    object.add("c", json: "[\(price),\(text(day.last.volume))]")
    object.add("v", json: volume)
    object.add("p", json: "[\(price),\(price)]")
    object.add("t", json: "[424,3266]")
    object.add("l", json: "[\(text(day.low)),\(text(day.low))]")
    object.add("h", json: "[\(text(day.high)),\(text(day.high))]")
    object.add("o", json: text(day.open))
    context.faults.spoilREST(&object)
    return object.json()
  }

  /// The oldest first after `since` (nanoseconds); without it the newest.
  private func trades(_ index: Int, _ since: Int64?, count: Int) -> String? {
    guard context.faults.strike(.emptyHistory) == nil else { return "[]" }
    let market = floor.markets[index]
    var trades: [SimulatedTrade] = []
    if let since {
      let first = max(since / 1_000_000_000, context.wall / 1_000 - 7_200)
      for second in first...max(first, context.wall / 1_000) where trades.count < count {
        trades += market.trades(inSecond: second)
          .filter { $0.time * 1_000_000 > since && $0.time <= context.wall }
      }
      trades = Array(trades.prefix(count))
    } else {
      trades = market.newestTrades(count, at: context.wall).reversed()
    }
    let rows = trades.map { trade in
      let seconds = DecimalText.padded(Double(trade.time) / 1_000, decimals: 4)
      return "[\"\(DecimalText.padded(trade.price, decimals: 5))\","
        + "\"\(DecimalText.padded(trade.volume))\",\(seconds),"
        + "\"\(trade.taker == .buy ? "b" : "s")\",\"l\",\"\",\(trade.id)]"
    }
    return "[\(rows.joined(separator: ","))]"
  }

  private func candles(_ index: Int, _ span: Int64, _ since: Int64?) -> String? {
    let candles = floor.markets[index].candles(
      count: min(Self.candlesMax, 60), spanSeconds: span, before: context.wall + 1,
      now: context.wall
    ).reversed().filter { since == nil || $0.start / 1_000 > since! }
    let rows = candles.map {
      "[\($0.start / 1_000),\"\($0.open)\",\"\($0.high)\",\"\($0.low)\",\"\($0.close)\","
        + "\"\($0.close)\",\"\($0.volume)\",7]"
    }
    return "[\(rows.joined(separator: ","))]"
  }
}
