import Pixels
import Testing

@Suite struct DamageTests {
  @Test("equal frames have none")
  func equal() {
    var frame = Frame(Size(33, 5))
    frame[32, 4] = 17
    #expect(Damage(from: frame, to: frame).rects.isEmpty)
  }

  @Test("one pixel anywhere is one rectangle of one pixel", arguments: [1, 7, 8, 63, 130])
  func onePixel(width: Int) {
    let old = Frame(Size(width, 3))
    var wrong: [[Rect]] = []
    for y in 0..<3 {
      for x in 0..<width {
        var new = old
        new[x, y] = Ink.text.pixel()
        let rects = Damage(from: old, to: new).rects
        if rects != [Rect(x: x, y: y, width: 1, height: 1)] { wrong.append(rects) }
      }
    }
    #expect(wrong == [])
  }

  @Test("places far apart are sent apart, near ones together")
  func places() {
    let old = Frame(Size(128, 64))
    var new = old
    let digit = Rect(x: 100, y: 10, width: 9, height: 15)
    let candle = Rect(x: 60, y: 40, width: 3, height: 12)
    new.fill(digit, with: Ink.text.pixel())
    new.fill(candle, with: Ink.text.pixel())
    #expect(Damage(from: old, to: new).rects == [digit, candle])
    new.fill(Rect(x: 112, y: 10, width: 9, height: 15), with: Ink.text.pixel())
    #expect(
      Damage(from: old, to: new).rects == [Rect(x: 100, y: 10, width: 21, height: 15), candle])
  }

  @Test("every changed pixel is in a rectangle, and no rectangle is without one", arguments: 0..<40)
  func complete(seed: Int) {
    var random = Seeded(seed)
    let size = Size(.random(in: 1...140, using: &random), .random(in: 1...40, using: &random))
    let old = Frame(size)
    var new = old
    for _ in 0..<Int.random(in: 1...300, using: &random) {
      new[
        .random(in: 0..<size.width, using: &random), .random(in: 0..<size.height, using: &random)] =
        Ink.text.pixel()
    }
    let rects = Damage(from: old, to: new).rects
    #expect(rects.count <= 16)
    var covered = old
    for rect in rects {
      #expect(rect.intersection(new.bounds) == rect)
      covered.fill(rect, with: 1)
    }
    #expect(zip(new.pixels, covered.pixels).allSatisfy { $0 == 0 || $1 == 1 })
  }
}
