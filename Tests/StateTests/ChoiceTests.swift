import MarketData
import TestSupport
import Testing
import Timing

@testable import State

@Suite("What is chosen by its value")
struct ChoiceTests {
  private func desk(_ change: (inout Settings) -> Void = { _ in }) -> Desk {
    var settings = Settings(pages: [.glance, .list])
    change(&settings)
    var desk = Desk(markets: ["BTC", "ETH", "XRP"].map { .upbit($0) }, settings: settings)
    wait(0, &desk)
    return desk
  }

  private func wait(_ seconds: Int64, _ desk: inout Desk) {
    let now = desk.now.monotonic + seconds * 1_000
    desk.apply(.time(Moment(monotonic: now, wall: now), utcOffsetSeconds: 0))
  }

  @Test("it is what was chosen, however often, and is saved")
  func choices() {
    let choices: [Choice] = [
      .market("upbit:KRW-XRP"), .page(.list), .theme(.paper), .colours(.blueOrange),
      .language(.korean), .layout(.chart), .currency("USD"), .rotation(seconds: 30),
    ]
    var desk = desk()
    for choice in choices + choices { desk.apply(.command(.choose(choice))) }
    var expected = Preferences(page: .list)
    (expected.place, expected.theme, expected.colours) = (2, .paper, .blueOrange)
    (expected.language, expected.layout, expected.currency) = (.korean, .chart, "USD")
    expected.rotationSeconds = 30
    #expect(desk.preferences == expected)
    desk.apply(.command(.choose(.currency(Desk.ownCurrency))))
    #expect(desk.currency == nil)
  }

  @Test("markets rotate as chosen, until the file says something else")
  func rotation() {
    var desk = desk { $0.rotateEverySeconds = 10 }
    desk.apply(.command(.choose(.rotation(seconds: 0))))
    wait(3_600, &desk)
    #expect(desk.place == 0 && desk.rotateEverySeconds == nil)
    desk.apply(.command(.choose(.rotation(seconds: 100))))
    wait(99, &desk)
    #expect(desk.place == 0, "it counts from when it was chosen")
    wait(1, &desk)
    #expect(desk.place == 1)
    wait(100, &desk)
    #expect(desk.place == 2)
    var settings = desk.settings
    settings.theme = .night
    desk.apply(.settings(settings))
    #expect(desk.rotateEverySeconds == 100)
    wait(70, &desk)
    settings.rotateEverySeconds = 20
    desk.apply(.settings(settings))
    #expect(desk.rotateEverySeconds == 20)
    wait(19, &desk)
    #expect(desk.place == 2)
    wait(1, &desk)
    #expect(desk.place != 2)
  }

  @Test("a place that several exchanges could serve has the name of its pair, and each of theirs")
  func shared() {
    let markets = ["upbit:KRW-ETH", "upbit:KRW-BTC", "bithumb:KRW-BTC"].map {
      MarketState.named($0)
    }
    var desk = Desk(
      markets: markets,
      places: [Desk.Place([0]), Desk.Place([1, 2])])
    let names = ["upbit:KRW-ETH", "BTC/KRW", "upbit:KRW-BTC", "bithumb:KRW-BTC"]
    #expect(desk.marketNames == names)
    for name in names.dropFirst() {
      desk.apply(.command(.choose(.market("upbit:KRW-ETH"))))
      #expect(desk.place == 0)
      desk.apply(.command(.choose(.market(name))))
      #expect(desk.place == 1, "\(name)")
    }
    desk.apply(.command(.choose(.market("upbit:KRW-DOGE"))))
    #expect(desk.place == 1)
  }
}
