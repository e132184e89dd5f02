/// A simulated Frankfurter: the European Central Bank's rates of the last working day, as v1's object
/// and v2's array (frankfurter.dev). A path without a version is the old host's, which has moved.
final class SimulatedFrankfurter: SimulatedSource {
  static let name = "frankfurter"
  static let tableName = "rates.\(name)"

  let context: SourceContext
  let restPath = ""
  private let world: WorldPrices

  private static let daySeconds: Int64 = 86_400
  /// Four in the afternoon in Frankfurt.
  private static let fixingSeconds: Int64 = 15 * 3_600

  init(_ context: SourceContext) {
    self.context = context
    world = WorldPrices(seed: context.options.seed)
  }

  func answer(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    let parts = request.path.split(separator: "/").map { String($0) }
    switch (parts.first, parts.dropFirst().first, parts.count) {
    case ("v1", "latest", 2): return object(request)
    case ("v2", "rates", 2): return array(request)
    case ("v2", "rate", 4): return pair(parts[2], parts[3])
    case ("latest", nil, 1): return moved(request)
    case ("v2", _, _): return failure(422)
    default: return failure(404)
    }
  }

  private func object(_ request: HTTPRequest) -> HTTPResponse {
    let amount = request.parameter("amount").flatMap(Double.init) ?? 1
    guard let rates = rates(request, quotes: "symbols") else { return failure(404) }
    let units = rates.json(digits: .significant(5), amount: amount, context.faults)
    return .json(
      """
      {"amount":\(amount),"base":"\(rates.base)","date":"\(day.date)","rates":\(units)}
      """)
  }

  private func array(_ request: HTTPRequest) -> HTTPResponse {
    guard let rates = rates(request, quotes: "quotes") else { return failure(422) }
    let items = rates.units.map { item(rates.base, $0.currency, $0.rate) }
    return .json("[" + items.joined(separator: ",") + "]")
  }

  private func pair(_ base: String, _ quote: String) -> HTTPResponse {
    let rates = SimulatedRates(
      world, base: base.uppercased(), quotes: [quote.uppercased()], at: day.time)
    guard let unit = rates?.units.first else { return failure(422) }
    return .json(item(base.uppercased(), unit.currency, unit.rate))
  }

  private func item(_ base: String, _ quote: String, _ rate: Double) -> String {
    "{\"date\":\"\(day.date)\",\"base\":\"\(base)\",\"quote\":\"\(quote)\",\"rate\":"
      + SimulatedRates.Rounding.significant(5).text(rate) + "}"
  }

  /// Redirects a call of the old host, with the new names of its parameters.
  private func moved(_ request: HTTPRequest) -> HTTPResponse {
    let query = request.query.map { name, value in
      (["from": "base", "to": "symbols"][name] ?? name) + "=" + value
    }
    let path = "/v1/latest" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    return HTTPResponse(status: 301, headers: [("Location", context.url(path))])
  }

  private func rates(_ request: HTTPRequest, quotes name: String) -> SimulatedRates? {
    let quotes = request.parameter(name)?.uppercased().split(separator: ",").map { String($0) }
    let rates = SimulatedRates(
      world, base: (request.parameter("base") ?? "EUR").uppercased(), quotes: quotes ?? [],
      at: day.time)
    return rates?.units.isEmpty == true ? nil : rates
  }

  /// The last working day whose rates are out, and when they came out in Unix milliseconds.
  private var day: (date: String, time: Int64) {
    let now = (context.wall - context.staleMilliseconds) / 1_000
    var day = (now - Self.fixingSeconds) / Self.daySeconds
    // 1970 began on a Thursday.
    while (day + 3) % 7 > 4 { day -= 1 }
    let date = CivilTime(unixSeconds: day * Self.daySeconds).date
    return (date, (day * Self.daySeconds + Self.fixingSeconds) * 1_000)
  }

  func failure(_ status: Int) -> HTTPResponse {
    .json(
      "{\"message\":\"\(status == 404 || status == 422 ? "not found" : "simulated")\"}",
      status: status)
  }
}
