import MarketData
import Pixels

/// What hands have chosen: it survives a power cut.
public struct Choices: Equatable, Sendable {
  public var page = Page.glance
  /// The place on the screen.
  public var position = 0
  /// How the glance is laid out; nil: as the configuration says.
  public var layout: Layout?
  /// What everything is said and drawn in; nil: as the configuration says.
  public var language: Language?
  public var theme: Theme.Ground?
  public var colours: Theme.Convention?
  public var favourites: Set<Market> = []
  /// What everything is shown in, as `currency` in the configuration; nil for what that says.
  public var currency: String?
  /// Until when alerts may not come to the front, in Unix milliseconds, by what they are called.
  public var snoozes: [String: Int64] = [:]
  /// What the chart shows; nil: what the configuration says.
  public var span: ChartSpan?
  public var indicator: Indicator?
  public var order = ListOrder.configured

  public init(page: Page = .glance) { self.page = page }
}
