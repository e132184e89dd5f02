import MarketData
import Pixels
import State

/// What the chart page says.
public struct ChartScene: PageScene {
  static let name = PageName.chart
  static let title = PageTitle(english: "Chart", korean: "차트")

  public var statusHeader = StatusHeader()
  public var span = ChartSpan.minute
  public var indicator = Indicator.none
  /// On how many candles the indicator looks back; nil where that cannot be chosen.
  public var period: Int?
  /// Oldest first, the forming one last; nil where nothing is known of a time.
  public var candles: [Candle?] = []
  public var price: Double?
  public var decimals = 0
  public var mark = CurrencyMark()
  /// The price that an area is drawn from instead of candles; nil for candles.
  public var area: Double?
  public var utcOffsetSeconds = 0

  public init() {}

  var lights: LEDView {
    let known = candles.compactMap { $0 }
    guard let last = known.last else {
      return LEDView(statusHeader.isOld ? .warning : .dim, level: 3)
    }
    return LEDView(
      statusHeader.isOld ? .warning : last.role,
      bars: LEDView.bars(of: candles.suffix(16), isOld: statusHeader.isOld))
  }
}

extension ChartScene {
  static func make(from desk: Desk) -> ChartScene { desk.chartScene }

  static func requirements(of desk: Desk) -> DataRequirements {
    var requirements = DataRequirements()
    if desk.span != .fiveSeconds {
      requirements.chart = Chart(market: desk.shown, span: desk.span)
    }
    return requirements
  }

  func draw(on page: PageLayout, _ frame: inout Frame) {
    ChartPage(page).draw(self, on: &frame)
  }

  var subject: [String?] { [mark.currency, "\(span)", "\(indicator)"] }
  var missingCount: Int { candles.contains { $0 != nil } ? 0 : 1 }
}

extension Desk {
  var chartScene: ChartScene {
    let state = markets[shown]
    var scene = ChartScene()
    scene.statusHeader = statusHeader
    scene.span = span
    scene.indicator = indicator
    scene.period = indicator.usualPeriod.map { settings.period ?? $0 }
    let history = chartHistory.flatMap { $0.market == shown ? $0.history : nil }
    let display = displayCurrency(of: shown)
    scene.candles = state.ring.candles(of: span, after: history)
    if !display.isOwn { scene.candles = scene.candles.map { $0.flatMap { display($0) } } }
    scene.price = display(state.shownPrice(at: now.monotonic))
    (scene.decimals, scene.mark) = (display.decimals, display.mark)
    if settings.chartStyle == .area {
      scene.area = Self.baseline(
        of: scene.price, change: state.shownChange(at: now.monotonic), scene.candles)
    }
    scene.utcOffsetSeconds = utcOffsetSeconds
    return scene
  }

  /// The price that a change is counted from; the first candle's where none is known.
  static func baseline(
    of price: Double?, change: Double?, _ candles: some Sequence<Candle?>
  ) -> Double? {
    guard let price, let change, change > -1 else { return candles.compactMap { $0 }.first?.open }
    return price / (1 + change)
  }
}

extension PageName {
  public static let chart = PageName(rawValue: "chart")
}
