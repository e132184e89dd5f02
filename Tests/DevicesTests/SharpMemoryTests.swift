import Pixels
import Testing

@testable import Devices
@testable import PanelModels

/// What a Sharp Memory LCD asks for that no other panel does.
@Suite struct SharpMemoryTests {
  static let panels = PanelTests.panels.filter { $0.kind == .sharpMemory }

  private func rig(_ panel: PanelWiring, hz: Int? = nil) -> Rig { Rig(panel, hz: hz) }

  private func model(_ rig: Rig) -> SharpMemoryModel { rig.bus.model as! SharpMemoryModel }

  @Test("nothing is seen before the whole first frame is in the memory", arguments: panels)
  func showsLate(panel: PanelWiring) {
    let rig = rig(panel, hz: 50_000)
    let frame = rig.noise(2)
    rig.display.show(frame)
    for _ in 0..<1_000 where !rig.display.hasStarted {
      rig.settle(milliseconds: 10)
      #expect(rig.isDark || rig.shows(frame))
    }
    #expect(rig.shows(frame))
  }

  @Test("while nothing changes, two bytes alternate the voltage at least once a second")
  func alternates() {
    let rig = rig(Self.panels[1])
    rig.show(rig.noise(3))
    for _ in 0..<20 {
      let before = (model(rig).alternations, rig.bus.byteCount)
      rig.settle(milliseconds: 1_000)
      #expect((1...2).contains(model(rig).alternations - before.0))
      #expect(rig.bus.byteCount - before.1 <= 4)
    }
  }

  @Test("frames that come all the time do not keep the voltage from alternating", arguments: panels)
  func alternatesWhileBusy(panel: PanelWiring) {
    let rig = rig(panel)
    rig.show(rig.blank())
    for second in 0..<10 {
      let before = model(rig).alternations
      for beat in 0..<10 {
        rig.display.show(rig.noise(UInt64(second * 10 + beat)))
        rig.settle(milliseconds: 100)
      }
      #expect((1...2).contains(model(rig).alternations - before))
    }
  }

  @Test("a changed line is all that is sent")
  func changedLine() throws {
    let rig = rig(PanelWiring(.sharpMemory, on: .spi(controller: 0, select: 0)))
    var frame = rig.blank()
    rig.display.show(frame)
    // Not until all lines are sent again.
    rig.settle(milliseconds: 5_010)
    let before = rig.bus.transactions.count
    frame.fill(Rect(x: 0, y: 4, width: 12, height: 1), ColourRole.text.pixel())
    rig.display.show(frame)
    _ = rig.display.flush(now: rig.now)
    let sent = rig.bus.transactions.dropFirst(before)
    // Line 5, its lowest bit first; black is 0; a byte after each line and one at the end.
    let line: [UInt8] = [0xa0, 0x00, 0x0f] + [UInt8](repeating: 0xff, count: 14) + [0, 0]
    #expect(sent.count == 1)
    let written = sent.compactMap { if case .spi(false, let bytes) = $0 { bytes } else { nil } }
    let bytes = try #require(written.first)
    #expect(bytes[0] & ~0x40 == 0x80 && Array(bytes.dropFirst()) == line)
  }

  @Test(
    "one that has lost its power while it was lit shows all of a picture that changes a minute later",
    arguments: panels, [1_000_000, 50_000])
  func powerWhileLit(panel: PanelWiring, hz: Int) {
    let rig = rig(panel, hz: hz)
    var frame = rig.noise(7)
    rig.show(frame)
    rig.bus.cyclePower()
    rig.wait(until: rig.now + 60_000)
    for x in 0..<8 { frame[x, 0] = x % 2 == 0 ? ColourRole.text.pixel() : 0 }
    rig.show(frame)
    #expect(rig.shows(frame) && !rig.isDark)
  }

  @Test("no transaction is longer than spidev takes, and none is split", arguments: panels)
  func transactions(panel: PanelWiring) {
    let rig = rig(panel, hz: 8_000_000)
    rig.show(rig.noise(4))
    #expect(rig.bus.transactions.allSatisfy { $0.byteCount <= 4096 })
    #expect(rig.shows(rig.noise(4)))
  }

  @Test("a slow bus is held 40 ms at a time", arguments: panels)
  func budget(panel: PanelWiring) {
    let rig = rig(panel, hz: 100_000)
    rig.display.show(rig.noise(5))
    #expect(rig.settle() <= rig.bus.bytesPerSecond * 40 / 1000 + 6)
    #expect(rig.shows(rig.noise(5)))
  }

  @Test("once asleep it is white and is told nothing more")
  func asleep() {
    let rig = rig(Self.panels[0])
    rig.show(rig.noise(6))
    rig.display.sleep()
    #expect(rig.display.flush(now: rig.now) == .never)
    #expect(rig.isDark)
    let before = rig.bus.transactions.count
    rig.settle()
    #expect(rig.bus.transactions.count == before)
  }

  @Test(
    "the model refuses what the note does not allow",
    arguments: [
      [0x81, 0], [0xa0, 0], [0x00], [0x20, 0, 0], [0x80], [0x80, 0],
      [0x80, 0x80] + [UInt8](repeating: 0, count: 13),
      [0x80, 0x00] + [UInt8](repeating: 0, count: 14),
      [0x80, 0x46] + [UInt8](repeating: 0, count: 14),
    ] as [[UInt8]])
  func refusals(bytes: [UInt8]) {
    var model = SharpMemoryModel(Size(96, 96))
    #expect(throws: BusViolation.self) { try model.receive(.spi(isData: false, bytes)) }
    #expect(throws: BusViolation.self) { try model.receive(.spi(isData: true, [0x20, 0])) }
  }

  @Test("the model wants the voltage to alternate")
  func still() throws {
    var model = SharpMemoryModel(Size(96, 96))
    try model.receive(.spi(isData: false, [0x40, 0]))
    try model.receive(.spi(isData: false, [0x00, 0]))
    #expect(throws: BusViolation.self) { try model.receive(.spi(isData: false, [0x00, 0])) }
  }
}
