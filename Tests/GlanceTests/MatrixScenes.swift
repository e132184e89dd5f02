import MarketData
import Pixels
import State

@testable import Glance

/// A scene of every page, for matrices of lights, of a day that went up or down.
enum MatrixScenes {
  static func all(
    isRising: Bool, _ language: Language = .english
  ) -> [(name: String, scene: Scene)] {
    let sign: Double = isRising ? 1 : -1
    let header = Scenes.usual(language).statusHeader
    var glance = Scenes.usual(language)
    (glance.dayLow, glance.dayHigh) = (147_200_000, 149_800_000)
    (glance.change, glance.mood) = (0.0045 * sign, isRising ? .up : .down)
    glance.candles = isRising ? glance.candles : Scenes.candles([9, 8, 8, 6, 7, 4, 5, 3, 2, 0])
    func arranged(_ layout: Layout) -> GlanceScene {
      var scene = glance
      scene.layout = layout
      return scene
    }
    var chart = ChartScene()
    (chart.statusHeader, chart.candles, chart.price) = (header, glance.candleList, glance.price)
    var other = glance
    (other.statusHeader.code, other.price, other.change) = ("ETH/KRW", 4_607_000, -0.0123 * sign)
    other.statusHeader.name = language == .korean ? "이더리움" : "ETH/KRW"
    var pair = arranged(.twoUp)
    pair.add(other)

    var detail = DetailScene(statusHeader: header)
    (detail.base, detail.price, detail.change) = ("BTC", glance.price, glance.change)
    detail.day = DetailScene.Range(low: 147_200_000, high: 149_800_000)
    (detail.volume, detail.rank) = (2_143.5, 1)

    var book = BookScene(statusHeader: header)
    book.bids = [(148_737_000, 1.0), (148_736_000, 4), (148_735_000, 2)].map(level)
    book.asks = [(148_738_000, 2.0), (148_739_000, 0.5), (148_740_000, 1)].map(level)
    if !isRising { swap(&book.bids, &book.asks) }

    var trades = TradesScene(statusHeader: header)
    trades.trades = [
      Trade(id: nil, price: 148_737_000, volume: 0.0312, time: 0, isBuy: isRising)
    ]

    var list = ListScene(statusHeader: header)
    list.rows = [("BTC", "비트코인", 148_737_000, 0.0123), ("DOGE", "도지코인", 212, 0.031)].map {
      var row = ListScene.Row(name: language == .korean ? $1 : "", code: "\($0)/KRW", base: $0)
      (row.price, row.change) = (Money($2, decimals: 0), $3 * sign)
      return row
    }
    (list.count, list.shown) = (2, 0)

    var trending = TrendingScene(statusHeader: header)
    trending.coins = [TrendingScene.Row(name: "ZEC", change: 0.0721 * sign)]

    var premium = PremiumScene(statusHeader: header)
    premium.base = "BTC"
    (premium.official, premium.byCoin) = (part(0.0627 * sign), part(0.0418 * sign))
    let dollars = Money(100_000, decimals: 2, mark: CurrencyMark("USDT"))
    premium.prices = [PremiumScene.Line(source: "Binance BTC", money: dollars, isStale: false)]

    var wallet = WalletScene(statusHeader: header)
    wallet.rows = [
      WalletScene.Row(
        name: "BTC", passage: WalletState.Passage(canDeposit: true, canWithdraw: isRising))
    ]

    var portfolio = PortfolioScene(statusHeader: header)
    portfolio.rows = [
      PortfolioScene.Row(
        name: "BTC", value: Money(118_080_000, decimals: 0), gain: 0.12 * sign, isOld: false,
        isListed: true)
    ]
    portfolio.total = PortfolioScene.Sum(money: Money(118_080_000, decimals: 0), count: 1)
    portfolio.today = PortfolioScene.Sum(
      money: Money(500_000 * sign, decimals: 0), share: 0.0045 * sign, count: 1)

    var link = LinkScene(statusHeader: header)
    link.lines = [
      LinkScene.Line(name: "Upbit", link: .streaming),
      LinkScene.Line(
        name: "Binance", link: isRising ? .polling : .offline, since: isRising ? nil : "13:58"),
    ]

    var clock = ClockScene(statusHeader: header)
    (clock.price, clock.change) = (glance.price, glance.change)
    clock.day = CalendarDay(at: 1_795_306_000_000, utcOffsetSeconds: 0)

    var alert = AlertScene(statusHeader: header)
    alert.condition = isRising ? .above(140_000_000) : .below(140_000_000)
    alert.price = Money(148_737_000, decimals: 0)

    let scenes: [(String, any PageScene)] = [
      ("glance", arranged(.full)), ("digits", arranged(.digits)),
      ("chart layout", arranged(.chart)),
      ("two-up", pair), ("chart", chart), ("detail", detail), ("book", book), ("trades", trades),
      ("list", list), ("trending", trending), ("premium", premium), ("wallet", wallet),
      ("portfolio", portfolio), ("link", link), ("clock", clock), ("alert", alert),
      ("empty book", BookScene(statusHeader: header)),
    ]
    return scenes.map { ($0.0, Scene($0.1)) }
  }

  private static func level(_ price: Double, _ size: Double) -> OrderBook.Level {
    OrderBook.Level(price: price, size: size)
  }

  private static func part(_ fraction: Double) -> PremiumScene.Part {
    PremiumScene.Part(
      fraction: fraction, low: fraction, high: fraction, isStale: false,
      rate: PremiumScene.Line(source: "ECB", money: Money(1_400, decimals: 2), isStale: false))
  }
}
