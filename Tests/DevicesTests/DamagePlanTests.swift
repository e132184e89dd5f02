import Pixels
import TestSupport
import Testing

@testable import Devices

/// Which windows carry a change.
@Suite struct DamagePlanTests {
  private static let size = Size(240, 240)
  /// Two bytes a pixel, and a window as dear as eighty of them.
  private static let lcd = DCSPanel(
    DCSChip(memories: [size], activeAreas: [DCSChip.ActiveArea(size: size)]), PanelTests.lcd,
    theme: .dark(.greenRed))

  private struct Change {
    let changed: [Rect]
    let windows: [Rect]

    init(_ changed: [(Int, Int, Int, Int)], as windows: [(Int, Int, Int, Int)]? = nil) {
      func rects(_ list: [(Int, Int, Int, Int)]) -> [Rect] {
        list.map { Rect(x: $0.0, y: $0.1, width: $0.2, height: $0.3) }
      }
      self.changed = rects(changed)
      self.windows = rects(windows ?? changed)
    }
  }

  private static let changes = [
    Change([]),
    // Two digits of a number, and of two numbers.
    Change([(20, 30, 8, 12), (31, 30, 8, 12)], as: [(20, 30, 19, 12)]),
    Change([(20, 30, 8, 12), (60, 30, 8, 12)]),
    // A digit in two rows that are close to each other, and two words in rows as close.
    Change([(20, 30, 8, 12), (20, 48, 8, 12)], as: [(20, 30, 8, 30)]),
    Change([(20, 30, 90, 12), (20, 48, 90, 12)]),
    // A bar that became longer, and a digit before it.
    Change([(60, 20, 8, 12), (120, 18, 100, 16)]),
    // A line across the picture, and a candle that stands above it.
    Change([(0, 100, 240, 1), (200, 40, 5, 57)]),
    // All of it.
    Change([(0, 0, 240, 240)]),
  ]

  @Test("what costs less apart goes apart", arguments: changes.indices)
  func apart(index: Int) {
    let change = Self.changes[index]
    let windows = Self.windows(change.changed, of: Self.lcd)
    #expect(Set(windows) == Set(change.windows), "\(windows)")
  }

  @Test(
    "every change is in a window, and all cost no more than a frame",
    arguments: 0..<40 as Range<UInt64>)
  func covered(seed: UInt64) {
    var noise = SeededGenerator(seed: seed)
    let dots = (0..<Int.random(in: 1...600, using: &noise)).map { _ in
      Rect(
        x: Int.random(in: 0..<240, using: &noise), y: Int.random(in: 0..<240, using: &noise),
        width: 1, height: 1)
    }
    let windows = Self.windows(dots, of: Self.lcd)
    for dot in dots { #expect(windows.contains { $0.intersection(dot) == dot }, "\(dot)") }
    let cost = windows.reduce(0) { $0 + 160 + 2 * $1.width * $1.height }
    #expect(cost <= 160 + 2 * 240 * 240)
  }

  @Test("rows of which nothing is known are sent as a whole, together with their neighbours")
  func unknown() {
    let cells = [UInt8](repeating: 0, count: 240 * 240)
    var unknown = [Bool](repeating: false, count: 240)
    for row in 7..<19 { unknown[row] = true }
    let windows = DamagePlan(Self.lcd).windows(
      from: cells, to: cells, in: unknown.map { _ in 0..<0 }, unknown: unknown)
    #expect(windows == [Rect(x: 0, y: 7, width: 240, height: 12)])
  }

  private static func windows(_ changed: [Rect], of panel: some Panel) -> [Rect] {
    var frame = Frame(size)
    let before = frame.pixels
    for rect in changed { frame.fill(rect, with: ColourRole.text.pixel()) }
    let unknown = [Bool](repeating: false, count: size.height)
    func windows(in doubtful: [Range<Int>]) -> [Rect] {
      DamagePlan(panel).windows(
        from: before, to: frame.pixels, in: doubtful, unknown: unknown)
    }
    let found = windows(in: unknown.map { _ in 0..<size.width })
    // Where it is known which columns have changed, these are the same.
    let told = (0..<size.height).map { y in
      let row = changed.filter { ($0.y..<$0.bottom).contains(y) }
      return (row.map(\.x).min() ?? 0)..<(row.map(\.right).max() ?? 0)
    }
    #expect(windows(in: told) == found)
    return found
  }
}
