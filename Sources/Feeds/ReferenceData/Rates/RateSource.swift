import MarketData

/// The protocol of one source of exchange rates: a translator without I/O, state or clock.
public protocol RateSource: Sendable {
  /// Its name in configuration and logs: `frankfurter`.
  var name: String { get }
  /// Its name on the screen.
  var title: String { get }
  /// Its public endpoint; a path below it starts with a slash.
  var rest: String { get }
  /// The headers of every call. They may hold a key, so they are never logged.
  var headers: [Header] { get }
  /// How often the source has new rates.
  var everyMilliseconds: Int64 { get }
  /// How long the source is not asked again after it has answered with an error.
  var pauseMilliseconds: Int64 { get }

  /// The paths of calls that ask what a dollar is worth in these currencies. The next one is used where
  /// the source refuses the one before.
  func paths(currencies: [String]) -> [String]
  func read(
    _ bytes: UnsafeBufferPointer<UInt8>, status: Int, retryAfterSeconds: Int64?
  ) -> Result<RateAnswer, Rejection>
}

extension RateSource {
  public var headers: [Header] { [] }
  public var pauseMilliseconds: Int64 { 60_000 }
}

/// What a source of exchange rates answered.
public struct RateAnswer: Equatable, Sendable {
  public var rates: ExchangeRates
  /// When the source will have newer rates, Unix milliseconds; nil where it does not say.
  public var nextUpdate: Int64?
}

extension JSONScanner {
  /// The object of numbers by currency that comes next. Members that are no such numbers are left out.
  mutating func units() -> [String: Double] {
    var units: [String: Double] = [:]
    readObject { scanner, key in
      let unit = scanner.number()?.double ?? 0
      if unit.isPrice, let currency = key.currency, units.count < 1_000 { units[currency] = unit }
    }
    return units
  }

  /// The currency that comes next: `usd` is `USD`.
  mutating func currency() -> String? { string()?.currency }

  /// The Unix seconds that come next, in milliseconds; nil where they cannot be believed.
  mutating func unixSeconds() -> Int64? {
    guard let seconds = number()?.integer, 0..<ExchangeClock.era.upperBound / 1_000 ~= seconds,
      ExchangeClock.era.contains(seconds * 1_000)
    else { return nil }
    return seconds * 1_000
  }
}

extension JSONText {
  /// Two to ten letters and digits, in capitals.
  var currency: String? {
    let text = string
    guard 2...10 ~= text.utf8.count,
      text.unicodeScalars.allSatisfy({
        $0.isASCII && ("0"..."9" ~= $0 || $0.properties.isAlphabetic)
      })
    else { return nil }
    return text.uppercased()
  }
}
