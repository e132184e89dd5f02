/// Past trades and candles, and the order book.
extension BinanceREST {
  private static let spans: [String: Int64] = [
    "1s": 1, "1m": 60, "3m": 180, "5m": 300, "15m": 900, "30m": 1_800, "1h": 3_600, "2h": 7_200,
    "4h": 14_400, "6h": 21_600, "8h": 28_800, "12h": 43_200, "1d": 86_400,
  ]

  /// The market that `symbol=` names, or why there is none.
  private func market(_ request: HTTPRequest) -> Result<Int, BinanceRefusal> {
    guard let code = request.parameter("symbol"), !code.isEmpty else {
      return .failure(BinanceRefusal(response: Self.missing("symbol")))
    }
    guard code == code.uppercased() else {
      return .failure(BinanceRefusal(response: Self.illegal))
    }
    return index(of: code).map { .success($0) }
      ?? .failure(BinanceRefusal(response: Self.invalid))
  }

  /// Every interval has a row. A row without a trade is flat and counts no trades.
  func klines(_ request: HTTPRequest) -> HTTPResponse {
    let index: Int
    switch market(request) {
    case .success(let found): index = found
    case .failure(let refusal): return refusal.response
    }
    guard let name = request.parameter("interval") else { return Self.missing("interval") }
    guard let span = Self.spans[name].map({ $0 * 1_000 }) else {
      return Self.error(-1120, "Invalid interval.")
    }
    if context.faults.strike(.emptyHistory) != nil { return .json("[]") }
    let limit = min(max(Int64(request.parameter("limit") ?? "500") ?? 500, 1), 1_000)
    let now = context.wall
    let end = max(0, min(request.parameter("endTime").flatMap { Int64($0) } ?? now, now))
    let newest = end - end % span
    var start = newest - (limit - 1) * span
    if let from = request.parameter("startTime").flatMap({ Int64($0) }) {
      start = max(start, (min(from, now) + span - 1) / span * span)
    }
    var last = floor.markets[index].lastTrade(at: start - 1)?.price
    var rows: [String] = []
    for time in stride(from: start, through: newest, by: Int(span)) {
      let candle = floor.markets[index].candle(
        start: time / 1_000, spanSeconds: span / 1_000, until: now)
      guard let close = candle?.close ?? last else { continue }
      func text(_ value: Double?) -> String { "\"\(BinanceObject.text(value ?? close))\"" }
      rows.append(
        "[\(time),\(text(candle?.open)),\(text(candle?.high)),\(text(candle?.low)),\(text(close)),"
          + "\(text(candle?.volume ?? 0)),\(time + span - 1),\(text(candle?.turnover ?? 0)),"
          + "\(candle == nil ? 0 : 1),\"0\",\"0\",\"0\"]")
      last = close
    }
    if context.faults.strike(.shuffledHistory) != nil { rows.reverse() }
    return .json("[" + rows.joined(separator: ",") + "]")
  }

  func depth(_ request: HTTPRequest) -> HTTPResponse {
    switch market(request) {
    case .success(let index):
      let objects = BinanceObject(floor: floor, now: context.wall)
      let limit = Int(request.parameter("limit") ?? "100") ?? 100
      return .json(objects.levels(objects.book(index), limit).json())
    case .failure(let refusal): return refusal.response
    }
  }

  /// Oldest first.
  func trades(_ request: HTTPRequest) -> HTTPResponse {
    switch market(request) {
    case .success(let index):
      let limit = min(Int(request.parameter("limit") ?? "500") ?? 500, 1_000)
      let newest = floor.markets[index].newestTrades(limit, at: context.wall)
      let texts = newest.reversed().map { trade -> String in
        var object = JSONObject()
        object.add("id", json: String(trade.id))
        object.add("price", quoted: BinanceObject.text(trade.price))
        object.add("qty", quoted: BinanceObject.text(trade.volume))
        object.add("quoteQty", quoted: BinanceObject.text(trade.price * trade.volume))
        object.add("time", json: String(trade.time))
        object.add("isBuyerMaker", json: String(trade.taker == .sell))
        object.add("isBestMatch", json: "true")
        return object.json()
      }
      return .json("[" + texts.joined(separator: ",") + "]")
    case .failure(let refusal): return refusal.response
    }
  }
}

/// Why a call is refused.
struct BinanceRefusal: Error {
  let response: HTTPResponse
}
