import MarketData
import Pixels
import TestSupport
import Testing

@testable import Glance
@testable import State

@Suite("The premium page")
struct PremiumTests {
  private func shown(_ desk: Desk) -> PremiumScene {
    var desk = desk
    desk.apply(.command(.show(.premium)))
    return desk.premiumScene
  }

  @Test("both premiums are shown, with the prices and the rates that they are made of")
  func both() {
    let scene = shown(MoneyDesk.known())
    #expect(scene.base == "BTC" && scene.official?.fraction == 0.01)
    #expect(scene.byCoin?.fraction == -0.0098)
    #expect(
      scene.quotations.map(\.source) == ["ECB USD", "Upbit USDT", "Upbit BTC", "Binance BTC"])
    #expect(scene.quotations.map(\.money.mark.currency) == ["KRW", "KRW", "KRW", "USDT"])
    #expect(scene.quotations.map(\.age) == [3_600, nil, nil, nil])
    #expect(scene.quotations.allSatisfy { !$0.isStale })
  }

  @Test("the range of the day grows with what was seen, and begins anew at local midnight")
  func range() {
    var desk = MoneyDesk.known()
    MoneyDesk.wait(1_000, &desk)
    MoneyDesk.say(0, 144_200_000, &desk)
    MoneyDesk.wait(1_000, &desk)
    MoneyDesk.say(0, 138_600_000, &desk)
    // Within the same second nothing is looked at, but what is shown is in the range.
    #expect(shown(desk).official?.low == -0.01 && shown(desk).official?.high == 0.03)
    MoneyDesk.wait(1_000, &desk)
    MoneyDesk.say(0, 141_400_000, &desk)
    let part = shown(desk).official
    #expect(part?.low == -0.01 && part?.high == 0.03 && part?.fraction == 0.01)
    #expect(shown(desk).byCoin?.low == -0.0294)
    // The next day in Seoul begins before that in London.
    MoneyDesk.wait(1_000, &desk, utcOffsetSeconds: 86_400)
    #expect(shown(desk).official?.low == 0.01 && shown(desk).official?.high == 0.01)
  }

  @Test("what is stale says so, and widens no range")
  func stale() {
    var desk = MoneyDesk.known()
    MoneyDesk.wait(1_000, &desk)
    desk.apply(.update(.link(exchange: "binance", .stale, heard: 100_000)))
    MoneyDesk.say(0, 280_000_000, &desk)
    MoneyDesk.wait(1_000, &desk)
    MoneyDesk.say(0, 141_400_000, &desk)
    let scene = shown(desk)
    #expect(scene.official?.isStale == true && scene.official?.high == 0.01)
    #expect(scene.quotations.map(\.isStale) == [false, false, false, true])
    #expect(scene.lights.role == .dim)
  }

  @Test("where the shown market has no pair, the first that has one is shown")
  func others() {
    var desk = MoneyDesk.desk(of: [
      "upbit:KRW-XRP", "upbit:KRW-ETH", "binance:USDT-ETH", "kraken:USD-BTC",
    ])
    #expect(shown(desk).base == "ETH" && shown(desk).official == nil)
    desk = MoneyDesk.desk(of: ["upbit:KRW-BTC", "upbit:KRW-USDT"])
    #expect(shown(desk).base == nil && shown(desk).lights.level == 3)
    #expect(desk.premiums.days.isEmpty)
  }

  @Test("where no rate is known the page says so above the prices, and speech what is missing")
  func noRate() {
    func spoken(_ desk: Desk, _ language: Language) -> String {
      shown(desk).spoken(Speech(language.words))
    }
    var desk = MoneyDesk.desk(of: ["upbit:KRW-BTC", "binance:USDT-BTC"])
    MoneyDesk.say(0, 141_400_000, &desk)
    #expect(!shown(desk).lacksRate, "a price is missing as well")
    #expect(spoken(desk, .english) == "BTC Premium, unknown")
    MoneyDesk.say(1, 100_000, &desk)
    let scene = shown(desk)
    #expect(scene.base == "BTC" && scene.lacksRate)
    for language in Language.allCases {
      let said = spoken(desk, language)
      #expect(said.contains(", \(language.words[.noRate]), Upbit BTC 141,400,000"), "\(said)")
      #expect(said.contains(", Binance BTC 100,000"), "\(said)")
      for surface in [
        Surface(Size(240, 240), .colour), Surface(Size(128, 64), .mono),
        Surface(Size(84, 48), .mono),
      ] {
        let layout = PageLayout(surface, language, typesetter: BuiltInTypesetter())
        var (page, explanation) = (Frame(surface.size), Frame(surface.size))
        PremiumPage(layout).draw(scene, on: &page)
        let areas = PremiumPage(layout).areas(for: 2)
        layout.drawExplanation(layout.words[.noRate], in: areas.explanation, on: &explanation)
        let area = areas.explanation
        let differing = (area.y..<area.bottom).filter { y in
          (area.x..<area.right).contains { page[$0, y] != explanation[$0, y] }
        }
        #expect(differing.isEmpty, "\(surface) \(language)")
        // Tall letters leave room for fewer, which take turns.
        let hasBoth = language == .english || surface.depth == .colour
        #expect(areas.lines.count == 2 || !hasBoth && areas.lines.count < 2, "\(surface)")
        #expect(areas.lines.allSatisfy { $0.y >= area.bottom })
        for line in areas.lines {
          let isWritten = (line.y..<line.bottom).contains { y in
            (layout.body.x..<layout.body.right).contains { page[$0, y] != 0 }
          }
          #expect(isWritten, "\(surface) \(language)")
        }
      }
    }
    #expect(!scene.isStill, "paper shows the prices that come")
    MoneyDesk.sayRate(1_400, &desk)
    #expect(!shown(desk).lacksRate && shown(desk).official?.fraction == 0.01)
    desk = MoneyDesk.desk()
    for (market, price) in [(0, 141_400_000), (1, 100_000), (2, 1_428)] as [(MarketID, Double)] {
      MoneyDesk.say(market, price, &desk)
    }
    #expect(!shown(desk).lacksRate && shown(desk).official == nil, "the coin has a price in won")
  }

  @Test("lines that have no room come with the next step; the lowest panels have none")
  func low() {
    var desk = MoneyDesk.known { $0.homeAfterSeconds = nil }
    desk.apply(.command(.show(.premium)))
    let before = [(128, 64), (128, 32)].map { DrawnPages.mono(desk.scene, $0, $1) }
    MoneyDesk.wait(8_000, &desk)
    let after = [(128, 64), (128, 32)].map { DrawnPages.mono(desk.scene, $0, $1) }
    #expect(before[0] != after[0] && before[1] == after[1])
    var scene = shown(desk)
    scene.official?.rate.money.amount = 1_999
    scene.prices[0].money.amount = 1
    #expect(DrawnPages.mono(Scene(scene), 128, 32) == before[1])
  }

  @Test("a name has all of its row where its price has no room")
  func narrow() {
    let pictures = ["USDT", "USDC"].map { coin in
      var scene = shown(MoneyDesk.known())
      scene.prices[0].source = "Upbit \(coin)"
      return DrawnPages.mono(Scene(scene), 64, 128)
    }
    #expect(pictures[0] != pictures[1])
  }

  @Test("on a low panel numbers stand beside what they are called, without empty rows")
  func beside() {
    for language in Language.allCases {
      let layout = PageLayout(
        Surface(Size(84, 48), .mono), language, typesetter: BuiltInTypesetter())
      var frame = Frame(layout.surface.size)
      PremiumPage(layout).draw(MoneyDesk.known().premiumScene, on: &frame)
      let empty = (layout.body.y..<48).split { y in (0..<84).contains { frame[$0, y] != 0 } }
      #expect((empty.map(\.count).max() ?? 0) < 8, "\(frame.text)")
    }
  }

  @Test("on a narrow panel the day's lowest and highest stand apart")
  func ends() {
    let frames = [0.0043, -0.0043].map { high in
      var scene = shown(MoneyDesk.known())
      scene.official?.fraction = -0.02
      scene.official?.low = -0.02
      scene.official?.high = high
      return DrawnPages.draw(Scene(scene), Surface(Size(64, 128), .mono))
    }
    #expect(frames[0].difference(from: frames[1]).map { $0.x > 34 } ?? false)
  }

  @Test("on a matrix each premium has the sign of its rate, or the name of its coin")
  func signs() {
    var scene = shown(MoneyDesk.known())
    #expect(scene.slides.map(\.names) == [["$"], ["₮"]])
    scene.prices[1].money.mark = CurrencyMark("USDC")
    #expect(scene.slides.map(\.names) == [["$"], ["USDC"]])
  }

  @Test("a light is as bright as the premium is high, and a bar is full at five per cent")
  func lights() {
    let scene = shown(MoneyDesk.known())
    #expect(scene.lights.role == .rise && scene.lights.bars.map(\.role) == [.rise, .fall])
    #expect(abs(scene.lights.bars[0].to - 0.2) < 1e-9)
    var high = scene
    high.official?.fraction = 70
    #expect(high.lights.level == 15 && high.lights.bars[0].to == 1)
  }

  @Test("a price that is fresh goes before the first place's old one")
  func fresh() {
    var desk = MoneyDesk.desk(of: [
      "bithumb:KRW-BTC", "upbit:KRW-BTC", "binance:USDT-BTC", "upbit:KRW-USDT",
    ])
    let prices = [140_000_000, 141_400_000, 100_000, 1_428.0]
    for (market, price) in zip(desk.markets.indices, prices) {
      MoneyDesk.say(market, price, &desk)
    }
    desk.apply(.update(.link(exchange: "bithumb", .stale, heard: 90_000)))
    #expect(desk.premium(base: "BTC")?.won.source == "Upbit")
    desk.apply(.update(.link(exchange: "upbit", .stale, heard: 90_000)))
    #expect(desk.premium(base: "BTC")?.won.source == "Bithumb")
  }
}
