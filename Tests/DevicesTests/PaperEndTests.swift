import Pixels
import TestSupport
import Testing

@testable import Devices
@testable import PanelModels

/// How e-paper ends: with the last picture, in little time, whatever went on.
@Suite struct PaperEndTests {
  static let panels = PaperTests.panels

  private func model(_ rig: Rig) -> SSD168xModel { rig.bus.model as! SSD168xModel }

  @Test("an end at any moment brings the last picture within a second", arguments: panels)
  func end(panel: PanelWiring) {
    for milliseconds in Array(stride(from: Int64(0), to: 80, by: 3)) + [300, 500, 1_900, 2_100] {
      for isFirst in [true, false] {
        let rig = Rig(panel)
        if !isFirst { rig.show(rig.noise(32)) }
        rig.display.show(rig.noise(33))
        rig.settle(milliseconds: milliseconds)
        rig.display.show(rig.noise(34))
        rig.display.sleep()
        rig.settle(milliseconds: 1_000)
        // The program is gone, and the panel finishes what it was told.
        rig.bus.pass(milliseconds: 10_000)
        #expect(rig.shows(rig.noise(34)), "after \(milliseconds) ms")
        #expect(!model(rig).isDriving)
      }
    }
  }

  @Test("at rest the last picture needs one partial refresh, and then the panel sleeps deeply")
  func endAtRest() {
    let rig = Rig(Self.panels[0])
    rig.show(rig.noise(35))
    rig.display.show(rig.noise(36))
    rig.display.sleep()
    rig.settle(milliseconds: 1_000)
    #expect(rig.shows(rig.noise(36)))
    #expect(model(rig).partialRefreshes == 1 && model(rig).isInDeepSleep)
  }

  @Test("a lost panel is tried once more at the end", arguments: panels)
  func endWhileLost(panel: PanelWiring) {
    let rig = Rig(panel)
    rig.show(rig.noise(37))
    rig.bus.failsAfter = 0
    rig.display.show(rig.noise(38))
    rig.settle(milliseconds: 20_000)
    rig.bus.failsAfter = nil
    rig.display.show(rig.noise(39))
    rig.display.sleep()
    rig.settle(milliseconds: 1_000)
    #expect(rig.shows(rig.noise(39)))
  }

  @Test(
    "whatever happened, in the end the glass shows the newest frame", arguments: UInt64(1)...12)
  func life(seed: UInt64) throws {
    var noise = SeededGenerator(seed: seed)
    let panel = try #require(Self.panels.randomElement(using: &noise))
    let rotation = try #require(Rotation.allCases.randomElement(using: &noise))
    let rig = Rig(panel, rotation, hz: Int.random(in: 50_000...4_000_000, using: &noise))
    var frame = rig.blank()
    for _ in 0..<40 {
      switch Int.random(in: 0..<10, using: &noise) {
      case 0: rig.display.sleep()
      case 1: rig.bus.failsAfter = Int.random(in: 0...40, using: &noise)
      case 2: rig.bus.failsAfter = nil
      case 3: rig.bus.busyWire = .alwaysHigh
      case 4, 5: rig.bus.busyWire = .panel
      default:
        let rect = Rect(
          x: Int.random(in: 0..<180, using: &noise), y: Int.random(in: 0..<110, using: &noise),
          width: 11, height: 7)
        frame.fill(rect, ColourRole.text.pixel())
        rig.display.show(frame)
      }
      rig.settle(milliseconds: Int64.random(in: 0...3_000, using: &noise))
    }
    rig.bus.failsAfter = nil
    rig.bus.busyWire = .panel
    rig.show(frame)
    rig.settle()
    #expect(rig.shows(frame))
  }
}
