import Pixels
import TestSupport
import Testing

@testable import Devices

/// What an update costs on the bus: a made-up glance whose parts move as the real one's do.
@Suite struct BusBytesTests {
  /// Digits as blocks, candles as bars: what changes matters, not how it looks.
  static func glance(_ size: Size, price: Int, percent: Int, candles: [Int]) -> Frame {
    var frame = Frame(size)
    let unit = max(1, size.height / 64)
    digits(
      price, count: 8, x: 2, y: size.height / 8, unit: 2 * unit, ColourRole.text.pixel(), &frame)
    digits(
      percent, count: 3, x: size.width * 2 / 3, y: 0, unit: unit, ColourRole.rise.pixel(), &frame)
    for (index, close) in candles.enumerated() {
      let height = close * size.height / 300
      frame.fill(
        Rect(
          x: 2 + index * 4 * unit, y: size.height - 1 - height, width: 3 * unit, height: height),
        ColourRole.rise.pixel())
    }
    return frame
  }

  /// Seven segments of 4×7 units.
  private static func digits(
    _ value: Int, count: Int, x: Int, y: Int, unit: Int, _ pixel: Pixel, _ frame: inout Frame
  ) {
    let segments = [0x77, 0x24, 0x5d, 0x6d, 0x2e, 0x6b, 0x7b, 0x25, 0x7f, 0x6f]
    let places = [
      (0, 0, 4, 1), (0, 0, 1, 4), (3, 0, 1, 4), (0, 3, 4, 1), (0, 3, 1, 4), (3, 3, 1, 4),
      (0, 6, 4, 1),
    ]
    var value = value
    for position in (0..<count).reversed() {
      let lit = segments[value % 10]
      value /= 10
      for (bit, place) in places.enumerated() where lit >> bit & 1 == 1 {
        frame.fill(
          Rect(
            x: x + (position * 5 + place.0) * unit, y: y + place.1 * unit,
            width: place.2 * unit, height: place.3 * unit), pixel)
      }
    }
  }

  /// Bytes of each update over a walk of the price, the chart moving on at every tenth.
  static func walk(_ panel: PanelWiring) -> (changes: [Int], scrolls: [Int]) {
    let rig = Rig(panel)
    var noise = SeededGenerator(seed: 99)
    var price = 97_512_000
    var candles = (0..<24).map { _ in Int.random(in: 40...100, using: &noise) }
    var changes: [Int] = []
    var scrolls: [Int] = []
    rig.show(glance(rig.display.size, price: price, percent: 123, candles: candles))
    for step in 1...200 {
      price += 1000 * Int.random(in: -40...40, using: &noise)
      candles[23] = max(20, min(110, candles[23] + Int.random(in: -3...3, using: &noise)))
      if step % 10 == 0 { candles = candles.dropFirst() + [candles[23]] }
      let before = rig.bus.byteCount
      let frame = glance(
        rig.display.size, price: price, percent: 123 + price / 100_000 % 100, candles: candles)
      rig.show(frame)
      if step % 20 == 0 { #expect(rig.shows(frame)) }
      if step % 10 == 0 {
        scrolls.append(rig.bus.byteCount - before)
      } else {
        changes.append(rig.bus.byteCount - before)
      }
    }
    return (changes.sorted(), scrolls.sorted())
  }

  @Test("a price change on the SSD1306 costs about a hundred bytes, a chart that moves on its area")
  func ssd1306() {
    let (changes, scrolls) = Self.walk(PanelTests.oled)
    #expect(changes[changes.count / 2] <= 120)
    #expect(changes.last! <= 238)
    #expect(scrolls.last! < 1024 * 2 / 3)
  }

  @Test("a price change on the ST7789 costs a few thousand bytes, a chart that moves on its area")
  func st7789() {
    let (changes, scrolls) = Self.walk(PanelTests.lcd)
    #expect(changes[changes.count / 2] <= 6000)
    #expect(changes.last! <= 11_000)
    #expect(scrolls.last! < 115_200 * 2 / 3)
  }

  @Test("what is longer than a transaction goes in pieces, the last of what is left")
  func cut() {
    func pieces(_ count: Int) -> [Range<Int>] { Array(BusFraming.pieces(count, of: 4)) }
    #expect(pieces(10) == [0..<4, 4..<8, 8..<10])
    #expect(pieces(8) == [0..<4, 4..<8])
    #expect(pieces(3) == [0..<3])
    #expect(pieces(0).isEmpty)
  }
}
