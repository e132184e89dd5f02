/// A day of the calendar, wherever its midnight is.
public struct CivilDay: Hashable, Sendable, CustomStringConvertible {
  public let year: Int
  public let month: Int
  public let day: Int

  /// Nil for what is no day of 2000 to 2100.
  public init?(year: Int, month: Int, day: Int) {
    guard 2000...2100 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// `2026-12-01`
  public var description: String { "\(year)-\(withoutYear)" }

  /// `12-01`
  public var withoutYear: String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(two(month))-\(two(day))"
  }
}
