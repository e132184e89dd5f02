import Pixels
import Testing

@testable import Devices

/// A panel that does not answer.
@Suite struct RecoveryTests {
  @Test("a panel lost at any transaction comes back whole", arguments: PanelTests.kinds)
  func lostInTheMiddle(panel: PanelWiring) {
    var lost = 0
    for survivors in 0..<24 {
      let rig = Rig(panel)
      let frame = rig.noise(30)
      rig.bus.failsAfter = survivors
      rig.display.show(frame)
      rig.settle(milliseconds: 5000)
      let isLost = !rig.reports.isEmpty
      if isLost {
        #expect(rig.display.hasStarted, "the start is over when the panel is found missing")
      }
      rig.bus.failsAfter = nil
      rig.settle()
      // A panel that was not said to be lost has lost nothing.
      #expect(rig.shows(frame), "after \(survivors)")
      #expect(rig.reports.count == (isLost ? 2 : 0), "after \(survivors): \(rig.reports)")
      lost += isLost ? 1 : 0
    }
    #expect(lost > 0)
  }

  @Test("it is said once that a panel is lost, and once that it is back")
  func reports() {
    let rig = Rig(PanelTests.oled)
    rig.show(rig.noise(31))
    rig.bus.failsAfter = 0
    rig.display.show(rig.noise(32))
    rig.settle(milliseconds: 100_000)
    #expect(
      rig.reports == [
        "model: no answer to I2C write; check power and wires; trying again until it answers"
      ])
    rig.bus.failsAfter = nil
    rig.settle()
    #expect(rig.reports.last == "ssd1306 on model is back")
    #expect(rig.shows(rig.noise(32)))
  }

  @Test("tries are 1 s apart, then ever rarer, up to 32 s")
  func backOff() {
    let rig = Rig(PanelTests.oled)
    rig.bus.failsAfter = 0
    rig.display.show(rig.blank())
    var now: Int64 = 0
    var pauses: [Int64] = []
    for _ in 0..<8 {
      let next = rig.display.flush(now: now).monotonic
      pauses.append((next - now) / 1000)
      now = next
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 32, 32])
  }

  @Test("sleep does not wait for the next try", arguments: PanelTests.kinds)
  func sleepWhileLost(panel: PanelWiring) {
    let rig = Rig(panel)
    rig.show(rig.noise(33))
    rig.bus.failsAfter = 0
    rig.display.show(rig.noise(34))
    rig.settle(milliseconds: 20_000)
    rig.bus.failsAfter = nil
    rig.display.sleep()
    rig.settle(milliseconds: 1000)
    #expect(rig.isDark)
  }
}
