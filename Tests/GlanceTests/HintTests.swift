import MarketData
import Pixels
import TestSupport
import Testing
import Timing
import Typeface

@testable import Glance
@testable import State

@Suite("What the user may do next is shown for two seconds")
struct HintTests {
  private func desk(_ binding: Binding? = Binding(), _ language: Language = .english) -> Desk {
    var settings = Settings(language: language, pages: PageCatalog.turnable)
    settings.binding = binding
    var desk = Desk(
      markets: ["BTC", "ETH"].map { .upbit($0) }, settings: settings)
    desk.apply(.time(Moment(monotonic: 0, wall: 0), utcOffsetSeconds: 0))
    return desk
  }

  @Test("it comes with a command, and goes by itself")
  func life() {
    var desk = desk()
    #expect(desk.scene.statusHeader.hint == nil)
    desk.apply(.command(.nextMarket))
    let hint = Hint(
      press: .command(.nextMarket), hold: .page(.chart), doublePress: .command(.favourite))
    #expect(desk.scene.statusHeader.hint == hint)
    #expect(desk.screenDeadline == Deadline(2_000))
    desk.apply(.time(Moment(monotonic: 1_999, wall: 1_999), utcOffsetSeconds: 0))
    #expect(desk.scene.statusHeader.hint == hint)
    desk.apply(.time(Moment(monotonic: 2_000, wall: 2_000), utcOffsetSeconds: 0))
    #expect(desk.scene.statusHeader.hint == nil && desk.screenDeadline > Deadline(2_000))
  }

  @Test("nobody is told of a next one where there is one only")
  func alone() {
    var desk = desk()
    desk.apply(.command(.nextMarket))
    desk.apply(.places([Desk.Place([0])], newcomers: []))
    #expect(desk.hint?.press == nil && desk.hint?.hold == .page(.chart))
  }

  @Test("no button, no hint; and what goes on by itself gives none")
  func nobody() {
    var desk = desk(nil)
    desk.apply(.command(.nextMarket))
    #expect(desk.scene.statusHeader.hint == nil)
    var settings = desk.settings
    (settings.binding, settings.rotateEverySeconds) = (Binding(), 10)
    var rotating = self.desk()
    rotating.apply(.settings(settings))
    rotating.apply(.time(Moment(monotonic: 10_000, wall: 10_000), utcOffsetSeconds: 0))
    #expect(rotating.place == 1 && rotating.scene.statusHeader.hint == nil)
  }

  @Test("it says what the gestures do where they would do it")
  func deeds() {
    var desk = desk(Binding(press: .previousPage, hold: .home, doublePress: .mark))
    desk.apply(.command(.show(.list)))
    #expect(
      desk.hint == Hint(press: .page(.trades), hold: .command(.home), doublePress: .command(.sort)))
    for command in Command.all {
      var settings = desk.settings
      settings.binding = Binding(press: command, doublePress: nil)
      desk.apply(.settings(settings))
      #expect((desk.hint?.press == .command(.nextMarket)) == (command == .nextMarket), "\(command)")
    }
  }

  @Test("on the link page it says that a press pairs, and covers no secret")
  func pairing() {
    var desk = desk()
    desk.apply(.command(.show(.link)))
    #expect(desk.hint?.press == .command(.nextMarket))
    desk.apply(.offersPairing(true))
    #expect(
      desk.hint
        == Hint(press: .pair, hold: .page(.clock), doublePress: .command(.favourite)))
    desk.apply(.places([Desk.Place([0])], newcomers: []))
    #expect(desk.hint?.press == .pair)
    desk.apply(.pairing(PairingOffer(documentation: Documentation(text: "483920"), until: 9_000)))
    #expect(desk.hint == nil)
    desk.apply(.command(.show(.glance)))
    #expect(desk.hint?.press != .pair)
    #expect(desk.hint != nil)
  }

  @Test("what is bound with a value is called by both, in short")
  func values() {
    let table: [(Command, String, String)] = [
      (.choose(.theme(.night)), "theme night", "테마 night"),
      (.choose(.market("upbit:KRW-BTC")), "KRW-BTC", "KRW-BTC"),
      (.choose(.market("BTC/KRW")), "BTC/KRW", "BTC/KRW"),
      (.choose(.rotation(seconds: 30)), "rotate 30 s", "순환 30초"),
      (.choose(.rotation(seconds: 0)), "rotate off", "순환 끄기"),
      (.light(.brightness(40)), "light 40%", "밝기 40%"),
      (.light(.screen(isOn: true)), "screen on", "화면 켜기"),
      (.light(.screen(isOn: false)), "screen off", "화면 끄기"), (.sort, "sort", "정렬"),
    ]
    for (command, english, korean) in table {
      #expect(Strings.english.name(of: command) == english)
      #expect(Strings.korean.name(of: command) == korean)
    }
    var desk = desk(Binding(press: .choose(.page(.clock)), hold: .choose(.theme(.night))))
    desk.apply(.command(.choose(.page(.list))))
    #expect(
      desk.hint?.press == .page(.clock) && desk.hint?.hold == .command(.choose(.theme(.night))))
  }

  private func draw(_ desk: Desk, _ surface: Surface, _ typesetter: any Typesetter) -> Frame {
    DrawnPages.draw(desk.scene, surface, typesetter)
  }

  @Test("on a small panel it is one line that stands apart from the page")
  func picture() {
    var desk = desk()
    desk.apply(.command(.show(.clock)))
    let frame = draw(desk, Surface(Size(128, 32), .mono), BuiltInTypesetter())
    let bar = frame.text.split(separator: "\n").suffix(10).joined(separator: "\n")
    #expect(
      bar == """
        ................................................................................................................................
        ########################.############.###########..######.#####...##..###################################...###########.########
        ########################.############.############.######.####.###.##.##################################.###.##########.########
        #####.#..###...##.###.#...###########.#..###...###.###....####.######.###...##.#..###...###...##############.#.#.####.....######
        #####..##.#.###.##.#.###.#######.####..##.#.###.##.##.###.####.#...##.######.#..##.#.###.#.###.####.######..###.######...#######
        #####.###.#.....###.####.############.###.#.###.##.##.###.####.###.##.###....#.###.#.#####.....##########.####.#.#####...#######
        #####.###.#.######.#.###.##.#########.###.#.###.##.##.###.####.###.##.##.###.#.###.#.###.#.#############.#############.#.#######
        #####.###.##...##.###.###..##########.###.##...##...##....#####....#...##....#.###.##...###...##########.....########.###.######
        ################################################################################################################################
        ################################################################################################################################
        """)
  }

  static let surfaces: [Surface] = [
    Surface(Size(128, 32), .mono), Surface(Size(128, 64), .mono), Surface(Size(64, 48), .mono),
    Surface(Size(160, 80), .colour), Surface(Size(240, 240), .colour),
    Surface(Size(240, 240), .colour, outline: .circle), Surface(Size(320, 240), .colour),
  ]

  @Test("on every panel it covers the bottom and nothing else, and fits", arguments: surfaces)
  func rects(surface: Surface) {
    let typeface = Typeface { _ in }
    for language in Language.allCases {
      for page in PageCatalog.turnable {
        var desk = desk(Binding(), language)
        desk.apply(.command(.show(page)))
        let frame = draw(desk, surface, typeface)
        desk.apply(.time(Moment(monotonic: 2_000, wall: 2_000), utcOffsetSeconds: 0))
        let before = draw(desk, surface, typeface)
        guard let rect = frame.difference(from: before) else {
          Issue.record("\(page) shows no hint")
          continue
        }
        // A glance gives way to it with whole parts, or has it on top; a list with a whole line.
        let top = surface.size.height * 3 / 5 - (surface.size.height < 64 ? 10 : 0)
        #expect(page == .glance || rect.y >= top)
        let isInside = surface.outline == .rectangle || frame.isInsideCircle
        #expect(isInside)
      }
    }
  }

  @Test("it leaves the price of a glance as it is", arguments: surfaces)
  func price(surface: Surface) {
    let pages = Pages(surface, typesetter: Typeface { _ in })
    for language in Language.allCases {
      for layout in Layout.allCases {
        var scene = Scenes.usual(language)
        scene.layout = layout
        if layout == .twoUp { scene.add(scene) }
        func price() -> [Frame] {
          pages.parts(of: Scene(scene)).filter { $0.part == .price }.map(\.frame)
        }
        let before = price()
        scene.statusHeader.hint = Hint(
          press: .command(.nextMarket), hold: .page(.chart), doublePress: .command(.favourite))
        // Of two, one is enough.
        #expect(layout == .twoUp ? price().last == before.last : price() == before)
      }
    }
  }

  @Test("paper and lights show none")
  func elsewhere() {
    for surface in [
      Surface(Size(250, 122), .mono, medium: .paper), Surface(Size(8, 8), .colour),
      Surface(Size(1, 1), .colour), Surface(Size(32, 8), .mono),
    ] {
      var desk = desk()
      desk.apply(.command(.home))
      let frame = draw(desk, surface, BuiltInTypesetter())
      var budget = PaperBudget()
      let isFirst = budget.spend(on: desk.scene, at: 0)
      desk.apply(.time(Moment(monotonic: 2_000, wall: 2_000), utcOffsetSeconds: 0))
      #expect(draw(desk, surface, BuiltInTypesetter()) == frame)
      let isAnother = budget.spend(on: desk.scene, at: 2_000)
      #expect(isFirst && !isAnother)
    }
  }
}

extension Frame {
  fileprivate var isInsideCircle: Bool {
    let radius = Double(min(size.width, size.height)) / 2
    return pixels.indices.allSatisfy { index in
      let u = Double(index % size.width) + 0.5 - Double(size.width) / 2
      let v = Double(index / size.width) + 0.5 - Double(size.height) / 2
      return pixels[index] == 0 || u * u + v * v <= radius * radius
    }
  }
}
