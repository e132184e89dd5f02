import Glance
import MarketData
import Pixels
import State
import Testing
import Typeface

@testable import Tealight

@Suite("What is explained to the camera of a phone")
struct DocumentationTests {
  @Test("a text has a code with three eyes, as large as it needs to be")
  func eyes() throws {
    let table = [("https://a.org", 21), ("https://example.org/tealight", 25)]
    for (text, side) in table {
      let code = try #require(Documentation(text: "", encoding: text).codes.first)
      #expect(code.side == side)
      // The eyes are seven modules wide with a ring of light in them (ISO/IEC 18004, 6.3.3).
      for (x, y) in [(0, 0), (side - 7, 0), (0, side - 7)] {
        let ring = (0..<7).map { code.isDark[(y + 1) * side + x + $0] }
        let middle = (0..<7).map { code.isDark[(y + 3) * side + x + $0] }
        #expect(ring == [true, false, false, false, false, false, true])
        #expect(middle == [true, false, true, true, true, false, true])
      }
    }
    #expect(Documentation(text: "", encoding: String(repeating: "a", count: 3_000)).codes.isEmpty)
  }

  @Test("a manual says what the button does, in the page's language, and what to read")
  func manual() {
    #expect(
      Language.english.words.manual(of: Binding()) == """
        tealight
        press: next market
        hold: next page
        press twice: mark or sort
        man tealight.toml
        """)
    let other = Binding(press: .nextTheme, hold: .home, doublePress: nil)
    #expect(
      Language.korean.words.manual(of: other) == """
        tealight
        누르기: next-theme
        길게: 처음 화면
        man tealight.toml
        """)
    #expect(Language.english.words.manual(of: nil) == "tealight\nman tealight.toml")
  }

  @Test("a URL that is named stands in place of the manual")
  func url() {
    var settings = Settings()
    settings.explain(at: "https://a.org", button: nil)
    #expect(Set(settings.documentation.values.map(\.text)) == ["https://a.org"])
    #expect(Set(settings.documentation.values.map { $0.codes.map(\.side) }) == [[21]])
    settings.explain(at: nil, button: Binding())
    #expect(Set(settings.documentation.values.map(\.text)) == ["man tealight.toml"])
  }

  private static let panels = [
    Surface(Size(128, 64), .mono), Surface(Size(160, 80), .colour),
    Surface(Size(240, 240), .colour),
    Surface(Size(240, 240), .colour, outline: .circle),
    Surface(Size(250, 122), .mono, medium: .paper),
  ]

  @Test("the manual's code, or one of its name, is drawn on these panels", arguments: panels)
  func drawn(surface: Surface) {
    for language in Language.allCases {
      var settings = Settings(language: language)
      settings.explain(at: nil, button: Binding())
      let market = Market(exchange: "x", code: "A", base: "A", quote: "B")
      var desk = Desk(
        markets: [MarketState(market: market, exchangeTitle: "Upbit", baseline: "")],
        settings: settings)
      desk.apply(.update(.link(exchange: "x", .streaming, heard: 0)))
      desk.apply(.network(BoardNetwork(addresses: ["192.168.0.23"], signal: -56)))
      desk.apply(.command(.show(.link)))
      var frame = Frame(surface.size)
      Pages(surface, typesetter: Typeface { _ in }).draw(desk.scene, on: &frame)
      let codes = settings.documentation[language]?.codes ?? []
      #expect(codes.count == 2)
      let isInkDark = surface.medium != .light
      let darks = (0..<surface.size.height).map { y in
        (0..<surface.size.width).map { x in (frame[x, y] != 0) == isInkDark }
      }
      let isDrawn = codes.contains { Self.holds(darks, $0) }
      #expect(isDrawn, "\(surface.size) \(language)")
    }
  }

  /// Whether the code is somewhere, with two bright modules at least around it, and in modules that
  /// a camera sees.
  private static func holds(_ darks: [[Bool]], _ code: Documentation.Code) -> Bool {
    let (width, height) = (darks[0].count, darks.count)
    for scale in 2...4 {
      let side = (code.side + 4) * scale
      for y in 0..<max(0, height - side + 1) {
        for x in 0..<max(0, width - side + 1) {
          let isThere = (0..<side * side).allSatisfy { place in
            let (column, row) = (place % side / scale - 2, place / side / scale - 2)
            let isInside = 0..<code.side ~= column && 0..<code.side ~= row
            return darks[y + place / side][x + place % side]
              == (isInside && code.isDark[row * code.side + column])
          }
          if isThere { return true }
        }
      }
    }
    return false
  }
}
