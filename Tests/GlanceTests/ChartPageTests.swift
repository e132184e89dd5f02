import MarketData
import Pixels
import TestSupport
import Testing
import Typeface

@testable import Glance

extension Rect {
  fileprivate var rows: Range<Int> { y..<max(y, bottom) }
}

@Suite("The chart page")
struct ChartPageTests {
  static let surfaces = [
    Surface(Size(128, 64), .mono), Surface(Size(128, 32), .mono), Surface(Size(72, 40), .mono),
    Surface(Size(160, 80), .colour), Surface(Size(240, 240), .colour),
    Surface(Size(250, 122), .mono, medium: .paper), Surface(Size(320, 240), .colour),
    Surface(Size(240, 240), .colour, outline: .circle),
  ]

  private static func scene(_ closes: [Double], _ indicator: Indicator = .none) -> ChartScene {
    var scene = ChartScene()
    scene.statusHeader.code = "BTC/KRW"
    scene.statusHeader.name = "BTC/KRW"
    scene.statusHeader.link = .streaming
    scene.statusHeader.clock = "14:05"
    scene.indicator = indicator
    scene.period = indicator.usualPeriod
    scene.candles = zip(closes, [closes.first ?? 0] + closes).enumerated().map { index, step in
      Candle(
        start: Int64(index) * 60_000, open: step.1, high: max(step.0, step.1) + 1,
        low: min(step.0, step.1) - 1, close: step.0, volume: Double(1 + index % 4), source: .trades)
    }
    scene.price = closes.last
    return scene
  }

  private func draw(_ scene: ChartScene, _ surface: Surface) -> Frame {
    DrawnPages.draw(Scene(scene), surface)
  }

  @Test("candles, volumes, marked prices, and the last price on its line")
  func picture() {
    let scene = Self.scene([100, 104, 108, 106, 110, 116, 112, 118, 124, 120])
    #expect(
      draw(scene, Surface(Size(64, 40), .mono)).text == """
        ####..#####..###.......#........................................
        #...#...#...#...#.....##....................................###.
        #...#...#...#..........#...##.#............................#####
        ####....#...#..........#...#.#.#...........................#####
        #...#...#...#..........#...#.#.#...........................#####
        #...#...#...#...#......#...#...#............................###.
        ####....#....###......###..#...#................................
        ................................................................
        ................................................................
        ............................................####################
        ....................................#...#...###.####...###...###
        ...................................###.###..##..###.###.#.###.##
        ...................................#.#.###..###.#######.#.###.##
        ...................................#.#.###..###.#####..##.###.##
        ...................................#.#.###..###.####.####.###.##
        ...................................#.#.########.###.#####.###.##
        ...................................#.#..#...##...##.....##...###
        ................................#..#.#..#...####################
        ...............................###.###..........................
        ........................#...#..#.#..#...........................
        .......................###.###.#.#..............................
        .......................#.#.###.#.#..............................
        .......................#.#.###.#.#..............................
        .......................#.#.###.#.#.............#.....#....###...
        .......................#.#.###.###............##....##...#...#..
        ....................#..#.#..#...#..............#.....#...#...#..
        #.....#.....#.....####.###....#.....#..........#.....#...#...#..
        ............#...#..#.#..#......................#.....#...#...#..
        ...........###.###.#.#.........................#.....#...#...#..
        ...........#.#.###.#.#........................###...###...###...
        ...........#.#.###.###..........................................
        ...........#.#..#...#...........................................
        ........#..#.#..#...#.........................###...###.........
        .......###.###...............................#...#.#...#........
        .......#.#..#................................#...#.#...#........
        .......#.#....................................####..####........
        ....#..#.#.......................................#.....#........
        ...###.###...................................#...#.#...#........
        ....#...#.....................................###...###.........
        ................................................................
        """)
  }

  @Test("an average lies over the candles, and strength has a pane of its own")
  func indicators() {
    var scene = Self.scene((0..<30).map { 100 + Double($0 * 7 % 12) }, .ema)
    scene.period = 5
    #expect(
      draw(scene, Surface(Size(64, 40), .mono)).text == """
        ..#............#####.#...#..###.....#####.......................
        .##............#.....##.##.#...#....#.......................###.
        ..#...##.#.....#.....#.#.#.#...#....####...................#####
        ..#...#.#.#....####..#.#.#.#...#........#..................#####
        ..#...#.#.#....#.....#...#.#####........#..................#####
        ..#...#...#....#.....#...#.#...#....#...#...................###.
        .###..#...#....#####.#...#.#...#.....###........................
        ................................................................
        ................................................................
        ...............................#...#############################
        ...............................#...###.#####.#####.#############
        ...#...#......................#######..####..####..#############
        ...#...#......................#.#..###.#####.#####.#############
        ...#...#......................#.#..###.#####.#####.#############
        ..###.###..............#...#..#.#..###.#####.#####.#############
        ..#.#.###..............#...#..#.#..###.#####.#####.#############
        ..#.#.###.............###.###.#.#..##...###...###...############
        ..#.#.###.............#.#.###.#.#..#############################
        ..#.#.###......#...#..#.#.###.#.#...............................
        ..#.#.###......#...#..#.#.###.#.#...............................
        ..#.#.###......#...#..#.#.###.###...............................
        ..###.###.....###.###.#.#.###.#.#...............................
        ..#.#####.....#.#.###.#.#.#####.#.....#....###..#####...........
        ..#.#.###..#..#.#.###.#.#.#####.#....##...#...#.#...............
        ..#.#.###..#..#.#.###.#######.#.#.....#...#...#.####............
        ..#.#.#######.###.#####.#####.#.#.....#...#...#.....#...........
        ..#.#..#..#####.#######.#.###.#.#.....#...#...#.....#...........
        ..#.#..#..###.#.#.###.#.#.###.###.....#...#...#.#...#...........
        ..#.#.....###.#.#.###.#.#..#...#.....###...###...###............
        ..#.#.....###.#.#.###.#.#..#...#................................
        ..###.....###.#.#.###.#.#..#...#................................
        ...#......###.#.#.###.#.#.......................................
        ...#......###.#.#.###.###............###...###..................
        ..........###.#.#..#...#............#...#.#...#.................
        ..........###.#.#..#...#............#...#.#...#.................
        ..........###.#.#....................####..####.................
        ..........###.#.#.......................#.....#.................
        ..........###.###...................#...#.#...#.................
        ...........#...#.....................###...###..................
        ...........#...#................................................
        """)
    scene.indicator = .rsi
    #expect(
      draw(scene, Surface(Size(64, 40), .mono)).text == """
        ..#............####...###..###....#####.........................
        .##............#...#.#...#..#.....#.........................###.
        ..#...##.#.....#...#.#......#.....####.....................#####
        ..#...#.#.#....####...###...#.........#....................#####
        ..#...#.#.#....#.#.......#..#.........#....................#####
        ..#...#...#....#..#..#...#..#.....#...#.....................###.
        .###..#...#....#...#..###..###.....###..........................
        ................................................................
        ................................................................
        ..........................#...##################################
        ..#......................########.#####.#####.##################
        ..#......................#.#..##..####..####..##################
        .###..............#...#..#.#..###.#####.#####.##################
        .###.............###.###.#.#..###.#####.#####.##################
        .###.............#.#.###.#.#..###.#####.#####.##################
        .###......#...#..#.#.###.#.#..###.#####.#####.##################
        .###.....###.###.#.#.###.#.#..##...###...###...#################
        .###..#..#.#.###.#.#.###.#.#..##################################
        .###..#..#.#.###.#.#.###.#.#....................................
        .###.###.#.#.###.#.#.###.#.#....................................
        ..#..###.#.#.###.#.#.###.###....................................
        .....###.#.#.###.#.#..#...#.....................................
        .....###.#.#.###.#.#............................................
        .....###.#.#.###.###............................................
        .....###.#.#..#...#.............................................
        .....###.#.#....................................................
        .....###.###....................................................
        ......#...#.....................................................
        ................................................................
        ................................................................
        ................................................................
        #..#..#..#..#..#..#..#..#..#...#####..###....#####..............
        ...............................#.....#...#.......#..............
        .................###.....##....####..#...#......#...............
        .........####..###.###.###.........#..####.....#................
        ..###..###..####.....###...........#.....#....#.................
        ....####.......................#...#.#...#....#.................
        ................................###...###..#..#.................
        #..#..#..#..#..#..#..#..#..#....................................
        ................................................................
        """)
  }

  @Test("a chart names its market, however long its name is")
  func longNames() {
    for surface in Self.surfaces {
      let pictures = ["1000CHEEMSINU", "1000KILLERDOGE", "1000KILLERDOGEKILLER"].map { base in
        var scene = Self.scene([100, 104, 108, 106])
        (scene.statusHeader.code, scene.statusHeader.name) = (base + "/USDT", base + "/USDT")
        return DrawnPages.draw(Scene(scene), surface, Typeface { _ in })
      }
      #expect(pictures[0] != pictures[1] && pictures[0] != pictures[2], "\(surface)")
    }
  }

  @Test("digits that change leave the candles where they are", arguments: surfaces)
  func calm(surface: Surface) {
    let closes = (0..<60).map { 148_000_000 + Double($0 * 7919 % 613) * 1_000 }
    var scene = Self.scene(closes)
    let page = PageLayout(surface, .english, typesetter: BuiltInTypesetter())
    let layout = ChartLayout(page, scene, price: closes.max()! + 1)
    let end = CandleChart(rect: layout.chart, depth: surface.depth, newest: 59).end
    var moved = 0
    // Where the fourth digit or the fifth changes, whether the others are rounded or cut.
    for price in [148_115_000.0, 148_120_000, 148_150_000, 148_200_000] {
      scene.price = price - 1
      let before = draw(scene, surface)
      scene.price = price + 1
      guard let difference = draw(scene, surface).difference(from: before) else { continue }
      moved += 1
      #expect(difference.x >= end)
    }
    #expect(moved > 0)
  }

  @Test("candles go from the left edge to the numbers", arguments: surfaces)
  func wide(surface: Surface) {
    let scene = Self.scene((0..<240).map { 100 + Double($0 * 7 % 12) })
    let page = PageLayout(surface, .english, typesetter: Typeface { _ in })
    let layout = ChartLayout(page, scene, price: 112)
    let frame = DrawnPages.draw(Scene(scene), surface, Typeface { _ in })
    let chart = layout.chart
    func isInked(_ columns: Range<Int>) -> Bool {
      columns.contains { x in
        (layout.volumes.isEmpty ? chart : layout.volumes).rows.contains { frame[x, $0] != 0 }
      }
    }
    // The newest of 240 one-minute candles is the last one before they move on.
    #expect(isInked(chart.right - 5..<chart.right))
    #expect(isInked(chart.x..<chart.x + 8))
    guard surface.outline == .rectangle else { return }
    let width = layout.prices.right - chart.x
    #expect(width >= surface.size.width - max(4, surface.size.width / 25))
  }

  @Test("numbers stand beside the candles, and none on another")
  func written() throws {
    var random = SeededGenerator(seed: 4)
    for surface in Self.surfaces {
      let page = PageLayout(surface, .english, typesetter: Typeface { _ in })
      for indicator in Indicator.allCases + Indicator.allCases {
        var price = 148_000_000.0
        let closes = (0..<60).map { _ -> Double in
          price += .random(in: -90_000...90_000, using: &random)
          return price.rounded()
        }
        let scene = Self.scene(closes, indicator)
        var frame = Frame(surface.size)
        let column = try #require(ChartPage(page).draw(scene, on: &frame))
        let layout = ChartLayout(page, scene, price: closes.max()! + 1)
        #expect(column.tag?.text == layout.form.text(closes.last!))
        for (index, one) in column.labels.enumerated() {
          #expect(one.rect.x >= layout.chart.right && one.rect.right <= surface.size.width)
          let width = layout.letters.width(one.text)
          #expect(width <= one.rect.width - layout.space, "\(surface) \(one)")
          for other in column.labels.dropFirst(index + 1) {
            let isApart =
              one.rect.y >= other.rect.bottom || other.rect.y >= one.rect.bottom
            #expect(isApart, "\(surface) \(one) \(other)")
          }
        }
        guard surface.size.height >= 120, !indicator.hasPane else { continue }
        #expect(column.labels.count >= 4, "\(surface) \(column.labels)")
        let visible = scene.candles.suffix(
          CandleChart(rect: layout.chart, depth: surface.depth, newest: 59).capacity
        ).compactMap { $0 }
        // Where the last price is the highest one, its tag says so.
        let texts = (column.extremes + [column.tag!]).map(\.text)
        for extreme in [visible.map(\.high).max()!, visible.map(\.low).min()!] {
          let isNear = abs(extreme - closes.last!) < 60_000
          #expect(texts.contains(layout.form.text(extreme)) || isNear, "\(surface) \(texts)")
        }
      }
    }
  }

  @Test("what an indicator is called stands with its value, or in the title")
  func names() {
    for surface in Self.surfaces where surface.size.width >= 120 {
      let page = PageLayout(surface, .english, typesetter: Typeface { _ in })
      for (indicator, name) in [
        (Indicator.sma, "SMA 20"), (.ema, "EMA 20"), (.bollinger, "BB 20"), (.vwap, "VWAP"),
        (.rsi, "RSI 14"), (.macd, "MACD"),
      ] {
        let scene = Self.scene((0..<60).map { 100 + Double($0 * 7 % 12) }, indicator)
        var frame = Frame(surface.size)
        let legend = ChartPage(page).draw(scene, on: &frame)?.legend.map(\.text) ?? []
        if surface.size.height < 64 {
          #expect(!legend.contains(name))
        } else {
          #expect(legend.first == name, "\(surface) \(legend)")
          #expect(legend.last!.contains { $0.isNumber }, "\(surface) \(legend)")
        }
      }
    }
  }

  @Test("candles keep their places until there is no room for another")
  func places() {
    let rect = Rect(x: 0, y: 0, width: 89, height: 40)
    for index in Int64(-8)...8 {
      let (one, next) = (
        CandleChart(rect: rect, depth: .mono, newest: index),
        CandleChart(rect: rect, depth: .mono, newest: index + 1)
      )
      if next.end > one.end {
        #expect(next.middle(1) == one.middle(0) && next.capacity == one.capacity + 1)
      } else {
        #expect(one.end == rect.right && next.end == rect.right - 12)
      }
    }
  }

  @Test("the tag stands still while the price moves by less than a third of it")
  func still() {
    let surface = Surface(Size(240, 240), .colour)
    let page = PageLayout(surface, .english, typesetter: Typeface { _ in })
    var tops: [Int] = []
    for price in stride(from: 148_000_000.0, to: 148_100_000, by: 1_000) {
      var scene = Self.scene((0..<60).map { 148_000_000 + Double($0 % 2) * 100_000 })
      scene.price = price
      var frame = Frame(surface.size)
      guard let tag = ChartPage(page).draw(scene, on: &frame)?.tag else { continue }
      #expect(tag.rect.y <= tag.row && tag.row < tag.rect.bottom)
      tops.append(tag.rect.y)
    }
    let steps = zip(tops, tops.dropFirst()).filter { $0 != $1 }
    #expect(tops.count == 100 && steps.allSatisfy { $0 - $1 >= 4 } && steps.count > 10)
  }

  @Test("the value of a pane's indicator is written wherever there is room for a number")
  func values() {
    for surface in Self.surfaces where surface.size.width >= 120 {
      // Values that are written by other digits are other pictures; what has no room is two dashes.
      let page = PageLayout(surface, .english, typesetter: Typeface { _ in })
      let closes = (0..<60).map { 148_000_000 + Double($0 * 7919 % 613) * 1_000 }
      let scene = Self.scene(closes, .macd)
      let layout = ChartLayout(page, scene, price: closes.max()!)
      let pane = IndicatorPane(
        page, CandleChart(rect: layout.chart, depth: surface.depth), layout)
      for value in [-67_779.0, 9_821, -1_234_567] {
        let texts = pane.values(scene, [value, value / 2])
        #expect(!texts.joined().contains(NumberFormatter.unknown), "\(surface.size) \(texts)")
      }
      #expect(pane.values(scene, [0, 0]).allSatisfy { $0 == "0" })
    }
  }

  private static let axes: [(newest: Int64, span: ChartSpan, apart: Int, marks: String)] = [
    // 14:05 on 22 November 2026.
    (1_795_356_300_000, .minute, 7, "5 14:00, 15 13:50, 25 13:40"),
    (1_795_356_300_000, .minute, 12, "5 14:00, 20 13:45"),
    (1_795_356_300_000, .fiveSeconds, 8, "0 14:05, 12 14:04, 24 14:03"),
    (1_795_356_300_000, .fiveMinutes, 8, "1 14:00, 13 13:00, 25 12:00"),
    (1_795_356_000_000, .hour, 8, "2 12:00, 14 11-22, 26 12:00"),
    // Days that begin at nine.
    (1_795_338_000_000, .day, 7, "3 11-19, 10 11-12, 17 11-05, 24 10-29"),
  ]

  @Test("times below the candles are round, and days have their dates")
  func times() {
    for axis in Self.axes {
      let marks = TimeAxis.marks(from: axis.newest, axis.span, count: 30, apart: axis.apart)
      #expect(marks.map { "\($0.offset) \($0.text)" }.joined(separator: ", ") == axis.marks)
    }
  }

  @Test("none, one, flat, falling and absurd candles are pictures or words", arguments: surfaces)
  func few(surface: Surface) {
    let empty = draw(Self.scene([]), surface)
    #expect(Set(empty.pixels).count > 1)
    let all: [[Double]] = [
      [5], [5, 5], Array(repeating: 0.000_012_34, count: 50), [1, 1e-12], [1e15, 1, 1e15], [0, 0],
      [-5, 3], [.nan, 1], [1, .infinity], [1e300, 1e-300], (0..<240).map { Double($0) },
    ]
    for closes in all {
      for indicator in Indicator.allCases {
        let frame = draw(Self.scene(closes, indicator), surface)
        #expect(Set(frame.pixels).count > 1)
      }
    }
    var gaps = Self.scene([1, 2, 3])
    gaps.candles += Array(repeating: nil, count: 239)
    let layout = PageLayout(surface, .english, typesetter: BuiltInTypesetter())
    var frame = Frame(surface.size)
    #expect(ChartPage(layout).draw(gaps, on: &frame) != nil, "the last price stays")
  }

  @Test("the title says market, span and indicator as far as there is room", arguments: surfaces)
  func title(surface: Surface) {
    let quiet = Self.scene([1, 2, 3])
    for indicator in Indicator.allCases {
      for span in ChartSpan.allCases {
        var scene = Self.scene([1, 2, 3], indicator)
        scene.span = span
        #expect(
          draw(scene, surface) != draw(quiet, surface) || (indicator, span) == (.none, .minute))
      }
    }
  }

  @Test("an old chart's last price is dim")
  func old() {
    let surface = Surface(Size(160, 80), .colour)
    var scene = Self.scene([100, 104, 108])
    let tags = draw(scene, surface).pixels.count { $0 == ColourRole.rise.pixel() }
    scene.statusHeader.link = .stale
    #expect(draw(scene, surface).pixels.count { $0 == ColourRole.rise.pixel() } < tags / 2)
  }

  @Test("marks are round, at most four, and apart", arguments: [9, 21, 60, 180])
  func marks(height: Int) {
    for span in [1e-9, 0.37, 1, 9.99, 1_234, 5e9] {
      for base in [0, 1, 148.7, 1e6] where base + span > base {
        let candle = Candle(
          start: 0, open: base, high: base + span, low: base, close: base, volume: nil,
          source: .trades)
        let scale = PriceScale([candle], decimals: 18, height: height)!
        let (step, prices) = scale.marks(apart: 8)
        #expect(prices.count <= 4)
        let rows = prices.map { scale.row($0) }
        #expect(zip(rows, rows.dropFirst()).allSatisfy { $0 - $1 >= 7 }, "\(rows)")
        #expect(prices.allSatisfy { abs(($0 / step.value).rounded() - $0 / step.value) < 1e-6 })
      }
    }
  }

  private static let forms:
    [(price: Double, decimals: Int, digits: Int, text: String, step: Double, mark: String)] = [
      (148_737_000, 0, 5, "148.74M", 50_000, "148.74M"),
      (148_737_000, 0, 6, "148.737M", 1_000_000, "149M"),
      (5_430, 0, 5, "5,430", 10, "5,430"), (0.000_952, 6, 5, "0.000952", 0.000_02, "0.00095"),
      (104_300.51, 2, 5, "104,301", 500, "104,301"), (1.2345, 4, 5, "1.2345", 0.1, "1.2"),
      (1_234_567, 2, 5, "1.2346M", 200, "1.2346M"), (3e20, 0, 5, "3.0000e20", 1e19, "3.0e20"),
      (0.000_001_55, 8, 5, "0.0₅155", 0.000_000_5, "0.0₅16"),
      (0, 2, 5, "0.00", 0.1, "0.0"), (95, 0, 5, "95", 1, "95"),
    ]

  @Test("prices on a scale have one form, the narrowest that tells them apart")
  func scales() {
    for row in Self.forms {
      let form = ScaleForm(
        row.price, digits: row.digits, decimals: row.decimals, units: Strings.english.units
      ) { $0.count }
      #expect(form.text(row.price) == row.text)
      #expect(form.text(row.price, step: RoundStep(atLeast: row.step)) == row.mark)
    }
  }
}
