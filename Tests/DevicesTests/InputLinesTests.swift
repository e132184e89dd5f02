import CGpio
import Glibc
import Testing
import Timing

@testable import Devices

/// A line of a chip on USB, of which nothing wakes who waits.
private final class SilentLine: EdgeLine {
  private let output: FileDescriptor
  private let input: FileDescriptor
  var edges: [tealight_gpio_edge] = []
  var isGone = false

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    (output, input) = (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
  }

  var descriptor: Int32 { output.number }
  var isActive: Bool { edges.last?.active == 1 }

  func read(_ edges: inout [tealight_gpio_edge]) -> Int32 {
    if isGone { return -ENODEV }
    for (index, edge) in self.edges.enumerated() { edges[index] = edge }
    return Int32(self.edges.count)
  }
}

@Suite struct InputLinesTests {
  @Test(
    "a line whose chip is pulled out is found missing although nothing tells of it, and works again when it is back"
  )
  func replugged() {
    var line = SilentLine()
    var reports: [String] = []
    let lines = InputLines(
      [.init(chip: "usb", line: 5)],
      open: { (wiring) throws(DeviceError) in
        if line.isGone { throw .unusable(device: wiring.chip, reason: "is gone", fix: "wait") }
        return line
      }, report: { reports.append("\($0) \($1)") })
    #expect(lines.read(now: 1_000) == [] && lines.deadline == .never)
    line.isGone = true
    #expect(
      lines.read(now: 2_000)
        == [Edge(input: 0, isActive: false, timeNanoseconds: 2_000_000_000)])
    #expect(lines.lost == [0] && lines.deadline == Deadline(3_000))
    #expect(lines.read(now: 3_000) == [] && lines.deadline == Deadline(5_000))
    line = SilentLine()
    #expect(lines.read(now: 5_000) == [])
    #expect(lines.found == [0] && lines.lost == [] && lines.deadline == .never)
    line.edges = [tealight_gpio_edge(monotonic_ns: 6_000_000_000, active: 1)]
    #expect(lines.read(now: 6_000).map(\.isActive) == [true])
    #expect(
      reports == [
        "0 line 5 of usb: read: No such device; trying again until it answers",
        "0 line 5 of usb is back",
      ])
  }
}
