import MarketData

/// What the configuration says of what is shown, and of what happens by itself.
public struct Settings: Equatable, Sendable {
  public var language = Language.english
  public var theme = ThemeName.dark
  /// Nil for those of the language.
  public var colours: ColourConvention?
  /// The pages that next-page turns, in its order; at least one.
  public var pages = [PageName.glance]
  /// Whether they are turned although they have nothing to show: somebody named them.
  public var hasOwnPages = true
  /// The exchanges that never tell whether coins can be moved, by their names.
  public var exchangesWithoutWallets: Set<String> = []
  /// Where everything begins, and comes back to.
  public var home = PageName.glance
  /// How the glance begins.
  public var layout = Layout.full
  /// How long after the user was there the home page comes back; nil: never.
  public var homeAfterSeconds: Int? = 60
  /// How often the next market is shown by itself; nil: never.
  public var rotateEverySeconds: Int?
  /// What everything is shown in: `USD`; nil for each market's own quote.
  public var currency: String?
  /// The currency of a second price on the glance.
  public var secondCurrency: String?
  /// What next-currency goes through besides won, dollars and the market's own quote.
  public var currencies: [String] = []
  /// In the order of the configuration.
  public var holdings: [Holding] = []
  public var alerts = AlertPlan()
  /// What is shown where each language is spoken; this manual's name alone where nothing is.
  public var documentation: [Language: Documentation] = [:]
  public var chartStyle = ChartStyle.candles
  /// How long the chart's candles are, what is drawn beside them, and on how many candles that looks
  /// back; nil: on as many as is usual.
  public var span = ChartSpan.minute
  public var indicator = Indicator.none
  public var period: Int?
  /// What the list page shows instead of the configured markets.
  public var ranking: RankingWish?
  /// Whether favourites stand before all others there, however it is sorted.
  public var putsFavouritesFirst = false

  /// Of the first button, for hints; nil where there is none.
  public var binding: Binding?

  public init(language: Language = .english, pages: [PageName] = [.glance]) {
    (self.language, self.pages) = (language, pages)
  }

  /// Where nobody names pages: all of them, but those that have nothing to show step aside.
  public init(allPages: [PageName]) {
    (pages, hasOwnPages) = (allPages, false)
  }
}

/// What a chart draws of each span of time, by its name in the configuration.
public enum ChartStyle: String, CaseIterable, Sendable {
  /// From where it opened to where it closed, with its highest and its lowest price.
  case candles
  /// Where it closed, and all between that and the price that the day's change is counted from.
  case area
}
