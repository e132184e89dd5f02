import Pixels
import Testing
import Timing

@testable import Devices

/// A panel whose device is missing when it is opened.
@Suite struct AwaitedDisplayTests {
  private let rig = Rig(PanelTests.oled)
  private let bench = Bench()

  private final class Bench {
    var isThere = false
    var tries = 0
    var reports: [String] = []
  }

  private func display() -> AwaitedDisplay {
    AwaitedDisplay(rig.wiring, theme: Rig.theme) { [bench] in
      bench.reports.append($0)
    } open: { [rig, bench] _ throws(DeviceError) in
      bench.tries += 1
      if bench.isThere { return rig.display }
      throw .unusable(device: "/dev/i2c-1", reason: "does not exist", fix: "enable it")
    }
  }

  @Test("it is looked for ever more rarely, up to 32 s, and is lit when it appears")
  func appears() {
    let display = display()
    #expect(display.hasStarted && display.surface == rig.wiring.surface)
    display.show(rig.noise(1))
    var now: Int64 = 0
    var pauses: [Int64] = []
    for _ in 0..<8 {
      let next = display.flush(now: now).monotonic
      // A picture does not make it look sooner.
      display.show(rig.noise(2))
      #expect(display.flush(now: now) == Deadline(next))
      pauses.append((next - now) / 1_000)
      now = next
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 32, 32] && bench.tries == 8)
    #expect(!display.isUpToDate && display.traffic?.errors == 8)
    bench.isThere = true
    _ = display.flush(now: now)
    rig.settle()
    #expect(rig.shows(rig.noise(2)) && display.isUpToDate)
    display.show(rig.noise(3))
    rig.settle()
    #expect(rig.shows(rig.noise(3)) && bench.tries == 9)
    #expect(
      bench.reports == [
        "ssd1306: /dev/i2c-1: does not exist; enable it; trying again until it answers",
        "ssd1306 on model is there now",
      ])
  }

  @Test("it is looked for at once where that is asked for, and as dark as it is to be")
  func asleep() {
    let display = display()
    display.show(rig.noise(1))
    _ = display.flush(now: 0)
    display.sleep()
    bench.isThere = true
    #expect(display.flush(now: 1) == Deadline(1_000) && bench.tries == 1)
    display.tryAgain()
    _ = display.flush(now: 1)
    rig.settle()
    #expect(rig.isDark && bench.tries == 2)
  }

  @Test("at the end it is not waited for")
  func end() {
    let display = display()
    display.show(rig.noise(1))
    _ = display.flush(now: 0)
    display.giveBack()
    #expect(display.flush(now: 1_000) == .never && bench.tries == 1)
  }

  @Test(
    "it is named as it will be",
    arguments: [
      (PanelBus.i2c(1), "i2c:1 at 0x3c"), (.gpio, "gpio of pinctrl"),
      (.spi(controller: 0, select: 1), "spi:0.1"),
    ])
  func named(bus: PanelBus, place: String) {
    var wiring = PanelWiring(.ssd1306, on: bus)
    (wiring.address, wiring.chip) = (0x3c, "pinctrl")
    #expect(AwaitedDisplay(wiring, theme: Rig.theme) { _ in }.name == "ssd1306 on \(place)")
  }
}
