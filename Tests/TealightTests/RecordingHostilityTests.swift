import Configuration
import MarketData
import TestSupport
import Testing
import Wire

@testable import Tealight

@Suite("A crafted recording", .serialized)
struct RecordingHostilityTests {
  private static let magic = "tealight-recording 1"

  @Test(
    "a head with times and offsets that no board has is refused",
    arguments: [
      "7 7 -9223372036854775808 5", "7 7 9223372036854775807 5", "7 7 86400 5", "7 7 -86400 5",
      "9223372036854775807 7 0 5", "-9223372036854775808 7 0 5", "-1 7 0 5",
      "7 9223372036854775807 0 5",
      "7 -9223372036854775808 0 5", "7 -1 0 5", "7 4102444800001 0 5", "3153600000001 7 0 5",
      "7 7 0 -1", "7 7 0 18446744073709551616", "7 7 0", "7 7 0 5 5",
    ])
  func heads(numbers: String) {
    let file = ScratchFile("\(Self.magic) \(numbers)\nconfiguration \n")
    let error = StartError.thrown { () throws(StartError) in try Recording(file.path, speed: 1) }
    #expect(error?.lines.first?.hasPrefix("\(file.path):1: it is not a recording") ?? false)
  }

  @Test("the furthest times and offsets that are allowed are played")
  func extremes() throws {
    for numbers in ["0 0 -86399 0", "3153600000000 4102444800000 86399 \(UInt64.max)"] {
      let words = numbers.split(separator: " ")
      let file = ScratchFile(
        "\(Self.magic) \(numbers)\nconfiguration \n\(words[0]) \(words[1]) network up\n")
      let (bench, recording) = try RecordingBench.replay(file.path)
      #expect(recording.diagnostic == nil && bench.said.hasSuffix("\n"))
    }
  }

  @Test(
    "times and numbers that nothing can have are damage, with their line",
    arguments: [
      ("9223372036854775807 7 #0 opened", "it does not begin with two times"),
      ("9 -9223372036854775808 #0 opened", "it does not begin with two times"),
      ("9 9223372036854775808 #0 opened", "it does not begin with two times"),
      ("9 9 #-9223372036854775808 opened", "its event is unknown"),
      ("9 9 @0 answered\t-9223372036854775808\t\t", "its event is unknown"),
      ("9 9 @0 answered\t1000\t\t", "its event is unknown"),
      ("9 9 #0 closed\tother\t-1\t-\t", "its event is unknown"),
      ("9 9 #0 closed\tother\t429\t-9223372036854775808\t", "its event is unknown"),
    ])
  func lines(line: String, what: String) throws {
    let file = ScratchFile("\(Self.magic) 7 7 0 5\nconfiguration \n8 8 network up\n\(line)\n")
    let (_, recording) = try RecordingBench.replay(file.path)
    #expect(recording.diagnostic?.description.hasPrefix("\(file.path):4: \(what)") ?? false)
  }

  @Test("a wait of any length is one that can be reckoned with")
  func waits() {
    let line = Array("#0 closed\tother\t429\t\(Int64.max)\t".utf8)
    let year: Int64 = 365 * 86_400
    #expect(
      RecordedEvent(line[...])
        == .closed(SocketID(0), reason: "", status: 429, retryAfterSeconds: year, cause: .other))
  }

  @Test("a jump of either clock is passed over at once, wherever it stands")
  func jumps() throws {
    let century: Int64 = 100 * 365 * 86_400_000
    let live = ScratchFile()
    _ = try RecordingBench.record(to: live.path)
    let lines = live.text.split(separator: "\n", omittingEmptySubsequences: false)
    let half = lines.count / 2
    for (monotonic, wall) in [(century, Int64(0)), (century - 1, 4_102_444_800_000), (90_000, 0)] {
      let file = ScratchFile(
        lines[..<half].joined(separator: "\n") + "\n\(monotonic) \(wall) network up\n")
      let recording = try Recording(file.path, speed: .infinity)
      let bench = RecordingBench(
        try recording.config(Catalogue()), recording, recording.clock, seed: recording.head.seed)
      bench.loop.begin()
      var turns = 0
      while !recording.isOver, turns < 100_000 {
        bench.loop.turn(waiting: 60_000)
        turns += 1
      }
      #expect(recording.isOver && turns < half + 2_000, "\(turns) turns for \(half) lines")
    }
  }

  @Test("a line without an end is read no further than a message may be long")
  func endless() throws {
    let error = StartError.thrown { () throws(StartError) in try Recording("/dev/zero", speed: 1) }
    #expect(error?.exitCode == 78)
  }
}
