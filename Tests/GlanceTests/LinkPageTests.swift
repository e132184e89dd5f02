import MarketData
import Pixels
import TestSupport
import Testing
import Timing
import Typeface

@testable import Glance
@testable import State

@Suite("The link page")
struct LinkPageTests {
  private static let network = BoardNetwork(addresses: ["10.0.0.7", "fd12::23"], signal: -56)
  private static let code = Documentation.Code(
    side: 25, isDark: (0..<625).map { $0 % 25 < 7 || $0 % 3 == 0 })

  private static func scene(_ lines: [LinkScene.Line]) -> LinkScene {
    var scene = LinkScene(statusHeader: Scenes.usual().statusHeader)
    scene.lines = lines
    scene.network = network
    scene.documentation = Documentation(text: "man tealight.toml")
    return scene
  }

  private static func line(
    _ name: String, _ link: Link, _ failureReason: FailureReason? = nil, since: String? = nil
  ) -> LinkScene.Line {
    LinkScene.Line(name: name, link: link, failureReason: failureReason, since: since)
  }

  @Test("exchanges that are heard share a row where rows are few, and others say why they are not")
  func picture() {
    let scene = Self.scene([
      Self.line("Upbit", .streaming), Self.line("Kraken", .stale, .blocked, since: "14:01"),
      Self.line("Binance", .streaming),
    ])
    #expect(
      DrawnPages.mono(Scene(scene), 128, 48) == """
        #......#........#........................................................................................#......#.....###..#####
        #...............#..............................................................................###......##.....##....#...#.#....
        #.....##..#.##..#..#..........................................................................#####......#....#.#..#.#...#.####.
        #......#..##..#.#.#...........................................................................#####......#...#..#....#...#.....#
        #......#..#...#.##............................................................................#####......#...#####.#.#...#.....#
        #......#..#...#.#.#............................................................................###.......#......#....#...#.#...#
        #####.###.#...#.#..#....................................................................................###.....#.....###...###.
        ................................................................................................................................
        ................................................................................................................................
        #...#.............#...................#....................#.....##..............#..............#.....#....#......#.............
        #..#..............#...................#....................#......#..............#..............#.....#....#....................
        #.#...#.##...###..#..#..###..#.##.....#.##...###...####....####...#...###...###..#..#..###...####....###...#.##..##...####......
        ##....##..#.....#.#.#..#...#.##..#....##..#.....#.#........#...#..#..#...#.#...#.#.#..#...#.#...#.....#....##..#..#..#..........
        #.#...#......####.##...#####.#...#....#...#..####..###.....#...#..#..#...#.#.....##...#####.#...#.....#....#...#..#...###.......
        #..#..#.....#...#.#.#..#.....#...#....#...#.#...#.....#....#...#..#..#...#.#...#.#.#..#.....#...#.....#..#.#...#..#......#......
        #...#.#......####.#..#..###..#...#....#...#..####.####.....####..###..###...###..#..#..###...####......##..#...#.###.####.......
        ................................................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        ..........#.....#......................................#.........................#......#.....###....#..........................
        ..........#.....#...............................................................##.....##....#...#..##..........................
        .###...####..####.#.##...###...####..####........####.##..#.##...###...###.......#....#.#..#.#...#...#..........................
        ....#.#...#.#...#.##..#.#...#.#.....#...........#......#..##..#.#...#.#...#......#...#..#....#...#...#..........................
        .####.#...#.#...#.#.....#####..###...###.........###...#..#...#.#.....#####......#...#####.#.#...#...#..........................
        #...#.#...#.#...#.#.....#.........#.....#..#........#..#..#...#.#...#.#..........#......#....#...#...#..........................
        .####..####..####.#......###..####..####...#....####..###.#...#..###...###......###.....#.....###...###.........................
        ..........................................#.....................................................................................
        ................................................................................................................................
        ................................................................................................................................
        #...#.......#......#...#..........####...#................................................#.............................#.......
        #...#.......#..........#..........#...#...................................................#.....................................
        #...#.####..####..##..###.........#...#.##..#.##...###..#.##...###...###............####.###...#.##...###...###..##.#..##.......
        #...#.#...#.#...#..#...#..........####...#..##..#.....#.##..#.#...#.#...#..........#......#....##..#.#...#.....#.#.#.#..#.......
        #...#.#...#.#...#..#...#..........#...#..#..#...#..####.#...#.#.....#####...........###...#....#.....#####..####.#.#.#..#.......
        #...#.####..#...#..#...#..#..#....#...#..#..#...#.#...#.#...#.#...#.#..................#..#..#.#.....#.....#...#.#...#..#.......
        .###..#.....####..###...##...#....####..###.#...#..####.#...#..###...###...........####....##..#......###...####.#...#.###.#.#.#
        ......#.....................#...................................................................................................
        ................................................................................................................................
        ................................................................................................................................
        ..........#.....#..............................................................................#....###.....###.....###....#####
        ..........#.....#.............................................................................##...#...#...#...#...#...#.......#
        .###...####..####.#.##...###...####..####......................................................#...#...#...#...#...#...#......#.
        ....#.#...#.#...#.##..#.#...#.#.....#..........................................................#...#...#...#...#...#...#.....#..
        .####.#...#.#...#.#.....#####..###...###.......................................................#...#...#...#...#...#...#....#...
        #...#.#...#.#...#.#.....#.........#.....#......................................................#...#...#...#...#...#...#....#...
        .####..####..####.#......###..####..####......................................................###...###..#..###..#..###..#..#...
        ................................................................................................................................
        ................................................................................................................................
        """)
  }

  @Test("a code stands where there is a square for it, in whole pixels and on quiet ground")
  func square() throws {
    let documentation = Documentation(text: "https://example.org", codes: [Self.code])
    let table: [(Surface, Int?)] = [
      (Surface(Size(57, 57), .mono), nil), (Surface(Size(58, 58), .mono), 58),
      (Surface(Size(66, 300), .mono), 66), (Surface(Size(110, 99), .mono), 99),
    ]
    for (surface, side) in table {
      #expect(LinkCode(documentation, in: surface.size, on: surface)?.side == side)
    }
    #expect(LinkCode(Documentation(text: ""), in: Size(99, 99), on: table[0].0) == nil)
    for medium in [Surface.Medium.light, .reflective, .paper] {
      let surface = Surface(Size(66, 66), .mono, medium: medium)
      var frame = Frame(surface.size)
      let code = try #require(LinkCode(documentation, in: surface.size, on: surface))
      code.draw(x: 0, y: 0, on: &frame)
      // ColourRole is bright where it glows, and dark elsewhere; the code is always dark.
      let isLit = { frame[$0, $1] != 0 }
      #expect(isLit(0, 0) == (medium == .light) && isLit(8, 8) == (medium != .light))
    }
  }

  private static let oddities: [LinkScene] = [
    scene([]), scene([line(String(repeating: "Name", count: 10), .polling)]),
    scene((0..<40).map { line("Exchange \($0)", .offline, .unreachable, since: "00:00") }),
    scene([line("Upbit", .polling, .limitReached), line("Kraken", .offline)]),
  ]

  @Test("strange links are drawn on every panel", arguments: oddities)
  func strange(scene: LinkScene) {
    for code in [nil, Self.code] {
      let strays = DrawnPages.strays { language in
        var scene = scene
        scene.statusHeader = Scenes.usual(language).statusHeader
        scene.documentation.codes = [code].compactMap { $0 }
        scene.network?.addresses = ["2001:db8:1111:2222:3333:4444:5555:6666"]
        return Scene(scene)
      }
      #expect(strays.isEmpty)
    }
  }

  /// Those that have pages; others have room for one letter after another.
  private static let paged = DrawnPages.surfaces.filter {
    [.round, .panel].contains(GlanceForm($0))
  }

  @Test("a secret stands on every panel with all of its digits", arguments: paged)
  func secret(surface: Surface) {
    for usual in Self.oddities + [Self.scene([Self.line("Upbit", .streaming)])] {
      func drawn(_ digits: String) -> Frame {
        var scene = usual
        scene.pairing = Documentation(text: digits)
        return DrawnPages.draw(Scene(scene), surface)
      }
      let shown = drawn("483920")
      for other in ["583920", "493920", "484920", "483820", "483930", "483921"] {
        #expect(drawn(other) != shown, "\(surface.size) \(other)")
      }
    }
  }

  @Test(
    "since when one is silent is said as a whole, or not at all",
    arguments: [Size(135, 240), Size(240, 240), Size(128, 64), Size(84, 48)])
  func whole(size: Size) {
    for name in ["Upbit", "Binance data", "Exchange Rate API", "Frankfurter"] {
      let pictures = ["11:11", "11:12", nil].map { since in
        let line = Self.line(name, .offline, .unreachable, since: since)
        return DrawnPages.draw(Scene(Self.scene([line])), Surface(size, .colour))
      }
      #expect(pictures[0] == pictures[2] || pictures[0] != pictures[1], "\(name)")
    }
  }

  @Test("what is no exchange is named while it cannot be heard, and since when, and is asked again")
  func services() {
    var desk = MoneyDesk.known { $0.homeAfterSeconds = nil }
    desk.apply(.command(.show(.link)))
    let start = desk.now
    func pass(_ seconds: Int64) {
      let now = Moment(
        monotonic: start.monotonic + seconds * 1_000, wall: 3_600_000 + seconds * 1_000)
      desk.apply(.time(now, utcOffsetSeconds: 0))
    }
    func say(_ source: String, _ failureReason: FailureReason?) {
      desk.apply(.update(.serviceFailure(service: source, failureReason)))
    }
    #expect(desk.linkScene.services.isEmpty && !desk.requirements.trending)
    pass(0)
    say("Frankfurter", .unreachable)
    pass(120)
    say("Frankfurter", .maintenance)
    say("CoinGecko", .limitReached)
    pass(600)
    #expect(
      desk.linkScene.services == [
        Self.line("CoinGecko", .offline, .limitReached, since: "01:02"),
        Self.line("Frankfurter", .offline, .maintenance, since: "01:00"),
      ])
    #expect(desk.requirements.trending)
    // Of what was a day ago or earlier a time of day would say too little.
    pass(86_400)
    #expect(desk.linkScene.services.map(\.since) == ["01:02", "1-01"])
    say("Frankfurter", nil)
    say("CoinGecko", nil)
    #expect(desk.linkScene.services.isEmpty && !desk.requirements.trending)
  }

  @Test("services that cannot be heard have the rows that exchanges and an address leave, or none")
  func rowsOfServices() {
    var scene = Self.scene([Self.line("Upbit", .streaming)])
    let without = DrawnPages.mono(Scene(scene), 128, 64)
    scene.services = [Self.line("CoinGecko", .offline, .unreachable, since: "14:01")]
    #expect(DrawnPages.mono(Scene(scene), 128, 64) != without)
    scene.lines = (0..<9).map { Self.line("E\($0)", .offline, .unreachable, since: "00:00") }
    let full = DrawnPages.mono(Scene(scene), 128, 64)
    scene.services = []
    #expect(full == DrawnPages.mono(Scene(scene), 128, 64))
  }

  @Test("a code gives way to what is wrong")
  func codeGivesWay() {
    var scene = Self.scene([Self.line("Upbit", .streaming)])
    let code = Documentation.Code(side: 21, isDark: .init(repeating: true, count: 21 * 21))
    func hasCode() -> Bool {
      var coded = scene
      coded.documentation.codes = [code]
      return DrawnPages.mono(Scene(coded), 128, 64) != DrawnPages.mono(Scene(scene), 128, 64)
    }
    #expect(hasCode())
    scene.lines = [Self.line("Upbit", .offline, .certificate, since: "14:01")]
    #expect(!hasCode())
  }

  @Test("a light is bright for a stream, half as high for polling, and warns of silence")
  func lights() {
    let scene = Self.scene([
      Self.line("A", .streaming), Self.line("B", .polling), Self.line("C", .stale),
    ])
    #expect(scene.lights.bars.map(\.to) == [1, 0.5, 1] && scene.lights.role == .warning)
    #expect(scene.lights.bars.map(\.role) == [.text, .text, .warning])
    #expect(Self.scene([Self.line("A", .streaming)]).lights.role == .dim)
  }

  @Test("the desk names each exchange once: those who speak, and those who could not")
  func desk() {
    var desk = Desk(
      markets: ["x", "y", "z", "y"].map { .named("\($0):B-A") },
      places: [Desk.Place([1]), Desk.Place([3])])
    desk.apply(.command(.show(.link)))
    #expect(desk.requirements.network)
    desk.apply(.time(Moment(monotonic: 0, wall: 3_600_000), utcOffsetSeconds: 0))
    desk.apply(.update(.link(exchange: "x", .offline, heard: nil)))
    desk.apply(.update(.failure(exchange: "x", .maintenance)))
    desk.apply(.update(.link(exchange: "y", .streaming, heard: 0)))
    desk.apply(.network(Self.network))
    let scene = desk.linkScene
    #expect(
      scene.lines == [
        Self.line("Y", .streaming), Self.line("X", .offline, .maintenance, since: "01:00"),
      ])
    #expect(scene.network == Self.network)
    // The board's clock is set: what happened then happened at another time of the day.
    desk.apply(.time(Moment(monotonic: 600_000, wall: 36_600_000), utcOffsetSeconds: 0))
    #expect(desk.linkScene.lines.last?.since == "10:00")
    // It is asked no more, and suffers from nothing.
    desk.apply(.update(.failure(exchange: "x", nil)))
    #expect(desk.linkScene.lines.map(\.name) == ["Y"])
  }

  @Test("modules are two pixels wide before the ground around them is four modules wide")
  func modules() {
    let documentation = Documentation(text: "", codes: [Self.code])
    let surface = Surface(Size(240, 240), .colour)
    for (side, scale, whole, isComfortable) in [
      (58, 2, 58, false), (66, 2, 66, true), (98, 2, 66, true), (99, 3, 99, true),
    ] {
      let code = LinkCode(documentation, in: Size(side, side), on: surface)
      #expect(code?.scale == scale && code?.side == whole, "\(side)")
      #expect(code?.isComfortable == isComfortable, "\(side)")
    }
    #expect(LinkCode(documentation, in: Size(57, 57), on: surface) == nil)
  }

  @Test("a shorter code stands where the best one has no room")
  func shorter() {
    let long = Documentation.Code(side: 33, isDark: .init(repeating: true, count: 33 * 33))
    let documentation = Documentation(text: "", codes: [long, Self.code])
    let surface = Surface(Size(240, 240), .colour)
    for (side, whole) in [(73, 66), (74, 74)] {
      #expect(LinkCode(documentation, in: Size(side, side), on: surface)?.side == whole)
    }
  }
}
