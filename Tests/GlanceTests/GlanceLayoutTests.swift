import MarketData
import Pixels
import TestSupport
import Testing
import Typeface

@testable import Glance
@testable import State

@Suite("The layouts of the glance")
struct GlanceLayoutTests {
  private static let sizes = GlancePageTests.sizes.prefix(12)

  private func scene(_ layout: Layout, _ language: Language = .english) -> GlanceScene {
    var scene = Scenes.usual(language)
    scene.layout = layout
    if layout == .twoUp { scene.add(Scenes.usual(language)) }
    return scene
  }

  private func draw(_ scene: GlanceScene, _ surface: Surface) -> Frame {
    var frame = Frame(surface.size)
    GlancePage(surface, typesetter: Typeface { _ in }).draw(scene, on: &frame)
    return frame
  }

  @Test("have parts inside and apart", arguments: sizes)
  func rects(size: Size) {
    for layout in [Layout.digits, .chart] {
      for outline in [Surface.Outline.rectangle, .circle] {
        let surface = Surface(size, .mono, outline: outline)
        guard GlanceForm(surface) == .panel || GlanceForm(surface) == .round else { continue }
        for words in [0, 15] {
          let parts = GlanceLayout(surface, words: words, layout: layout)
          let rects = [
            parts.header, parts.price, parts.change, parts.chart, parts.footer,
          ].filter { !$0.isEmpty }
          for (index, rect) in rects.enumerated() {
            #expect(rect.intersection(Rect(size)) == rect)
            for other in rects.dropFirst(index + 1) {
              #expect(rect.intersection(other).isEmpty, "\(layout) \(rect) \(other)")
            }
          }
        }
      }
    }
  }

  @Test("have small letters that suit tall words beside them")
  func smallLetters() {
    for (surface, plain, beside) in [
      (Surface(Size(135, 240), .colour), 10, 10), (Surface(Size(128, 128), .grey), 7, 10),
      (Surface(Size(240, 240), .colour), 13, 13), (Surface(Size(250, 122), .mono), 8, 8),
    ] {
      #expect(GlanceLayout(surface, words: 0).smallHeight == plain)
      #expect(GlanceLayout(surface, words: 9).smallHeight == plain)
      #expect(GlanceLayout(surface, words: 15).smallHeight == beside)
    }
  }

  @Test("have one margin for the name, the price, the change and the candles")
  func margins() {
    for size in [Size(240, 240), Size(135, 240), Size(320, 240), Size(160, 80)] {
      let parts = GlanceLayout(Surface(size, .colour), words: 0)
      let isLow = size.height < 120
      let lefts = [parts.header.x, parts.price.x, isLow ? parts.face.x : parts.change.x]
      #expect(Set(lefts).count == 1, "\(size)")
      let rights = [parts.header.right, parts.price.right, parts.chart.right]
      #expect(Set(rights.filter { $0 > 0 }).count == 1, "\(size)")
    }
  }

  @Test("low panels keep twelve rows of candles, changes that are read from afar, and all digits")
  func lowPanels() {
    #expect(GlanceLayout(Surface(Size(160, 80), .colour), words: 9).chart.height >= 12)
    let surface = Surface(Size(128, 64), .mono)
    let plan = GlancePlan(for: scene(.full), on: surface, typesetter: Typeface { _ in })
    #expect(plan.change.ascent >= 10 && plan.price.large.ascent >= 20)
    var long = scene(.full)
    long.price = 148_766_564_000
    let low = GlancePlan(
      for: long, on: Surface(Size(128, 32), .mono), typesetter: Typeface { _ in })
    #expect(low.price.isWhole && low.layout.chart.width >= 44)
  }

  @Test("tall panels break a price of many digits, and no short one")
  func tall() {
    let letters = { Lettering(BuiltInGlyphs(scale: max(1, $0 / BuiltInGlyphs.digitHeight))) }
    func form(_ price: String) -> PriceLayout.Form {
      PriceLayout(
        price, in: Rect(x: 0, y: 0, width: 131, height: 117), isCentred: false, canStack: true,
        hasTiers: true, depth: .colour, letters
      ).form
    }
    #expect(form("148,753,000") == .groups([4, 4, 3], tail: 0))
    #expect(form("148,753") == .groups([4, 3], tail: 0))
    #expect(form("9,412") == .row)
  }

  @Test("tall panels break a price after its commas alone, and never at its point")
  func point() {
    let typeface = Typeface { _ in }
    for price in ["999.9", "0.0421", "1,234.5", "99,072.87", "1,099,072.87"] {
      let layout = PriceLayout(
        price, in: Rect(x: 2, y: 20, width: 131, height: 117), isCentred: false, canStack: true,
        hasTiers: true, depth: .colour
      ) { typeface.lettering(digitHeight: $0, weight: .condensedBold, depth: .colour) }
      let rows = layout.runs(of: price)
      #expect(!rows.contains { $0.text.hasSuffix(".") }, "\(rows.map(\.text))")
      for row in rows {
        let right = row.x + row.lettering.width(row.text) - row.lettering.digitBearings.right
        #expect(right <= 133, "\(price) \(layout.form)")
      }
    }
  }

  @Test("what a change is counted from may lose its time zone, but no unit")
  func baseline() {
    func label(_ baseline: String, _ width: Int, _ height: Int) -> String {
      let surface = Surface(Size(width, height), .mono)
      return GlancePlan(for: scene(.full), on: surface, typesetter: BuiltInTypesetter())
        .label(baseline)
    }
    let sizes = [(240, 240), (128, 64), (128, 32)]
    let names = ["since 09:00 KST", "since 09:00 KST", "09:00"]
    #expect(sizes.map { label("09:00 KST", $0.0, $0.1) } == names)
    #expect(label("24 h", 128, 32) == "24 h" && label("24 h", 84, 48) == "")
  }

  @Test("what a change is counted from is said in Korean on Korean glances, or by the time alone")
  func koreanBaseline() {
    let typeface = Typeface { _ in }
    func label(_ layout: Layout, _ surface: Surface, _ language: Language = .korean) -> String {
      GlancePlan(for: scene(layout, language), on: surface, typesetter: typeface)
        .label("09:00 KST")
    }
    #expect(label(.digits, Surface(Size(128, 64), .mono), .english) == "since 09:00")
    #expect(label(.digits, Surface(Size(128, 64), .mono)) == "09시 기준")
    #expect(label(.full, Surface(Size(144, 168), .mono, medium: .reflective)) == "09시 기준")
    for surface in GlancePartsTests.surfaces {
      for layout in [Layout.full, .digits, .chart] {
        let label = label(layout, surface)
        #expect(!label.contains("since"), "\(surface.size) \(layout)")
      }
    }
  }

  @Test("no digit of a price is cut off, however narrow the panel is")
  func whole() {
    var scene = scene(.full)
    scene.price = 146_669_000
    let typeface = Typeface { _ in }
    for depth in [Depth.colour, .mono] {
      for width in stride(from: 56, through: 200, by: 4) {
        for height in stride(from: 32, through: 96, by: 8) {
          let surface = Surface(Size(width, height), depth)
          let price = GlancePlan(for: scene, on: surface, typesetter: typeface).price
          guard price.isWhole else { continue }
          for run in price.runs(of: "146,669,000") {
            let right = run.x + run.lettering.width(run.text) - run.lettering.digitBearings.right
            #expect(right <= price.rect.right, "\(width)×\(height) \(price.form)")
          }
        }
      }
    }
  }

  @Test("no digit of a broken price is cut off where a currency's sign stands before it")
  func signed() {
    let typeface = Typeface { _ in }
    for size in [Size(135, 240), Size(170, 320), Size(80, 160)] {
      for currency in ["USD", "KRW", "USDT"] {
        for price in [103_807.02, 9_072.87, 148_753_000] {
          var scene = scene(.full)
          (scene.price, scene.decimals) = (price, price < 1e6 ? 2 : 0)
          scene.mark = CurrencyMark(currency)
          let plan = GlancePlan(for: scene, on: Surface(size, .colour), typesetter: typeface)
          guard plan.price.isWhole else { continue }
          for run in plan.price.runs(of: plan.text(of: scene.money)) {
            let right = run.x + run.lettering.width(run.text) - run.lettering.digitBearings.right
            #expect(right <= plan.price.rect.right, "\(size) \(currency) \(price)")
          }
        }
      }
    }
  }

  @Test("digits have the largest price, the chart has the most candles' room", arguments: sizes)
  func largest(size: Size) {
    let surface = Surface(size, .mono)
    func plan(_ layout: Layout) -> GlancePlan {
      GlancePlan(for: scene(layout), on: surface, typesetter: Typeface { _ in })
    }
    let (full, digits, chart) = (plan(.full), plan(.digits), plan(.chart))
    #expect(digits.price.large.ascent >= full.price.large.ascent)
    #expect(chart.layout.chart.size.area > full.layout.chart.size.area)
    #expect(digits.layout.chart.isEmpty && digits.layout.face.isEmpty)
  }

  private static let chartDigits: [(surface: Surface, digits: Int)] = [
    (Surface(Size(240, 240), .colour), 30), (Surface(Size(160, 80), .colour), 16),
    (Surface(Size(250, 122), .mono), 24), (Surface(Size(128, 64), .mono), 12),
    (Surface(Size(128, 32), .mono), 7), (Surface(Size(240, 240), .colour, outline: .circle), 22),
  ]

  @Test("the chart layout has a price that is read from afar, and its change at the right edge")
  func chartDigits() throws {
    for (surface, digits) in Self.chartDigits {
      let page = GlancePage(surface, typesetter: Typeface { _ in })
      let scene = scene(.chart)
      #expect(page.digitHeight(of: scene)! >= digits, "\(surface)")
      let parts = page.parts(of: scene)
      func inked(_ part: GlancePart) throws -> Rect {
        let frame = try #require(parts.first { $0.part == part }?.frame, "\(surface) \(part)")
        return try #require(frame.difference(from: Frame(surface.size)))
      }
      let (change, price, candles) = try (inked(.change), inked(.price), inked(.candles))
      if surface.outline == .rectangle {
        #expect(change.right >= surface.size.width - max(2, surface.shortSide / 22), "\(surface)")
      }
      #expect(change.y >= price.bottom || change.x >= price.right + 4 || price.y > change.bottom)
      #expect(candles.bottom <= surface.size.height - (surface.size.height < 44 ? 1 : 3))
    }
  }

  @Test("a slope beside the day's change has its colour")
  func slope() {
    var scene = scene(.chart)
    for change in [0.0045, -0.0045] {
      scene.change = change
      guard case .chart(_, let role) = scene.slides[0].picture else {
        Issue.record("no chart")
        continue
      }
      #expect(role == ColourRole(change: change))
    }
  }

  @Test("two markets share a panel: what one says changes nothing of the other", arguments: sizes)
  func pair(size: Size) throws {
    let surface = Surface(size, .colour)
    let before = scene(.twoUp, .korean)
    var other = Scenes.usual(.korean)
    other.price = 5_000_000
    other.statusHeader.link = .stale
    var after = before
    after.add(other)
    let changed = try #require(draw(after, surface).difference(from: draw(before, surface)))
    let isBeside = changed.x >= size.width / 2
    #expect(isBeside != (changed.y >= size.height / 2))
    after = before
    after.price = 5_000_000
    let first = try #require(draw(after, surface).difference(from: draw(before, surface)))
    #expect(isBeside ? first.right <= size.width / 2 : first.bottom <= size.height / 2)
  }

  @Test("eight dots square hold candles, and two markets")
  func lights() {
    let surface = Surface(Size(8, 8), .mono)
    #expect(
      draw(scene(.chart), surface).text == """
        ......##
        ......#.
        ......#.
        ...###..
        ...###..
        ..#.....
        #.#.....
        .#......
        """)
    let pair = draw(scene(.twoUp), surface)
    #expect((0..<8).allSatisfy { pair[3, $0] == 0 && pair[4, $0] == 0 })
    #expect(pair.pixels.contains { $0 != 0 })
  }

  @Test("two markets are told apart where each has room for one slide alone")
  func smallPair() {
    let sizes = [Size(84, 48), Size(72, 40), Size(64, 48), Size(64, 32)]
    for size in sizes + sizes.map({ Size($0.height, $0.width) }) {
      func picture(_ code: String, _ price: Double = 148_737_000) -> Frame {
        var (scene, other) = (Scenes.usual(), Scenes.usual())
        scene.layout = .twoUp
        other.statusHeader.code = code
        other.price = price
        scene.add(other)
        return draw(scene, Surface(size, .mono))
      }
      if size.width > size.height {
        #expect(picture("ETH/KRW") != picture("XRP/KRW"), "\(size)")
      }
      // A name that leaves no room for its price is shorter, or is not there.
      for code in ["BTC/KRW", "BTC/KRW Bithumb"] {
        #expect(picture(code) != picture(code, 148_337_000), "\(size), \(code)")
      }
    }
  }

  @Test("are stepped through by a command, and begin as the file says")
  func command() {
    var settings = Settings()
    settings.layout = .chart
    var desk = desk(of: ["BTC", "ETH", "XRP"], settings)
    var seen: [Layout] = []
    for _ in Layout.allCases {
      seen.append(desk.glanceScene.layout)
      desk.apply(.command(.nextLayout))
    }
    #expect(seen == [.chart, .twoUp, .full, .digits] && desk.layout == .chart)
    desk.apply(.command(.nextLayout))
    desk.apply(.settings(settings))
    #expect(desk.layout == .twoUp, "a file that says nothing new leaves what the user chose")
    settings.layout = .digits
    desk.apply(.settings(settings))
    #expect(desk.layout == .digits)
  }

  @Test("two markets are this one and the next, and the first after the last")
  func neighbours() {
    var settings = Settings()
    settings.layout = .twoUp
    var desk = desk(of: ["BTC", "ETH"], settings)
    #expect(desk.glanceScene.pair.map(\.statusHeader.name) == ["BTC/KRW", "ETH/KRW"])
    desk.apply(.command(.nextMarket))
    #expect(desk.glanceScene.pair.map(\.statusHeader.name) == ["ETH/KRW", "BTC/KRW"])
    #expect(self.desk(of: ["BTC"], settings).glanceScene.beside.isEmpty)
  }

  private func desk(of bases: [String], _ settings: Settings) -> Desk {
    Desk(
      markets: bases.map {
        .upbit($0)
      }, settings: settings)
  }
}

extension Size {
  fileprivate var area: Int { width * height }
}
