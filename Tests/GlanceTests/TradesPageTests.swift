import MarketData
import Pixels
import TestSupport
import Testing
import Timing

@testable import Glance
@testable import State

@Suite("The trades page")
struct TradesPageTests {
  private static func scene(_ trades: [Trade]) -> TradesScene {
    var scene = TradesScene(statusHeader: Scenes.usual().statusHeader)
    scene.trades = trades
    return scene
  }

  /// 2026-11-20 04:12:30 UTC, and that many seconds before it.
  private static func trade(
    _ price: Double, _ volume: Double, _ isBuy: Bool?, before seconds: Int64 = 0
  ) -> Trade {
    Trade(
      id: nil, price: price, volume: volume, time: 1_795_147_950_000 - seconds * 1_000,
      isBuy: isBuy)
  }

  @Test("what was bought is full and up, what was sold hollow and down, and what nobody says flat")
  func picture() {
    let scene = Self.scene([
      Self.trade(3_161, 0.5, true), Self.trade(3_160, 12.25, false, before: 31),
      Self.trade(3_161, 900, nil, before: 31),
    ])
    #expect(
      DrawnPages.mono(Scene(scene), 128, 48) == """
        ####..#####..###........#...#.####..#...#....#####.................#.....................................#......#.....###..#####
        #...#...#...#...#.....#.#..#..#...#.#...#......#...................#...........................###......##.....##....#...#.#....
        #...#...#...#........#..#.#...#...#.#...#......#...#.##...###...####..###...####..............#####......#....#.#..#.#...#.####.
        ####....#...#.......#...##....####..#.#.#......#...##..#.....#.#...#.#...#.#..................#####......#...#..#....#...#.....#
        #...#...#...#......#....#.#...#.#...#.#.#......#...#......####.#...#.#####..###...............#####......#...#####.#.#...#.....#
        #...#...#...#...#.#.....#..#..#..#..#.#.#......#...#.....#...#.#...#.#.........#...............###.......#......#....#...#.#...#
        ####....#....###........#...#.#...#..#.#.......#...#......####..####..###..####.........................###.....#.....###...###.
        ................................................................................................................................
        ................................................................................................................................
        ............###.....#......#....###.....###...###.................###.......#....###....#.....................###....#####..###.
        ...#.......#...#...##.....##...#...#...#...#.#...#...............#...#.....##...#...#..##....................#...#...#.....#...#
        ...#.......#...#..#.#..#...#.......#.#.....#.#...#...................#......#...#.......#....................#...#...####..#...#
        ..###......#...#.#..#......#.....##......##..#...#.................##.......#...####....#....................#...#.......#.#...#
        .#####.....#...#.#####.#...#....#....#.....#.#...#...................#......#...#...#...#....................#...#.......#.#...#
        #######....#...#....#......#...#.......#...#.#...#...............#...#..#...#...#...#...#....................#...#...#...#.#...#
        ............###.....#.....###..#####....###...###.................###...#..###...###...###....................###..#..###...###.
        .......................................................................#........................................................
        ................................................................................................................................
        ................................................................................................................................
        ............###.....#......#.....#.....#####..###.................###.......#....###...###...............#....###.....###..#####
        #######....#...#...##.....##....##.....#.....#...#...............#...#.....##...#...#.#...#.............##...#...#...#...#.#....
        .#...#.....#...#..#.#..#...#.....#...#.####..#...#...................#......#...#.....#...#..............#.......#.......#.####.
        ..#.#......#...#.#..#......#.....#.........#..####.................##.......#...####..#...#..............#.....##......##......#
        ...#.......#...#.#####.#...#.....#...#.....#.....#...................#......#...#...#.#...#..............#....#.......#........#
        ...#.......#...#....#......#.....#.....#...#.#...#...............#...#..#...#...#...#.#...#..............#...#.......#.....#...#
        ............###.....#.....###...###.....###...###.................###...#..###...###...###..............###..#####.#.#####..###.
        .......................................................................#........................................................
        ................................................................................................................................
        ................................................................................................................................
        ............###.....#......#.....#.....#####..###.................###.......#....###....#.........###...###...###.....###...###.
        ...........#...#...##.....##....##.....#.....#...#...............#...#.....##...#...#..##........#...#.#...#.#...#...#...#.#...#
        ...........#...#..#.#..#...#.....#...#.####..#...#...................#......#...#.......#........#...#.#...#.#...#...#...#.#...#
        #######....#...#.#..#......#.....#.........#..####.................##.......#...####....#.........####.#...#.#...#...#...#.#...#
        ...........#...#.#####.#...#.....#...#.....#.....#...................#......#...#...#...#............#.#...#.#...#...#...#.#...#
        ...........#...#....#......#.....#.....#...#.#...#...............#...#..#...#...#...#...#........#...#.#...#.#...#...#...#.#...#
        ............###.....#.....###...###.....###...###.................###...#..###...###...###........###...###...###..#..###...###.
        .......................................................................#........................................................
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        """)
  }

  @Test("a trade of a day ago or more says its day, and not a time that looks like today's")
  func days() {
    let wall: Int64 = 1_795_147_950_000
    var desk = Desk(markets: [.named("x:B-A")])
    func pass(_ milliseconds: Int64) {
      desk.apply(
        .time(
          Moment(monotonic: milliseconds, wall: wall + milliseconds), utcOffsetSeconds: 3_600))
    }
    pass(0)
    desk.apply(.command(.show(.trades)))
    for (id, hours) in [(1, 30), (2, 24), (3, 23)] as [(Int64, Int64)] {
      let trade = Trade(id: id, price: 5, volume: 1, time: wall - hours * 3_600_000, isBuy: true)
      desk.apply(.update(.trade(market: 0, trade)))
    }
    func times() -> [String] {
      let scene = desk.tradesScene
      return scene.trades.map { scene.time(of: $0, hasSeconds: false) }
    }
    #expect(times() == ["06:12", "05:12", "11-18"])
    let before = desk.tradesScene.dayAgo
    pass(20_000)
    #expect(desk.tradesScene.dayAgo == before, "the scene is not another one each second")
    pass(40_000)
    #expect(desk.tradesScene.dayAgo == before + 60_000)
    #expect(times() == ["06:12", "11-19", "11-18"])
  }

  @Test("a day has room for all of its digits")
  func dayWidth() {
    // With seconds, and without them.
    for size in [Size(128, 48), Size(96, 48)] {
      let pictures = ([2, 1] as [Int64]).map { days in
        let old = Self.trade(5, 1, true, before: days * 86_400)
        var scene = Self.scene([Self.trade(5, 1, true), old])
        scene.dayAgo = 1_795_147_950_000 - 3_600_000
        return DrawnPages.mono(Scene(scene), size.width, size.height)
      }
      #expect(pictures[0] != pictures[1], "\(size)")
    }
  }

  @Test("the day of a trade that has no row takes no room")
  func hiddenDay() {
    for size in [Size(128, 48), Size(96, 48), Size(64, 48)] {
      let pictures = ([2, 0] as [Int64]).map { days in
        let last = Self.trade(5, 1, true, before: days * 86_400)
        var scene = Self.scene(Array(repeating: Self.trade(5, 1, true), count: 19) + [last])
        scene.dayAgo = 1_795_147_950_000 - 3_600_000
        return DrawnPages.mono(Scene(scene), size.width, size.height)
      }
      #expect(pictures[0] == pictures[1], "\(size)")
    }
  }

  private static let oddities: [TradesScene] = [
    scene([]), scene([trade(1e-12, 0, nil)]), scene([trade(1e15, 1e15, true)]),
    scene([trade(1e300, 1e-300, false)]), scene(Array(repeating: trade(1, 1, true), count: 32)),
  ]

  @Test("strange trades are drawn on every panel", arguments: oddities)
  func strange(scene: TradesScene) {
    let strays = DrawnPages.strays { language in
      var scene = scene
      scene.statusHeader = Scenes.usual(language).statusHeader
      scene.statusHeader.name = String(repeating: "Name", count: 10)
      return Scene(scene)
    }
    #expect(strays.isEmpty)
    #expect(scene.lights.bars.allSatisfy { 0...1 ~= $0.to })
  }

  @Test("trades of the stream are on the tape, each once, and the newest lights up")
  func desk() {
    var desk = Desk(markets: [.named("x:B-A")])
    desk.apply(.command(.show(.trades)))
    for (id, isBuy) in [(1, true), (2, false), (1, true)] as [(Int64, Bool)] {
      let trade = Trade(id: id, price: 5, volume: 1, time: 1_795_147_950_000 + id, isBuy: isBuy)
      desk.apply(.update(.trade(market: 0, trade)))
    }
    #expect(desk.tradesScene.trades.map(\.id) == [2, 1])
    #expect(desk.scene.page == .trades)
    var scene = desk.tradesScene
    scene.statusHeader.link = .streaming
    #expect(scene.lights.role == .fall && scene.lights.bars.map(\.role) == [.rise, .fall])
  }

  @Test("trades from before fill the tape, each once, and no candle; what they cover gives way")
  func past() {
    var desk = Desk(markets: ["x:C-A", "x:C-B"].map { .named($0) })
    func trade(_ id: Int64) -> Trade {
      Trade(id: id, price: 5, volume: 1, time: 1_795_147_950_000 + id, isBuy: true)
    }
    #expect(desk.requirements.tape == nil)
    desk.apply(.command(.show(.trades)))
    #expect(desk.requirements.tape == 0)
    desk.apply(.update(.trade(market: 0, trade(9))))
    let ring = desk.markets[0].ring
    desk.apply(.update(.tape(market: 0, (0..<10).map(trade))))
    desk.apply(.update(.trade(market: 0, trade(8))))
    #expect(desk.tradesScene.trades.map(\.id) == (0..<10).reversed())
    #expect(desk.markets[0].ring.live?.volume == (ring.live?.volume ?? 0) + 1)
    desk.apply(.update(.trade(market: 0, trade(60))))
    desk.apply(.update(.tape(market: 0, (30..<40).map(trade))))
    #expect(desk.requirements.tape == 0)
    #expect(desk.tradesScene.trades.map(\.id) == [60] + (30..<40).reversed())
    desk.apply(.command(.nextMarket))
    #expect(desk.requirements.tape == 1)
  }

  @Test("trades that never come are not promised", arguments: Language.allCases)
  func notOffered(language: Language) {
    func spoken(tellsTrades: Bool) -> String {
      let market = MarketState.named("x:B-A").market
      let state = MarketState(
        market: market, exchangeTitle: "X", baseline: "24 h", tellsTrades: tellsTrades)
      var desk = Desk(markets: [state])
      desk.apply(.command(.choose(.language(language))))
      desk.apply(.command(.show(.trades)))
      desk.apply(.update(.link(exchange: "x", .streaming, heard: 0)))
      return desk.scene.spoken
    }
    let (promise, refusal) = (language.words[.noTrades], language.noTradesOffered(by: "X"))
    #expect(spoken(tellsTrades: true).contains(promise))
    let said = spoken(tellsTrades: false)
    #expect(said.contains(refusal) && !said.contains(promise), "\(said)")
  }
}
