import MarketData

/// Frankfurter: the rates of the European Central Bank, and of others in v2. No key.
/// https://frankfurter.dev
public struct Frankfurter: RateSource {
  public init() {}

  public static let name = "frankfurter"
  public var name: String { Self.name }
  public let title = "Frankfurter"
  public let rest = "https://api.frankfurter.dev"
  /// New rates come each working day; when exactly is not said.
  public let everyMilliseconds: Int64 = 4 * 3_600_000
  /// Over Easter, Thursday's rates are the newest until Tuesday afternoon; over Christmas, Wednesday's
  /// may be the newest until Monday: that is five days and a little.
  private static let staleAfterMilliseconds: Int64 = 6 * 86_400_000

  public func paths(currencies: [String]) -> [String] {
    let list = currencies.joined(separator: ",")
    return ["/v1/latest?base=USD&symbols=\(list)", "/v2/rates?base=USD&quotes=\(list)"]
  }

  /// v1 `{"amount":1.0,"base":"USD","date":"2026-11-19","rates":{"KRW":1412.9}}`,
  /// v2 `[{"date":"2026-11-19","base":"USD","quote":"KRW","rate":1412.9}]`, or one such object;
  /// an error `{"message":"not found"}`.
  public func read(
    _ bytes: UnsafeBufferPointer<UInt8>, status: Int, retryAfterSeconds: Int64?
  ) -> Result<RateAnswer, Rejection> {
    var scanner = JSONScanner(bytes)
    var objects: [Part] = []
    if scanner.kind == .array {
      scanner.readArray { objects.append(Part(&$0)) }
    } else {
      objects = [Part(&scanner)]
    }
    let isWhole = scanner.isComplete
    let message = isWhole ? objects.first?.message : nil
    guard status == 200, message == nil else {
      return .failure(.status(status, message, retryAfterSeconds: retryAfterSeconds))
    }
    let parts = objects.filter { $0.time != nil && $0.base != nil && !$0.units.isEmpty }
    guard isWhole, let base = parts.first?.base else { return .failure(.senseless) }
    let alike = parts.filter { $0.base == base }
    let units = alike.reduce(into: [:]) { $0.merge($1.units) { _, last in last } }
    let rates = ExchangeRates(
      base: base, units: units, source: title, time: alike.compactMap(\.time).min()!,
      staleAfterMilliseconds: Self.staleAfterMilliseconds)
    return .success(RateAnswer(rates: rates))
  }

  /// One object of an answer.
  private struct Part {
    var base: String?
    var time: Int64?
    var units: [String: Double] = [:]
    var message: String?

    init(_ scanner: inout JSONScanner) {
      var amount = 1.0
      var quote: String?
      var rate: Double?
      scanner.readObject { scanner, key in
        if key == "base" {
          base = scanner.currency()
        } else if key == "date" {
          time = scanner.string().flatMap { Self.time($0.unescaped) }
        } else if key == "rates" {
          units = scanner.units()
        } else if key == "amount" {
          amount = scanner.number()?.double ?? 1
        } else if key == "quote" {
          quote = scanner.currency()
        } else if key == "rate" {
          rate = scanner.number()?.double
        } else if key == "message" {
          message = scanner.label()
        } else {
          scanner.skip()
        }
      }
      if let quote, let rate { units[quote] = rate }
      units = units.mapValues { $0 / amount }.filter(\.value.isPrice)
    }

    /// A day's rates are of four in the afternoon in Frankfurt.
    private static func time(_ date: [UInt8]) -> Int64? {
      CivilTime(date + "T15:00:00".utf8).map { $0.unix * 1_000 }
        .flatMap { ExchangeClock.era.contains($0) ? $0 : nil }
    }
  }
}
