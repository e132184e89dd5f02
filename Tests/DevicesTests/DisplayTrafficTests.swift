import Pixels
import TestSupport
import Testing
import Timing

@testable import Devices

@Suite("What a panel has sent")
struct DisplayTrafficTests {
  /// The bytes of a transcript's transactions.
  private func bytes(in transcript: [UInt8]) -> Int {
    String(decoding: transcript, as: UTF8.self).split(separator: "\n").reduce(0) { sum, line in
      line.hasPrefix("gpio") ? sum : sum + line.split(separator: " ").last!.utf8.count / 2
    }
  }

  @Test("every byte on its bus is counted, on every panel that has one")
  func counted() throws {
    for kind in PanelKind.all where kind.isRecordable {
      let folder = TemporaryFolder()
      let wiring = PanelWiring(kind, on: .record(path: "\(folder.path)/bus"))
      let display = try wiring.display(theme: .dark(.greenRed)) { Issue.record("\($0)") }
      #expect(display.traffic == DisplayTraffic(busBytes: 0, errors: 0), "\(kind)")
      var frame = Frame(display.size)
      frame.fill(Rect(x: 0, y: 0, width: 1, height: 1), ColourRole.text.pixel())
      display.show(frame)
      #expect(!display.isUpToDate, "\(kind)")
      var now: Int64 = 0
      for _ in 0..<1_000 where !display.isUpToDate {
        now = max(now + 1, display.flush(now: now).monotonic)
      }
      #expect(display.isUpToDate, "\(kind)")
      #expect(display.traffic?.busBytes == bytes(in: folder.bytes("bus")), "\(kind)")
    }
  }

  @Test("how long its bytes take follows from the clock of its bus")
  func duration() throws {
    for (hz, milliseconds) in [(400_000, 90), (100_000, 360)] as [(Int, Int64)] {
      let bus = try RecordingBus(
        path: "/dev/null", kind: .i2c(address: 0x3c, hz: hz), lines: [])
      try bus.data([UInt8](repeating: 0, count: 3_999))
      let traffic = DisplayTraffic(over: bus, errors: 0)
      #expect(traffic.busBytes == 4_000 && traffic.busMicroseconds / 1_000 == milliseconds)
    }
    #expect(DisplayTraffic(over: nil, errors: 0).busMicroseconds == 0)
  }

  @Test("a panel that does not answer is counted each time it is tried, and is not up to date")
  func errors() {
    let wiring = PanelWiring(.ssd1306, on: .i2c(1))
    let bus = ModelBus(wiring, hz: nil)
    let display = PanelKind.ssd1306.display(wiring, on: bus, theme: .dark(.greenRed)) { _ in }
    bus.failsAfter = 0
    display.show(Frame(display.size))
    var next = display.flush(now: 0)
    next = display.flush(now: next.monotonic)
    #expect(display.traffic == DisplayTraffic(busBytes: 0, errors: 2) && !display.isUpToDate)
    bus.failsAfter = nil
    for _ in 0..<1_000 where !display.isUpToDate { next = display.flush(now: next.monotonic) }
    #expect(display.isUpToDate && display.traffic?.errors == 2)
  }
}
