import Glibc
import TestSupport
import Testing
import Timing

@testable import Tealight

@Suite("How long an OLED has been lit")
struct LitHoursTests {
  private static let hour: Int64 = 3_600_000

  @Test("it is kept across restarts, and only while lit")
  func restarts() {
    let folder = TemporaryFolder()
    for run in 1...3 {
      var hours = LitHours(folder: folder.path, names: ["a", "b"], now: 7) { Issue.record("\($0)") }
      #expect(hours.hours(of: "a") == 2 * (run - 1))
      hours.count(until: 7 + Self.hour, lit: ["a", "b", "unknown"])
      hours.count(until: 7 + 2 * Self.hour, lit: ["a"])
      hours.save(at: 7 + 2 * Self.hour)
      hours.finish(withinMilliseconds: 10_000)
      #expect(hours.hours(of: "a") == 2 * run)
      #expect(hours.hours(of: "b") == run)
      #expect(hours.hours(of: "unknown") == 0)
    }
  }

  @Test("it is written down every quarter of an hour, for power may go")
  func power() {
    let folder = TemporaryFolder()
    var hours = LitHours(folder: folder.path, names: ["a"], now: 0) { Issue.record("\($0)") }
    while hours.deadline < Deadline(3 * Self.hour) {
      hours.count(until: hours.deadline.monotonic, lit: ["a"])
      hours.finish(withinMilliseconds: 10_000)
    }
    let next = LitHours(folder: folder.path, names: ["a"], now: 0) { _ in }
    #expect(next.hours(of: "a") == 2)
    #expect(hours.deadline == Deadline(3 * Self.hour))
  }

  @Test("lines that cannot be read are passed over", arguments: ["x a", "-5 a", "9", "", "1e9 a"])
  func garbage(line: String) {
    let folder = TemporaryFolder()
    let file = open("\(folder.path)/\(LitHours.fileName)", O_WRONLY | O_CREAT, 0o644)
    let text = "\(line)\n120 b on i2c:1\n"
    _ = write(file, text, text.utf8.count)
    close(file)
    let hours = LitHours(folder: folder.path, names: ["a"], now: 0) { _ in }
    #expect(hours.hours(of: "a") == 0)
    #expect(hours.hours(of: "b on i2c:1") == 2)
  }

  @Test("a file that cannot be read is set aside with a line on the log, not overwritten")
  func unreadable() {
    let folder = TemporaryFolder()
    folder.write([UInt8](repeating: UInt8(ascii: "1"), count: 100_000), to: LitHours.fileName)
    var log: [String] = []
    var hours = LitHours(folder: folder.path, names: ["a"], now: 0) { log.append($0) }
    #expect(log.count == 2 && log[0].contains("too large") && log[1].contains("renamed"))
    hours.save(at: 0)
    hours.finish(withinMilliseconds: 10_000)
    #expect(folder.names == ["lit-minutes", "lit-minutes.damaged"])
    #expect(folder.bytes("lit-minutes.damaged").count == 100_000 && log.count == 2)
  }

  @Test("a folder that cannot be written is named once, and nothing needs one")
  func failing() {
    var reports: [String] = []
    var hours = LitHours(folder: "/proc/none", names: ["a"], now: 0) { reports.append($0) }
    for time: Int64 in 1...3 {
      hours.count(until: time * Self.hour, lit: ["a"])
      hours.finish(withinMilliseconds: 10_000)
    }
    #expect(reports == ["/proc/none/lit-minutes: No such file or directory"])
    let nowhere = LitHours(folder: nil, names: ["a"], now: 0) { reports.append($0) }
    #expect(nowhere.deadline == .never)
  }
}
