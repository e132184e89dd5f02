/// What a button, a key or a gesture asks for.
public enum Command: Hashable, Sendable {
  case nextMarket, previousMarket, nextPage, previousPage, home
  /// The one of the next three that fits the page on the screen.
  case mark
  /// The market on the screen becomes a favourite, or is none any more.
  case favourite
  /// The list in its next order.
  case sort
  /// The alert in front goes away for a while.
  case snooze
  case nextLayout, nextSpan, nextIndicator, nextLanguage, nextTheme, nextColours, nextCurrency
  case retryNow
  /// Turns to a page, whatever is shown.
  case show(PageName)

  /// All but `show`, by their names in the configuration, in the order in which they are listed.
  private static let plain: [(name: String, command: Command)] = [
    ("next-market", .nextMarket), ("previous-market", .previousMarket), ("next-page", .nextPage),
    ("previous-page", .previousPage), ("home", .home), ("mark", .mark), ("favourite", .favourite),
    ("sort", .sort), ("snooze", .snooze), ("next-layout", .nextLayout), ("next-span", .nextSpan),
    ("next-indicator", .nextIndicator), ("next-language", .nextLanguage),
    ("next-theme", .nextTheme), ("next-colours", .nextColours), ("next-currency", .nextCurrency),
    ("retry-now", .retryNow),
  ]

  /// Every command by its name in the configuration.
  /// - Parameter pages: those that a user can turn to.
  public static func named(pages: [PageName]) -> [(name: String, command: Command)] {
    plain + pages.map { ("show-\($0)", .show($0)) }
  }

  /// Its name in the configuration: `next-market`, `show-chart`.
  public var name: String {
    if case .show(let page) = self { return "show-\(page)" }
    return Self.plain.first { $0.command == self }!.name
  }
}

/// What the gestures of a button ask for.
public struct Binding: Equatable, Sendable {
  public var press: Command
  public var hold: Command
  /// Nil where a press is to act at once, and not to wait for another one.
  public var doublePress: Command?

  public init(
    press: Command = .nextMarket, hold: Command = .nextPage, doublePress: Command? = .mark
  ) {
    (self.press, self.hold, self.doublePress) = (press, hold, doublePress)
  }
}
