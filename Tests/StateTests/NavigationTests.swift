import MarketData
import TestSupport
import Testing
import Timing

@testable import State

@Suite("Moving about with one button")
struct NavigationTests {
  private static let pages: [PageName] = [.glance, .book, .list, .clock]

  /// A desk of three markets whose time began.
  private func desk(_ change: (inout Settings) -> Void = { _ in }) -> Desk {
    var settings = Settings(pages: Self.pages)
    change(&settings)
    var desk = Desk(
      markets: ["BTC", "ETH", "XRP"].map { .upbit($0) }, settings: settings)
    desk.apply(.time(Moment(monotonic: 0, wall: 0), utcOffsetSeconds: 0))
    return desk
  }

  private func wait(_ seconds: Int64, _ desk: inout Desk) {
    let now = desk.now.monotonic + seconds * 1_000
    desk.apply(.time(Moment(monotonic: now, wall: now), utcOffsetSeconds: 0))
  }

  @Test("next page turns all pages that are configured, and comes round")
  func pages() {
    var desk = desk()
    var seen: [PageName] = []
    for _ in Self.pages {
      seen.append(desk.page)
      desk.apply(.command(.nextPage))
    }
    #expect(seen == Self.pages && desk.page == .glance)
    desk.apply(.command(.previousPage))
    #expect(desk.page == .clock)
    desk.apply(.command(.home))
    #expect(desk.page == .glance)
  }

  @Test("pages that are not configured are shown by name only")
  func configured() {
    var desk = desk { $0.pages = [.glance, .book] }
    desk.apply(.command(.nextPage))
    #expect(desk.page == .book)
    desk.apply(.command(.show(.clock)))
    #expect(desk.page == .clock)
    desk.apply(.command(.nextPage))
    #expect(desk.page == .glance)
  }

  @Test("home comes back by itself once nobody was there for long enough")
  func idle() {
    var desk = desk { ($0.home, $0.homeAfterSeconds) = (.clock, 60) }
    #expect(desk.page == .clock)
    desk.apply(.command(.show(.book)))
    wait(59, &desk)
    desk.apply(.command(.nextMarket))
    #expect(desk.deadline <= Deadline(desk.now.monotonic + 60_000))
    wait(59, &desk)
    #expect(desk.page == .book)
    wait(1, &desk)
    #expect(desk.page == .clock && desk.place == 1)
  }

  @Test("a code for a browser stays for as long as it lets one in")
  func pairing() {
    var desk = desk { ($0.pages, $0.homeAfterSeconds) = ([.glance, .link], 60) }
    desk.apply(.command(.show(.link)))
    desk.apply(
      .pairing(PairingOffer(documentation: Documentation(text: "123456"), until: 120_000)))
    for _ in 0..<11 { wait(10, &desk) }
    #expect(desk.page == .link && desk.pairing != nil)
    wait(10, &desk)
    #expect(desk.pairing == nil)
    wait(60, &desk)
    #expect(desk.page == .glance)
  }

  @Test("a code for a browser is void once its page is left, not while something is in front of it")
  func pairingLeft() {
    var desk = desk { $0.pages = [.glance, .link] }
    desk.apply(.command(.show(.link)))
    desk.apply(
      .pairing(PairingOffer(documentation: Documentation(text: "123456"), until: 120_000)))
    desk.apply(.notice(Notice("tea")))
    wait(1, &desk)
    #expect(desk.page == .notice && desk.pairing != nil)
    desk.apply(.command(.choose(.page(.glance))))
    wait(1, &desk)
    desk.apply(.command(.choose(.page(.link))))
    wait(1, &desk)
    #expect(desk.pairing == nil)
  }

  /// A desk whose list is on the screen.
  private func list(_ markets: [MarketState], by order: ListOrder) -> Desk {
    var preferences = Preferences(page: .list)
    preferences.order = order
    return Desk(
      markets: markets, settings: Settings(pages: Self.pages), preferences: preferences)
  }

  @Test("a list is sorted again once it is known what a row is sorted by")
  func sortedLater() {
    var desk = list([.upbit("BTC"), .upbit("ETH")], by: .changeDown)
    func hear(_ market: MarketID, _ price: Double, from baseline: Double?) {
      let ticker = Ticker(price: price, tradeTime: 1, baselinePrice: baseline)
      desk.apply(.update(.ticker(market: market, ticker)))
    }
    hear(0, 101, from: 100)
    hear(1, 103, from: nil)
    #expect(desk.rows == [0, 1])
    hear(1, 103, from: 100)
    #expect(desk.rows == [1, 0])
  }

  @Test("who tells the volume alone is sorted by what that is worth")
  func sortedByVolume() {
    var desk = list([.upbit("BTC"), .upbit("ETH")], by: .turnoverDown)
    let told = [
      Ticker(price: 100, tradeTime: 1, turnover: 500), Ticker(price: 100, tradeTime: 1, volume: 6),
    ]
    for (market, ticker) in zip([0, 1] as [MarketID], told) {
      desk.apply(.update(.ticker(market: market, ticker)))
    }
    #expect(desk.rows == [1, 0] && desk.row(1).turnover == 600)
  }

  @Test("a list is sorted again once there are rates")
  func sortedByWorth() {
    var desk = list([.upbit("DOGE"), .named("binance:USDT-BTC")], by: .priceDown)
    for (market, price) in [(0, 300_000.0), (1, 100_000)] as [(MarketID, Double)] {
      desk.apply(.update(.ticker(market: market, Ticker(price: price, tradeTime: 1))))
    }
    #expect(desk.rows == [0, 1])
    let rates = ExchangeRates(
      base: "USD", units: ["KRW": 1_400, "USDT": 1], source: "ECB", time: 0,
      staleAfterMilliseconds: 86_400_000)
    desk.apply(.update(.rates([rates])))
    #expect(desk.rows == [1, 0])
  }

  @Test("markets rotate by themselves, and wait a minute after a press")
  func rotation() {
    var desk = desk { $0.rotateEverySeconds = 10 }
    wait(9, &desk)
    #expect(desk.place == 0)
    wait(1, &desk)
    #expect(desk.place == 1)
    desk.apply(.command(.nextMarket))
    wait(59, &desk)
    #expect(desk.place == 2)
    #expect(desk.deadline == Deadline(desk.now.monotonic + 1_000))
    wait(1, &desk)
    #expect(desk.place == 0)
    wait(10, &desk)
    #expect(desk.place == 1)
  }

  @Test("a market that is shown by itself is chosen by the next command, whatever that asks for")
  func chosenAfterRotation() {
    let commands: [Command] = [
      .nextLayout, .snooze, .home, .show(.book), .favourite, .choose(.theme(.paper)),
    ]
    for command in commands {
      var desk = desk { $0.rotateEverySeconds = 10 }
      let saved = desk.preferences
      wait(10, &desk)
      #expect(desk.place == 1 && desk.preferences == saved)
      #expect(desk.showing(2).place == 2)
      desk.apply(.command(command))
      #expect(desk.place == 1 && desk.preferences.place == 1, "\(command)")
    }
    var next = desk { $0.rotateEverySeconds = 10 }
    wait(10, &next)
    next.apply(.command(.nextMarket))
    #expect(next.place == 2 && next.preferences.place == 2)
  }

  @Test("markets rotate on the list as well, and nothing is saved for it")
  func rotationOfRows() {
    var desk = desk { ($0.home, $0.rotateEverySeconds) = (.list, 10) }
    let saved = desk.preferences
    for place in [1, 2, 0, 1] as [PlaceID] {
      wait(10, &desk)
      #expect(desk.place == place && desk.preferences == saved)
    }
  }

  @Test("what is shown by itself, and what was chosen, stay the same where the places are others")
  func rotatedAndMoved() {
    var desk = desk { $0.rotateEverySeconds = 10 }
    wait(10, &desk)
    let others = [Desk.Place([1]), Desk.Place([0]), Desk.Place([2])]
    desk.apply(.places(others, newcomers: []))
    #expect(desk.shown == 1 && desk.places[desk.preferences.place].market == 0)
  }

  @Test("what may come back is waited for until another market is chosen")
  func absentMarket() {
    var saved = Preferences()
    saved.absentMarket = "hub:POWER"
    var settings = Settings(pages: Self.pages)
    settings.rotateEverySeconds = 10
    var desk = Desk(
      markets: ["BTC", "ETH", "XRP"].map { .upbit($0) }, settings: settings, preferences: saved)
    desk.apply(.time(Moment(monotonic: 0, wall: 0), utcOffsetSeconds: 0))
    wait(10, &desk)
    desk.apply(.command(.nextLayout))
    #expect(desk.place == 1 && desk.preferences.absentMarket == "hub:POWER")
    desk.apply(.command(.nextMarket))
    #expect(desk.place == 2 && desk.preferences.absentMarket == nil)
  }

  @Test("where other exchanges are asked, or the order is another, the same pair is still shown")
  func moved() {
    let markets = ["BTC", "ETH", "XRP"].flatMap {
      [MarketState.upbit($0), .named("bithumb:KRW-\($0)")]
    }
    // A place's markets: of Upbit with an even number, of Bithumb with an odd one.
    func shown(_ before: [[MarketID]], at place: PlaceID, _ after: [[MarketID]]) -> MarketID {
      var desk = Desk(markets: markets, places: before.map { Desk.Place($0) })
      for _ in 0..<place.index { desk.apply(.command(.nextMarket)) }
      desk.apply(.places(after.map { Desk.Place($0) }, newcomers: []))
      #expect(desk.preferences.place == desk.place)
      return desk.shown
    }
    #expect(shown([[0, 1], [2, 3]], at: 1, [[5, 4], [1, 0], [3, 2]]) == 3)
    #expect(shown([[0], [3]], at: 1, [[4, 5], [0, 1], [2, 3]]) == 2)
    #expect(shown([[0], [3]], at: 1, [[0], [4]]) == 4)
    var desk = Desk(markets: markets, places: [Desk.Place([0]), Desk.Place([0, 1])])
    desk.apply(.command(.nextMarket))
    desk.apply(.places([Desk.Place([0]), Desk.Place([0, 1])], newcomers: []))
    #expect(desk.place == 1)
  }
}

extension PageName {
  /// Two of which the state knows the names only.
  static let book = PageName(rawValue: "book")
  static let clock = PageName(rawValue: "clock")
}
