import MarketData
import Pixels
import State
import Timing

/// What the premium page says: how much more is paid in won than in dollars, by both rates.
public struct PremiumScene: PageScene {
  static let name = PageName.premium
  static let title = PageTitle(english: "Premium", korean: "김프")

  public var statusHeader = StatusHeader()
  /// `BTC`; nil where nothing is on the desk both in won and in dollars.
  public var base: String?
  public var official: Part?
  public var byCoin: Part?
  /// The price in won, and the price in dollars or in a coin that stands for them.
  public var prices: [Line] = []
  /// Which lines are shown where there is no room for all.
  public var lineStep = 0

  /// What the premiums are made of, the rates first: prices are on other pages, too.
  var quotations: [Line] { [official, byCoin].compactMap { $0?.rate } + prices }

  /// Whether both prices are known, but nothing tells what won are worth in dollars.
  var lacksRate: Bool { official == nil && byCoin == nil && prices.count == 2 }

  /// The premium by one rate, with its range of today.
  public struct Part: Equatable, Sendable {
    /// Rounded to 0.0001, as the next two.
    public var fraction: Double
    public var low: Double
    public var high: Double
    public var isStale: Bool
    public var rate: Line
  }

  /// A price or a rate, its source, and its age in seconds if that is worth showing.
  public struct Line: Equatable, Sendable {
    public var source: String
    public var age: Int?
    public var money: Money
    public var isStale: Bool
  }

  /// Both premiums as bars, full at 5 %.
  var lights: LEDView {
    let parts = [official, byCoin].compactMap { $0 }
    let role = { (part: Part) in ColourRole(change: part.fraction, isOld: part.isStale) }
    let bars = parts.map { LEDView.Bar(role($0), to: max(0.05, min(1, abs($0.fraction) * 20))) }
    guard let first = parts.first else { return LEDView(.dim, level: 3) }
    return LEDView(role(first), level: UInt8(4 + min(11, abs(first.fraction) * 220)), bars: bars)
  }
}

extension PremiumScene {
  static func make(from desk: Desk) -> PremiumScene { desk.premiumScene }

  static func deadline(of desk: Desk) -> Deadline { desk.nextLineStepAt }

  func draw(on layout: PageLayout, _ frame: inout Frame) {
    PremiumPage(layout).draw(self, on: &frame)
  }

  var missingCount: Int { official == nil && byCoin == nil ? 1 : 0 }
  /// Without a rate the prices alone count.
  var isStill: Bool {
    lacksRate
      ? prices.allSatisfy(\.isStale) : [official, byCoin].allSatisfy { $0?.isStale ?? true }
  }
}

extension Desk {
  var premiumScene: PremiumScene {
    var scene = PremiumScene(statusHeader: statusHeader)
    scene.lineStep = lineStep
    let bases = premiumBases
    let own = markets[shown].market.base
    guard let base = bases.contains(own) ? own : bases.first else { return scene }
    scene.base = base
    guard let premium = premium(base: base) else { return scene }
    let day = premiumDay(base: base)
    scene.official = premium.official.map { part($0, of: "USD", day?.official) }
    scene.byCoin = premium.byCoin.map { part($0, of: premium.dollar.currency, day?.byCoin) }
    scene.prices = [premium.won, premium.dollar].map { quotation in
      line(
        "\(quotation.source) \(base)", quotation.price, quotation.currency, age: quotation.age,
        quotation.isStale)
    }
    return scene
  }

  private func part(
    _ part: Premium.Part, of currency: String, _ day: ClosedRange<Double>?
  ) -> PremiumScene.Part {
    return PremiumScene.Part(
      fraction: part.fraction.roundedChange,
      low: min(part.fraction, day?.lowerBound ?? .infinity).roundedChange,
      high: max(part.fraction, day?.upperBound ?? -.infinity).roundedChange, isStale: part.isStale,
      rate: line(
        "\(part.source) \(currency)", part.rate, "KRW", age: part.rateAge, part.isRateStale,
        decimals: 2))
  }

  /// Ages count in minutes, and from an hour on in hours.
  private func line(
    _ source: String, _ amount: Double, _ currency: String, age: Int64, _ isStale: Bool,
    decimals: Int? = nil
  ) -> PremiumScene.Line {
    let seconds = Int(min(age, 1 << 50) / 1_000)
    let shown = seconds < 3_600 ? seconds / 60 * 60 : seconds / 3_600 * 3_600
    return PremiumScene.Line(
      source: source, age: shown == 0 ? nil : shown,
      money: Money(
        amount, decimals: decimals ?? Money.decimals(of: currency, near: amount),
        mark: CurrencyMark(currency)), isStale: isStale)
  }
}
