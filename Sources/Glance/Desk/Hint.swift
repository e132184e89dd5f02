/// What the first button does now, shown for a moment after a hand was there.
public struct Hint: Equatable, Sendable {
  /// What a gesture does, by what it is called.
  enum Deed: Equatable, Sendable {
    case page(Page)
    case term(Term)
  }

  /// Nil where it does nothing, as the next two.
  var press: Deed?
  var hold: Deed?
  var doublePress: Deed?
}

extension Desk {
  /// How long a hint stays.
  static let hintMilliseconds: Int64 = 2_000

  /// Nil where no hand was there, or none can be: there is no button.
  var hint: Hint? {
    guard let until = hintUntil, now.monotonic < until, let binding = settings.binding else {
      return nil
    }
    // Whatever a hand does then.
    if page == .alert { return Hint(press: .term(.snooze)) }
    return Hint(
      press: deed(binding.press), hold: deed(binding.hold),
      doublePress: binding.doublePress.flatMap(deed))
  }

  /// The one that `mark` stands for on the page on the screen.
  var marked: Command {
    switch page {
    case .list: .sort
    case .alert: .snooze
    default: .favourite
    }
  }

  private var hasNext: Bool { (page == .list ? rosterCount : places.count) > 1 }

  private func deed(_ command: Command) -> Hint.Deed? {
    if let page = command.page { return .page(page) }
    return switch command {
    case .nextPage: .page(turned(1))
    case .previousPage: .page(turned(-1))
    case .mark: deed(marked)
    case .nextMarket, .previousMarket: hasNext ? .term(command.term) : nil
    default: .term(command.term)
    }
  }
}

extension Command {
  /// What it is called where it does not turn to a page.
  fileprivate var term: Term {
    switch self {
    case .previousMarket: .previous
    case .home: .home
    case .favourite: .favourite
    case .sort: .sort
    case .snooze: .snooze
    case .nextLayout: .layout
    case .nextSpan: .span
    case .nextIndicator: .indicator
    case .nextLanguage: .language
    case .nextTheme: .theme
    case .nextColours: .colours
    case .nextCurrency: .currency
    case .retryNow: .retry
    default: .next
    }
  }
}
