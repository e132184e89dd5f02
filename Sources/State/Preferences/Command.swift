/// What a button, a key, a gesture or a program asks for.
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
  case choose(Choice)
  case light(LightOrder)

  /// The names that take a value, in the order in which they are listed: `theme=night`.
  public enum ValueName: String, CaseIterable, Sendable {
    case market, page, theme, colours, language, layout, currency, rotate, brightness, screen
  }

  /// Those without a value but `show`, by their names in the configuration, in the order in which
  /// they are listed.
  private static let plain: [(name: String, command: Command)] = [
    ("next-market", .nextMarket), ("previous-market", .previousMarket), ("next-page", .nextPage),
    ("previous-page", .previousPage), ("home", .home), ("mark", .mark), ("favourite", .favourite),
    ("sort", .sort), ("snooze", .snooze), ("next-layout", .nextLayout), ("next-span", .nextSpan),
    ("next-indicator", .nextIndicator), ("next-language", .nextLanguage),
    ("next-theme", .nextTheme), ("next-colours", .nextColours), ("next-currency", .nextCurrency),
    ("retry-now", .retryNow),
  ]

  /// Every command without a value by its name in the configuration.
  /// - Parameter pages: those that a user can turn to.
  public static func named(pages: [PageName]) -> [(name: String, command: Command)] {
    plain + pages.map { ("show-\($0)", .show($0)) }
  }

  /// As the configuration has it: `next-market`, `show-chart`, `theme=night`.
  public var name: String {
    if let (name, value) = assignment { return "\(name)=\(value)" }
    if case .show(let page) = self { return "show-\(page)" }
    return Self.plain.first { $0.command == self }!.name
  }

  /// Whether displays that are dark are to be lit.
  public var lights: Bool {
    guard case .light(let order) = self else { return false }
    return order != .brightness(0) && order != .screen(isOn: false)
  }

  /// The name and the value of one that has a value.
  public var assignment: (name: ValueName, value: String)? {
    switch self {
    case .choose(.market(let name)): (.market, name)
    case .choose(.page(let page)): (.page, page.rawValue)
    case .choose(.theme(let theme)): (.theme, theme.rawValue)
    case .choose(.colours(let colours)): (.colours, colours.rawValue)
    case .choose(.language(let language)): (.language, language.rawValue)
    case .choose(.layout(let layout)): (.layout, layout.rawValue)
    case .choose(.currency(let currency)): (.currency, currency)
    case .choose(.rotation(let seconds)): (.rotate, "\(seconds)")
    case .light(.brightness(let percent)): (.brightness, "\(percent)")
    case .light(.screen(let isOn)): (.screen, isOn ? "on" : "off")
    default: nil
    }
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
