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
    var memory = PanelMemory(Self.size)
    let cells = memory.cells
    memory.hold(Rect(x: 0, y: 0, width: 240, height: 7), of: cells)
    memory.hold(Rect(x: 0, y: 19, width: 240, height: 221), of: cells)
    let windows = DamagePlan(Self.lcd).windows(from: memory, to: cells)
    #expect(windows == [Rect(x: 0, y: 7, width: 240, height: 12)])
  }

  private static func windows(_ changed: [Rect], of panel: some Panel) -> [Rect] {
    var frame = Frame(size)
    var memory = PanelMemory(size)
    memory.hold(Rect(size), of: frame.pixels)
    memory.settle()
    for rect in changed { frame.fill(rect, with: ColourRole.text.pixel()) }
    func windows(in places: [Rect]) -> [Rect] {
      var memory = memory
      for place in places { memory.doubt(place) }
      return DamagePlan(panel).windows(from: memory, to: frame.pixels)
    }
    let found = windows(in: [Rect(size)])
    // Where it is known what has changed, these are the same.
    #expect(windows(in: changed) == found)
    return found
  }
}
