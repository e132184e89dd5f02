import MarketData
import Pixels
import TestSupport
import Testing
import Typeface

@testable import Glance
@testable import State

@Suite struct RoundGlanceTests {
  static let sizes = [
    Size(8, 8), Size(64, 64), Size(119, 119), Size(120, 120), Size(128, 128), Size(160, 160),
    Size(161, 161), Size(200, 240), Size(240, 240), Size(360, 360), Size(466, 466),
  ]
  static let largeSizes = sizes.filter { $0.width >= 120 }

  private func draw(
    _ scene: GlanceScene, _ surface: Surface, _ typesetter: any Typesetter
  ) -> Frame {
    var frame = Frame(surface.size)
    GlancePage(surface, typesetter: typesetter).draw(scene, on: &frame)
    return frame
  }

  @Test("no role is outside the circle, whatever is shown", arguments: sizes)
  func inside(size: Size) {
    let radius = Double(min(size.width, size.height)) / 2
    let corners = (0..<size.width * size.height).filter { index in
      let u = Double(index % size.width) + 0.5 - Double(size.width) / 2
      let v = Double(index / size.width) + 0.5 - Double(size.height) / 2
      return u * u + v * v > radius * radius
    }
    for (depth, typesetter) in [
      (Depth.mono, BuiltInTypesetter() as any Typesetter), (.colour, Typeface { _ in }),
    ] {
      var random = SeededGenerator(seed: size.height)
      let page = GlancePage(Surface(size, depth, outline: .circle), typesetter: typesetter)
      var frame = Frame(size)
      for _ in 0..<12 {
        var scene = Scenes.random(&random)
        scene.layout = Layout.allCases.randomElement(using: &random)!
        if scene.layout == .twoUp { scene.add(Scenes.random(&random)) }
        page.draw(scene, on: &frame)
        #expect(corners.allSatisfy { frame.pixels[$0] == 0 })
      }
    }
  }

  @Test("the parts of a circle lie in it and apart", arguments: largeSizes)
  func rects(size: Size) {
    for words in size.width < 160 ? [0] : [0, 15] {
      let layout = GlanceLayout(Surface(size, .colour, outline: .circle), words: words)
      let rects = [
        layout.face, layout.header, layout.price, layout.change, layout.chart, layout.footer,
      ]
      for (above, below) in zip(rects, rects.dropFirst()) {
        #expect(above.bottom < below.y, "\(above) \(below)")
        #expect(above.width > 0 && above.height > 0)
      }
      #expect(layout.price.width > layout.header.width)
      let middle = size.height / 2
      #expect((layout.price.y..<layout.price.bottom).contains(middle))
    }
  }

  @Test("one market has the whole circle, even where two would share it")
  func alone() {
    var scene = Scenes.usual()
    let surface = Surface(Size(240, 240), .colour, outline: .circle)
    func drawn() -> Frame {
      var frame = Frame(surface.size)
      GlancePage(surface, typesetter: BuiltInTypesetter()).draw(scene, on: &frame)
      return frame
    }
    let full = drawn()
    scene.layout = .twoUp
    #expect(drawn() == full)
  }

  @Test(
    "the parts of two markets mirror each other in the halves of a circle", arguments: largeSizes)
  func halves(size: Size) {
    let surface = Surface(size, .colour, outline: .circle)
    let words = size.width < 160 ? 0 : 15
    let (upper, lower) = (
      GlanceLayout(surface, words: words, half: .upper),
      GlanceLayout(surface, words: words, half: .lower)
    )
    let parts = { (layout: GlanceLayout) in
      [layout.change, layout.header, layout.price]
    }
    let middle = size.height / 2
    for (rect, mirrored) in zip(parts(upper), parts(lower)) {
      #expect(rect.size == mirrored.size && rect.bottom < middle && mirrored.y > middle)
      #expect(rect.y + mirrored.bottom == 2 * middle || size.height % 2 == 1)
    }
    for (above, below) in zip(parts(upper), parts(upper).dropFirst()) {
      #expect(above.bottom < below.y && above.width < below.width)
    }
    // The price is the largest of all.
    #expect(upper.price.height >= upper.nameHeight)
  }

  @Test("a favourite's star and its whole name stand over the candles")
  func star() {
    for (language, name) in [(Language.english, "BTC/KRW"), (.korean, "비트코인캐시")] {
      var scene = Scenes.usual(language)
      scene.layout = .chart
      scene.statusHeader.name = name
      let surface = Surface(Size(240, 240), .colour, outline: .circle)
      let plan = GlancePlan(for: scene, on: surface, typesetter: Typeface { _ in })
      let width = plan.name.width(name) + 2 + Star(beside: plan.name).side
      #expect(width <= plan.layout.header.width, "\(name)")
    }
  }

  @Test("a name that has no room over the candles is without its quote, and never cut")
  func names() {
    let surface = Surface(Size(240, 240), .colour, outline: .circle)
    for (language, name) in [(Language.english, "1000SATS/USDT"), (.korean, "비트코인/KRW")] {
      for layout in [Layout.full, .digits, .chart] {
        var scene = Scenes.usual(language)
        (scene.layout, scene.statusHeader.name) = (layout, name)
        if language == .english { scene.statusHeader.code = name }
        let plan = GlancePlan(for: scene, on: surface, typesetter: Typeface { _ in })
        let shown = GlanceLines(round: scene, plan, isHalf: false).name?.text
        #expect(shown == name || shown == name.withoutQuote, "\(layout) \(shown ?? "")")
      }
    }
  }

  @Test("titles and names on pages of a circle are whole where a shorter form has room")
  func titles() {
    let surface = Surface(Size(240, 240), .colour, outline: .circle)
    for language in Language.allCases {
      let layout = PageLayout(surface, language, typesetter: Typeface { _ in })
      for code in ["BTC/KRW", "PEPE/KRW", "WAXP/USDT"] {
        var header = Scenes.usual(language).statusHeader
        (header.code, header.name) = (code, language == .korean ? "비트코인/KRW" : code)
        for page in PageCatalog.turnable {
          let title = layout.title(PageCatalog[page].title, of: header)
          #expect(layout.title.width(title) <= layout.chord(for: title), "\(title)")
        }
        var (long, short) = (Frame(surface.size), Frame(surface.size))
        layout.drawHeader(header.name, header, on: &long)
        layout.drawHeader(header.name.withoutQuote, header, on: &short)
        let hasRoom = layout.title.width(header.name) <= layout.chord(for: header.name)
        #expect(hasRoom || long == short, "\(code)")
      }
    }
  }

  @Test(
    "the rim is bright on the right where the day rose and on the left where it fell, half around at five per cent"
  )
  func rim() {
    let size = Size(240, 240)
    let surface = Surface(size, .colour, outline: .circle)
    /// Columns left and right of the middle, and the lowest row, that the role has on the rim.
    func arc(_ change: Double) -> (left: Int, right: Int, lowest: Int) {
      var scene = GlanceScene()
      (scene.price, scene.change, scene.statusHeader.link) = (100, change, .streaming)
      let frame = draw(scene, surface, BuiltInTypesetter())
      let role = change > 0 ? ColourRole.rise : .fall
      var arc = (left: 0, right: 0, lowest: -1)
      for y in 0..<240 {
        for x in 0..<240 where frame[x, y] >> 4 == role.rawValue && frame[x, y] & 15 > 8 {
          let (u, v) = (Double(x) - 119.5, Double(y) - 119.5)
          guard (u * u + v * v).squareRoot() > 114 else { continue }
          if x < 120 { arc.left += 1 } else { arc.right += 1 }
          arc.lowest = y
        }
      }
      return arc
    }
    #expect(arc(0.025).left == 0)
    #expect((118...121).contains(arc(0.025).lowest))
    #expect(arc(-0.025).right == 0)
    #expect(arc(-0.025).left == arc(0.025).right)
    #expect(arc(0.05).lowest >= 238)
    #expect(arc(0.9).right == arc(0.05).right)
    #expect(arc(0.01).right * 4 < arc(0.05).right)
  }

  @Test("all of the rim has the colour of the day's way")
  func ring() {
    let surface = Surface(Size(240, 240), .colour, outline: .circle)
    for (change, link, role) in [
      (0.0001, Link.streaming, ColourRole.rise), (-0.0001, .streaming, .fall),
      (0, .streaming, .faint), (-0.03, .stale, .dim),
    ] {
      var scene = GlanceScene()
      (scene.price, scene.change, scene.statusHeader.link) = (100, change, link)
      let frame = draw(scene, surface, BuiltInTypesetter())
      for (x, y) in [(120, 1), (238, 120), (120, 238), (1, 120), (203, 36), (36, 203)] {
        #expect(frame[x, y] >> 4 == role.rawValue, "\(change) at \(x), \(y)")
        #expect(frame[x, y] & 15 >= 4)
      }
    }
  }
}
