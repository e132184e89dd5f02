import MarketData
import Pixels
import TestSupport
import Testing
import Timing

@testable import Glance
@testable import State

@Suite("The portfolio page")
struct PortfolioTests {
  private func desk(
    _ holdings: [(code: String, amount: Double, paid: Double?)], currency: String? = nil
  ) -> Desk {
    MoneyDesk.known {
      $0.currency = currency
      $0.holdings = holdings.map {
        Holding(
          market: MarketState.named($0.code).market, amount: $0.amount, averagePrice: $0.paid)
      }
    }
  }

  @Test("holdings are worth what their markets say, in one currency")
  func total() throws {
    let scene = desk([
      ("upbit:KRW-BTC", 0.5, 70_700_000), ("binance:USDT-BTC", 1, nil),
    ]).portfolioScene
    #expect(scene.total?.money == Money(213_500_000, decimals: 0, mark: CurrencyMark("KRW")))
    #expect(scene.rows.map(\.value?.amount) == [70_700_000, 142_800_000])
    #expect(scene.rows.map(\.gain) == [1, nil])
    #expect(scene.profit?.money.amount == 35_350_000 && scene.profit?.share == 1)
    #expect(scene.profit?.count == 1 && scene.total?.count == 2)
    #expect(scene.today?.money.amount == 700_000 && scene.today?.share == 0.01)
  }

  @Test("the display currency is the total's")
  func currency() {
    let scene = desk([("upbit:KRW-BTC", 2, 150_000_000)], currency: "USD").portfolioScene
    #expect(scene.total.map { abs($0.money.amount - 202_000) < 1e-6 } == true)
    #expect(scene.total?.money.mark == CurrencyMark("USD") && scene.total?.money.decimals == 2)
    #expect(scene.rows[0].gain == -0.0573)
    let unknown = desk([("upbit:KRW-BTC", 2, nil)], currency: "CHF").portfolioScene
    #expect(unknown.total == nil && unknown.rows[0].value == nil)
    #expect(unknown.rows[0].gain == 0.01, "that of the day")
    let paid = desk([("upbit:KRW-BTC", 2, 120_000_000)], currency: "CHF").portfolioScene
    #expect(paid.rows[0].gain == 0.1783, "what was paid needs no rate")
  }

  @Test("what cannot be counted is named, and not counted")
  func missing() {
    var desk = desk([
      ("upbit:KRW-BTC", 1, nil), ("upbit:KRW-USDT", 100, nil), ("mars:KRW-BTC", 1, nil),
    ])
    desk.apply(.update(.listed(market: 2, false)))
    let scene = desk.portfolioScene
    #expect(scene.rows.map(\.isListed) == [true, false])
    #expect(scene.total?.count == 1 && scene.rows[1].value == nil)
    #expect(self.desk([]).portfolioScene.rows.isEmpty)
  }

  @Test("what another exchange serves at a place tells what a holding of the pair is worth")
  func served() {
    let markets = ["upbit:KRW-BTC", "bithumb:KRW-BTC", "bithumb:KRW-ETH"].map {
      MarketState.named($0)
    }
    var settings = Settings()
    settings.holdings = [Holding(market: markets[0].market, amount: 2)]
    var desk = Desk(
      markets: markets, places: [.init([0, 1], showing: 1), .init([2])],
      settings: settings)
    desk.apply(.update(.link(exchange: "bithumb", .streaming, heard: 0)))
    desk.apply(.update(.ticker(market: 1, Ticker(price: 3))))
    for isListed in [true, false] {
      desk.apply(.update(.listed(market: 0, isListed)))
      #expect(
        desk.portfolioScene.rows == [
          .init(
            name: "BTC", value: Money(6, decimals: 0, mark: CurrencyMark("KRW")), isOld: false,
            isListed: true)
        ])
    }
    // Its own market is as good once it is heard.
    desk.apply(.update(.listed(market: 0, true)))
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: 0)))
    desk.apply(.update(.ticker(market: 0, Ticker(price: 4))))
    #expect(desk.portfolioScene.total?.money.amount == 8)
  }

  @Test("a sum of some holdings says of how many, on matrices and in speech")
  func covered() {
    var desk = desk([("upbit:KRW-BTC", 1, 70_700_000), ("upbit:KRW-USDT", 100, nil)])
    #expect(desk.portfolioScene.coverage(of: desk.portfolioScene.total) == nil)
    #expect(desk.portfolioScene.coverage(of: desk.portfolioScene.profit) == "1/2")
    desk.apply(.update(.listed(market: 2, false)))
    let scene = desk.portfolioScene
    #expect(scene.slides.first?.names == ["1/2"])
    #expect(scene.spoken(Speech(Language.english.words)).contains("total 1/2 "))
  }

  @Test("a sum of fewer holdings than the total's says so beside its name, where that has room")
  func ownCoverage() {
    let scene = desk([
      ("upbit:KRW-BTC", 1, 70_700_000), ("upbit:KRW-USDT", 100, nil),
    ]).portfolioScene
    #expect(scene.ownCoverage(of: scene.total) == nil)
    #expect(scene.ownCoverage(of: scene.today) == "1/2")
    #expect(scene.ownCoverage(of: scene.profit) == "1/2")
    #expect(scene.slides.first?.names == [])
    #expect(scene.slides.dropFirst().first?.names == ["1/2"])
    var whole = scene
    whole.today?.count = 2
    whole.profit?.count = 2
    #expect(whole.slides.dropFirst().first?.names == [])
    func hasNote(_ scene: PortfolioScene) -> Bool {
      let frame = DrawnPages.draw(Scene(scene), Surface(Size(640, 240), .colour))
      return frame.pixels.contains { $0 >> 4 == ColourRole.warning.rawValue }
    }
    #expect(hasNote(scene) && !hasNote(whole))
    // Where it has none, the lines are as they were.
    #expect(DrawnPages.mono(Scene(scene), 84, 48) == DrawnPages.mono(Scene(whole), 84, 48))
    // Where the total counts as few, it says so for both.
    whole.total?.count = 1
    whole.today?.count = 1
    #expect(whole.ownCoverage(of: whole.today) == nil && whole.coverage(of: whole.total) == "1/2")
  }

  @Test("where all prices are old, no sum has the colour of a gain")
  func allOld() {
    var desk = desk([("upbit:KRW-BTC", 1, 70_700_000)])
    func hasGain() -> Bool {
      let frame = DrawnPages.draw(
        Scene(desk.portfolioScene), Surface(Size(240, 240), .colour))
      return frame.pixels.contains { $0 >> 4 == ColourRole.rise.rawValue }
    }
    #expect(hasGain())
    desk.apply(.update(.link(exchange: "upbit", .stale, heard: 0)))
    #expect(!hasGain())
  }

  @Test("an old price makes the sum about as much")
  func old() {
    var desk = desk([("upbit:KRW-BTC", 1, nil), ("binance:USDT-BTC", 1, nil)])
    desk.apply(.update(.link(exchange: "upbit", .stale, heard: 0)))
    let scene = desk.portfolioScene
    #expect(scene.rows.map(\.isOld) == [true, false])
    #expect(scene.rows[0].value?.mark.isRough == true && scene.total?.money.mark.isRough == true)
  }

  @Test("absurd amounts make no sum and end nothing")
  func absurd() {
    var desk = desk([("upbit:KRW-BTC", 1e300, 1e-300), ("upbit:KRW-BTC", 1, nil)])
    MoneyDesk.say(0, 1e300, &desk)
    let scene = desk.portfolioScene
    #expect(scene.rows.count == 2 && scene.total?.count == 1)
    #expect(scene.rows[0].gain == nil && scene.lights.bars.count == 2)
  }

  @Test("markets that are held are followed although they are at no place")
  func followed() {
    var settings = Settings()
    settings.holdings = [Holding(market: MarketState.named("upbit:KRW-ETH").market, amount: 1)]
    let desk = Desk(
      markets: ["upbit:KRW-BTC", "upbit:KRW-ETH"].map { .named($0) }, places: [.init([0])],
      settings: settings)
    #expect(desk.requirements.markets == ["upbit": [1]])
  }

  @Test("markets that are held are found anew with other settings, and with other markets")
  func foundAnew() {
    var desk = Desk(markets: [MarketState.named("upbit:KRW-BTC")])
    var settings = Settings()
    settings.holdings = ["upbit:KRW-BTC", "upbit:KRW-ETH"].map {
      Holding(market: MarketState.named($0).market, amount: 1)
    }
    desk.apply(.settings(settings))
    #expect(desk.requirements.markets == ["upbit": [0]] && desk.portfolioScene.rows.count == 1)
    desk.apply(.places([.init([0])], newcomers: [MarketState.named("upbit:KRW-ETH")]))
    #expect(desk.requirements.markets == ["upbit": [0, 1]] && desk.portfolioScene.rows.count == 2)
  }

  @Test("a holding is named as the exchange's list says, once it is known")
  func listed() {
    let guess = Market(exchange: "upbit", code: "TRUAEUR", base: "TRUA", quote: "EUR")
    var settings = Settings(language: .english)
    settings.holdings = [Holding(market: guess, amount: 2)]
    var desk = Desk(
      markets: [MarketState(market: guess, exchangeTitle: "Upbit", baseline: "24 h")],
      settings: settings)
    let names = MarketNames(english: "TrueFi", korean: "트루파이")
    let listing = Listing(code: "TRUAEUR", base: "TRU", quote: "AEUR", names: names)
    desk.apply(.update(.listing(market: 0, listing)))
    desk.apply(.update(.ticker(market: 0, Ticker(price: 3, tradeTime: 1_795_147_950_000))))
    let scene = desk.portfolioScene
    #expect(scene.total?.money.amount == 6 && scene.rows.map(\.name) == ["TRU"])
  }

  @Test("lines give way to the next ones by themselves, from the first after a press")
  func turns() {
    var desk = desk([("upbit:KRW-BTC", 1, nil)])
    desk.apply(.command(.show(.portfolio)))
    #expect(
      desk.portfolioScene.lineStep == 0
        && desk.screenDeadline <= Deadline(desk.now.monotonic + 8_000))
    MoneyDesk.wait(17_000, &desk)
    #expect(desk.portfolioScene.lineStep == 2)
    desk.apply(.command(.show(.portfolio)))
    #expect(desk.portfolioScene.lineStep == 0)
  }
}
