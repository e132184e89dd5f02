import MarketData
import Pixels
import TestSupport
import Testing
import Typeface

@testable import Glance
@testable import State

@Suite("The list on panels")
struct ListPageTests {
  private static let usual: ListScene = {
    var scene = ListScene(statusHeader: Scenes.usual().statusHeader)
    scene.order = .changeDown
    scene.rows = [
      ("XRP", 3_160, 0, 0.0476), ("BTC", 148_737_000, 0, 0.0123), ("DOGE", 0.21, 2, -0.031),
      ("ETH", 4_343_000, 0, -0.0275), ("SOL", 1_234, 0, nil as Double?),
    ].map { base, price, decimals, change in
      var row = ListScene.Row()
      (row.base, row.code) = (base, base + "/KRW")
      (row.price, row.change) = (Money(price, decimals: decimals), change)
      row.prices = [1, 2, 3, 2]
      return row
    }
    scene.rows[1].isFavourite = true
    (scene.count, scene.shown) = (5, 1)
    return scene
  }()

  private func draw(
    _ scene: ListScene, _ width: Int, _ height: Int, _ depth: Depth = .mono
  ) -> Frame {
    DrawnPages.draw(Scene(scene), Surface(Size(width, height), depth))
  }

  @Test("a row has name, price and change; the one on the screen a pointer, a favourite a star")
  func rows() {
    #expect(
      draw(Self.usual, 128, 32).text == """
        ......#..................................................................................................#......#.....###..#####
        ......#................................#####...................................................###......##.....##....#...#.#....
        .###..#.##...###..#.##...####..###......###...................................................#####......#....#.#..#.#...#.####.
        #...#.##..#.....#.##..#.#...#.#...#.....###...................................................#####......#...#..#....#...#.....#
        #.....#...#..####.#...#.#...#.#####......#....................................................#####......#...#####.#.#...#.....#
        #...#.#...#.#...#.#...#..####.#..........#.....................................................###.......#......#....#...#.#...#
        .###..#...#..####.#...#.....#..###......................................................................###.....#.....###...###.
        .........................###....................................................................................................
        ................................................................................................................................
        ....#...#.####..####........#...#.####..#...#...................###.......#....###...###...............#....#####..###..##.....#
        ....#...#.#...#.#...#.....#.#..#..#...#.#...#..................#...#.....##...#...#.#...#.......#.....##........#.#...#.##..#..#
        .....#.#..#...#.#...#....#..#.#...#...#.#...#......................#......#...#.....#...#.......#....#.#.......#..#........#...#
        ......#...####..####....#...##....####..#.#.#....................##.......#...####..#...#.....#####.#..#......#...####....#....#
        .....#.#..#.#...#......#....#.#...#.#...#.#.#......................#......#...#...#.#...#.......#...#####....#....#...#..#.....#
        ....#...#.#..#..#.....#.....#..#..#..#..#.#.#..................#...#..#...#...#...#.#...#.......#......#.....#....#...#.#..##..#
        ....#...#.#...#.#...........#...#.#...#..#.#....................###...#..###...###...###...............#..#..#.....###.....##..#
        .....................................................................#.........................................................#
        ...............................................................................................................................#
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        ....####..#####..###........#...#.####..#...#...............#......#...###....#####.#...#.............#......###...###..##......
        #...#...#...#...#...#.....#.#..#..#...#.#...#.....#........##.....##..#...#.......#.##.##.......#....##.....#...#.#...#.##..#...
        ##..#...#...#...#........#..#.#...#...#.#...#...#####.......#....#.#..#...#......#..#.#.#.......#.....#.........#.....#....#....
        ###.####....#...#.......#...##....####..#.#.#....###........#...#..#...###......#...#.#.#.....#####...#.......##....##....#.....
        ##..#...#...#...#......#....#.#...#.#...#.#.#....###........#...#####.#...#....#....#...#.......#.....#......#........#..#......
        #...#...#...#...#...#.#.....#..#..#..#..#.#.#...##.##.......#......#..#...#....#....#...#.......#.....#.....#.....#...#.#..##...
        ....####....#....###........#...#.#...#..#.#...............###.....#...###..#..#....#...#............###..#.#####..###.....##...
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        """)
  }

  @Test("digits that change move nothing beside them")
  func jitter() throws {
    for (width, height) in [(128, 64), (160, 80), (240, 240), (250, 122)] {
      let before = draw(Self.usual, width, height)
      var scene = Self.usual
      // One digit is another, however many of them are shown.
      scene.rows[1].price?.amount = 149_737_000
      let change = try #require(
        draw(scene, width, height).difference(from: before), "\(width)x\(height)")
      #expect(change.width <= 30 && change.height <= 30, "\(width)x\(height)")
    }
  }

  @Test("rows do not depend on which one is pointed at while the same page is seen")
  func pointing() {
    let before = draw(Self.usual, 128, 64)
    var scene = Self.usual
    scene.shown = 3
    #expect(draw(scene, 128, 64).difference(from: before).map { $0.right <= 3 } ?? false)
  }

  @Test("nobody to show is said in words")
  func empty() {
    let scene = ListScene(statusHeader: Scenes.usual().statusHeader)
    #expect(
      draw(scene, 128, 64).text.split(separator: "\n").dropFirst(20).contains { $0.contains("#") })
  }

  @Test("where there is room for one number only, it is the one that sorts")
  func narrow() {
    let layout = PageLayout(
      Surface(Size(64, 48), .mono), .english, typesetter: BuiltInTypesetter())
    let byPrice = ListColumns(layout, width: 64, sortedBy: .price)
    #expect(byPrice.change.isEmpty && !byPrice.price.isEmpty)
    let byChange = ListColumns(layout, width: 64, sortedBy: .change)
    #expect(!byChange.change.isEmpty && byChange.price.isEmpty)
    for width in 1...400 {
      let columns = ListColumns(layout, width: width, sortedBy: nil)
      let parts = [columns.name, columns.line, columns.price, columns.change]
      for (part, next) in zip(parts, parts.dropFirst()) where !next.isEmpty {
        #expect(part.upperBound <= next.lowerBound, "\(width)")
      }
    }
  }

  @Test(
    "on the narrowest panels a name has a line of its own, and below it is the number that sorts")
  func stacked() {
    let surface = Surface(Size(64, 128), .mono)
    let layout = PageLayout(surface, .english, typesetter: BuiltInTypesetter())
    #expect(layout.isStacked)
    let orders: [(Term?, Bool)] = [(.price, true), (.change, false), (nil, false)]
    for (term, isPrice) in orders {
      let columns = ListColumns(layout, width: 61, sortedBy: term)
      #expect(columns.name.count >= columns.letters.width("DOGE/USDT"))
      #expect(columns.price.isEmpty != isPrice && columns.change.isEmpty == isPrice)
    }
    let wide = PageLayout(
      Surface(Size(135, 240), .colour), .english, typesetter: Typeface { _ in })
    let columns = ListColumns(wide, width: wide.rowsWidth - 8, sortedBy: .change)
    #expect(wide.isStacked && !columns.price.isEmpty && !columns.change.isEmpty)
  }

  @Test("two coins are told apart on the narrowest panels, too")
  func narrowNames() {
    for size in [Size(64, 128), Size(80, 160)] {
      let frames = ["DOGE", "DOT"].map { base in
        var scene = Self.usual
        (scene.rows[2].base, scene.rows[2].code) = (base, base + "/KRW")
        scene.rows[2].isFavourite = true
        return draw(scene, size.width, size.height)
      }
      #expect(frames[0] != frames[1], "\(size)")
    }
  }

  @Test("of one coin for two currencies, each says for which", arguments: Language.allCases)
  func quotes(language: Language) {
    let typeface = Typeface { _ in }
    let surfaces = AnyPageTests.surfaces.filter {
      $0.size.width >= 128 && $0.size.height >= 32
    }
    for surface in surfaces {
      let frames = ["BTC", "USDT"].map { quote in
        var scene = Self.usual
        scene.statusHeader.language = language
        scene.rows = ["KRW", quote].map { quote in
          var row = ListScene.Row()
          (row.base, row.code) = ("ETH", "ETH/" + quote)
          row.name = language == .korean ? "이더리움" : ""
          (row.price, row.change) = (Money(0.030521, decimals: 6), 0.0123)
          return row
        }
        (scene.count, scene.shown) = (2, 0)
        return DrawnPages.draw(Scene(scene), surface, typeface)
      }
      #expect(frames[0] != frames[1], "\(surface.size)")
    }
  }

  @Test("a price that is known stays, however long the name before it is")
  func longNames() {
    var scene = Self.usual
    for index in scene.rows.indices {
      scene.rows[index].name = "\(scene.rows[index].base) Bithumb"
      scene.rows[index].exchangeName = scene.rows[index].name
    }
    for size in [Size(128, 32), Size(128, 64), Size(160, 80)] {
      let known = draw(scene, size.width, size.height)
      var other = scene
      other.rows[1].price = nil
      #expect(draw(other, size.width, size.height) != known, "\(size)")
    }
  }

  @Test("where there are colours, a row lies on that of its change, and one that is old on none")
  func tint() {
    func roles(_ scene: ListScene, _ depth: Depth) -> [ColourRole: Int] {
      draw(scene, 240, 240, depth).pixels.filter { $0 & 15 == 3 }.reduce(into: [:]) {
        $0[ColourRole(rawValue: $1 >> 4)!, default: 0] += 1
      }
    }
    var scene = Self.usual
    let areas = roles(scene, .colour)
    #expect(areas[.rise, default: 0] > 4_000 && areas[.fall, default: 0] > 4_000)
    for index in scene.rows.indices { scene.rows[index].isOld = true }
    #expect(roles(scene, .colour).values.allSatisfy { $0 < 100 })
    #expect(roles(Self.usual, .mono).isEmpty)
  }

  @Test("in one bit an old row is no picture of a live one where others are of now")
  func oldInOneBit() {
    var scene = Self.usual
    for size in [Size(128, 64), Size(128, 32), Size(250, 122)] {
      for index in scene.rows.indices { scene.rows[index].change = nil }
      // With a dash for the change it is the mark that tells.
      let live = draw(scene, size.width, size.height, .mono)
      for index in scene.rows.indices { scene.rows[index].isOld = true }
      #expect(draw(scene, size.width, size.height, .mono) != live)
      scene = Self.usual
    }
  }

  @Test("where the header says that it is old, prices have all of their digits, and their changes")
  func oldInHeader() {
    var scene = Self.usual
    scene.statusHeader.link = .stale
    for size in [Size(84, 48), Size(128, 64)] {
      let pictures = [false, true].map { isOld in
        for index in scene.rows.indices { scene.rows[index].isOld = isOld }
        return draw(scene, size.width, size.height, .mono).text
      }
      #expect(pictures[0] == pictures[1])
    }
  }

  @Test("a coin's mark wears no colour that says how a market goes")
  func marks() {
    let meant: Set<ColourRole> = [.rise, .fall, .still, .warning]
    for code in ["BTC", "ETH", "XRP", "DOGE", "SOL", "A", ""] {
      let picture = Marks(nil, BuiltInTypesetter(), .colour).picture(of: code, side: 40)
      #expect(picture.pixels.allSatisfy { !meant.contains(ColourRole(rawValue: $0 >> 4)!) })
    }
  }

  @Test("a name that is too long loses what it is paid in before the time is lost")
  func header() {
    let layout = PageLayout(
      Surface(Size(128, 64), .mono), .english, typesetter: BuiltInTypesetter())
    var header = Scenes.usual().statusHeader
    func draw(_ title: String) -> Frame {
      var frame = Frame(layout.surface.size)
      layout.drawHeader(title, header, on: &frame)
      return frame
    }
    #expect(draw("ABCDEFGHIJKL/KRW") == draw("ABCDEFGHIJKL"))
    #expect(draw("BTC/KRW") != draw("BTC"))
    let timed = draw("ABCDEFGHIJKL/KRW")
    header.clock = "17:17"
    #expect(draw("ABCDEFGHIJKL/KRW") != timed)
  }

  @Test("on a circle rows are as wide as its chord, and letters larger than the smallest")
  func round() {
    let surface = Surface(Size(240, 240), .colour, outline: .circle)
    let layout = PageLayout(surface, .english, typesetter: Typeface { _ in })
    let rows = layout.listRows(in: layout.rowsArea, count: .max)
    #expect(rows.count >= 7 && rows.allSatisfy { layout.rowsArea.intersection($0) == $0 })
    #expect(rows.map(\.width).max()! > layout.body.width)
    let columns = ListColumns(layout, width: layout.rowsWidth, sortedBy: nil)
    #expect(columns.letters.ascent >= 9 && !columns.price.isEmpty && !columns.change.isEmpty)
    for row in rows {
      for (x, y) in [(row.x, row.y), (row.right, row.bottom)] {
        #expect((x - 120) * (x - 120) + (y - 120) * (y - 120) < 120 * 120)
      }
    }
  }
}
