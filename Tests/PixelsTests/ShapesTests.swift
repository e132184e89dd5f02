import Pixels
import TestSupport
import Testing

@Suite struct ShapesTests {
  @Test("rectangles are filled and outlined as far as they lie inside")
  func rectangles() {
    var frame = Frame(Size(7, 4))
    frame.outline(Rect(x: 0, y: 0, width: 4, height: 4), with: ColourRole.text.pixel())
    frame.fill(Rect(x: 5, y: -2, width: 9, height: 4), with: ColourRole.warning.pixel())
    #expect(
      frame.roles == """
        TTTT.WW
        T..T.WW
        T..T...
        TTTT...
        """)
  }

  @Test("arrows have one tip and a whole foot")
  func arrows() {
    var frame = Frame(Size(11, 3))
    frame.arrow(
      in: Rect(x: 0, y: 0, width: 5, height: 3), isUp: true, with: ColourRole.text.pixel())
    frame.arrow(
      in: Rect(x: 6, y: 0, width: 5, height: 3), isUp: false, with: ColourRole.dim.pixel())
    #expect(
      frame.roles == """
        ..T...DDDDD
        .TTT...DDD.
        TTTTT...D..
        """)
  }

  @Test("every second pixel goes when a picture is thinned")
  func thinned() {
    var frame = Frame(Size(4, 2))
    frame.fill(frame.bounds, with: ColourRole.text.pixel())
    frame.dither(Rect(x: 1, y: 0, width: 9, height: 9))
    #expect(frame.roles == "TT.T\nT.T.")
  }

  @Test(
    "coverage lies on what was there, whatever its width, and cuts itself out again",
    arguments: 1...21)
  func stamps(width: Int) {
    let coverage = (0..<width * 3).map { UInt8($0 * 7 % 16) }
    for x in [-3, 0, 2, 20] {
      let place = Rect(x: x, y: -1, width: width, height: 3)
      var stamped = Frame(Size(22, 4))
      stamped.fill(stamped.bounds, with: ColourRole.dim.pixel())
      var cut = stamped
      stamped.blend(coverage, in: place, role: .rise)
      cut.cut(coverage, in: place, from: .dim)
      var wrong = 0
      for y in 0..<4 {
        for column in 0..<22 {
          let inside = column >= x && column < x + width && y < 2
          let cover = inside ? coverage[(y + 1) * width + column - x] : 0
          let expected = cover == 0 ? ColourRole.dim.pixel() : ColourRole.rise.pixel(cover)
          if stamped[column, y] != expected { wrong += 1 }
          if cut[column, y] != ColourRole.dim.pixel(15 - cover) { wrong += 1 }
        }
      }
      #expect(wrong == 0)
    }
  }

  @Test("a picture laid on another shows it through its paper")
  func laid() {
    var picture = Frame(Size(9, 1))
    for x in stride(from: 0, to: 9, by: 2) { picture[x, 0] = ColourRole.rise.pixel(UInt8(x + 1)) }
    var frame = Frame(Size(10, 2))
    frame.fill(frame.bounds, with: ColourRole.text.pixel())
    frame.blit(picture, x: 1, y: 1)
    #expect(frame.roles == "TTTTTTTTTT\nT+T+T+T+Tr")
  }

  @Test("a hard disc is round and even")
  func disc() {
    var frame = Frame(Size(6, 6))
    frame.ellipse(centre: Point(3, 3), radiusX: 3, radiusY: 3, role: .text, depth: .mono)
    #expect(
      frame.roles == """
        .TTTT.
        TTTTTT
        TTTTTT
        TTTTTT
        TTTTTT
        .TTTT.
        """)
  }

  @Test("smooth shapes cover as much as their area says, and paper takes them away")
  func areas() {
    var frame = Frame(Size(40, 40))
    frame.ellipse(centre: Point(20, 20), radiusX: 15, radiusY: 10, role: .text, depth: .colour)
    let area = frame.pixels.reduce(0.0) { $0 + Double($1 & 15) / 15 }
    #expect(abs(area - 3.14159 * 150) < 10)
    frame.stroke([Point(0, 20), Point(40, 20)], thickness: 60, role: .paper, depth: .colour)
    #expect(frame == Frame(Size(40, 40)))
    let square = [Point(5, 5), Point(15, 5), Point(15, 15), Point(5, 15)]
    frame.polygon(square, role: .text, depth: .colour)
    #expect(frame.pixels.filter { $0 == ColourRole.text.pixel() }.count == 100)
  }

  @Test("nothing is drawn outside, however far a shape reaches", arguments: 0..<50)
  func clipped(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var frame = Frame(Size(.random(in: 1...9, using: &random), .random(in: 1...9, using: &random)))
    for _ in 0..<20 {
      func any() -> Int { .random(in: -20...20, using: &random) }
      let rect = Rect(x: any(), y: any(), width: any(), height: any())
      frame.fill(rect, with: ColourRole.text.pixel())
      frame.outline(rect, with: ColourRole.text.pixel())
      frame.dither(rect)
      frame.arrow(in: rect, isUp: seed % 2 == 0, with: ColourRole.text.pixel())
      let ends = [Point(Double(any()), Double(any())), Point(Double(any()), Double(any()))]
      frame.stroke(ends, thickness: Double(abs(any())), role: .rise, depth: .colour)
      frame.polygon(ends + [Point(0, 0)], role: .fall, depth: .mono)
      frame.ellipse(
        centre: ends[0], radiusX: Double(any()), radiusY: Double(any()), role: .dim, depth: .colour)
    }
    #expect(frame.pixels.count == frame.size.width * frame.size.height)
    #expect(frame.pixels.allSatisfy { ($0 == 0) == ($0 & 15 == 0) })
  }
}
