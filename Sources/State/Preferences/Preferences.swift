import MarketData

/// What the user has chosen with buttons and keys: it survives a power cut.
public struct Preferences: Equatable, Sendable {
  public var page = PageName.glance
  /// The display place that was chosen: another one may be shown by itself meanwhile.
  public var place = PlaceID(0)
  /// The name of the market that was chosen, in this run or an earlier one, while it has no place: a
  /// hub may still offer it.
  public var absentMarket: String?
  /// How the glance is laid out; nil: as the configuration says.
  public var layout: Layout?
  /// What everything is said and drawn in; nil: as the configuration says.
  public var language: Language?
  public var theme: ThemeName?
  public var colours: ColourConvention?
  public var favourites: Set<Market> = []
  /// What everything is shown in, as `currency` in the configuration; nil for what that says.
  public var currency: String?
  /// How often the next market is shown by itself, in seconds, 0 for never; nil: what the
  /// configuration says.
  public var rotationSeconds: Int?
  /// Until when alerts may not come to the front, in Unix milliseconds, by their names, as a later run
  /// needs it: in this one a snooze goes by the monotonic clock.
  public var snoozes: [String: Int64] = [:]
  /// What the chart shows; nil: what the configuration says.
  public var span: ChartSpan?
  public var indicator: Indicator?
  public var order = ListOrder.configured

  public init(page: PageName = .glance) { self.page = page }

  /// Forgets each choice whose setting a new configuration changes: what the file changed goes before
  /// what the user chose.
  mutating func yield(to settings: Settings, after before: Settings) {
    if settings.language != before.language { language = nil }
    if settings.theme != before.theme { theme = nil }
    if settings.colours != before.colours { colours = nil }
    if settings.layout != before.layout { layout = nil }
    if settings.currency != before.currency { currency = nil }
    if settings.rotateEverySeconds != before.rotateEverySeconds { rotationSeconds = nil }
    if settings.span != before.span { span = nil }
    if settings.indicator != before.indicator { indicator = nil }
    if page == before.home { page = settings.home }
  }
}

/// How the glance shares its room between what it says.
public enum Layout: String, CaseIterable, Sendable {
  case full
  /// The price as large as it can be.
  case digits
  /// The candles as large as they can be.
  case chart
  /// Two markets.
  case twoUp = "two-up"
}

/// The language of every word on the screen.
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case korean = "ko"

  /// The colours of up and down where this language is spoken.
  public var convention: ColourConvention {
    switch self {
    case .english: .greenRed
    case .korean: .redBlue
    }
  }
}

extension CaseIterable where Self: Equatable {
  /// The one after it; after the last, the first.
  var next: Self {
    let all = Array(Self.allCases)
    return all[(all.firstIndex(of: self)! + 1) % all.count]
  }
}

/// What everything is drawn on, by its name in the configuration.
public enum ThemeName: String, CaseIterable, Sendable {
  /// For panels that make their own light.
  case dark
  case light
  /// As print looks by a lamp.
  case paper
  /// Dim and red: eyes stay used to the dark.
  case night
}

/// The colours of up and down, in this order, by their name in the configuration.
public enum ColourConvention: String, CaseIterable, Sendable {
  /// As in Korea.
  case redBlue = "red-blue"
  /// As in China and Japan.
  case redGreen = "red-green"
  case greenRed = "green-red"
  /// For people who cannot tell red from green.
  case blueOrange = "blue-orange"
}
