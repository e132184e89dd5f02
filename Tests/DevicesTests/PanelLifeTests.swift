import Pixels
import TestSupport
import Testing

@testable import Devices

/// Whole lives of panels: frames, sleep and failures in any order, from seeds.
@Suite struct PanelLifeTests {
  @Test(
    "whatever happened, in the end the glass shows the newest frame", arguments: UInt64(1)...12)
  func life(seed: UInt64) throws {
    var noise = SeededGenerator(seed: seed)
    let panel = try #require(PanelTests.kinds.randomElement(using: &noise))
    try live(panel, hz: Int.random(in: 50_000...2_000_000, using: &noise), &noise)
  }

  @Test(
    "so it does where it has mostly shown a frame before the next, and is told what changes",
    arguments: UInt64(1)...12)
  func told(seed: UInt64) throws {
    var noise = SeededGenerator(seed: seed)
    try live(PanelTests.lcd, hz: 4_000_000, &noise)
  }

  private func live(_ panel: PanelWiring, hz: Int, _ noise: inout SeededGenerator) throws {
    let rotation = try #require(Rotation.allCases.randomElement(using: &noise))
    let rig = Rig(panel, rotation, hz: hz)
    var frame = rig.blank()
    // Where it differs from what was shown last; nil: anywhere.
    var changed: [Rect]?
    for _ in 0..<30 {
      switch Int.random(in: 0..<8, using: &noise) {
      case 0: rig.display.sleep()
      case 1: rig.bus.failsAfter = Int.random(in: 0...20, using: &noise)
      case 2: rig.bus.failsAfter = nil
      case 3: (frame, changed) = (rig.noise(noise.next()), nil)
      default:
        let rect = Rect(
          x: Int.random(in: 0..<60, using: &noise), y: Int.random(in: 0..<60, using: &noise),
          width: Int.random(in: 1...60, using: &noise),
          height: Int.random(in: 1...60, using: &noise))
        frame.fill(rect, UInt8.random(in: 0...127, using: &noise))
        rig.display.show(frame, changed: changed.map { $0 + [rect] })
        changed = []
      }
      rig.settle(milliseconds: Int64.random(in: 0...300, using: &noise))
    }
    rig.bus.failsAfter = nil
    rig.display.show(frame, changed: changed)
    rig.settle()
    #expect(rig.shows(frame))
    rig.display.sleep()
    rig.settle()
    #expect(rig.isDark)
  }
}
