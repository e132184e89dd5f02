import MarketData
import Pixels
import TestSupport
import Testing
import Typeface

@testable import Glance
@testable import State

@Suite("Details of a market")
struct DetailPageTests {
  private static let usual: DetailScene = {
    var scene = DetailScene(statusHeader: Scenes.usual().statusHeader)
    (scene.base, scene.quote) = ("BTC", "KRW")
    (scene.price, scene.change) = (148_737_000, 0.0123)
    scene.prices = [1, 3, 2, 5, 4]
    scene.day = DetailScene.Range(low: 147_000_000, high: 149_500_000)
    scene.year = DetailScene.Range(low: 98_000_000, high: 179_869_000)
    (scene.open, scene.volume, scene.turnover) = (146_900_000, 4_123, 612_345_678_901)
    (scene.marketCap, scene.capCurrency, scene.rank) = (1.98e12, "USD", 1)
    return scene
  }()

  private func draw(
    _ scene: DetailScene, _ width: Int, _ height: Int, _ depth: Depth = .mono
  ) -> Frame {
    DrawnPages.draw(Scene(scene), Surface(Size(width, height), depth))
  }

  @Test("where the price has no room beside the mark it stands alone")
  func narrow() {
    let rows = draw(Self.usual, 40, 72).text.split(separator: "\n")
    #expect(
      rows[9..<16].joined(separator: "\n") == """
        ..#......#...###....#####....#..#...#...
        .##.....##..#...#.......#...##..##.##...
        ..#....#.#..#...#......#...#.#..#.#.#...
        ..#...#..#...###......#...#..#..#.#.#...
        ..#...#####.#...#....#....#####.#...#...
        ..#......#..#...#....#.......#..#...#...
        .###.....#...###..#..#.......#..#...#...
        """)
  }

  @Test("a low panel has the price, the change and the day's range")
  func low() {
    #expect(
      draw(Self.usual, 128, 32).text == """
        ####..#####..###........#...#.####..#...#....###..........#...........#..##..............................#......#.....###..#####
        #...#...#...#...#.....#.#..#..#...#.#...#....#..#.........#...............#....................###......##.....##....#...#.#....
        #...#...#...#........#..#.#...#...#.#...#....#...#..###..###....###..##...#...................#####......#....#.#..#.#...#.####.
        ####....#...#.......#...##....####..#.#.#....#...#.#...#..#........#..#...#...................#####......#...#..#....#...#.....#
        #...#...#...#......#....#.#...#.#...#.#.#....#...#.#####..#.....####..#...#...................#####......#...#####.#.#...#.....#
        #...#...#...#...#.#.....#..#..#..#..#.#.#....#..#..#......#..#.#...#..#...#....................###.......#......#....#...#.#...#
        ####....#....###........#...#.#...#..#.#.....###....###....##...####.###.###............................###.....#.....###...###.
        ................................................................................................................................
        ................................................................................................................................
        ..#......#...###.....#####..###..#####.....###...###...###...............................................#......###...###..##...
        .##.....##..#...#........#.#...#.....#....#...#.#...#.#...#........................................#....##.....#...#.#...#.##..#
        ..#....#.#..#...#.......#......#....#.....#...#.#...#.#...#........................................#.....#.........#.....#....#.
        ..#...#..#...###.......#.....##....#......#...#.#...#.#...#......................................#####...#.......##....##....#..
        ..#...#####.#...#.....#........#..#.......#...#.#...#.#...#........................................#.....#......#........#..#...
        ..#......#..#...#..#..#....#...#..#.....#.#...#.#...#.#...#........................................#.....#.....#.....#...#.#..##
        .###.....#...###...#..#.....###...#.....#..###...###...###..............................................###..#.#####..###.....##
        ..................#....................#........................................................................................
        ................................................................................................................................
        ....#......................#......#..#####....###..#...#.........................###...............#......#...###....#####.#...#
        ....#.....................##.....##......#...#...#.##.##.........................###..............##.....##..#...#...#.....##.##
        .####..###..#...#..........#....#.#.....#....#...#.#.#.#...#.....................###.........#.....#....#.#..#...#...####..#.#.#
        #...#.....#.#...#..........#...#..#....#.....#...#.#.#.#...###################################.....#...#..#...####.......#.#.#.#
        #...#..####.#...#..........#...#####..#......#...#.#...#...#.....................###.........#.....#...#####.....#.......#.#...#
        #...#.#...#..####..........#......#...#......#...#.#...#.........................###...............#......#..#...#...#...#.#...#
        .####..####.....#.........###.....#...#....#..###..#...#.........................###..............###.....#...###..#..###..#...#
        .............###................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        """)
  }

  @Test("ends of a range have four digits, or all of them; below a line of prices it has its name")
  func ends() {
    let prices = [(1_431.0, 1_431.0, 0), (0.012_345, 0.012_876, 6), (147.53e6, 149.08e6, 0)]
    let surfaces = [
      Surface(Size(135, 240), .colour), Surface(Size(240, 240), .colour),
      Surface(Size(128, 64), .mono), Surface(Size(240, 240), .colour, outline: .circle),
    ]
    for surface in surfaces {
      for language in Language.allCases {
        let layout = PageLayout(surface, language, typesetter: Typeface { _ in })
        let labels = [Term.day, .year].map { layout.words[$0] }
        for (low, high, decimals) in prices {
          let range = DetailScene.Range(low: low, high: high)
          let ruler = RangeRuler(
            [range, range], labels, decimals: decimals, layout, width: layout.body.width, rows: 6,
            others: 3)
          #expect(ruler.isWhole, "\(surface.size) \(language) \(low) \(ruler.form)")
          if surface.size.height > 200 { #expect(ruler.form != .unlabelled) }
        }
      }
    }
  }

  @Test("a price inside its length moves nothing but its digits and the marks in the bars")
  func jitter() {
    let before = draw(Self.usual, 128, 64)
    var scene = Self.usual
    scene.price = 148_739_000
    let change = draw(scene, 128, 64).difference(from: before)
    #expect(change.map { $0.bottom <= 22 } ?? false)
  }

  @Test("what is not known leaves no hole: what is known moves up")
  func holes() {
    var scene = Self.usual
    (scene.day, scene.year, scene.marketCap, scene.rank) = (nil, nil, nil, nil)
    var other = scene
    (other.volume, other.open) = (nil, nil)
    let rows = { (frame: Frame) in
      (20..<64).filter { y in (0..<128).contains { frame[$0, y] != 0 } }
    }
    let nothing = DetailScene(statusHeader: scene.statusHeader)
    let counts = [nothing, other, scene].map { rows(draw($0, 128, 64)).count }
    #expect(counts[1] - counts[0] == 7 && counts[2] - counts[1] >= 7, "a line of each")
    #expect(rows(draw(other, 128, 64)).last! < rows(draw(scene, 128, 64)).last!)
  }

  @Test("every caution and the end of a market have words in every language")
  func words() {
    let words = Language.allCases.map(\.words)
    for words in words {
      #expect(Caution.allCases.allSatisfy { words.cautions[$0]?.isEmpty == false })
    }
    let day = CivilDay(year: 2026, month: 12, day: 1)!
    #expect(
      words.map { $0.delists("\(day)") } == ["delisting on 2026-12-01", "2026-12-01 거래지원 종료"])
    #expect(words.map { $0.rank("4") } == ["#4", "4위"])
  }

  @Test("cautions warn, and the day of the end goes before them")
  func warnings() {
    var scene = Self.usual
    let quiet = draw(scene, 240, 240, .colour)
    scene.delistsOn = CivilDay(year: 2026, month: 12, day: 1)
    let frame = draw(scene, 240, 240, .colour)
    func warns(_ frame: Frame) -> Bool {
      frame.pixels.contains { $0 >> 4 == ColourRole.warning.rawValue }
    }
    #expect(warns(frame) && !warns(quiet))
    scene.warnings = [.init(caution: .volumeSoaring, end: nil)]
    #expect(warns(draw(scene, 240, 240, .colour)) && draw(scene, 240, 240, .colour) != frame)
  }

  @Test("the line of prices is a week where it is known, else what the ring holds")
  func week() {
    var desk = Desk(markets: [.upbit("BTC")])
    for second in 0..<600 {
      desk.apply(
        .update(
          .trade(
            market: 0,
            Trade(id: nil, price: Double(second), volume: 1, time: Int64(second) * 1_000 + 1))))
    }
    let ring = desk.detailScene.prices
    #expect(ring.count <= 60 && ring.last == 599)
    var facts = CoinFacts(id: "bitcoin", symbol: "BTC", name: "Bitcoin", currency: "USD")
    facts.week = (0..<168).map(Double.init)
    desk.apply(.update(.facts(["BTC": facts])))
    let week = desk.detailScene.prices
    #expect(week.count == 56 && week.last == 167 && week.first == 2)
  }

  @Test("lights are the day's range, lit as far as the price stands in it")
  func lights() {
    var scene = Self.usual
    scene.price = 147_000_000
    #expect(scene.lights.bars.map(\.to) == [1] + Array(repeating: 0.15, count: 7))
    scene.price = 149_500_000
    #expect(scene.lights.bars.allSatisfy { $0.to == 1 && $0.role == .rise })
    scene.day = DetailScene.Range(low: 5, high: 5)
    #expect(scene.lights.bars.count { $0.to == 1 } == 5)
    scene.price = nil
    #expect(scene.lights.bars.isEmpty)
  }

  @Test("a mark is the user's picture, else a letter in a disc")
  func marks() {
    let red = FaceArt.Picture(size: Size(1, 1), rgba: [255, 255, 255, 255])
    let art = MarkArt(["BTC": red], theme: .dark(.greenRed))
    let marks = Marks(art, BuiltInTypesetter(), .mono)
    #expect(marks.picture(of: "BTC", side: 9).pixels.allSatisfy { $0 != 0 })
    let drawn = marks.picture(of: "ETH", side: 9)
    #expect(
      drawn.text == """
        .........
        .#.#####.
        ##.######
        ##....###
        ##.######
        ##.######
        ##.....##
        .#######.
        ..#####..
        """)
    #expect(
      Marks(nil, BuiltInTypesetter(), .mono).picture(of: "", side: 9).pixels.contains { $0 != 0 })
  }
}
