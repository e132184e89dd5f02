import MarketData

/// Limits of what is taken from a hub, whatever it says.
public enum HubLimits {
  /// Markets of a hub.
  public static let marketsMax = 256
  static let nameBytesMax = 80
  static let unitBytesMax = 16
  /// Milliseconds.
  static let ages: Range<Int64> = 0..<1 << 40

  /// Milliseconds since something was heard.
  static func age(_ number: JSONDecimal) -> Int64? {
    number.integer.flatMap { ages.contains($0) ? $0 : nil }
  }

  /// Unix milliseconds.
  static func time(_ number: JSONDecimal) -> Int64? {
    number.integer.flatMap { ExchangeClock.era.contains($0) ? $0 : nil }
  }

  /// Whether a market or a source may have this name.
  static func isName(_ text: String) -> Bool {
    1...nameBytesMax ~= text.utf8.count
      && !text.unicodeScalars.contains(where: \.isInvisibleControl)
  }

  /// Whether a text may be the unit of a price, as the screen shows it: `KRW`, `€/MWh`.
  static func isUnit(_ text: String) -> Bool {
    text.utf8.count <= unitBytesMax
      && !text.isEmpty && !text.unicodeScalars.contains(where: \.isInvisibleControl)
  }
}
