import MarketData

/// What the user has chosen with buttons and keys: it survives a power cut.
public struct Preferences: Equatable, Sendable {
  public var page = PageName.glance
  /// The display place on the screen.
  public var position = 0
  /// How the glance is laid out; nil: as the configuration says.
  public var layout: Layout?
  /// What everything is said and drawn in; nil: as the configuration says.
  public var language: Language?
  public var theme: ThemeName?
  public var colours: ColourConvention?
  public var favourites: Set<Market> = []
  /// What everything is shown in, as `currency` in the configuration; nil for what that says.
  public var currency: String?
  /// Until when alerts may not come to the front, in Unix milliseconds, by their names.
  public var snoozes: [String: Int64] = [:]
  /// What the chart shows; nil: what the configuration says.
  public var span: ChartSpan?
  public var indicator: Indicator?
  public var order = ListOrder.configured

  public init(page: PageName = .glance) { self.page = page }

  /// Forgets what another configuration says otherwise than the one before: what the file changed
  /// goes before what the user chose.
  mutating func yield(to settings: Settings, after before: Settings) {
    if settings.language != before.language { language = nil }
    if settings.theme != before.theme { theme = nil }
    if settings.colours != before.colours { colours = nil }
    if settings.layout != before.layout { layout = nil }
    if settings.currency != before.currency { currency = nil }
    if settings.span != before.span { span = nil }
    if settings.indicator != before.indicator { indicator = nil }
    if page == before.home { page = settings.home }
  }
}
