import MarketData
import TestSupport
import Testing
import Timing

@testable import Glance
@testable import State

/// What pages say to people who cannot see them.
@Suite("Spoken sentences")
struct SpokenTests {
  private static func states(_ language: Language) -> [(name: String, desk: Desk)] {
    let market = MarketState.named("upbit:KRW-BTC").market
    func known(_ price: Double) -> Desk {
      var desk = MoneyDesk.known {
        $0.language = language
        $0.pages = PageCatalog.turnable
        $0.secondCurrency = "USD"
        $0.holdings = [Holding(market: market, amount: 0.5, averagePrice: 150_000_000)]
      }
      MoneyDesk.say(0, price, from: 140_000_000, &desk)
      let now = desk.now
      let trades = [(141_400_000.0, 0.012, true), (141_399_000, 0.5, false)].map {
        Trade(id: nil, price: $0, volume: $1, time: now.wall, isBuy: $2)
      }
      var trending = Trending()
      var coin = Trending.Coin(id: "pepe", symbol: "PEPE", name: "Pepe")
      (coin.price, coin.change) = (0.00001234, -0.0712)
      trending.coins = [coin]
      let passage = WalletState.Passage(canDeposit: true, canWithdraw: false)
      let names = MarketNames(english: "Bitcoin", korean: "비트코인")
      for update in [
        Update.clock(exchange: "upbit", offset: now.wall - now.monotonic),
        .listing(market: 0, Listing(code: "KRW-BTC", base: "BTC", quote: "KRW", names: names)),
        .trade(market: 0, trades[0]), .tape(market: 0, trades),
        .book(
          market: 0,
          OrderBook(
            bids: [OrderBook.Level(price: 141_399_000, size: 0.2)],
            asks: [OrderBook.Level(price: 141_400_000, size: 0.1)])),
        .wallet(market: 0, WalletState(passage), heard: now.monotonic),
        .trending(trending, heard: now.monotonic),
      ] {
        desk.apply(.update(update))
      }
      return desk
    }
    func link(_ link: Link, _ reason: FailureReason? = nil) -> Desk {
      var desk = known(141_400_000)
      MoneyDesk.wait(754_000, &desk)
      if let reason { desk.apply(.update(.failure(exchange: "upbit", reason))) }
      desk.apply(.update(.link(exchange: "upbit", link, heard: 100_000)))
      return desk
    }
    var empty = Desk(
      markets: [.upbit("BTC")], settings: Settings(language: language, pages: PageCatalog.turnable))
    empty.apply(.time(Moment(monotonic: 0, wall: MoneyDesk.wall), utcOffsetSeconds: 0))
    return [
      ("rising", known(141_400_000)), ("falling", known(139_342_000)),
      ("polling", link(.polling)), ("stale", link(.stale)),
      ("offline", link(.offline, .noNetwork)), ("empty", empty),
    ]
  }

  /// Every sentence of every page in every state.
  private static func all(_ language: Language) -> [(title: String, sentence: String)] {
    states(language).flatMap { name, desk in
      var desk = desk
      let turned = PageCatalog.turnable.map { page in
        desk.apply(.command(.show(page)))
        return ("\(name) \(page)", desk.scene.spoken)
      }
      desk.apply(.command(.show(.glance)))
      for _ in 0..<3 { desk.apply(.command(.nextLayout)) }
      return turned + [("\(name) two markets", desk.scene.spoken)]
    } + coming(language)
  }

  /// Those that come by themselves.
  private static func coming(_ language: Language) -> [(title: String, sentence: String)] {
    let rules: [AlertRule.Condition] = [
      .above(100), .below(90), .change(percent: 3, withinMinutes: 10), .premiumBelow(-0.5),
      .feedLost(afterSeconds: 60),
    ]
    var scenes = rules.map { condition in
      var scene = AlertScene(statusHeader: Scenes.usual(language).statusHeader)
      (scene.condition, scene.since, scene.price) = (condition, "13:58", Money(101, decimals: 0))
      if case .change = condition { scene.figure = -3.2 }
      return ("alert \(condition)", Scene(scene).spoken)
    }
    let bench = AlertDesk([], language: language)
    var notice = Notice(language == .korean ? "손님이 오셨습니다" : "Somebody is at the door")
    for title in ["", "Doorbell"] {
      notice.title = title
      bench.desk.apply(.notice(notice))
      scenes.append(("notice \(title)", bench.desk.scene.spoken))
      bench.press()
      for _ in 0..<3 { bench.desk.apply(.notice(notice)) }
      scenes.append(("notices \(title)", bench.desk.scene.spoken))
      for _ in 0..<3 { bench.press() }
    }
    return scenes
  }

  @Test(
    "each page says what it shows, in every state and both languages", arguments: Language.allCases)
  func sentences(language: Language) throws {
    let said = Self.all(language).map { "\($0.title): \($0.sentence)\n" }.joined()
    let known = try Document.text(
      of: "Tests/GlanceTests/Fixtures/spoken-\(language.rawValue).txt", writing: said)
    #expect(known == said, "TEALIGHT_WRITE=1 writes it anew")
  }

  @Test("signs are words, nothing is longer than 300 letters, and every page says something")
  func words() {
    for language in Language.allCases {
      for (title, sentence) in Self.all(language) {
        #expect(!sentence.isEmpty && sentence.count <= 300, "\(title): \(sentence)")
        #expect(!sentence.contains { "+−▲▼↑↓≈₩$\n".contains($0) }, "\(title): \(sentence)")
      }
    }
  }

  @Test("whatever a desk holds, it is said in 300 letters at most")
  func random() {
    for seed in 0..<20 {
      for language in Language.allCases {
        var random = SeededGenerator(seed: seed)
        var desk = Desks.random(&random, language)
        for page in PageCatalog.turnable {
          desk.apply(.command(.show(page)))
          let sentence = desk.scene.spoken
          #expect(!sentence.isEmpty && sentence.count <= 300, "\(page): \(sentence)")
        }
      }
    }
  }

  @Test("an age counts in minutes: a sentence that changes every second is never read to its end")
  func ages() {
    var scene = Scenes.usual()
    scene.statusHeader.link = .stale
    for (age, end) in [(59, " stale"), (60, " stale for 1 min"), (119, " stale for 1 min")] {
      scene.statusHeader.age = age
      #expect(Scene(scene).spoken.hasSuffix(",\(end)"))
    }
  }

  @Test("a change names what it is counted from, a time or a length of time")
  func baselines() {
    var scene = Scenes.usual()
    scene.change = -0.0047
    #expect(
      Scene(scene).spoken == "BTC/KRW 148,737,000, down 0.47% since 09:00 KST, streaming")
    scene.baseline = "24 h"
    #expect(Scene(scene).spoken == "BTC/KRW 148,737,000, down 0.47% in 24 h, streaming")
    scene.baseline = ""
    #expect(Scene(scene).spoken == "BTC/KRW 148,737,000, down 0.47%, streaming")
    scene.change = 0.00001
    #expect(Scene(scene).spoken == "BTC/KRW 148,737,000, unchanged, streaming")
    scene.statusHeader = Scenes.usual(.korean).statusHeader
    (scene.change, scene.baseline) = (0.0123, "09:00 KST")
    #expect(Scene(scene).spoken == "비트코인 148,737,000, 09시 기준 1.23% 상승, 실시간")
    scene.baseline = "24 h"
    #expect(Scene(scene).spoken == "비트코인 148,737,000, 24시간 동안 1.23% 상승, 실시간")
  }

  @Test("paper that stays says when the program ended")
  func stopped() {
    let scene = Scene.stopped(at: "14:05", in: .english, after: Scene(Scenes.usual()))
    #expect(scene.spoken == "BTC/KRW, stopped 14:05")
  }
}
