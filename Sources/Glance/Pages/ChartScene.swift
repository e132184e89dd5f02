import MarketData
import Pixels

/// What the chart page says.
public struct ChartScene: PageScene {
  static let page = Page.chart
  public var masthead = Masthead()
  public var span = ChartSpan.minute
  public var indicator = Indicator.none
  /// On how many candles the indicator looks back; nil where that cannot be chosen.
  public var period: Int?
  /// Oldest first, the forming one last; nil where nothing is known of a time.
  public var candles: [Candle?] = []
  public var price: Double?
  public var decimals = 0
  public var mark = CurrencyMark()
  /// What is wrong with this market, in plain words: there is nothing else to show of it.
  public var notice: String?

  public init() {}

  var lights: Lights {
    let known = candles.compactMap { $0 }
    guard let last = known.last else { return Lights(masthead.isOld ? .warning : .dim, level: 3) }
    return Lights(
      masthead.isOld ? .warning : last.ink,
      bars: Lights.bars(of: candles.suffix(16), isOld: masthead.isOld))
  }
}

extension Desk {
  var chartScene: ChartScene {
    let state = markets[shown]
    var scene = ChartScene()
    scene.masthead = masthead
    scene.span = span
    scene.indicator = indicator
    scene.period = indicator.usualPeriod.map { settings.period ?? $0 }
    let history = charted.flatMap { $0.market == shown ? $0.history : nil }
    let tender = tender(of: shown)
    scene.candles = state.ring.candles(of: span, after: history)
    if !tender.isOwn { scene.candles = scene.candles.map { $0.flatMap { tender($0) } } }
    scene.price = tender(state.shownPrice(at: now.monotonic))
    (scene.decimals, scene.mark) = (tender.decimals, tender.mark)
    scene.notice = state.isListed ? nil : language.notListed(state.market, by: state.exchangeTitle)
    return scene
  }

  /// What the chart shows: what hands have chosen, else what is configured.
  var span: ChartSpan { choices.span ?? settings.span }
  var indicator: Indicator { choices.indicator ?? settings.indicator }
}
