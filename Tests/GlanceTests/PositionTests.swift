import Pixels
import TestSupport
import Testing
import Timing
import Typeface

@testable import Glance
@testable import State

@Suite("Where one is")
struct PositionTests {
  private static let pages: [PageName] = [.glance, .chart, .detail, .book, .trades, .list, .clock]

  private func desk(_ language: Language, _ pages: [PageName] = pages) -> Desk {
    .streaming(
      markets: [.upbit("BTC"), .upbit("ETH")],
      settings: Settings(language: language, pages: pages),
      at: Moment(monotonic: 0, wall: 1_795_147_953_000))
  }

  @Test("every page but the glance has a dot for each of them, where there is room")
  func dots() {
    let typeface = Typeface { _ in }
    for surface in [
      Surface(Size(240, 240), .colour), Surface(Size(135, 240), .colour),
      Surface(Size(320, 240), .colour), Surface(Size(240, 240), .colour, outline: .circle),
    ] {
      for page in Self.pages.dropFirst() {
        let drawing = Pages(surface, typesetter: typeface)
        let others = Self.pages.filter { $0 != page }
        let frames = [0, 3].map { position in
          var desk = desk(.english, others[..<position] + [page] + others[position...])
          desk.apply(.command(.show(page)))
          #expect(desk.scene.statusHeader.pagePosition == position)
          var frame = Frame(surface.size)
          drawing.draw(desk.scene, on: &frame)
          return frame
        }
        let moved = frames[0].difference(from: frames[1])
        #expect((moved?.height ?? 0) >= 2 && (moved?.width ?? 0) >= 2, "\(surface) \(page)")
      }
    }
  }

  @Test("nothing that a page says comes near to its dots", arguments: Language.allCases)
  func apart(language: Language) {
    let typeface = Typeface { _ in }
    var count = 0
    for surface in [
      Surface(Size(240, 135), .colour), Surface(Size(480, 320), .colour),
      Surface(Size(128, 128), .colour), Surface(Size(240, 240), .colour),
    ] {
      let layout = PageLayout(surface, language, typesetter: typeface)
      #expect(!layout.dots.isEmpty)
      for seed in 1...20 {
        var random = SeededGenerator(seed: UInt64(seed))
        var desk = Desks.random(&random, language)
        for page in PageCatalog.turnable where page != .glance {
          desk.apply(.command(.show(page)))
          guard desk.page == page, desk.statusHeader.hint == nil else { continue }
          var frame = Frame(surface.size)
          desk.scene.content.draw(on: layout, &frame)
          let rows = layout.dots.y - 2..<layout.dots.y
          let isFree = rows.allSatisfy { y in
            (0..<surface.size.width).allSatisfy { frame[$0, y] == 0 }
          }
          #expect(isFree, "\(surface) \(page) \(seed)")
          count += 1
        }
      }
    }
    #expect(count > 100)
  }

  @Test("the glance does not say which page it is")
  func glance() {
    let desk = desk(.english)
    #expect(desk.page == .glance && desk.turnablePages.count == Self.pages.count)
    #expect(desk.scene.statusHeader.pageCount == 0)
  }

  @Test("a page that is not turned to has no dot")
  func reached() {
    let settings = Settings(allPages: [.glance, .portfolio, .clock])
    var desk = Desk(markets: [.upbit("BTC")], settings: settings)
    func dots(on page: PageName) -> [Int] {
      desk.apply(.command(.show(page)))
      return [desk.statusHeader.pagePosition, desk.statusHeader.pageCount]
    }
    #expect(dots(on: .clock) == [1, 2] && dots(on: .portfolio) == [1, 3])
  }

  @Test("a dot is two pixels at least, and that of what is shown is twice as wide")
  func sides() {
    for side in 2...5 {
      var frame = Frame(Size(100, 8))
      let dots = PositionDots(position: 1, count: 4, side: side)
      dots.draw(x: 1, y: 1, on: &frame)
      #expect(frame.inked == Rect(x: 1, y: 1, width: dots.width, height: side))
      let runs = (0..<100).split { frame[$0, 1] == 0 }.map(\.count)
      #expect(runs == [side, 2 * side, side, side])
    }
    #expect(PositionDots(position: 0, count: 1, side: 2).width == 0)
  }

  @Test("where there is no room there are none")
  func room() {
    let surface = Surface(Size(72, 40), .mono)
    let layout = PageLayout(surface, .english, typesetter: BuiltInTypesetter())
    var header = StatusHeader()
    (header.link, header.clock) = (.streaming, "14:05")
    func drawn(_ count: Int) -> Frame {
      var frame = Frame(surface.size)
      header.pageCount = count
      layout.drawHeader("BTC/KRW", header, on: &frame)
      return frame
    }
    #expect(drawn(12) == drawn(0))
  }

  @Test("book, trades and detail say which page they are")
  func titles() {
    for language in Language.allCases {
      for surface in [Surface(Size(240, 240), .colour), Surface(Size(128, 64), .mono)] {
        let layout = PageLayout(surface, language, typesetter: Typeface { _ in })
        let header = desk(language).statusHeader
        for title in [BookScene.title, TradesScene.title, DetailScene.title] {
          let text = layout.title(title, of: header)
          #expect(text.hasSuffix(title[language]), "\(text)")
          #expect(text.hasPrefix("BTC"), "\(text)")
        }
      }
    }
    // Where its name has no room, the market goes by its code.
    let low = PageLayout(Surface(Size(64, 48), .mono), .korean, typesetter: Typeface { _ in })
    var header = desk(.korean).statusHeader
    header.name = "비트코인/KRW"
    #expect(low.title(BookScene.title, of: header) == "BTC 호가")
  }
}
