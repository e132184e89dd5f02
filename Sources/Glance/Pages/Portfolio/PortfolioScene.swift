import MarketData
import Pixels
import State
import Timing

/// What the portfolio page says: what is held, and what it is worth now.
public struct PortfolioScene: PageScene {
  static let name = PageName.portfolio
  static let title = PageTitle(english: "Portfolio", korean: "자산")

  public var statusHeader = StatusHeader()
  /// In the order of the configuration.
  public var rows: [Row] = []
  /// The worth of all holdings whose worth is known.
  public var total: Sum?
  /// What was gained on the holdings whose average price is configured.
  public var profit: Sum?
  /// What was gained since the baseline of each market.
  public var today: Sum?
  /// Which lines are shown where there is no room for all.
  public var lineStep = 0

  /// What one holding is worth.
  public struct Row: Equatable, Sendable {
    public var name: String
    public var value: Money?
    /// The fraction gained of what was paid; if that is not configured, the day's change.
    public var gain: Double?
    public var isOld: Bool
    public var isListed: Bool
    /// If it is not listed: whether its exchange has the market, but does not trade it.
    public var isHalted = false

    /// What is wrong with its market; nil where nothing is.
    var trouble: Term? { isListed ? nil : isHalted ? .notTraded : .notListed }
  }

  /// Several holdings together.
  public struct Sum: Equatable, Sendable {
    public var money: Money
    /// The money as a fraction of what it is counted from.
    public var share: Double?
    /// How many holdings are in it.
    public var count: Int
  }

  /// One bar for each holding, from the middle up where it gained.
  var lights: LEDView {
    guard total != nil else { return LEDView(.dim, level: 3) }
    let bars = rows.map { row in
      LEDView.Bar(
        ColourRole(change: row.gain, isOld: row.isOld), from: 0.5, to: 0.5 + (row.gain ?? 0) * 2)
    }
    return LEDView(ColourRole(change: (today ?? profit)?.share, isOld: hasOld), bars: bars)
  }

  /// How many of the holdings are in a sum, where some are not: `1/2`.
  func coverage(of sum: Sum?) -> String? {
    let count = sum?.count ?? 0
    return count < rows.count ? "\(count)/\(rows.count)" : nil
  }

  /// The same, unless the sum counts as many holdings as the total, which says it already.
  func ownCoverage(of sum: Sum?) -> String? {
    sum?.count == total?.count ? nil : coverage(of: sum)
  }

  /// Whether what some holding is worth may be out of date.
  var hasOld: Bool { rows.contains(where: \.isOld) }

  /// Whether what each holding is worth may be out of date.
  var isAllOld: Bool { rows.allSatisfy(\.isOld) }
}

extension PortfolioScene {
  static func make(from desk: Desk) -> PortfolioScene { desk.portfolioScene }

  static func deadline(of desk: Desk) -> Deadline { desk.nextLineStepAt }

  func draw(on layout: PageLayout, _ frame: inout Frame) {
    PortfolioPage(layout).draw(self, on: &frame)
  }

  var subject: [String?] { [total?.money.mark.currency] }
  var missingCount: Int { rows.count { $0.isListed && $0.value == nil } }
  var isStill: Bool { isAllOld }
}

extension Desk {
  var portfolioScene: PortfolioScene {
    var scene = PortfolioScene(statusHeader: statusHeader)
    scene.lineStep = lineStep
    guard let first = settings.holdings.first else { return scene }
    // What the configuration says of a market may be a guess; the desk knows better.
    let market = holdings.markets[0].map { markets[$0].market } ?? first.market
    let currency = self.currency ?? market.quote
    let mark = CurrencyMark(currency)
    let decimals = Money.decimals(of: currency)
    var (total, profit, today) = (Tally(), Tally(), Tally())
    for case (let holding, let own?) in zip(settings.holdings, holdings.markets) {
      let id = heardMarket(for: own)
      let state = markets[id]
      let isOld = link(of: id) == .stale || link(of: id) == .offline
      let isListed = state.isListed
      var row = PortfolioScene.Row(
        name: state.market.base, gain: state.change, isOld: isOld, isListed: isListed)
      row.isHalted = state.isHalted
      // What was paid is in the market's own currency: no rate has to be known.
      if let paid = holding.averagePrice {
        row.gain = isListed ? state.price.map { $0 / paid - 1 } : nil
      }
      if let price = state.price, let rate = rate(from: state.market.quote, to: currency),
        isListed
      {
        // An old price is worth only about as much.
        let isRough = isOld || rate.isRough
        func worth(_ price: Double) -> Double { price * holding.amount * rate.value }
        row.value = Money(
          worth(price), decimals: decimals, mark: CurrencyMark(currency, isRough: isRough))
        total.add(worth(price), isRough: isRough)
        if let paid = holding.averagePrice {
          profit.add(worth(price), from: worth(paid), isRough: isRough)
        }
        if let baseline = state.ticker?.baselinePrice {
          today.add(worth(price), from: worth(baseline), isRough: isRough)
        }
      }
      row.gain = row.gain.flatMap { $0.isFinite ? $0.roundedChange : nil }
      scene.rows.append(row)
    }
    scene.total = total.sum(decimals, mark)
    scene.profit = profit.sum(decimals, mark)
    scene.today = today.sum(decimals, mark)
    return scene
  }

  /// The market that tells what a holding is worth: its own, or, if that is not listed or not heard, the
  /// market of another exchange that serves a shared place for the same pair.
  private func heardMarket(for own: MarketID) -> MarketID {
    guard !markets[own].isListed || !link(of: own).isLive else { return own }
    let (base, quote) = (markets[own].market.base, markets[own].market.quote)
    let place = places.first { place in
      let market = markets[place.market].market
      return place.isShared && (market.base, market.quote) == (base, quote)
    }
    return place?.market ?? own
  }

  /// A sum that grows while the holdings are gone through.
  private struct Tally {
    private var now = 0.0
    private var before = 0.0
    private var count = 0
    private var isRough = false

    mutating func add(_ value: Double, from before: Double = 0, isRough: Bool) {
      guard value.isFinite, before.isFinite else { return }
      now += value
      self.before += before
      count += 1
      self.isRough = self.isRough || isRough
    }

    func sum(_ decimals: Int, _ mark: CurrencyMark) -> PortfolioScene.Sum? {
      let amount = now - before
      guard count > 0, amount.isFinite else { return nil }
      let share = amount / before
      return PortfolioScene.Sum(
        money: Money(
          amount, decimals: decimals, mark: CurrencyMark(mark.currency, isRough: isRough)),
        share: share.isFinite ? share.roundedChange : nil, count: count)
    }
  }
}
