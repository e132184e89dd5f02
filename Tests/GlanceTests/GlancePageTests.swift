import MarketData
import Pixels
import TestSupport
import Testing
import Typeface

@testable import Glance
@testable import State

@Suite struct GlancePageTests {
  static let sizes = [
    Size(128, 64), Size(240, 240), Size(64, 32), Size(400, 240), Size(128, 32), Size(64, 128),
    Size(135, 240), Size(240, 135), Size(160, 80), Size(80, 160), Size(170, 320), Size(128, 128),
    Size(80, 46), Size(96, 16), Size(9, 9), Size(1, 1), Size(300, 8),
  ]

  private func draw(
    _ scene: GlanceScene, _ size: Size, _ depth: Depth, _ typesetter: any Typesetter
  ) -> Frame {
    var frame = Frame(size)
    GlancePage(Surface(size, depth), typesetter: typesetter).draw(scene, on: &frame)
    return frame
  }

  @Test("a page draws any scene on any size as a new page would", arguments: sizes)
  func anything(size: Size) {
    for (depth, typesetter) in [
      (Depth.mono, BuiltInTypesetter() as any Typesetter), (.colour, Typeface { _ in }),
    ] {
      var random = SeededGenerator(seed: size.width)
      let page = GlancePage(Surface(size, depth), typesetter: typesetter)
      var frame = Frame(size)
      for _ in 0..<8 {
        let scene = Scenes.random(&random)
        page.draw(scene, on: &frame)
        #expect(frame == draw(scene, size, depth, typesetter))
        #expect(frame.pixels.allSatisfy { ($0 == 0) == ($0 & 15 == 0) })
        if depth == .mono { #expect(frame.pixels.allSatisfy { $0 == 0 || $0 & 15 == 15 }) }
      }
    }
  }

  @Test(
    "a page draws each small change as a new page would, and says where it is", arguments: sizes)
  func changes(size: Size) {
    let surfaces = [Surface(size, .mono), Surface(size, .colour)]
    for surface in surfaces + [Surface(size, .colour, outline: .circle)] {
      let typeface = Typeface { _ in }
      for layout in [Layout.full, .digits, .chart] {
        var random = SeededGenerator(seed: size.width + size.height)
        let page = GlancePage(surface, typesetter: typeface)
        var scene = Scenes.random(&random)
        (scene.price, scene.decimals, scene.layout) = (148_737_000, 0, layout)
        (scene.statusHeader.link, scene.statusHeader.listingFault) = (.streaming, nil)
        var drawn = Frame(size)
        for step in 0..<12 {
          change(&scene, &random)
          let before = drawn
          var new = Frame(size)
          let changed = page.draw(scene, on: &drawn)
          GlancePage(surface, typesetter: typeface).draw(scene, on: &new)
          #expect(drawn == new, "\(surface) \(layout) \(step)")
          #expect(drawn.equals(before, but: changed), "\(surface) \(layout) \(step)")
        }
      }
    }
  }

  /// What trades, time and a link change in a scene.
  private func change(_ scene: inout GlanceScene, _ random: inout SeededGenerator) {
    let price = scene.price ?? 1_234.5
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3:
      let step = [1, -1, 1_000, -3_000, 0.25].randomElement(using: &random)!
      (scene.price, scene.priceBefore) = (price + step, price)
    case 4, 5: scene.priceBefore = nil
    case 6: scene.change = [0.01, -0.01, -0.1234, 0, nil].randomElement(using: &random)!
    case 7: scene.second = Money(price / 1_400, decimals: 2, mark: CurrencyMark("USD"))
    case 8: scene.candleList = (scene.candleList + [.flat(at: price, start: 0)]).suffix(134)
    case 9:
      let far = price * [1, 1.0001, 1.1].randomElement(using: &random)!
      if !scene.candles.isEmpty { scene.candleList[scene.candles.count - 1]?.high = far }
    case 10: scene.area = scene.area == nil ? price : nil
    default:
      scene.statusHeader.link = [.streaming, .stale, .offline].randomElement(using: &random)!
    }
  }

  @Test("a digit that changes moves nothing but itself", arguments: sizes.prefix(12))
  func steady(size: Size) {
    for typesetter in [BuiltInTypesetter() as any Typesetter, Typeface { _ in }] {
      for (scene, depth) in [(Scenes.usual(), Depth.mono), (Scenes.usual(.korean), .colour)] {
        let plan = GlancePlan(for: scene, on: Surface(size, depth), typesetter: typesetter)
        let before = draw(scene, size, depth, typesetter)
        func damage(_ change: (inout GlanceScene) -> Void) -> Rect? {
          var changed = scene
          change(&changed)
          return before.difference(from: draw(changed, size, depth, typesetter))
        }
        /// Whether a price is written by other digits: not all of them may have room.
        func isSeen(_ price: Double) -> Bool {
          plan.text(of: Money(price, decimals: 0)) != plan.text(of: scene.money)
        }
        for price in [148_737_111.0, 148_737_008, 111_111_111, 188_888_888] {
          let allowed = plan.layout.price.union(plan.price.covered(by: plan.text(of: scene.money)))
          let changed = damage { $0.price = price }
          #expect(changed.map { $0.intersection(allowed) } == changed)
          #expect(changed != nil || !isSeen(price))
        }
        let digit = damage { $0.price = 148_738_000 }
        #expect(digit.map { $0.width <= plan.price.large.ascent } ?? !isSeen(148_738_000))
        let allowed = around(plan.layout.change, plan.tail(plan.change))
        let changed = damage { $0.change = -0.0987 }
        #expect(changed.map { $0.intersection(allowed) } == changed)
        #expect(changed != nil || plan.layout.change.isEmpty)
      }
    }
  }

  /// A rectangle with the row above that tall signs touch, and the rows below that commas reach.
  private func around(_ rect: Rect, _ tail: Int) -> Rect {
    Rect(x: rect.x, y: rect.y - 1, width: rect.width, height: rect.height + 1 + tail)
  }

  @Test("where there is no Hangul, words are English")
  func alphabet() {
    for (height, language) in [(240, Language.english), (128, .korean), (24, .korean)] {
      let surface = Surface(Size(128, height), .mono)
      #expect(Language.korean.words(on: surface, from: Dots()).words.language == language)
    }
    var scene = Scenes.usual()
    scene.statusHeader.link = .offline
    let english = draw(scene, Size(240, 240), .mono, Dots())
    scene.statusHeader.language = .korean
    #expect(draw(scene, Size(240, 240), .mono, Dots()) == english)
    #expect(draw(scene, Size(240, 240), .mono, BuiltInTypesetter()) != english)
  }

  /// Letters of prices and no others.
  private final class Dots: Typesetter {
    func lettering(_ face: LetterFace) -> Lettering { Lettering(DotGlyphs()) }
  }

  @Test("the parts of a layout lie inside and apart", arguments: sizes)
  func rects(size: Size) {
    for depth in [Depth.mono, .colour] {
      for words in [0, 15] {
        let layout = GlanceLayout(Surface(size, depth), words: words)
        let rects = [
          layout.header, layout.price, layout.change, layout.baseline, layout.chart, layout.face,
          layout.footer, layout.clock,
        ].filter { !$0.isEmpty }
        for (index, rect) in rects.enumerated() {
          #expect(rect.intersection(Rect(size)) == rect)
          for other in rects.dropFirst(index + 1) {
            #expect(rect.intersection(other).isEmpty, "\(rect) \(other)")
          }
        }
      }
    }
  }

  @Test("an old price is plain to see in both depths")
  func stale() {
    var scene = Scenes.usual()
    for depth in [Depth.mono, .colour] {
      let fresh = draw(scene, Size(240, 240), depth, BuiltInTypesetter())
      scene.statusHeader.link = .stale
      scene.statusHeader.age = 12
      let old = draw(scene, Size(240, 240), depth, BuiltInTypesetter())
      let rect = GlanceLayout(Surface(Size(240, 240), depth), words: 0).price
      func count(_ frame: Frame, _ role: ColourRole, in rect: Rect) -> Int {
        (rect.y..<rect.bottom).reduce(0) { sum, y in
          sum + (rect.x..<rect.right).count { frame[$0, y] >> 4 == role.rawValue }
        }
      }
      #expect(count(old, .text, in: rect) == 0)
      if depth == .mono {
        #expect(count(old, .dim, in: rect) < count(fresh, .text, in: rect) * 2 / 3)
      }
      #expect(count(old, .warning, in: Rect(old.size)) > 100)
      scene = Scenes.usual()
    }
  }

  @Test("one pair of two exchanges is told apart however narrow the panel is")
  func twins() {
    for size in [Size(128, 32), Size(72, 40), Size(84, 48), Size(64, 128)] {
      let frames = ["Upbit", "Bithumb"].map { exchange in
        var scene = Scenes.usual()
        scene.statusHeader.code += " \(exchange)"
        scene.statusHeader.name = scene.statusHeader.code
        return draw(scene, size, .mono, BuiltInTypesetter())
      }
      #expect(frames[0] != frames[1], "\(size)")
    }
  }

  @Test("the baseline is named at 128×64")
  func baseline() {
    var scene = Scenes.usual()
    let named = draw(scene, Size(128, 64), .mono, BuiltInTypesetter())
    scene.baseline = ""
    let unnamed = draw(scene, Size(128, 64), .mono, BuiltInTypesetter())
    #expect(unnamed.difference(from: named)?.width ?? 0 >= 45)
  }

  @Test("128×64 looks as it did", arguments: ["usual", "stale", "offline", "low", "korean"])
  func golden(name: String) throws {
    var scene = Scenes.usual(name == "korean" ? .korean : .english)
    switch name {
    case "stale":
      (scene.statusHeader.link, scene.statusHeader.age, scene.mood) = (.stale, 192, .lost)
    case "offline":
      scene = GlanceScene()
      (scene.statusHeader.name, scene.statusHeader.clock) = ("BTC/KRW", "14:05")
    case "low":
      (scene.price, scene.decimals, scene.change, scene.mood) = (0.000952, 6, -0.0712, .plunge)
      scene.candleList[3] = nil
    default: break
    }
    let text = draw(scene, Size(128, 64), .mono, BuiltInTypesetter()).text + "\n"
    let known = try Document.text(
      of: "Tests/GlanceTests/Fixtures/glance-\(name).txt", writing: text)
    #expect(known == text, "TEALIGHT_WRITE=1 writes it anew")
  }
}
