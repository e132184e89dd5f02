import MarketData

/// Open Exchange Rates, with a key. https://docs.openexchangerates.org (latest.json, errors).
public struct OpenExchangeRates: RateSource {
  private let appID: String

  public init(appID: String) { self.appID = appID }

  public static let name = "openexchangerates"
  public var name: String { Self.name }
  public let title = "Open Exchange Rates"
  public let rest = "https://openexchangerates.org/api"
  /// The free plan has a thousand calls a month, and news every hour.
  public let everyMilliseconds: Int64 = 3_600_000
  public let pauseMilliseconds: Int64 = 3_600_000

  /// The key stands in the head, since a path may be logged.
  public var headers: [Header] { [Header(name: "authorization", value: "Token \(appID)")] }

  /// No path names a base: the free plan has only the dollar, which is the usual one.
  public func paths(currencies: [String]) -> [String] {
    ["/latest.json?symbols=\(currencies.joined(separator: ","))", "/latest.json"]
  }

  /// `{"disclaimer":"…","timestamp":1795212000,"base":"USD","rates":{"KRW":1412.345678}}`
  public func read(
    _ bytes: UnsafeBufferPointer<UInt8>, status: Int, retryAfterSeconds: Int64?
  ) -> Result<RateAnswer, Rejection> {
    var scanner = JSONScanner(bytes)
    var base: String?
    var time: Int64?
    var units: [String: Double] = [:]
    var message: String?
    var code: Int64?
    scanner.readObject { scanner, key in
      if key == "base" {
        base = scanner.currency()
      } else if key == "timestamp" {
        time = scanner.unixSeconds()
      } else if key == "rates" {
        units = scanner.units()
      } else if key == "message" {
        message = scanner.label()
      } else if key == "status" {
        code = scanner.number()?.integer
      } else {
        scanner.skip()
      }
    }
    let isWhole = scanner.isComplete
    // An error may come with status 200.
    if isWhole, let message {
      let status = code.flatMap(Int.init(exactly:)) ?? status
      return .failure(Self.rejection(message, status, retryAfterSeconds))
    }
    guard status == 200 else {
      return .failure(.status(status, retryAfterSeconds: retryAfterSeconds))
    }
    guard isWhole, let base, let time, !units.isEmpty else { return .failure(.senseless) }
    let rates = ExchangeRates(
      base: base, units: units, source: title, time: time,
      staleAfterMilliseconds: 3 * everyMilliseconds)
    return .success(RateAnswer(rates: rates))
  }

  private static func rejection(
    _ message: String, _ status: Int, _ retryAfterSeconds: Int64?
  ) -> Rejection {
    switch message {
    case "missing_app_id", "invalid_app_id": Rejection(.keyRefused, message, .stop)
    // A parameter that the plan does not have. It comes with status 429, but is no rate limit.
    case "not_allowed", "invalid_base": Rejection(.refused, message, .otherwise)
    case "access_restricted": Rejection(.limitReached, message, .after(24 * Rejection.hour))
    case "not_found": Rejection(.refused, message, .stop)
    default: .status(status, message, retryAfterSeconds: retryAfterSeconds)
    }
  }
}
