import MarketData

/// ExchangeRate-API's open endpoint: no key, attribution asked for.
/// https://www.exchangerate-api.com/docs/free
public struct ERAPI: RateSource {
  public init() {}

  public static let name = "er-api"
  public var name: String { Self.name }
  public let title = "Exchange Rate API"
  public let rest = "https://open.er-api.com"
  /// The rates are new once a day, and the answer says when.
  public let everyMilliseconds: Int64 = 12 * 3_600_000
  private static let staleAfterMilliseconds: Int64 = 4 * 86_400_000
  /// The pause that too many calls cost.
  private static let pauseSeconds: Int64 = 20 * 60

  public func paths(currencies: [String]) -> [String] { ["/v6/latest/USD"] }

  /// `{"result":"success","time_last_update_unix":…,"time_next_update_unix":…,"base_code":"USD",
  /// "rates":{"USD":1,"KRW":1412.65}}`, or `{"result":"error","error-type":"unsupported-code"}`.
  public func read(
    _ bytes: UnsafeBufferPointer<UInt8>, status: Int, retryAfterSeconds: Int64?
  ) -> Result<RateAnswer, Rejection> {
    var scanner = JSONScanner(bytes)
    var base: String?
    var time: Int64?
    var nextUpdate: Int64?
    var units: [String: Double] = [:]
    var failure: String?
    scanner.readObject { scanner, key in
      if key == "base_code" {
        base = scanner.currency()
      } else if key == "time_last_update_unix" {
        time = scanner.unixSeconds()
      } else if key == "time_next_update_unix" {
        nextUpdate = scanner.unixSeconds()
      } else if key == "rates" {
        units = scanner.units()
      } else if key == "error-type" {
        failure = scanner.label()
      } else {
        scanner.skip()
      }
    }
    let isWhole = scanner.isComplete
    let word = isWhole ? failure : nil
    guard status == 200, word == nil else {
      let wait = status == 429 ? retryAfterSeconds ?? Self.pauseSeconds : retryAfterSeconds
      return .failure(.status(status, word, retryAfterSeconds: wait))
    }
    guard isWhole, let base, let time, !units.isEmpty else { return .failure(.senseless) }
    let rates = ExchangeRates(
      base: base, units: units, source: title, time: time,
      staleAfterMilliseconds: Self.staleAfterMilliseconds)
    return .success(RateAnswer(rates: rates, nextUpdate: nextUpdate))
  }
}
