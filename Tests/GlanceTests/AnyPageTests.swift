import MarketData
import Pixels
import TestSupport
import Testing
import Timing
import Typeface

@testable import Glance
@testable import State

/// What holds for every page, whatever it has to say.
@Suite("Any page of any desk")
struct AnyPageTests {
  static let surfaces = [
    Surface(Size(1, 1), .colour), Surface(Size(3, 1), .mono), Surface(Size(8, 8), .colour),
    Surface(Size(32, 8), .mono), Surface(Size(9, 23), .grey), Surface(Size(48, 24), .mono),
    Surface(Size(72, 40), .mono), Surface(Size(84, 48), .mono, medium: .reflective),
    Surface(Size(128, 32), .mono), Surface(Size(128, 64), .mono), Surface(Size(64, 128), .mono),
    Surface(Size(128, 128), .grey), Surface(Size(160, 80), .colour),
    Surface(Size(80, 160), .colour), Surface(Size(240, 240), .colour),
    Surface(Size(250, 122), .mono, medium: .paper), Surface(Size(135, 240), .colour),
    Surface(Size(64, 64), .mono, outline: .circle),
    Surface(Size(128, 128), .mono, outline: .circle),
    Surface(Size(240, 240), .colour, outline: .circle),
  ]
  /// Those that have pages; on others a page is a few lights, a face or slides.
  static let paged = surfaces.filter { [.panel, .round].contains(GlanceForm($0)) }
  private static let panels = surfaces.filter { GlanceForm($0) == .panel }

  /// A message whose text is a market's name, and another one that waits.
  private func noticeScene(on desk: inout Desk) -> Scene {
    let name = desk.markets[desk.shown].market.base
    var notice = Notice(String(repeating: "\(name) ", count: name.count * 3))
    (notice.title, notice.holds) = (name, true)
    notice.colour = Notice.Colour.allCases[name.count % 4]
    for _ in 0..<2 { desk.apply(.notice(notice)) }
    return desk.scene
  }

  /// Every scene that a desk has.
  private func scenes(of desk: Desk) -> [Scene] {
    var desk = desk
    return [desk.scene]
      + Command.all.filter { $0.page != nil }.map {
        desk.apply(.command($0))
        return desk.scene
      } + [Scene(desk.alertScene), noticeScene(on: &desk)]
  }

  @Test(
    "is drawn the same on used pages as on new ones, in whole roles, inside the rim",
    arguments: surfaces)
  func anything(surface: Surface) {
    for (seed, language) in [Language.english, .korean, .korean].enumerated() {
      var random = SeededGenerator(
        seed: surface.size.width * 1_000 + surface.size.height * 3 + seed)
      let letters: any Typesetter = seed == 2 ? BuiltInTypesetter() : Typeface { _ in }
      let used = Pages(surface, typesetter: letters)
      var frame = Frame(surface.size)
      for scene in scenes(of: Desks.random(&random, language)) {
        used.draw(scene, on: &frame)
        var other = Frame(surface.size)
        Pages(surface, typesetter: letters).draw(scene, on: &other)
        #expect(frame == other, "\(scene.page) \(seed)")
        #expect(frame.pixels.allSatisfy(isInk), "\(scene.page) \(seed)")
        if surface.outline == .circle {
          #expect(corners(of: surface.size).allSatisfy { frame.pixels[$0] == 0 }, "\(scene.page)")
        }
      }
    }
  }

  @Test("draws each change over what was there, and says where it is", arguments: surfaces)
  func told(surface: Surface) {
    let letters = BuiltInTypesetter()
    var toldCount = 0
    for seed in 0..<3 {
      var random = SeededGenerator(seed: surface.size.width + seed)
      var desk = Desks.random(&random, .english)
      let pages = Pages(surface, typesetter: letters)
      var frame = Frame(surface.size)
      for step in 0..<40 {
        let (before, now) = (frame, desk.now)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: desk.apply(.command(Command.all.randomElement(using: &random)!))
        case 1: desk.apply(.command(.show(.glance)))
        case 2:
          let later = Moment(monotonic: now.monotonic + 300, wall: now.wall + 300)
          desk.apply(.time(later, utcOffsetSeconds: 0))
        case 3:
          let later = Moment(monotonic: now.monotonic + 9_000, wall: now.wall + 9_000)
          desk.apply(.time(later, utcOffsetSeconds: 0))
        default:
          let price = (desk.markets[desk.shown].price ?? 148_737_000) + 1
          let ticker = Ticker(price: price, tradeTime: now.wall)
          desk.apply(.update(.ticker(market: desk.shown, ticker)))
        }
        // An alert comes to the front, and leaves it, without a press.
        let isAlert = Int.random(in: 0..<6, using: &random) == 0
        let scene = isAlert ? Scene(desk.alertScene) : desk.scene
        let changed = pages.draw(scene, on: &frame)
        #expect(frame.equals(before, but: changed), "\(seed) \(step)")
        var new = Frame(surface.size)
        Pages(surface, typesetter: letters).draw(scene, on: &new)
        #expect(frame == new, "\(seed) \(step)")
        if changed != nil { toldCount += 1 }
      }
    }
    #expect(toldCount > 0 || GlanceForm(surface) != .panel || surface.size.width < 128)
  }

  /// An role and some of it, or paper.
  private func isInk(_ pixel: Pixel) -> Bool {
    (pixel == 0) == (pixel & 15 == 0) && pixel >> 4 < UInt8(ColourRole.allCases.count)
  }

  private func corners(of size: Size) -> [Int] {
    let radius = Double(min(size.width, size.height)) / 2
    return (0..<size.width * size.height).filter { index in
      let u = Double(index % size.width) + 0.5 - Double(size.width) / 2
      let v = Double(index / size.width) + 0.5 - Double(size.height) / 2
      return u * u + v * v > radius * radius
    }
  }

  @Test("has a title that ends before the link and the clock begin", arguments: panels)
  func header(surface: Surface) {
    for language in Language.allCases {
      var random = SeededGenerator(seed: surface.size.width)
      let typeface = Typeface { _ in }
      let layout = PageLayout(surface, language, typesetter: typeface)
      let page = GlancePage(surface, typesetter: typeface)
      for _ in 0..<20 {
        var scene = Scenes.random(&random)
        (scene.statusHeader.language, scene.statusHeader.count) = (language, 1)
        scene.statusHeader.name = Desks.names.randomElement(using: &random)!
        scene.statusHeader.code = Desks.names.randomElement(using: &random)!
        var frame = Frame(surface.size)
        layout.drawHeader(scene.statusHeader.name, scene.statusHeader, on: &frame)
        #expect(isApart(in: frame, rows: layout.header.y..<layout.header.bottom))
        scene.layout = .digits
        page.draw(scene, on: &frame)
        let plan = GlancePlan(for: scene, on: surface, typesetter: typeface)
        let header = plan.layout.header
        #expect(isApart(in: frame, rows: header.y..<header.bottom), "\(scene.statusHeader)")
      }
    }
  }

  /// Whether all role of text is left of all that is dim or warns.
  private func isApart(in frame: Frame, rows: Range<Int>) -> Bool {
    var (last, first) = (-1, Int.max)
    for y in rows {
      for x in 0..<frame.size.width where frame[x, y] != 0 {
        if frame[x, y] >> 4 == ColourRole.text.rawValue {
          last = max(last, x)
        } else {
          first = min(first, x)
        }
      }
    }
    return last < first
  }
}
