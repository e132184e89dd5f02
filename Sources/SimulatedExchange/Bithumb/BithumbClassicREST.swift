/// API 1.x's REST, as far as a client uses it.
struct BithumbClassicREST {
  let floor: TradingFloor
  let faults: FaultPlan

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    if faults.strike(.status5600) != nil {
      return refusal("5600", "Please try again")
    }
    let parts = request.path.split(separator: "/").dropFirst().map { String($0) }
    switch (parts.first, parts.dropFirst().first, parts.count) {
    case ("ticker", "ALL_KRW", 2): return tickers(quote: "KRW")
    case ("ticker", "ALL_BTC", 2): return tickers(quote: "BTC")
    case ("ticker", let symbol?, 2): return ticker(symbol)
    case ("assetsstatus", "ALL", 2): return wallets()
    case ("assetsstatus", "multichain", 3): return networks()
    default: return refusal("5500", "Invalid Parameter")
    }
  }

  private func refusal(_ status: String, _ message: String) -> HTTPResponse {
    .json(
      "{\"status\":\"\(status)\",\"message\":\(JSONValue.quoted(message))}",
      status: faults.current(.errorStatus200) == nil ? 400 : 200)
  }

  private func good(_ data: String) -> HTTPResponse {
    .json("{\"status\":\"0000\",\"data\":\(data)}")
  }

  private func isListed(_ code: String) -> Bool { !faults.isOn(.unlisted, value: code) }

  /// The answer has the time as one more member among the coins.
  private func tickers(quote: String) -> HTTPResponse {
    var data = JSONObject()
    for (index, market) in floor.markets.enumerated()
    where market.listing.quote == quote && isListed(market.listing.code) {
      guard let day = floor.day(of: index) else { continue }
      var coin = BithumbClassicObject.coin(day, now: floor.now)
      faults.spoilREST(&coin)
      data.add(market.listing.base, json: coin.json())
      if data.fields.count == 1 { data.add("date", quoted: String(floor.now)) }
    }
    return good(data.json())
  }

  private func ticker(_ symbol: String) -> HTTPResponse {
    let code = BithumbClassicObject.code(symbol)
    guard isListed(code), let day = floor.index(of: code).flatMap({ floor.day(of: $0) }) else {
      return refusal("5500", "상장 코인이 아닙니다")
    }
    var coin = BithumbClassicObject.coin(day, now: floor.now)
    faults.spoilREST(&coin)
    coin.add("date", quoted: String(floor.now))
    return good(coin.json())
  }

  /// Dogecoin can be deposited and not withdrawn; Pepe neither.
  private static func passage(_ base: String) -> (deposit: String, withdrawal: String) {
    (base == "PEPE" ? "0" : "1", ["PEPE", "DOGE"].contains(base) ? "0" : "1")
  }

  private func add(_ base: String, to object: inout JSONObject) {
    let (deposit, withdrawal) = Self.passage(base)
    object.add("deposit_status", json: deposit)
    object.add("withdrawal_status", json: withdrawal)
  }

  private func wallets() -> HTTPResponse {
    var data = JSONObject()
    for base in SimulatedBithumb.bases {
      var object = JSONObject()
      add(base, to: &object)
      data.add(base, json: object.json())
    }
    return good(data.json())
  }

  private func networks() -> HTTPResponse {
    good(
      UpbitObject.list(
        SimulatedBithumb.bases.flatMap { base in
          (base == "USDT" ? ["ETH", "TRX"] : [base]).map { network in
            var object = JSONObject()
            object.add("currency", quoted: base)
            object.add("net_type", quoted: network)
            add(base, to: &object)
            return object
          }
        }))
  }
}
