/// Simulated: Open Exchange Rates: `/latest.json` for a free plan (docs.openexchangerates.org).
final class SimulatedOpenExchangeRates: SimulatedSource {
  static let name = "openexchangerates"
  static let tableName = "rates.\(name)"

  let context: SourceContext
  let restPath = "/api"
  private let world: WorldPrices

  init(_ context: SourceContext) {
    self.context = context
    world = WorldPrices(seed: context.options.seed)
  }

  func answer(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    guard request.path == "/api/latest.json" else { return failure(404) }
    guard let key = key(of: request) else { return error(401, "missing_app_id") }
    guard key.utf8.count == 32, key.allSatisfy(\.isHexDigit) else { return failure(401) }
    let base = request.parameter("base") ?? "USD"
    guard WorldPrices.codes.contains(base) else { return failure(400) }
    guard base == "USD" else { return failure(429) }
    let hour = (context.wall - context.staleMilliseconds) / 3_600_000 * 3_600_000
    let symbols = request.parameter("symbols")?.split(separator: ",").map { String($0) } ?? []
    let rates = SimulatedRates(world, base: base, quotes: symbols, at: hour)!
    var response = HTTPResponse.json(
      """
      {"disclaimer":"Usage subject to terms: https://openexchangerates.org/terms",\
      "license":"https://openexchangerates.org/license","timestamp":\(hour / 1_000),\
      "base":"USD","rates":\(rates.json(digits: .decimals(6), context.faults))}
      """)
    let tag = "\"\(String(UInt64(hour).mixed(with: symbols.joined()), radix: 16))\""
    if request.header("if-none-match") == tag { response = HTTPResponse(status: 304) }
    response.headers.append(("ETag", tag))
    return response
  }

  private func key(of request: HTTPRequest) -> String? {
    if let key = request.parameter("app_id") { return key }
    let words = request.header("authorization")?.split(separator: " ") ?? []
    return words.count == 2 && words[0] == "Token" ? String(words[1]) : nil
  }

  func failure(_ status: Int) -> HTTPResponse {
    let message =
      switch status {
      case 400: "invalid_base"
      case 401: "invalid_app_id"
      case 403: "access_restricted"
      case 404: "not_found"
      // This is not a rate limit: the plan does not include what was asked for.
      case 429: "not_allowed"
      default: "simulated"
      }
    return error(status, message)
  }

  private func error(_ status: Int, _ message: String) -> HTTPResponse {
    .json(
      """
      {"error":true,"status":\(status),"message":"\(message)",\
      "description":"Simulated: \(message)."}
      """, status: status)
  }
}
