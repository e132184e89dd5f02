import State

extension Command {
  /// What it is called where it does not turn to a page.
  var term: Term {
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
    case .nextMarket, .nextPage, .previousPage, .mark, .show: .next
    }
  }
}

extension ListOrder.Key {
  var term: Term {
    switch self {
    case .price: .price
    case .change: .change
    case .turnover: .turnover
    }
  }
}
