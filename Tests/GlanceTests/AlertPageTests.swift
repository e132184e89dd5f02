import MarketData
import Pixels
import TestSupport
import Testing
import Timing
import Typeface

@testable import Glance
@testable import State

@Suite("The alert page")
struct AlertPageTests {
  private static func scene(
    _ condition: AlertRule.Condition = .above(150_000_000), figure: Double? = nil,
    _ language: Language = .english
  ) -> AlertScene {
    var scene = AlertScene(statusHeader: Scenes.usual(language).statusHeader)
    scene.condition = condition
    scene.figure = figure
    scene.since = "13:58"
    scene.price = Money(150_213_000, decimals: 0)
    return scene
  }

  private func draw(
    _ scene: AlertScene, _ surface: Surface, _ typesetter: any Typesetter = BuiltInTypesetter()
  ) -> Frame {
    DrawnPages.draw(Scene(scene), surface, typesetter)
  }

  @Test("it is of the market that it fired for, whatever else was shown")
  func market() {
    let bench = AlertDesk([AlertRule(.above(100))])
    bench.price(99, of: 1)
    bench.price(101, of: 1)
    #expect(bench.desk.scene.statusHeader.code == "ETH/KRW")
  }

  @Test("clocks that jump back or forth do no harm")
  func clocks() {
    let bench = AlertDesk(
      [AlertRule(.above(100)), AlertRule(.change(percent: 3, withinMinutes: 1))])
    bench.price(99)
    bench.price(101)
    for jump in [-5_000_000, 0, -1, 9_000_000_000, Int64(0)] {
      let moment = Moment(monotonic: jump, wall: jump)
      bench.desk.apply(.time(moment, utcOffsetSeconds: -43_200))
      #expect(bench.desk.screenDeadline > Deadline(jump))
      bench.press()
      _ = bench.desk.scene
    }
    bench.wait(5)
    #expect(bench.price(90).isEmpty || bench.desk.page == .alert)
  }

  @Test("a light blinks once a second, and asks for each change of it")
  func blink() {
    let bench = AlertDesk([AlertRule(.above(100))])
    bench.price(99)
    bench.price(101)
    var levels: [UInt8] = []
    var now = bench.now.monotonic
    for _ in 0..<4 {
      levels.append(bench.desk.scene.content.lights.level)
      #expect(bench.desk.screenDeadline == Deadline(now + 500))
      now += 500
      bench.desk.apply(
        .time(Moment(monotonic: now, wall: bench.now.wall), utcOffsetSeconds: 9 * 3_600))
    }
    #expect(levels == [15, 0, 15, 0] || levels == [0, 15, 0, 15])
  }

  @Test("on a circle a name that has no room is without what it is paid in")
  func roundName() {
    let surface = Surface(Size(240, 240), .colour, outline: .circle)
    let frames = ["비트코인/KRW", "비트코인"].map { name in
      var scene = Self.scene(.above(140_000_000), figure: nil, .korean)
      scene.statusHeader.name = name
      return draw(scene, surface, Typeface { _ in })
    }
    #expect(frames[0] == frames[1])
  }

  @Test("Hangul is as tall as words of its size can be")
  func hangul() {
    for outline in [Surface.Outline.rectangle, .circle] {
      let surface = Surface(Size(240, 240), .colour, outline: outline)
      let frame = draw(
        Self.scene(.above(140_000_000), figure: nil, .korean), surface, Typeface { _ in })
      // Rows that letters are cut out of, from line to line: the last two are the word and the time.
      let cut = (0..<240).filter { y in (60..<180).contains { frame[$0, y] & 15 == 0 } }
      let lines = cut.reduce(into: [[Int]]()) { lines, y in
        if let last = lines.last?.last, y - last < 3 {
          lines[lines.count - 1].append(y)
        } else {
          lines.append([y])
        }
      }
      let word = lines.suffix(3).map(\.count).max() ?? 0
      #expect(word >= 22, "\(outline): \(lines.map(\.count))")
    }
  }

  private static let all: [(AlertRule.Condition, Double?)] = [
    (.above(150_000_000), nil), (.above(1e-12), nil), (.below(1e15), nil), (.below(95.2), nil),
    (.change(percent: 3, withinMinutes: 1_440), -99.99),
    (.change(percent: 1_000, withinMinutes: 7), 1e9), (.dayHigh, 123_456_789.123_456_78),
    (.dayLow, nil), (.premiumAbove(-12.5), nil), (.premiumBelow(1_000), nil),
    (.feedLost(afterSeconds: 60), nil), (.above(.nan), .infinity),
  ]

  @Test(
    "fills a panel of colours, and lights a third of one that has none",
    arguments: AnyPageTests.paged)
  func share(surface: Surface) {
    let visible = surface.outline == .circle ? Double.pi / 4 : 1
    for language in Language.allCases {
      for (condition, figure) in Self.all {
        let scene = Self.scene(condition, figure: figure, language)
        let frame = draw(scene, surface, Typeface { _ in })
        let lit = frame.pixels.count { $0 != 0 }
        let share = Double(lit) / Double(frame.pixels.count) / visible
        #expect(surface.depth == .colour ? share > 0.5 : share <= 0.35, "\(condition): \(share)")
        #expect(frame.pixels.allSatisfy { $0 == 0 || $0 >> 4 == scene.role.rawValue })
      }
    }
  }

  @Test("says when it happened, and no other time", arguments: AnyPageTests.paged)
  func times(surface: Surface) {
    var scene = Self.scene()
    let before = draw(scene, surface)
    scene.statusHeader.clock = "18:38"
    #expect(draw(scene, surface) == before)
    scene.since = "18:38"
    #expect(draw(scene, surface) != before || surface.size.height < 64)
    guard surface.depth == .colour else { return }
    let korean = ["13:58", "18:38"].map { since in
      var scene = Self.scene(.above(150_000_000), figure: nil, .korean)
      scene.since = since
      return draw(scene, surface, Typeface { _ in })
    }
    #expect(korean[0] != korean[1])
  }

  @Test("says when it happened although the clock was set since")
  func clockSet() {
    let bench = AlertDesk([AlertRule(.above(100))])
    bench.price(99)
    bench.price(101)
    bench.desk.apply(.notice(Notice("Tea")))
    #expect(bench.desk.alertScene.since == "14:05")
    func set(later milliseconds: Int64, passed: Int64) {
      let now = bench.now
      let moment = Moment(
        monotonic: now.monotonic + passed, wall: now.wall + passed + milliseconds)
      bench.desk.apply(.time(moment, utcOffsetSeconds: 9 * 3_600))
    }
    let fired = bench.desk.alerts.front.map { bench.desk.fired($0).since }
    set(later: 3_600_000, passed: 5_000)
    #expect(bench.desk.alertScene.since == "15:05")
    #expect(bench.desk.alerts.front.map { bench.desk.fired($0).since - 3_600_000 } == fired)
    #expect(bench.desk.notices.entries.map { bench.desk.localTime(at: $0.came) } == ["15:05"])
    set(later: 3_600_000, passed: 590_000)
    #expect(bench.desk.alertScene.since == "15:05")
  }

  @Test("has its arrow, and digits as high as a price is drawn")
  func digits() {
    for (size, least) in [(Size(240, 240), 38), (Size(135, 240), 26), (Size(160, 80), 20)] {
      let up = draw(Self.scene(.above(150_000_000)), Surface(size, .colour), Typeface { _ in })
      var down = draw(Self.scene(.below(150_000_000)), Surface(size, .colour), Typeface { _ in })
      for index in down.pixels.indices where down.pixels[index] != 0 {
        down.pixels[index] = ColourRole.rise.pixel(down.pixels[index] & 15)
      }
      // The arrow turns, and one word is another.
      #expect((up.difference(from: down)?.height ?? 0) >= 4)
      // The longest column of one stroke is that of a digit.
      let stroke =
        (0..<size.width).map { x in
          (0..<size.height).split { up[x, $0] != 0 }.map(\.count).max() ?? 0
        }.max() ?? 0
      #expect(stroke >= least * 3 / 4, "\(size): \(stroke)")
    }
  }

  @Test("the last digits of a figure are half as high as the others at least, and on their line")
  func oneNumber() {
    let typeface = Typeface { _ in }
    var forms: Set<String> = []
    for depth in [Depth.colour, .mono] {
      for (width, height) in [(185, 60), (120, 40), (90, 30), (216, 90), (400, 60), (200, 200)] {
        let digits = PriceLayout(
          "140,000,000", in: Rect(x: 0, y: 0, width: width, height: height), isCentred: true,
          canStack: false, hasTiers: true, depth: depth
        ) { typeface.lettering(digitHeight: $0, weight: .condensedBold, depth: depth) }
        let runs = digits.runs(of: "140,000,000")
        #expect(Set(runs.map(\.baseline)).count == 1)
        let heights = runs.map(\.lettering.ascent)
        #expect(heights.last! * 2 >= heights[0] - 1, "\(width)×\(height) \(depth): \(heights)")
        forms.insert("\(digits.form)")
      }
    }
    #expect(forms.count > 1)
  }

  @Test("the smallest panels say it in one line, and the figure below")
  func low() {
    #expect(
      draw(Self.scene(), Surface(Size(128, 32), .mono)).text == """
        ################################################################################################################################
        #..............................................................................................................................#
        #..........................####..#####..###........#...#.####..#...#..........#................................................#
        #..........................#...#...#...#...#.....#.#..#..#...#.#...#..........#................................................#
        #..........................#...#...#...#........#..#.#...#...#.#...#.....###..####...###..#...#..###...........................#
        #..........................####....#...#.......#...##....####..#.#.#........#.#...#.#...#.#...#.#...#..........................#
        #..........................#...#...#...#......#....#.#...#.#...#.#.#.....####.#...#.#...#.#...#.#####..........................#
        #..........................#...#...#...#...#.#.....#..#..#..#..#.#.#....#...#.#...#.#...#..#.#..#..............................#
        #..........................####....#....###........#...#.#...#..#.#......####.####...###....#....###...........................#
        #..............................................................................................................................#
        #..............................................................................................................................#
        #......................###....########.....#####...........#####......#####......#####...........#####......#####......#####...#
        #.....................####....########....#######.........#######....#######....#######.........#######....#######....#######..#
        #....................#####....###........###...###.......###...###..###...###..###...###.......###...###..###...###..###...###.#
        #........#..........######....###........###...###.......###...###..###...###..###...###.......###...###..###...###..###...###.#
        #.......###.........##.###....###........###...###.......###...###..###...###..###...###.......###...###..###...###..###...###.#
        #......#####...........###....###........###...###.......###...###..###...###..###...###.......###...###..###...###..###...###.#
        #.....#######..........###....#######....###...###.......###...###..###...###..###...###.......###...###..###...###..###...###.#
        #....#########.........###....########...###...###.......###...###..###...###..###...###.......###...###..###...###..###...###.#
        #...###########........###..........###..###...###.......###...###..###...###..###...###.......###...###..###...###..###...###.#
        #..#############.......###..........###..###...###.......###...###..###...###..###...###.......###...###..###...###..###...###.#
        #.###############......###..........###..###...###.......###...###..###...###..###...###.......###...###..###...###..###...###.#
        #......................###....###...###..###...###.......###...###..###...###..###...###.......###...###..###...###..###...###.#
        #......................###....###...###..###...###..###..###...###..###...###..###...###..###..###...###..###...###..###...###.#
        #...................########...#######....#######...###...#######....#######....#######...###...#######....#######....#######..#
        #...................########....#####......#####....###....#####......#####......#####....###....#####......#####......#####...#
        #....................................................##....................................##..................................#
        #...................................................##....................................##...................................#
        #..............................................................................................................................#
        #..............................................................................................................................#
        #..............................................................................................................................#
        ################################################################################################################################
        """)
  }

  @Test("where a sentence has no room, the figure stands alone")
  func tiny() {
    #expect(
      draw(Self.scene(), Surface(Size(48, 24), .mono)).text == """
        ################################################
        #..............................................#
        #..####..#####..###........#...#.####..#...#...#
        #..#...#...#...#...#.....#.#..#..#...#.#...#...#
        #..#...#...#...#........#..#.#...#...#.#...#...#
        #..####....#...#.......#...##....####..#.#.#...#
        #..#...#...#...#......#....#.#...#.#...#.#.#...#
        #..#...#...#...#...#.#.....#..#..#..#..#.#.#...#
        #..####....#....###........#...#.#...#..#.#....#
        #..............................................#
        #..............................................#
        #..............................................#
        #..........#...#####..###.....###...###..#...#.#
        #.........##...#.....#...#...#...#.#...#.##.##.#
        #...#......#...####..#...#...#...#.#...#.#.#.#.#
        #..###.....#.......#.#...#...#...#.#...#.#.#.#.#
        #.#####....#.......#.#...#...#...#.#...#.#...#.#
        #..........#...#...#.#...#...#...#.#...#.#...#.#
        #.........###...###...###..#..###...###..#...#.#
        #..............................................#
        #..............................................#
        #..............................................#
        #..............................................#
        ################################################
        """)
  }

  @Test("an exchange's name that has no room ends inside the frame")
  func narrow() {
    var scene = Self.scene(.feedLost(afterSeconds: 60))
    scene.statusHeader.exchange = "Binance"
    let rows = draw(scene, Surface(Size(32, 128), .mono)).text.split(separator: "\n")
    let name = rows.drop { !$0.hasPrefix("#.####...#") }
    #expect(
      name.prefix(7).joined(separator: "\n") == """
        #.####...#.....................#
        #.#...#........................#
        #.#...#.##..#.##...###.........#
        #.####...#..##..#.....#........#
        #.#...#..#..#...#..####........#
        #.#...#..#..#...#.#...#........#
        #.####..###.#...#..####.#.#.#..#
        """)
  }

  @Test("the words are cut out of the bar")
  func bar() {
    #expect(
      draw(Self.scene(.feedLost(afterSeconds: 60)), Surface(Size(72, 40), .mono)).text == """
        ########################################################################
        #......................................................................#
        #..............####..#####..###........#...#.####..#...#...............#
        #..............#...#...#...#...#.....#.#..#..#...#.#...#...............#
        #..............#...#...#...#........#..#.#...#...#.#...#...............#
        #..............####....#...#.......#...##....####..#.#.#...............#
        #..............#...#...#...#......#....#.#...#.#...#.#.#...............#
        #..............#...#...#...#...#.#.....#..#..#..#..#.#.#...............#
        #..............####....#....###........#...#.#...#..#.#................#
        #......................................................................#
        #......................................................................#
        #......................................................................#
        #......................................................................#
        #......................................................................#
        #.......##......##..............##............##......##...............#
        #.......##......##..............##............##......##...............#
        #.......##......##..............##....................##...............#
        #.......##......##..............##....................##...............#
        #.......##......##..########....########....####....######.............#
        #.......##......##..########....########....####....######.............#
        #.......##......##..##......##..##......##....##......##...............#
        #.......##......##..##......##..##......##....##......##...............#
        #.......##......##..##......##..##......##....##......##...............#
        #.......##......##..##......##..##......##....##......##...............#
        #.......##......##..########....##......##....##......##....##.........#
        #.......##......##..########....##......##....##......##....##.........#
        #.........######....##..........########....######......####...........#
        #.........######....##..........########....######......####...........#
        #...................##.................................................#
        #...................##.................................................#
        #......................................................................#
        #.............##..................#....##...............#..............#
        #............#..#.................#.....#...............#..............#
        #............#.....###...###...####.....#...###...####.###.............#
        #...........###...#...#.#...#.#...#.....#..#...#.#......#..............#
        #............#....#####.#####.#...#.....#..#...#..###...#..............#
        #............#....#.....#.....#...#.....#..#...#.....#..#..#...........#
        #............#.....###...###...####....###..###..####....##............#
        #......................................................................#
        ########################################################################
        """)
  }

  @Test("a price that moves within its digits moves nothing else", arguments: AnyPageTests.paged)
  func calm(surface: Surface) {
    let typeface = Typeface { _ in }
    var moved = 0
    for language in Language.allCases {
      var scene = Self.scene(.above(150_000_000), figure: nil, language)
      let before = draw(scene, surface, typeface)
      scene.price?.amount = 151_999_999
      let layout = PageLayout(surface, language, typesetter: typeface)
      guard let changed = draw(scene, surface, typeface).difference(from: before) else { continue }
      moved += 1
      #expect(changed.height <= layout.text.ascent + 1)
      #expect(changed.y >= surface.size.height / 2)
    }
    // A circle has no room for the price of now, nor has a low panel where the words are long.
    if surface.outline == .circle {
      #expect(moved == 0)
    } else {
      #expect(moved > 0 || surface.size.height < 64)
    }
  }

  @Test("whatever it says, in words and figures of any length, stays away from the edge")
  func inside() {
    let typeface = Typeface { _ in }
    for surface in AnyPageTests.surfaces where GlanceForm(surface) == .panel {
      let size = surface.size
      for language in Language.allCases {
        for (condition, figure) in Self.all {
          var scene = Self.scene(condition, figure: figure, language)
          scene.decimals = 9
          scene.price?.decimals = 9
          scene.statusHeader.exchange = "Bithumb 1.x"
          let frame = draw(scene, surface, typeface)
          var edge = frame
          edge.fill(
            Rect(x: 1, y: 1, width: size.width - 2, height: size.height - 2),
            with: scene.role.pixel())
          #expect(edge.pixels.allSatisfy { $0 == scene.role.pixel() }, "\(surface) \(condition)")
        }
      }
    }
  }

  @Test("lights shine by turns, red and green by the way that it went")
  func lights() {
    var scene = Self.scene(.above(1))
    let strip = Surface(Size(8, 1), .colour)
    let (lit, dim) = (ColourRole.rise.pixel(15), ColourRole.rise.pixel(2))
    #expect(draw(scene, strip).pixels == [lit, dim, lit, dim, lit, dim, lit, dim])
    #expect(draw(scene, Surface(Size(1, 1), .mono)).pixels == [ColourRole.rise.pixel()])
    scene.isLit = false
    #expect(draw(scene, strip).pixels == [dim, lit, dim, lit, dim, lit, dim, lit])
    #expect(draw(scene, Surface(Size(1, 1), .mono)).pixels == [0])
    for (condition, role) in [
      (AlertRule.Condition.below(1), ColourRole.fall), (.dayHigh, .rise), (.dayLow, .fall),
      (.feedLost(afterSeconds: 5), .warning),
    ] {
      #expect(draw(Self.scene(condition), Surface(Size(1, 1), .colour)).pixels == [role.pixel()])
    }
  }

  @Test("paper is drawn when another alert comes, and not for a light that blinks")
  func paper() {
    var budget = PaperBudget()
    var scene = Self.scene()
    let first = budget.spend(on: Scene(scene), at: 0)
    scene.isLit = false
    let blinking = budget.spend(on: Scene(scene), at: 60_000)
    scene.condition = .above(160_000_000)
    let another = budget.spend(on: Scene(scene), at: 60_000)
    #expect([first, blinking, another] == [true, false, true])
  }
}
