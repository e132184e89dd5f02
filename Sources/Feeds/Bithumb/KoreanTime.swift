/// The clocks of Bithumb, which counts Korean time and UTC, milliseconds and microseconds.
enum KoreanTime {
  /// Korea is so far ahead of UTC, all year.
  static let aheadMilliseconds: Int64 = 9 * 3_600_000
  private static let leewayMilliseconds: Int64 = 600_000

  /// A larger stamp than this counts microseconds: as milliseconds it were of the year 5138.
  static let millisecondsMax: Int64 = 100_000_000_000_000

  /// Whether a stamp was made as if Korean time were UTC.
  /// - Parameter civil: the same time in UTC, from beside it.
  static func isAhead(_ milliseconds: Int64, of civil: CivilTime) -> Bool {
    ExchangeClock.era.contains(milliseconds)
      && abs(milliseconds - civil.unix * 1_000 - aheadMilliseconds) <= leewayMilliseconds
  }
}
