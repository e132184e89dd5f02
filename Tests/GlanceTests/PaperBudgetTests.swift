import MarketData
import TestSupport
import Testing
import Timing

@testable import Glance
@testable import State

@Suite struct PaperBudgetTests {
  /// Asks about scenes, seconds apart from each other.
  private func answers(_ scenes: [(Int64, GlanceScene)]) -> [Bool] {
    answers(scenes.map { ($0, Scene($1)) })
  }

  private func answers(_ scenes: [(Int64, Scene)]) -> [Bool] {
    var budget = PaperBudget()
    return scenes.map { seconds, scene in budget.spend(on: scene, at: seconds * 1_000) }
  }

  private static func scene(_ change: (inout GlanceScene) -> Void = { _ in }) -> GlanceScene {
    var scene = Scenes.usual()
    change(&scene)
    return scene
  }

  @Test("seconds that pass and prices that hardly move are not worth it")
  func quiet() {
    let before = Self.scene()
    let after = Self.scene {
      ($0.price, $0.statusHeader.clock, $0.change) = (148_737_000 * 1.0009, "14:09", 0.0132)
      ($0.lean, $0.candles, $0.dayHigh) = (-1, Scenes.candles([1, 2]), 150_000_000)
    }
    #expect(answers([(0, before), (100, before), (299, after)]) == [true, false, false])
  }

  @Test("a price that moved enough is worth it, either way and in small steps")
  func moved() {
    let start = Self.scene()
    for factor in [1.0011, 0.9989] {
      let moved = Self.scene { $0.price = $0.price.map { $0 * factor } }
      #expect(answers([(0, start), (40, moved)]) == [true, true])
    }
    let steps = (0...4).map { step in
      (Int64(step) * 40, Self.scene { $0.price = 100 * (1 + Double(step) * 0.0004) })
    }
    #expect(answers(steps) == [true, false, false, true, false])
  }

  @Test("mood, link and a first price are worth it, but not more often than the least time")
  func least() {
    let start = Self.scene()
    let unlike = [
      Self.scene { $0.mood = .down }, Self.scene { $0.statusHeader.link = .polling },
      Self.scene { $0.price = nil }, Self.scene { $0.price = 1 },
    ]
    for scene in unlike {
      #expect(answers([(0, start), (29, scene), (30, scene)]) == [true, false, true])
    }
  }

  @Test("another market, a notice and the end are worth it at once")
  func asked() {
    let start = Self.scene()
    let unlike = [
      Self.scene { $0.statusHeader.position = 2 }, Self.scene { $0.statusHeader.name = "ETH/KRW" },
      Self.scene { $0.statusHeader.listingFault = "not listed" },
      Self.scene { $0.statusHeader.language = .korean },
      start.stopped,
    ]
    for scene in unlike { #expect(answers([(0, start), (1, scene)]) == [true, true]) }
  }

  @Test("a market that was shown by itself waits for the least time")
  func rotated() {
    let next = Self.scene { ($0.statusHeader.position, $0.statusHeader.hasRotated) = (2, true) }
    #expect(answers([(0, Self.scene()), (29, next), (30, next)]) == [true, false, true])
    // Whoever comes sees at once what is there.
    let seen = Self.scene { $0.statusHeader.position = 2 }
    #expect(answers([(0, Self.scene()), (10, next), (11, seen)]) == [true, false, true])
  }

  @Test("after five minutes a live picture is drawn anew, a stale one is left alone")
  func candles() {
    let live = Self.scene()
    #expect(answers([(0, live), (299, live), (300, live)]) == [true, false, true])
    let stale = Self.scene { ($0.statusHeader.link, $0.statusHeader.age) = (.stale, 20) }
    let older = Self.scene { ($0.statusHeader.link, $0.statusHeader.age) = (.stale, 900) }
    #expect(answers([(0, stale), (900, older)]) == [true, false])
  }

  @Test("a time that has become a day is worth it once, and another minute is not")
  func aged() {
    func scene(_ heardAt: String, _ since: String) -> GlanceScene {
      Self.scene {
        ($0.statusHeader.link, $0.statusHeader.heardAt) = (.stale, heardAt)
        $0.statusHeader.outage = StatusHeader.Outage(failureReason: .noNetwork, since: since)
      }
    }
    let times = scene("14:05", "14:05")
    let (day, days) = (scene("11-20", "14:05"), scene("11-20", "11-20"))
    let other = scene("14:04", "14:06")
    let aging: [(Int64, GlanceScene)] = [
      (0, times), (100, other), (200, day), (300, day), (400, days), (900, days),
    ]
    #expect(answers(aging) == [true, false, true, false, true, false])
    // The second of two markets, too.
    func pair(_ second: GlanceScene) -> GlanceScene {
      var pair = times
      pair.layout = .twoUp
      pair.add(second)
      return pair
    }
    let pairs: [(Int64, GlanceScene)] = [(0, pair(times)), (100, pair(day)), (900, pair(day))]
    #expect(answers(pairs) == [true, true, false])
  }

  @Test("a list goes on while any of its markets is heard, whichever is pointed at")
  func list() {
    var scene = ListScene()
    scene.statusHeader.link = .stale
    scene.rows = [ListScene.Row(), ListScene.Row()]
    (scene.rows[0].isOld, scene.rows[1].isOld) = (true, false)
    #expect(answers([(0, Scene(scene)), (300, Scene(scene))]) == [true, true])
    let live = Scene(scene)
    scene.rows[1].isOld = true
    let still = Scene(scene)
    #expect(answers([(0, live), (300, still), (900, still)]) == [true, true, false])
  }

  @Test("the deadline is when to ask again")
  func deadline() {
    var budget = PaperBudget()
    let live = Self.scene()
    _ = budget.spend(on: Scene(live), at: 1_000)
    #expect(budget.deadline == Deadline(301_000))
    let moved = Self.scene { $0.price = 1 }
    _ = budget.spend(on: Scene(moved), at: 2_000)
    #expect(budget.deadline == Deadline(31_000))
    let stale = Self.scene { ($0.statusHeader.link, $0.mood) = (.stale, .lost) }
    _ = budget.spend(on: Scene(stale), at: 40_000)
    #expect(budget.deadline == .never)
  }

  @Test("what the user chooses is worth it at once, on every page")
  func chosen() {
    var chart = ChartScene()
    (chart.indicator, chart.span) = (.none, .minute)
    var other = chart
    other.span = other.span.next
    var pictures: [(Scene, Scene)] = [(Scene(chart), Scene(other))]
    other = chart
    other.indicator = other.indicator.next
    pictures.append((Scene(chart), Scene(other)))
    var list = ListScene()
    list.rows = [ListScene.Row(code: "BTC/KRW"), ListScene.Row(code: "ETH/KRW")]
    for change in [
      { $0.order = $0.order.next }, { $0.rows[1].isFavourite = true }, { $0.shown = 1 },
    ] as [(inout ListScene) -> Void] {
      var other = list
      change(&other)
      pictures.append((Scene(list), Scene(other)))
    }
    let layout = Self.scene { $0.layout = $0.layout.next }
    let second = Self.scene { $0.second = Money(1, decimals: 0, mark: CurrencyMark("EUR")) }
    pictures += [layout, second].map { (Scene(Self.scene()), Scene($0)) }
    for (before, after) in pictures {
      #expect(answers([(0, before), (1, after)]) == [true, true])
    }
  }

  @Test("another currency is worth it at once, on every page that shows one")
  func currency() {
    var desk = MoneyDesk.known {
      $0.holdings = [
        Holding(market: MarketState.named("upbit:KRW-BTC").market, amount: 1)
      ]
    }
    var trending = Trending()
    var coin = Trending.Coin(id: "a", symbol: "A", name: "A")
    coin.price = 1
    trending.coins = [coin]
    desk.apply(.update(.trending(trending, heard: 0)))
    for page in PageCatalog.turnable where ![.premium, .wallet, .link].contains(page) {
      desk.apply(.command(.show(page)))
      var answered: [[Bool]] = []
      for _ in 0..<3 {
        let before = desk.scene
        desk.apply(.command(.nextCurrency))
        if desk.scene != before { answered.append(answers([(0, before), (1, desk.scene)])) }
      }
      #expect(answered.count > 1 && answered.allSatisfy { $0 == [true, true] }, "\(page)")
    }
  }

  @Test("an answer is worth it at once, and the next one is not")
  func answered() {
    let books = [[], [1], [2]].map { (prices: [Double]) in
      var book = BookScene()
      book.bids = prices.map { OrderBook.Level(price: $0, size: 1) }
      return Scene(book)
    }
    #expect(answers([(0, books[0]), (1, books[1]), (100, books[2])]) == [true, true, false])
  }

  @Test("what the second of two markets does is worth it, too")
  func pair() {
    func scene(_ change: (inout GlanceScene) -> Void) -> GlanceScene {
      var scene = Self.scene()
      scene.layout = .twoUp
      scene.add(Self.scene(change))
      return scene
    }
    let waiting = scene { $0.price = nil }
    let usual = scene { _ in }
    let moved = scene { $0.price = 1 }
    #expect(
      answers([(0, waiting), (1, usual), (2, moved), (31, moved)]) == [true, true, false, true])
  }
}
