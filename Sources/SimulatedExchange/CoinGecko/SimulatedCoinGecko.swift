/// A simulated CoinGecko: v3 without a key or with one of the demo plan (docs.coingecko.com).
final class SimulatedCoinGecko: SimulatedSource {
  static let name = "coingecko"
  static let tableName = name

  let context: SourceContext
  let restPath = "/api/v3"
  let world: WorldPrices
  private var limits = RateLimits()

  private static let minuteMilliseconds: Int64 = 60_000
  private static let keylessCalls = 10
  private static let demoCalls = 100

  init(_ context: SourceContext) {
    self.context = context
    world = WorldPrices(seed: context.options.seed)
  }

  /// The coins that are known right now.
  var coins: [GeckoCoin] {
    GeckoCoin.all.filter { !context.faults.isOn(.unlisted, value: $0.id) }
  }

  /// The time of a cached answer, which is at most so many minutes old.
  func time(cachedMinutes: Int64) -> Int64 {
    let step = cachedMinutes * Self.minuteMilliseconds
    return context.wall / step * step
  }

  func answer(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    let key = request.header("x-cg-demo-api-key") ?? request.parameter("x_cg_demo_api_key")
    guard request.header("x-cg-pro-api-key") == nil else { return error(400, code: 10_010) }
    guard key?.hasPrefix("CG-") ?? true else { return failure(401) }
    let verdict = limits.admit(
      key ?? "", peer: key ?? peer, limit: key == nil ? Self.keylessCalls : Self.demoCalls,
      windowMilliseconds: Self.minuteMilliseconds, now: context.now.monotonic)
    guard case .allowed = verdict else {
      context.overran()
      return failure(429)
    }
    switch request.path {
    case "/api/v3/ping": return .json("{\"gecko_says\":\"(V3) To the Moon!\"}")
    case "/api/v3/simple/price": return simplePrice(request)
    case "/api/v3/coins/markets": return markets(request)
    case "/api/v3/search": return search(request)
    case "/api/v3/search/trending": return trending()
    default: return missing("Incorrect path. Please check https://www.coingecko.com/api/", 404)
    }
  }

  /// The form of errors about parameters.
  func missing(_ message: String, _ status: Int) -> HTTPResponse {
    .json("{\"error\":\(JSONValue.quoted(message))}", status: status)
  }

  func failure(_ status: Int) -> HTTPResponse {
    error(status, code: status == 401 ? 10_002 : status)
  }

  /// An error in one of the three forms; the plain one has no code.
  private func error(_ status: Int, code: Int) -> HTTPResponse {
    let message =
      switch code {
      case 404: "coin not found"
      case 429:
        "You've exceeded the Rate Limit. Please visit https://www.coingecko.com/en/api/pricing to "
          + "subscribe to our API plans for higher rate limits."
      case 10_002: "API Key Missing"
      case 10_010: "If you are using Pro API key, please change your root URL."
      default: "simulated"
      }
    let usual = code == 404 ? "A" : code == 10_002 ? "C" : "B"
    let quoted = JSONValue.quoted(message)
    let inner = "\"error_code\":\(code),\"error_message\":\(quoted)"
    switch context.faults.current(.errorForm)?.value ?? usual {
    case "A": return missing(message, status)
    case "C": return .json("{\"error\":{\"status\":{\(inner)}}}", status: status)
    default:
      let now = stamp(context.wall)
      return .json("{\"status\":{\"timestamp\":\"\(now)\",\(inner)}}", status: status)
    }
  }

  /// `2026-11-20T04:12:33.000Z`
  func stamp(_ time: Int64) -> String {
    let civil = CivilTime(unixSeconds: time / 1_000)
    return civil.date + "T" + civil.time + ".000Z"
  }

  /// `{"ethereum":{"usd":3498.64,"usd_24h_change":-1.23,"last_updated_at":1795147953}}`. Unknown
  /// coins and currencies are left out.
  private func simplePrice(_ request: HTTPRequest) -> HTTPResponse {
    guard let ids = request.list("ids") else { return missing("Missing parameter ids", 422) }
    guard let currencies = request.list("vs_currencies") else {
      return missing("Missing parameter vs_currencies", 422)
    }
    let now = time(cachedMinutes: 1)
    let objects = coins.filter { ids.contains($0.id) }.map { coin in
      var object = JSONObject()
      for currency in currencies {
        let figures = CoinFigures(coin, in: currency, world, at: now)
        guard let figures else { continue }
        object.add(currency, json: figures.text(figures.price))
        for (wish, name, value) in [
          ("include_market_cap", "_market_cap", figures.marketCap ?? 0),
          ("include_24hr_vol", "_24h_vol", figures.volume),
          ("include_24hr_change", "_24h_change", figures.change),
        ] where request.parameter(wish) == "true" {
          object.add(currency + name, json: value.description)
        }
      }
      if request.parameter("include_last_updated_at") == "true" {
        object.add("last_updated_at", json: String(now / 1_000))
      }
      return "\"\(coin.id)\":" + object.json()
    }
    return .json("{" + objects.joined(separator: ",") + "}")
  }
}

extension HTTPRequest {
  /// A parameter's words in lower case, between commas.
  func list(_ name: String) -> [String]? {
    parameter(name)?.lowercased().split(separator: ",").map { String($0) }
  }
}
