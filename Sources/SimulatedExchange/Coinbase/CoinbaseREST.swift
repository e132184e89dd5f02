/// Answers to calls, apart from limits.
struct CoinbaseREST {
  let floor: TradingFloor
  let context: SourceContext

  private static let tradesMax = 1_000
  private static let candlesMax = 300

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let parts = request.path.split(separator: "/").map(String.init)
    switch parts.count {
    case 1 where parts[0] == "products": return products()
    case 1 where parts[0] == "currencies": return currencies()
    case 3 where parts[0] == "products":
      guard let index = floor.index(of: parts[1]),
        !context.faults.isOn(.unlisted, value: parts[1])
      else { return SimulatedCoinbase.message("NotFound", 404) }
      switch parts[2] {
      case "ticker": return ticker(index)
      case "stats": return stats(index)
      case "trades": return trades(index, request)
      case "candles": return candles(index, request)
      default: break
      }
    default: break
    }
    return SimulatedCoinbase.message("NotFound", 404)
  }

  private func list(_ elements: [String]) -> HTTPResponse {
    .json("[\(elements.joined(separator: ","))]")
  }

  private func products() -> HTTPResponse {
    guard context.faults.strike(.noMarketList) == nil else { return list([]) }
    return list(
      floor.markets.map(\.listing).filter { !context.faults.isOn(.unlisted, value: $0.code) }
        .map { listing in
          let isDelisted = context.faults.isOn(.delisted, value: listing.code)
          var object = JSONObject()
          object.add("id", quoted: listing.code)
          object.add("base_currency", quoted: listing.base)
          object.add("quote_currency", quoted: listing.quote)
          object.add("quote_increment", quoted: "0." + zeros(listing.decimals ?? 2) + "1")
          object.add("base_increment", quoted: "0.00000001")
          object.add("display_name", quoted: "\(listing.base)/\(listing.quote)")
          object.add("min_market_funds", quoted: "1")
          object.add("post_only", json: "false")
          object.add("status", quoted: isDelisted ? "delisted" : "online")
          object.add("status_message", quoted: "")
          object.add("trading_disabled", json: isDelisted ? "true" : "false")
          context.faults.spoilREST(&object)
          return object.json()
        })
  }

  private func zeros(_ decimals: Int) -> String {
    String(repeating: "0", count: max(0, decimals - 1))
  }

  private func currencies() -> HTTPResponse {
    var names: [String: String] = ["USD": "United States Dollar", "USDC": "USDC"]
    for market in floor.markets { names[market.listing.base] = market.listing.english }
    return list(
      names.sorted { $0.key < $1.key }.map { id, name in
        "{\"id\":\(JSONValue.quoted(id)),\"name\":\(JSONValue.quoted(name)),\"status\":\"online\"}"
      })
  }

  private func ticker(_ index: Int) -> HTTPResponse {
    guard let day = floor.day(of: index) else { return .json("{}") }
    var object = JSONObject()
    object.add("ask", quoted: DecimalText.padded(day.last.price, decimals: 2))
    object.add("bid", quoted: DecimalText.padded(day.last.price, decimals: 2))
    object.add("volume", quoted: DecimalText.padded(day.volumeOf24Hours(now: context.wall)))
    object.add("trade_id", json: String(day.last.id))
    object.add("price", quoted: DecimalText.padded(day.last.price, decimals: 2))
    object.add("size", quoted: DecimalText.padded(day.last.volume))
    object.add("time", quoted: CivilTime.rfc3339(day.last.time, decimals: 9))
    context.faults.spoilREST(&object)
    return .json(object.json())
  }

  private func stats(_ index: Int) -> HTTPResponse {
    guard let day = floor.day(of: index) else { return .json("{}") }
    var object = JSONObject()
    object.add("open", quoted: DecimalText.padded(day.previousClose, decimals: 2))
    object.add("high", quoted: DecimalText.padded(day.high, decimals: 2))
    object.add("low", quoted: DecimalText.padded(day.low, decimals: 2))
    object.add("last", quoted: DecimalText.padded(day.last.price, decimals: 2))
    object.add("volume", quoted: DecimalText.padded(day.volumeOf24Hours(now: context.wall)))
    object.add("volume_30day", quoted: "250000.1")
    context.faults.spoilREST(&object)
    return .json(object.json())
  }

  private func trades(_ index: Int, _ request: HTTPRequest) -> HTTPResponse {
    guard context.faults.strike(.emptyHistory) == nil else { return list([]) }
    let count = min(Self.tradesMax, request.parameter("limit").flatMap { Int($0) } ?? 100)
    let after = request.parameter("after").flatMap { Int64($0) }
    let trades = floor.markets[index].newestTrades(count, at: context.wall, before: after)
    var response = list(
      trades.map { trade in
        var object = JSONObject()
        object.add("trade_id", json: String(trade.id))
        object.add("side", quoted: trade.taker == .buy ? "sell" : "buy")
        object.add("size", quoted: DecimalText.padded(trade.volume))
        object.add("price", quoted: DecimalText.padded(trade.price))
        object.add("time", quoted: CivilTime.rfc3339(trade.time))
        return object.json()
      })
    if let oldest = trades.last { response.headers.append(("CB-AFTER", String(oldest.id))) }
    return response
  }

  private func candles(_ index: Int, _ request: HTTPRequest) -> HTTPResponse {
    guard let span = request.parameter("granularity").flatMap({ Int64($0) }),
      [60, 300, 900, 3_600, 21_600, 86_400].contains(span)
    else { return SimulatedCoinbase.message("Unsupported granularity", 400) }
    let end = request.parameter("end").flatMap(CivilTime.unixSeconds)
    let start = request.parameter("start").flatMap(CivilTime.unixSeconds)
    var count = Self.candlesMax
    var last = context.wall / 1_000
    if let start, let end {
      guard (end - start) / span < Int64(Self.candlesMax) else {
        return SimulatedCoinbase.message(
          "granularity too small for the requested time range. Count of aggregations requested "
            + "exceeds 300", 400)
      }
      count = Int((end - start) / span) + 1
      last = end
    }
    let candles = floor.markets[index].candles(
      count: count, spanSeconds: span, before: last * 1_000 + 1, now: context.wall)
    return list(
      candles.filter { start == nil || end == nil || $0.start >= start! * 1_000 }.map {
        "[\($0.start / 1_000),\($0.low),\($0.high),\($0.open),\($0.close),\($0.volume)]"
      })
  }
}
