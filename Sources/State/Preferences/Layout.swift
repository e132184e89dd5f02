/// How the glance shares its room between what it says.
public enum Layout: String, CaseIterable, Sendable {
  case full
  /// The price as large as it can be.
  case digits
  /// The candles as large as they can be.
  case chart
  /// Two markets.
  case twoUp = "two-up"
}
