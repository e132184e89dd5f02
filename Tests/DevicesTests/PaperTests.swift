import Pixels
import TestSupport
import Testing

@testable import Devices
@testable import PanelModels

/// E-paper, driver against model: every refresh, and every way of being cut short.
@Suite struct PaperTests {
  static let panels = PanelKind.all.filter { $0.medium == .paper }.map {
    PanelWiring($0, on: .spi(controller: 0, select: 0))
  }

  private func model(_ rig: Rig) -> SSD168xModel { rig.bus.model as! SSD168xModel }

  /// Full and partial refreshes so far.
  private func refreshes(_ rig: Rig) -> [Int] {
    [model(rig).fullRefreshes, model(rig).partialRefreshes]
  }

  private func mark(_ frame: inout Frame, _ place: Int) {
    frame.fill(
      Rect(x: place % 40 * 3, y: place / 40 * 9, width: 11, height: 7), ColourRole.text.pixel())
  }

  @Test(
    "the first frame comes with a full refresh, and then the panel sleeps deeply",
    arguments: panels, Rotation.allCases)
  func firstFrame(panel: PanelWiring, rotation: Rotation) {
    let rig = Rig(panel, rotation)
    let frame = rig.noise(1)
    rig.show(frame)
    #expect(rig.shows(frame))
    #expect(refreshes(rig) == [1, 0])
    #expect(model(rig).isInDeepSleep && !model(rig).isDriving)
  }

  @Test(
    "changes come with partial refreshes, and with a full one every so often", arguments: panels)
  func budget(panel: PanelWiring) {
    var panel = panel
    panel.fullEvery = 3
    let rig = Rig(panel)
    var frame = rig.blank()
    rig.show(frame)
    var seen: [[Int]] = []
    for place in 0..<8 {
      mark(&frame, place * 5)
      rig.show(frame)
      #expect(rig.shows(frame), "change \(place)")
      seen.append(refreshes(rig))
    }
    #expect(seen == [[1, 1], [1, 2], [1, 3], [2, 3], [2, 4], [2, 5], [2, 6], [3, 6]])
  }

  @Test("a frame that is equal sends nothing", arguments: panels)
  func equalFrame(panel: PanelWiring) {
    let rig = Rig(panel)
    rig.show(rig.noise(2))
    let before = rig.bus.transactions.count
    rig.show(rig.noise(2))
    #expect(rig.bus.transactions.count == before)
  }

  @Test("the start is over once the first picture is sent, long before it is to be seen")
  func startsSoon() {
    let rig = Rig(Self.panels[0])
    rig.display.show(rig.noise(3))
    rig.settle(milliseconds: 60)
    #expect(rig.display.hasStarted && rig.bus.model.isBusy)
  }

  @Test(
    "a partial refresh can be read back from a transcript alone, and has 8 kB", arguments: panels)
  func transcript(panel: PanelWiring) throws {
    let folder = TemporaryFolder()
    let bus = try RecordingBus(
      path: "\(folder.path)/bus", kind: .spi(hz: 4_000_000), lines: [.reset, .power])
    let rig = Rig(panel)
    let display = panel.kind.display(rig.wiring, on: bus, theme: Rig.theme) { _ in }
    var sent = [0]
    var now: Int64 = 0
    for frame in [rig.noise(40), rig.noise(41)] {
      display.show(frame)
      while case let next = display.flush(now: now), !next.isNever {
        now = max(next.monotonic, now + 1)
      }
      let transactions = try TranscriptReader.transactions(of: folder.bytes("bus"))
      sent.append(transactions.reduce(0) { $0 + $1.byteCount })
    }
    let picture = panel.kind == .ssd1680 ? 16 * 250 : 25 * 200
    #expect((2 * picture...2 * picture + 50).contains(sent[2] - sent[1]))

    var model = SSD168xModel(panel.size)
    for transaction in try TranscriptReader.transactions(of: folder.bytes("bus")) {
      // A transcript has no times: whoever wrote it waited long enough.
      model.pass(milliseconds: 5_000)
      try model.receive(transaction)
    }
    rig.show(rig.noise(41))
    #expect(model.activeArea == rig.bus.model.activeArea && model.partialRefreshes == 1)
  }

  @Test(
    "a reset ends in the call that begins it: a long one switches some modules off",
    arguments: panels)
  func shortReset(panel: PanelWiring) {
    let rig = Rig(panel)
    rig.display.show(rig.noise(5))
    var resets = 0
    for _ in 0..<50 {
      let before = rig.bus.transactions.count
      let next = rig.display.flush(now: rig.now)
      let sent = rig.bus.transactions[before...]
      resets += sent.count { $0 == .line(.reset, false) }
      #expect(sent.last != .line(.reset, false))
      if next.isNever { break }
      rig.wait(until: max(next.monotonic, rig.now + 1))
    }
    #expect(resets == 1)
  }

  @Test("while it is busy the loop sleeps: a refresh takes a few calls", arguments: panels)
  func sleeps(panel: PanelWiring) {
    let rig = Rig(panel)
    rig.display.show(rig.noise(4))
    var calls = 0
    while calls < 50, case let next = rig.display.flush(now: rig.now), !next.isNever {
      calls += 1
      rig.wait(until: next.monotonic)
    }
    #expect(calls <= 10)
    #expect(rig.shows(rig.noise(4)))
  }

  @Test("of all that is shown while it is busy, the newest comes next", arguments: panels)
  func newestFrame(panel: PanelWiring) {
    let rig = Rig(panel)
    rig.display.show(rig.noise(5))
    for seed: UInt64 in 6..<16 {
      rig.settle(milliseconds: 100)
      rig.display.show(rig.noise(seed))
    }
    rig.settle()
    #expect(rig.shows(rig.noise(15)))
    #expect(refreshes(rig) == [1, 1])
  }

  @Test("a BUSY line that nobody can see is made up for by time", arguments: panels)
  func noBusyLine(panel: PanelWiring) {
    let rig = Rig(panel)
    rig.bus.busyWire = .none
    for seed: UInt64 in 20..<24 {
      rig.show(rig.noise(seed))
      #expect(rig.shows(rig.noise(seed)))
    }
  }

  @Test("a slow bus is held 40 ms at a time", arguments: panels)
  func slowBus(panel: PanelWiring) {
    let rig = Rig(panel, hz: 100_000)
    rig.display.show(rig.noise(25))
    #expect(rig.settle() <= rig.bus.bytesPerSecond * 40 / 1000 + 40)
    #expect(rig.shows(rig.noise(25)))
  }

  @Test("a BUSY line that never falls is named once, and tried again ever rarer")
  func stuck() {
    let rig = Rig(Self.panels[0])
    rig.show(rig.noise(26))
    rig.bus.busyWire = .alwaysHigh
    rig.display.show(rig.noise(27))
    rig.settle(milliseconds: 200_000)
    let name = "ssd1680 on model"
    #expect(
      rig.reports == ["\(name): BUSY stays high; check its wire; trying again until it answers"])
    // A try is a reset: 1 s to see BUSY fall, then a pause of 1, 2, 4… 32 s.
    let resets = rig.bus.transactions.filter { $0 == .line(.reset, false) }.count - 1
    #expect((9...12).contains(resets))
    rig.bus.busyWire = .panel
    rig.settle()
    #expect(rig.reports.last == "\(name) is back")
    #expect(rig.shows(rig.noise(27)))
  }

  @Test("BUSY that hangs in a refresh ends after 10 s with a reset and a full refresh")
  func stuckInRefresh() {
    let rig = Rig(Self.panels[1])
    rig.show(rig.noise(28))
    rig.display.show(rig.noise(29))
    rig.settle(milliseconds: 100)
    rig.bus.busyWire = .alwaysHigh
    rig.settle(milliseconds: 9_000)
    #expect(rig.reports.isEmpty)
    rig.settle(milliseconds: 2_000)
    #expect(rig.reports.count == 1)
    rig.bus.busyWire = .panel
    rig.settle()
    #expect(rig.shows(rig.noise(29)))
    #expect(rig.reports.count == 2)
  }

  @Test("a panel lost at any transaction comes back whole", arguments: panels)
  func lost(panel: PanelWiring) {
    var lost = 0
    for survivors in 0..<50 {
      let rig = Rig(panel)
      rig.show(rig.noise(30))
      rig.bus.failsAfter = survivors
      rig.display.show(rig.noise(31))
      rig.settle(milliseconds: 6_000)
      let isLost = !rig.reports.isEmpty
      rig.bus.failsAfter = nil
      rig.settle()
      #expect(rig.shows(rig.noise(31)), "after \(survivors)")
      #expect(rig.reports.count == (isLost ? 2 : 0))
      lost += isLost ? 1 : 0
    }
    #expect(lost > 0)
  }
}
