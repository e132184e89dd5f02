/// What a button, a key or a gesture asks for, by its name in the configuration.
public enum Command: String, CaseIterable, Sendable {
  case nextMarket = "next-market"
  case previousMarket = "previous-market"
  case nextPage = "next-page"
  case previousPage = "previous-page"
  case home
  /// The one of the next three that fits what is shown.
  case mark
  /// The market on the screen becomes a favourite, or is none any more.
  case favourite
  /// The list in its next order.
  case sort
  /// The alert in front goes away for a while.
  case snooze
  case nextLayout = "next-layout"
  case nextSpan = "next-span"
  case nextIndicator = "next-indicator"
  case nextLanguage = "next-language"
  case nextTheme = "next-theme"
  case nextColours = "next-colours"
  case nextCurrency = "next-currency"
  case retryNow = "retry-now"
  case showGlance = "show-glance"
  case showChart = "show-chart"
  case showDetail = "show-detail"
  case showBook = "show-book"
  case showTrades = "show-trades"
  case showList = "show-list"
  case showTrending = "show-trending"
  case showPremium = "show-premium"
  case showWallet = "show-wallet"
  case showPortfolio = "show-portfolio"
  case showLink = "show-link"
  case showClock = "show-clock"

  /// The page that it turns to, whatever is shown.
  var page: Page? {
    rawValue.hasPrefix("show-") ? Page(rawValue: String(rawValue.dropFirst("show-".count))) : nil
  }
}
