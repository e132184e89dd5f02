import MarketData
import Pixels
import State
import Timing

/// What the glance page says: facts as they are shown, so that equal scenes are equal pictures.
public struct GlanceScene: PageScene {
  static let name = PageName.glance
  static let title = PageTitle(english: "Glance", korean: "요약")

  public var statusHeader = StatusHeader()
  public var price: Double?
  /// What stands before the price if it is not in the market's own quote.
  public var mark = CurrencyMark()
  /// The price in another currency, too.
  public var second: Money?
  /// Digits after the decimal point that the market's prices have.
  public var decimals = 0
  /// What the price was a moment ago, while its change is lit.
  public var priceBefore: Double?
  /// Fraction since the baseline, rounded to 0.0001: what is shown of it.
  public var change: Double?
  /// The day's lowest and highest price, where the exchange tells them.
  public var dayLow: Double?
  public var dayHigh: Double?
  /// What the change is counted from: `09:00 KST`.
  public var baseline = ""
  /// Oldest first, the forming one last; nil where nothing is known of a bucket.
  public var candles = RecentCandles()
  /// The price that an area is drawn from instead of candles; nil for candles.
  public var area: Double?
  public var mood = Mood.lost
  /// How the newest finished candle went: 1 up, -1 down, 0 still. The eyes and mouth follow at once.
  public var lean = 0
  /// Whether the program has ended: the scene that stays on paper says when, and no price.
  public private(set) var isStopped = false
  public var layout = Layout.full
  /// The other market, where two are shown; at most one.
  public private(set) var beside: [GlanceScene] = []

  public init() {}

  var money: Money? { price.map { Money($0, decimals: decimals, mark: mark) } }

  var isOld: Bool { statusHeader.isOld }

  /// The candles in bars: other layouts have forms of their own for a few lights.
  var lights: LEDView {
    LEDView(Face(mood).role, bars: LEDView.bars(of: candles.suffix(32), isOld: isOld))
  }

  /// Shows another market as well. Neither scene then says which of how many markets it is.
  mutating func add(_ other: GlanceScene) {
    beside = [other]
    beside[0].statusHeader.count = 1
    statusHeader.count = 1
  }

  /// Both markets, each as it is shown alone.
  var pair: [GlanceScene] {
    var first = self
    first.layout = .full
    first.beside = []
    return [first] + beside
  }

  /// What stays of this scene when the program ends.
  public var stopped: GlanceScene {
    var scene = self
    scene.isStopped = true
    scene.layout = .full
    scene.beside = []
    scene.price = nil
    scene.priceBefore = nil
    scene.change = nil
    scene.second = nil
    scene.candles = RecentCandles()
    scene.statusHeader.listingFault = nil
    scene.statusHeader.outage = nil
    scene.mood = .asleep
    scene.lean = 0
    return scene
  }
}

extension GlanceScene {
  static func make(from desk: Desk) -> GlanceScene { desk.glanceScene }

  /// A change of the price lights up for a moment.
  static func deadline(of desk: Desk) -> Deadline {
    let flash = desk.markets[desk.shown].flashEnds(at: desk.now.monotonic)
    return min(flash, desk.neighbour?.screenDeadline ?? .never)
  }

  /// Draws nothing: `Pages` draws the glance, because it keeps its layout and its faces.
  func draw(on page: PageLayout, _ frame: inout Frame) {}

  var subject: [String?] {
    [mark.currency, second?.mark.currency, "\(layout)"]
      + ["\(isStopped)"] + beside.map(\.statusHeader.code)
  }

  var missingCount: Int { pair.count { $0.price == nil && $0.statusHeader.isListed } }

  func hasNews(since shown: GlanceScene, pricePercent: Double) -> Bool {
    zip(shown.pair, pair).contains { before, now in
      // A reason may come after the link was lost; a reason that only changes is not worth a refresh.
      let reason = (before.statusHeader.outage, now.statusHeader.outage)
      guard before.mood == now.mood, reason.0 != nil || reason.1 == nil,
        !now.statusHeader.hasAged(since: before.statusHeader)
      else { return true }
      guard let price = before.price, let newest = now.price else {
        return before.price != now.price
      }
      return abs(newest - price) * 100 >= price * pricePercent
    }
  }
}

extension Desk {
  /// More candles than any chart has room for: one over a terminal of 1,000 columns shows 83. A row of
  /// lights shows the price in the range of these, where the exchange tells no high and low of the day.
  private static let candlesMax = 134

  /// What the glance page says now.
  public var glanceScene: GlanceScene { glanceScene(of: markets[shown]) }

  /// - Parameter state: that of the market on the screen. It is large, and so it is not copied.
  private func glanceScene(of state: MarketState) -> GlanceScene {
    var scene = GlanceScene()
    scene.statusHeader = statusHeader(of: state)
    let display = displayCurrency(of: shown)
    let price = state.shownPrice(at: now.monotonic)
    scene.price = display(price)
    scene.decimals = display.decimals
    scene.mark = display.mark
    scene.second = secondMoney(price, of: shown)
    scene.priceBefore = display(state.priceBefore(at: now.monotonic))
    scene.change = state.shownChange(at: now.monotonic)
    scene.dayLow = display(state.ticker?.dayLow)
    scene.dayHigh = display(state.ticker?.dayHigh)
    scene.baseline = state.baseline
    let count = Self.candlesMax
    scene.candles =
      display.isOwn
      ? state.ring.recentCandles(last: count)
      : RecentCandles(state.ring.candles(last: count).map { $0.flatMap { display($0) } })
    if settings.chartStyle == .area {
      scene.area = Self.baseline(of: scene.price, change: scene.change, scene.candles)
    }
    scene.mood = state.mood(
      link: scene.statusHeader.link, clock: clock(of: shown), at: now.monotonic
    ).shown(beside: scene.change)
    // At a healthy start the frog is still asleep, and not lost.
    if scene.statusHeader.isConnecting, state.isListed { scene.mood = .asleep }
    scene.lean = (state.ring.closed?.move).map { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 } ?? 0
    scene.layout = layout
    if let neighbour { scene.add(neighbour.glanceScene) }
    return scene
  }

  /// The desk with the next market on the screen, where two are shown.
  var neighbour: Desk? {
    guard page == .glance, layout == .twoUp, places.count > 1 else { return nil }
    return showing(places.stepping(1, from: place))
  }
}
