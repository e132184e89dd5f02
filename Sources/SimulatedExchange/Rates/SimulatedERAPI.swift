/// A simulated Exchange Rate API: `/v6/latest/USD`, new once a day
/// (exchangerate-api.com/docs/free).
final class SimulatedERAPI: SimulatedSource {
  static let name = "er-api"
  static let tableName = "rates.\(name)"

  let context: SourceContext
  let restPath = ""
  private let world: WorldPrices
  private var limits = RateLimits()

  /// Rates are new every day at this time.
  private static let updateSeconds: Int64 = 151
  private static let daySeconds: Int64 = 86_400
  private static let pauseMilliseconds: Int64 = 20 * 60_000

  init(_ context: SourceContext) {
    self.context = context
    world = WorldPrices(seed: context.options.seed)
  }

  func answer(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    let verdict = limits.admit(
      "", peer: peer, limit: 30, windowMilliseconds: Self.pauseMilliseconds,
      now: context.now.monotonic)
    guard case .allowed = verdict else {
      context.overran()
      return failure(429)
    }
    let parts = request.path.split(separator: "/").map { String($0) }
    guard parts.count == 3, parts[0] == "v6", parts[1] == "latest" else { return failure(404) }
    let now = (context.wall - context.staleMilliseconds) / 1_000 - Self.updateSeconds
    let last = now / Self.daySeconds * Self.daySeconds + Self.updateSeconds
    let next = last + Self.daySeconds + 60
    let quotes = WorldPrices.codes
    guard let rates = SimulatedRates(world, base: parts[2], quotes: quotes, at: last * 1_000) else {
      return failure(404)
    }
    return .json(
      """
      {"result":"success","provider":"https://www.exchangerate-api.com",\
      "documentation":"https://www.exchangerate-api.com/docs/free",\
      "terms_of_use":"https://www.exchangerate-api.com/terms",\
      "time_last_update_unix":\(last),"time_last_update_utc":"\(Self.mail(last))",\
      "time_next_update_unix":\(next),"time_next_update_utc":"\(Self.mail(next))",\
      "time_eol_unix":0,"base_code":"\(parts[2])","rates":\(rates.json(digits: .decimals(4), context.faults))}
      """)
  }

  func failure(_ status: Int) -> HTTPResponse {
    let type = status == 404 ? "unsupported-code" : status == 429 ? "quota-reached" : "simulated"
    return .json("{\"result\":\"error\",\"error-type\":\"\(type)\"}", status: status)
  }

  /// `Fri, 20 Nov 2026 00:02:31 +0000`
  private static func mail(_ seconds: Int64) -> String {
    CivilTime(unixSeconds: seconds).mailDate + " +0000"
  }
}
