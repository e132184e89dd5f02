import Pixels
import TestSupport
import Testing
import Typeface

@testable import Glance
@testable import State

@Suite("The parts of the glance")
struct GlancePartsTests {
  static let surfaces: [Surface] = [
    Surface(Size(128, 32), .mono), Surface(Size(128, 64), .mono), Surface(Size(160, 80), .colour),
    Surface(Size(135, 240), .colour), Surface(Size(240, 240), .colour),
    Surface(Size(240, 240), .colour, outline: .circle),
    Surface(Size(250, 122), .mono, medium: .paper), Surface(Size(128, 128), .mono),
    Surface(Size(320, 240), .colour), Surface(Size(120, 46), .colour),
  ]

  /// Strips that stand upright.
  private static let narrow = [Surface(Size(32, 128), .mono), Surface(Size(48, 84), .mono)]

  /// Any state of a market whose price has so many digits.
  private func scene(
    _ digits: Int, _ language: Language, _ random: inout SeededGenerator
  ) -> GlanceScene {
    var scene = Scenes.usual(language)
    let low = (1..<digits).reduce(1.0) { power, _ in power * 10 }
    scene.price = Double.random(in: low..<low * 9.9, using: &random).rounded(.down)
    scene.decimals = digits > 8 ? 0 : .random(in: 0...(digits < 4 ? 6 : 2), using: &random)
    scene.price! += scene.decimals > 0 ? 0.25 : 0
    scene.priceBefore = Bool.random(using: &random) ? scene.price! - 1 : nil
    scene.mark = CurrencyMark([nil, nil, "KRW", "USD"].randomElement(using: &random)!)
    if Bool.random(using: &random) {
      scene.second = Money(scene.price! / 1_412, decimals: 2, mark: CurrencyMark("USD"))
    }
    scene.change = [0, 0.0045, -0.0045, 0.1234, -0.5].randomElement(using: &random)!
    scene.statusHeader.link = [.streaming, .polling, .stale, .offline].randomElement(
      using: &random)!
    scene.statusHeader.age = scene.isOld ? .random(in: 10...90_000, using: &random) : nil
    if scene.statusHeader.link == .offline, Bool.random(using: &random) {
      scene.statusHeader.outage = StatusHeader.Outage(failureReason: .noNetwork, since: "13:55")
    }
    scene.statusHeader.isFavourite = .random(using: &random)
    scene.statusHeader.count = .random(in: 1...12, using: &random)
    scene.statusHeader.position = 0
    if Bool.random(using: &random) { scene.statusHeader.code = "ABCDEFGHIJKL/KRW" }
    if language == .korean, Bool.random(using: &random) {
      scene.statusHeader.name = "이더리움클래식"
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      scene.statusHeader.hint = Hint(
        press: .command(.nextMarket), hold: .page(.chart), doublePress: .command(.favourite))
    }
    return scene
  }

  @Test("share no pixel and keep two apart, whatever is shown", arguments: surfaces + narrow)
  func apart(surface: Surface) {
    let least = surface.shortSide < 64 ? 1 : 2
    var random = SeededGenerator(seed: surface.size.width)
    for language in Language.allCases {
      let pages = Pages(surface, typesetter: Typeface { _ in })
      for layout in Layout.allCases {
        // Each count of digits in both languages, and in two of the layouts.
        let start = Layout.allCases.firstIndex(of: layout)! % 2
        for digits in stride(from: 1 + start, through: 12, by: 2) {
          var scene = scene(digits, language, &random)
          scene.layout = layout
          if layout == .twoUp { scene.add(self.scene(13 - digits, language, &random)) }
          // Half of the narrowest has no row between a bar and what is above it.
          if layout == .twoUp, surface.size.width < 40 { continue }
          let parts = pages.parts(of: Scene(scene))
          let rects = parts.map { near($0.frame.inked) }
          for (index, one) in parts.enumerated() {
            for (number, other) in parts.enumerated().dropFirst(index + 1)
            where !rects[index].intersection(rects[number]).isEmpty {
              // Candles and dots may be as close to others as they like, but not on them.
              let isQuiet = [one.part, other.part].contains { $0 == .candles || $0 == .rim }
              let distance = one.frame.distance(to: other.frame, upTo: 2) ?? 2
              #expect(
                distance >= (isQuiet ? 0 : least),
                """
                \(surface.size) \(layout) \(language) \(digits): \(name(one.part)) and \
                \(name(other.part)) are \(distance) apart, \(one.frame.inked) \(other.frame.inked)
                """)
            }
          }
        }
      }
    }
  }

  /// What does not reach into it is two pixels away or more.
  private func near(_ rect: Rect) -> Rect {
    Rect(x: rect.x - 1, y: rect.y - 1, width: rect.width + 2, height: rect.height + 2)
  }

  private func name(_ part: GlancePart?) -> String { part?.rawValue ?? "hint" }

  @Test("do not move when a price does, but for the digits that change", arguments: surfaces)
  func still(surface: Surface) {
    var random = SeededGenerator(seed: surface.size.height)
    let page = GlancePage(surface, typesetter: Typeface { _ in })
    for layout in [Layout.full, .digits, .chart] {
      for digits in [4, 6, 9] {
        var scene = scene(digits, .english, &random)
        scene.layout = layout
        scene.statusHeader.link = .streaming
        scene.priceBefore = nil
        var before = page.parts(of: scene)
        for _ in 0..<4 {
          let old = scene.price!
          let unit = (1..<digits).reduce(1.0) { unit, _ in unit * 10 }
          scene.price = (Double.random(in: 1..<9.9, using: &random) * unit).rounded(.down)
          scene.price! += old - old.rounded(.down)
          let now = page.parts(of: scene)
          #expect(before.map(\.part) == now.map(\.part))
          for (one, other) in zip(before, now) where one.part != .price {
            #expect(one.frame == other.frame, "\(layout) \(digits) \(one.part)")
          }
          // The same price once more, but for its last digit.
          scene.price! += Int(scene.price!) % 10 == 9 ? -1 : 1
          let next = page.parts(of: scene)
          let prices = [now, next].compactMap { $0.first { $0.part == .price }?.frame }
          if prices.count == 2, let change = prices[0].difference(from: prices[1]) {
            let most = page.digitHeight(of: scene) ?? 0
            #expect(change.width <= most, "\(layout) \(digits) \(change)")
          }
          before = next
        }
      }
    }
  }

  @Test("show a change as an area where there are colours")
  func pill() throws {
    for surface in Self.surfaces where surface.depth == .colour && surface.size.height > 80 {
      for change in [0.0045, -0.1234, 0] {
        var scene = Scenes.usual()
        scene.change = change
        let parts = Pages(surface, typesetter: Typeface { _ in }).parts(of: Scene(scene))
        let frame = try #require(parts.first { $0.part == .change }?.frame)
        let rect = frame.inked
        let role = ColourRole(change: change).pixel()
        let full = (rect.y..<rect.bottom).reduce(0) { count, y in
          count + (rect.x..<rect.right).count { frame[$0, y] == role }
        }
        #expect(full * 2 > rect.width * rect.height, "\(surface.size) \(change)")
      }
    }
  }

  @Test("tell the second price to its unit, but on the lowest panels")
  func second() {
    for surface in Self.surfaces where surface.size.height >= 64 {
      for language in Language.allCases {
        let page = GlancePage(surface, typesetter: Typeface { _ in })
        let changes = [104_760.42, 104_761.42].map { amount in
          var scene = Scenes.usual(language)
          scene.price = 148_016_000
          scene.second = Money(amount, decimals: 2, mark: CurrencyMark("USD"))
          return page.parts(of: scene).first { $0.part == .change }?.frame
        }
        let isTold = changes[0] != changes[1]
        #expect(isTold, "\(surface.size) \(language)")
      }
    }
  }

  @Test("are a shadow of themselves on every panel of one bit when the price is old")
  func stale() throws {
    for size in [Size(128, 32), Size(128, 64), Size(250, 122), Size(128, 128), Size(84, 48)] {
      for layout in [Layout.full, .digits] {
        let surface = Surface(size, .mono)
        var scene = Scenes.usual()
        (scene.layout, scene.statusHeader.link, scene.statusHeader.age) = (layout, .stale, 7_200)
        let parts = Pages(surface, typesetter: Typeface { _ in }).parts(of: Scene(scene))
        let frame = try #require(parts.first { $0.part == .price }?.frame)
        let rect = frame.inked
        let hasNeighbours = (rect.y..<rect.bottom).contains { y in
          (rect.x..<rect.right - 1).contains { frame[$0, y] != 0 && frame[$0 + 1, y] != 0 }
        }
        #expect(!hasNeighbours, "\(size) \(layout)")
      }
    }
  }

  @Test("keep the lowest rows of commas and points where the price is a shadow")
  func separators() {
    let prices: [(Double, Int)] = [
      (148_016_000, 0), (1_480_160, 0), (99_072.87, 2), (0.2113, 4), (12.75, 2),
    ]
    let typeface = Typeface { _ in }
    // A larger comma keeps most of its tail, whichever pixels are left out.
    for size in [Size(128, 32), Size(128, 64), Size(250, 122), Size(84, 48)] {
      for layout in [Layout.full, .digits, .chart] {
        for (price, decimals) in prices {
          var scene = Scenes.usual()
          (scene.layout, scene.price, scene.decimals) = (layout, price, decimals)
          (scene.statusHeader.link, scene.statusHeader.age) = (.stale, 7_200)
          let plan = GlancePlan(for: scene, on: Surface(size, .mono), typesetter: typeface)
          let old = plan.priceLetters(of: scene)
          var fresh = old
          for index in fresh.indices { fresh[index].mark = nil }
          let frames = [fresh, old].map { letters in
            var frame = Frame(size)
            plan.draw(letters, on: &frame)
            return frame
          }
          for letter in old where letter.letter == "," || letter.letter == "." {
            let feet = frames.map { lowestRow(of: $0, in: letter.cell) }
            #expect(feet[0] == feet[1], "\(size) \(layout) \(price)")
          }
        }
      }
    }
  }

  private func lowestRow(of frame: Frame, in rect: Rect) -> Int? {
    let rect = rect.intersection(frame.bounds)
    return (rect.y..<rect.bottom).last { y in
      (rect.x..<rect.right).contains { frame[$0, y] != 0 }
    }
  }

  @Test("are all of its picture", arguments: surfaces)
  func whole(surface: Surface) {
    var random = SeededGenerator(seed: surface.size.height)
    let pages = Pages(surface, typesetter: Typeface { _ in })
    for digits in 1...12 {
      var scene = scene(digits, .english, &random)
      scene.layout = Layout.allCases[digits % 4]
      if scene.layout == .twoUp { scene.add(self.scene(digits, .korean, &random)) }
      var (drawn, composed) = (Frame(surface.size), Frame(surface.size))
      pages.draw(Scene(scene), on: &drawn)
      for (_, frame) in pages.parts(of: Scene(scene)) { composed.blit(frame, x: 0, y: 0) }
      #expect(drawn == composed)
    }
  }
}
