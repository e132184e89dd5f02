import MarketData
import Pixels
import State
import Timing

/// What the trending page says: what people look for on CoinGecko.
public struct TrendingScene: PageScene {
  static let name = PageName.trending
  static let title = PageTitle(english: "Trending", korean: "인기")

  /// Of CoinGecko, and not of the market on the screen.
  public var statusHeader = StatusHeader()
  /// Coins, most wanted first.
  public var coins: [Row] = []
  public var collections: [Row] = []
  /// Which lines are shown where there is no room for all.
  public var lineStep = 0

  public struct Row: Equatable, Sendable {
    public var name: String
    public var price: Money?
    /// In 24 hours, a fraction.
    public var change: Double?
  }

  /// One bar for each coin, from the middle up where it rose.
  var lights: LEDView {
    let isOld = statusHeader.isOld
    let bars = coins.map { coin in
      LEDView.Bar(
        ColourRole(change: coin.change, isOld: isOld), from: 0.5, to: 0.5 + (coin.change ?? 0) * 3)
    }
    guard let first = coins.first else { return LEDView(.dim, level: 3) }
    return LEDView(ColourRole(change: first.change, isOld: isOld), bars: bars)
  }
}

extension TrendingScene {
  static func make(from desk: Desk) -> TrendingScene { desk.trendingScene }

  static func requirements(of desk: Desk) -> DataRequirements {
    var requirements = DataRequirements()
    requirements.trending = true
    return requirements
  }

  static func deadline(of desk: Desk) -> Deadline { desk.nextLineStepAt }

  func draw(on layout: PageLayout, _ frame: inout Frame) {
    TrendingPage(layout).draw(self, on: &frame)
  }

  var subject: [String?] { coins.prefix(1).map { $0.price?.mark.currency } }
  var missingCount: Int { coins.isEmpty && collections.isEmpty ? 1 : 0 }
}

extension Desk {
  /// CoinGecko's answers are ten minutes old at most, unless it fails to answer.
  private static let trendingStaleAfterMilliseconds: Int64 = 15 * 60_000

  var trendingScene: TrendingScene {
    var scene = TrendingScene(statusHeader: statusHeader)
    scene.statusHeader.exchange = Trending.service
    (scene.statusHeader.age, scene.statusHeader.heardAt) = (nil, nil)
    scene.statusHeader.listingFault = nil
    scene.statusHeader.outage = reference.outages[Trending.service].map {
      StatusHeader.Outage(failureReason: $0.failureReason)
    }
    scene.lineStep = lineStep
    guard let trending = reference.trending, let heard = reference.trendingHeard else {
      scene.statusHeader.link = .offline
      scene.statusHeader.isConnecting = scene.statusHeader.outage == nil
      return scene
    }
    let age = max(0, now.monotonic - heard)
    scene.statusHeader.link = age > Self.trendingStaleAfterMilliseconds ? .stale : .polling
    // In whole minutes: seconds do not matter here.
    if scene.statusHeader.link == .stale {
      scene.statusHeader.age = Int(age / 60_000) * 60
      scene.statusHeader.heardAt = localTime(at: heard)
    }
    scene.coins = trending.coins.map {
      TrendingScene.Row(
        name: $0.symbol, price: worldMoney($0.price, "USD"), change: $0.change?.roundedChange)
    }
    scene.collections = trending.nfts.map {
      TrendingScene.Row(
        name: $0.name, price: worldMoney($0.floorPrice, $0.currency),
        change: $0.change?.roundedChange)
    }
    return scene
  }

  /// A price that comes from no market, in the chosen currency; in its own if no rate is known.
  private func worldMoney(_ price: Double?, _ currency: String?) -> Money? {
    guard let price, price.isFinite, let currency else { return nil }
    let target = self.currency ?? currency
    let rate = rate(from: currency, to: target)
    let amount = rate.map { $0.value * price } ?? price
    let shown = rate == nil ? currency : target
    return Money(
      amount, decimals: Money.decimals(of: shown, near: amount),
      mark: CurrencyMark(shown, isRough: rate?.isRough ?? false))
  }
}

extension PageName {
  public static let trending = PageName(rawValue: "trending")
}
