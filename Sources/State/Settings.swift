import MarketData

/// What the configuration says about what is shown, and about what happens by itself.
public struct Settings: Equatable, Sendable {
  public var language = Language.english
  public var theme = ThemeName.dark
  /// Nil for those of the language.
  public var colours: ColourConvention?
  /// The pages that next-page turns, in its order; at least one.
  public var pages = [PageName.glance]
  /// Whether the configuration names the pages: these are shown even where they have nothing to show.
  public var hasOwnPages = true
  /// The exchanges that never tell whether coins can be moved, by their names.
  public var exchangesWithoutWallets: Set<String> = []
  /// The page that is shown first, and that comes back while the user is away.
  public var home = PageName.glance
  /// The layout that the glance has first.
  public var layout = Layout.full
  /// How long after the user was there the home page comes back; nil: never.
  public var homeAfterSeconds: Int? = 60
  /// How often the next market is shown by itself; nil: never.
  public var rotateEverySeconds: Int?
  /// What everything is shown in: `USD`; nil for each market's own quote.
  public var currency: String?
  /// The currency of a second price on the glance.
  public var secondCurrency: String?
  /// The currencies that next-currency steps through besides won, dollars and the market's own quote.
  public var currencies: [String] = []
  /// In the order of the configuration.
  public var holdings: [Holding] = []
  public var alerts = AlertPlan()
  /// The documentation to show in each language; where there is none, `Documentation.page` alone.
  public var documentation: [Language: Documentation] = [:]
  public var chartStyle = ChartStyle.candles
  /// How long the chart's candles are, which indicator is drawn beside them, and on how many candles
  /// the indicator looks back; nil: on its usual number.
  public var span = ChartSpan.minute
  public var indicator = Indicator.none
  public var period: Int?
  /// What the list page shows instead of the configured markets.
  public var ranking: RankingWish?
  /// Whether favourites stand before all others there, however it is sorted.
  public var putsFavouritesFirst = false

  /// What the first button does, for hints; nil where there is no button.
  public var binding: Binding?

  public init(language: Language = .english, pages: [PageName] = [.glance]) {
    (self.language, self.pages) = (language, pages)
  }

  /// Settings where the configuration names no pages: all pages, unless they have nothing to show.
  public init(allPages: [PageName]) {
    (pages, hasOwnPages) = (allPages, false)
  }
}

/// What a chart draws of each span of time, by its name in the configuration.
public enum ChartStyle: String, CaseIterable, Sendable {
  /// From where it opened to where it closed, with its highest and its lowest price.
  case candles
  /// The closing price, and the area between it and the price that the day's change is counted from.
  case area
}
