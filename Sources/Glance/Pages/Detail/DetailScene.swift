import MarketData
import Pixels
import State

/// What the detail page says. What is not known is nil or empty, and leaves no hole.
public struct DetailScene: PageScene {
  static let name = PageName.detail
  static let title = PageTitle(english: "Detail", korean: "상세")

  /// A lowest and a highest price.
  public struct Range: Equatable, Sendable {
    public var low: Double
    public var high: Double
  }

  /// A caution, and its last day.
  public struct Warning: Equatable, Sendable {
    public var caution: Caution
    public var end: CivilDay?
  }

  public var statusHeader = StatusHeader()
  /// What is traded, and what its price is in: `BTC`, `KRW`.
  public var base = ""
  public var quote = ""
  public var price: Double?
  public var decimals = 0
  public var mark = CurrencyMark()
  public var change: Double?
  /// A week of prices, or as much as the candle ring holds, oldest first.
  public var prices: [Double] = []
  /// Whether these are of a week.
  public var isWeek = false
  public var open: Double?
  public var day: Range?
  public var year: Range?
  /// In the base, and its value in the quote.
  public var volume: Double?
  public var turnover: Double?
  public var marketCap: Double?
  /// What that is in: `USD`.
  public var capCurrency = ""
  public var rank: Int?
  /// When the market ends, and what its exchange warns of.
  public var delistsOn: CivilDay?
  public var warnings: [Warning] = []

  var money: Money? { price.map { Money($0, decimals: decimals, mark: mark) } }

  /// The day's range from low to high, lit as far as the price stands in it.
  var lights: LEDView {
    let role = ColourRole(change: change, isOld: statusHeader.isOld)
    let steps = 8
    let share = day.flatMap { day in price.map { ($0 - day.low) / (day.high - day.low) } } ?? 0.5
    let lit = share.isFinite ? Int(max(0, min(1, share)) * Double(steps - 1) + 0.5) : steps / 2
    let bars = (0..<steps).map {
      $0 <= lit ? LEDView.Bar(role, to: 1) : LEDView.Bar(.faint, to: 0.15)
    }
    return LEDView(role, bars: price == nil ? [] : bars, fit: .scale)
  }
}

extension DetailScene {
  static func make(from desk: Desk) -> DetailScene { desk.detailScene }

  static func requirements(of desk: Desk) -> DataRequirements {
    var requirements = DataRequirements()
    requirements.facts = [desk.markets[desk.shown].market.base]
    return requirements
  }

  func draw(on layout: PageLayout, _ frame: inout Frame) {
    DetailPage(layout).draw(self, on: &frame)
  }

  var subject: [String?] { [mark.currency] }
  var missingCount: Int { price == nil ? 1 : 0 }
}

extension Desk {
  /// Prices of a line that is not wider than a panel is.
  private static let pricesMax = 60

  var detailScene: DetailScene {
    let state = markets[shown]
    let facts = reference.facts(of: state.market.base, at: now.monotonic)
    var scene = DetailScene(statusHeader: statusHeader)
    let display = displayCurrency(of: shown)
    (scene.base, scene.quote) = (state.market.base, display.currency)
    scene.price = display(state.shownPrice(at: now.monotonic))
    (scene.decimals, scene.mark) = (display.decimals, display.mark)
    scene.change = state.shownChange(at: now.monotonic)
    let week = facts?.week.filter(\.isFinite) ?? []
    scene.isWeek = week.count > 1
    scene.prices =
      scene.isWeek ? week.spread(over: Self.pricesMax) : state.ring.closes(Self.pricesMax)
    scene.open = display(state.ticker?.dayOpen ?? state.ticker?.baselinePrice)
    func range(_ low: Double?, _ high: Double?) -> DetailScene.Range? {
      guard let low = display(low), let high = display(high) else { return nil }
      // The newest price may already lie outside the range that the exchange tells.
      return DetailScene.Range(
        low: min(low, scene.price ?? low), high: max(high, scene.price ?? high))
    }
    scene.day = range(state.ticker?.dayLow, state.ticker?.dayHigh)
    scene.year = range(state.ticker?.yearLow, state.ticker?.yearHigh)
    (scene.volume, scene.turnover) = (state.ticker?.volume, display(state.ticker?.turnover))
    scene.marketCap = facts?.marketCap
    scene.capCurrency = facts?.currency ?? ""
    scene.rank = facts?.rank
    scene.delistsOn = state.ticker?.delistsOn
    scene.warnings = Caution.allCases.filter(state.cautions.contains).map {
      DetailScene.Warning(caution: $0, end: state.cautionEnds[$0])
    }
    return scene
  }
}

extension [Double] {
  /// At most `count` of them from all over, the last one always among them.
  fileprivate func spread(over count: Int) -> [Double] {
    let step = Swift.max(1, (self.count + count - 1) / count)
    return indices.filter { (self.count - 1 - $0).isMultiple(of: step) }.map { self[$0] }
  }
}

extension PageName {
  public static let detail = PageName(rawValue: "detail")
}
