import MarketData
import Pixels
import TestSupport
import Testing

@testable import Glance
@testable import State

@Suite("A snoozed alert is shown by a bell with a bar")
struct SnoozedBellTests {

  @Test("from the press on until the snooze is over")
  func snoozed() {
    let desk = AlertDesk([AlertRule(.above(100))])
    desk.price(99)
    desk.price(101)
    #expect(!desk.desk.statusHeader.isSnoozed)
    desk.press(.snooze)
    #expect(desk.desk.statusHeader.isSnoozed)
    desk.price(99)
    #expect(desk.desk.statusHeader.isSnoozed)
    desk.wait(600)
    #expect(!desk.desk.statusHeader.isSnoozed)
  }

  @Test("in the header, where there is room")
  func room() {
    var scene = Scenes.usual()
    let sizes = [
      (Size(240, 240), Depth.colour, true), (Size(128, 64), .mono, true),
      (Size(160, 80), .colour, true), (Size(128, 32), .mono, true), (Size(64, 48), .mono, false),
      (Size(32, 8), .colour, false),
    ]
    for (size, depth, isShown) in sizes {
      let surface = Surface(size, depth)
      scene.statusHeader.isSnoozed = false
      let before = DrawnPages.draw(Scene(scene), surface)
      scene.statusHeader.isSnoozed = true
      let after = DrawnPages.draw(Scene(scene), surface)
      #expect((before != after) == isShown, "\(size)")
    }
    let circle = Surface(Size(240, 240), .colour, outline: .circle)
    let after = DrawnPages.draw(Scene(scene), circle)
    scene.statusHeader.isSnoozed = false
    #expect(DrawnPages.draw(Scene(scene), circle) != after)
  }

  @Test("eight rows of dots")
  func dots() {
    var frame = Frame(Size(9, 9))
    SnoozedBell(beside: Lettering(BuiltInGlyphs(scale: 1))).draw(
      x: 0, y: 0, .dim, .mono, on: &frame)
    #expect(
      frame.text == """
        .........
        .#...#...
        ..#.###..
        ...#.###.
        ...##.##.
        ...###.#.
        ..#####.#
        .......#.
        .....#..#
        """)
  }
}
