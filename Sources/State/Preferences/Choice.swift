/// A choice that the user makes by its value, where another command steps to the next value.
public enum Choice: Hashable, Sendable {
  /// By a name that is one of the desk's `marketNames`.
  case market(String)
  case page(PageName)
  case theme(ThemeName)
  case colours(ColourConvention)
  case language(Language)
  case layout(Layout)
  /// `USD`, or `Desk.ownCurrency` for each market's own quote.
  case currency(String)
  /// How often the next market is shown by itself, one of `rotationSeconds`; 0: never.
  case rotation(seconds: Int)

  public static let rotationSeconds = 2...86_400
}

/// An order to the displays, which goes before the plan of the day.
public enum LightOrder: Hashable, Sendable {
  /// Percent of their own brightness, until the next step of the plan.
  case brightness(Int)
  /// Off until they are to be on.
  case screen(isOn: Bool)
}
