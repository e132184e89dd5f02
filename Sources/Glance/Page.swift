/// The pages, in the order that next-page turns them.
public enum Page: String, CaseIterable, Sendable {
  case glance, chart, detail, book, trades, list, trending, premium, wallet, portfolio, link, clock
  /// It comes to the front by itself, and no hand turns to it.
  case alert

  /// Those that a hand can turn to.
  public static let turnable = allCases.filter { $0 != .alert }
}
