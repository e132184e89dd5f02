import Devices
import Glibc
import Pixels
import Testing

@testable import Tealight

@Suite struct AssemblyTests {
  /// Flushes that a first frame takes on a recorded SSD1306.
  private func flushes(_ keys: String) throws -> Int {
    var path = Array("/tmp/tealight-bus-XXXXXX".utf8CString)
    close(mkstemp(&path))
    let file = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(file) }
    let text = "[[display]]\npanel = \"ssd1306\"\nbus = \"record:\(file)\"\n\(keys)"
    let config = try Config.read(Array(text.utf8), file: "test", Catalogue())
    let display = try Assembly(config: config, log: Log(descriptor: -1)).panels()[0].display
    display.show(Frame(display.size))
    var count = 1
    var now: Int64 = 0
    while let next = display.flush(now: now) {
      now = max(next, now + 1)
      count += 1
    }
    return count
  }

  @Test("a recorded bus is as slow as the configuration says, whatever its kind")
  func recordedSpeed() throws {
    let usual = try flushes("")
    #expect(try flushes("speed_hz = 400_000\n") == usual)
    #expect(try flushes("speed_hz = 40_000\n") > usual + 2)
  }
}
