import TestSupport
import Testing

@testable import Pixels

@Suite struct TestCardTests {
  private func card(_ width: Int, _ height: Int, _ depth: Depth = .colour) -> Frame {
    TestCard.draw(on: Surface(Size(width, height), depth), title: "panel")
  }

  @Test(
    "its line touches all four edges, and nothing is the same upside down",
    arguments: [
      (24, 24), (64, 48), (72, 40), (128, 32), (128, 64), (64, 128), (135, 240), (240, 240),
      (800, 480),
    ])
  func border(width: Int, height: Int) {
    for depth in [Depth.mono, .grey, .colour] {
      let card = card(width, height, depth)
      let white = ColourRole.text.pixel()
      #expect((0..<width).allSatisfy { card[$0, 0] == white && card[$0, height - 1] == white })
      #expect((0..<height).allSatisfy { card[0, $0] == white && card[width - 1, $0] == white })
      if depth == .mono { #expect(card.pixels.allSatisfy { $0 == 0 || $0 & 15 == 15 }) }
      let lit = card.pixels.map { $0 & 8 }
      #expect(lit != lit.reversed())
      let mirrored = (0..<height).flatMap { y in
        (0..<width).reversed().map { card[$0, y] & 8 }
      }
      #expect(lit != mirrored)
    }
  }

  @Test("on round glass the line is the edge", arguments: [120, 240, 241])
  func round(side: Int) {
    let surface = Surface(Size(side, side), .colour, outline: .circle)
    let card = TestCard.draw(on: surface, title: "round")
    let middle = side / 2
    for (x, y) in [(middle, 0), (middle, side - 1), (0, middle), (side - 1, middle)] {
      #expect(card[x, y] & 15 >= 8)
    }
    let radius = Double(side) / 2
    for y in 0..<side {
      for x in 0..<side where card[x, y] != 0 {
        let (u, v) = (Double(x) + 0.5 - radius, Double(y) + 0.5 - radius)
        #expect(u * u + v * v <= (radius + 0.5) * (radius + 0.5))
      }
    }
  }

  @Test("red, green and blue stand from the left, in their own theme")
  func channels() {
    let card = card(240, 240)
    func colour(_ x: Int) -> Colour { TestCard.theme[card[x, 70]] }
    #expect(colour(40) == Colour(0xFF0000))
    #expect(colour(120) == Colour(0x00FF00))
    #expect(colour(200) == Colour(0x0000FF))
  }

  @Test("a strip begins red, green, blue and ends white; a light is red")
  func strips() {
    let (red, green, blue) = (
      ColourRole.rise.pixel(), ColourRole.fall.pixel(), ColourRole.still.pixel()
    )
    #expect(card(8, 1).pixels == [red, green, blue, 0, 0, 0, 0, ColourRole.text.pixel()])
    #expect(card(1, 3).pixels == [blue, green, red])
    #expect(card(1, 1).pixels == [red])
  }

  @Test("modules in a row have their numbers, and a matrix an arrow")
  func modules() {
    #expect(
      card(32, 8, .mono).roles == """
        TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT
        T...............................
        T..r......fff.....sss.....r.r...
        T.rr........f.......s.....r.r...
        T..r......fff......ss.....rrr...
        T..r......f.........s.......r...
        T.rrr.....fff.....sss.......r...
        T...............................
        """)
    #expect(
      card(8, 8, .mono).roles == """
        r......f
        ...T....
        ...T....
        ..TTT...
        .TTTTT..
        ...T....
        ...T....
        s......T
        """)
  }
}
