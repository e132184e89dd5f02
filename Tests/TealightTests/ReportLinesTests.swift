import Glibc
import MarketData
import Testing
import Timing

@testable import Glance
@testable import State
@testable import Tealight

@Suite struct ReportLinesTests {
  @Test("each second more of age is written, a second after the line before at the soonest")
  func ages() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    defer { for end in ends { close(end) } }
    let lines = ReportLines(descriptor: ends[1]) { Issue.record("\($0)") }

    func offer(age: Int, _ mood: Mood = .flat, at time: Int64, nextAge: Int64) -> Int64 {
      lines.offer(
        Self.report(age: age, mood), at: Moment(monotonic: time, wall: time),
        nextAge: Deadline(nextAge)
      ).monotonic
    }
    func written() -> Int {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = read(ends[0], &bytes, bytes.count)
      return bytes.prefix(max(count, 0)).filter { $0 == UInt8(ascii: "\n") }.count
    }

    #expect(offer(age: 0, at: 100, nextAge: 600) == 1_100 && written() == 1)
    #expect(offer(age: 1, at: 700, nextAge: 1_600) == 1_100 && written() == 0)
    #expect(offer(age: 1, at: 1_099, nextAge: 1_600) == 1_100 && written() == 0)
    #expect(offer(age: 1, at: 1_100, nextAge: 1_600) == 2_100 && written() == 1)
    #expect(offer(age: 2, at: 1_700, nextAge: 2_600) == 2_100 && written() == 0)
    for second: Int64 in 2..<60 {
      let next = offer(
        age: Int(second), at: second * 1_000 + 100, nextAge: second * 1_000 + 600)
      #expect(next == second * 1_000 + 1_100 && written() == 1)
    }
    // What else is new waits for no second, and the next age counts from there.
    #expect(offer(age: 59, .up, at: 59_900, nextAge: 60_600) == 60_900 && written() == 1)
    #expect(offer(age: 60, .up, at: 60_600, nextAge: 61_600) == 60_900 && written() == 0)
    #expect(offer(age: 60, .up, at: 60_900, nextAge: 61_600) == 61_900 && written() == 1)
  }

  @Test("a reader that goes is noticed without a line, said once, and not written to any more")
  func goneReader() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[1]) }
    var log: [String] = []
    let lines = ReportLines(descriptor: ends[1]) { log.append($0) }
    var watch = pollfd(
      fd: try #require(lines.hangUpDescriptor), events: Int16(POLLIN), revents: 0)
    #expect(poll(&watch, 1, 0) == 0)
    close(ends[0])
    #expect(poll(&watch, 1, 0) == 1)
    lines.close()
    // What is always readable would let the loop spin.
    #expect(poll(&watch, 1, 0) == 0)
    let next = lines.offer(
      Self.report(age: 0), at: Moment(monotonic: 0, wall: 0), nextAge: Deadline(9))
    #expect(next.isNever)
    #expect(log == ["standard output: closed by its reader"])
  }

  @Test("a reader whose going a line finds out first is still noticed by the watch")
  func goneBeforeTheWatch() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[1]) }
    var log: [String] = []
    let lines = ReportLines(descriptor: ends[1]) { log.append($0) }
    close(ends[0])
    _ = lines.offer(
      Self.report(age: 0), at: Moment(monotonic: 0, wall: 0), nextAge: Deadline(9))
    #expect(log == ["standard output: closed by its reader"])
    var watch = pollfd(
      fd: try #require(lines.hangUpDescriptor), events: Int16(POLLIN), revents: 0)
    #expect(poll(&watch, 1, 0) == 1)
    lines.close()
    #expect(poll(&watch, 1, 0) == 0 && log.count == 1)
  }

  @Test("a disk that is full is tried again, and said once; so is that there is room again")
  func fullDisk() throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    var ends: [Int32] = [0, 0]
    try #require(full >= 0 && pipe(&ends) == 0)
    defer { for file in [full] + ends { close(file) } }
    var log: [String] = []
    let lines = ReportLines(descriptor: full) { log.append($0) }
    for second: Int64 in 0..<10 {
      let next = lines.offer(
        Self.report(age: Int(second)), at: Moment(monotonic: second * 1_000, wall: 0),
        nextAge: .never)
      #expect(next == Deadline(second * 1_000 + 1_000))
    }
    #expect(log == ["standard output: No space left on device; trying again"])
    dup2(ends[1], full)
    _ = lines.offer(Self.report(age: 10), at: Moment(monotonic: 10_000, wall: 0), nextAge: .never)
    #expect(log.last == "standard output can be written again" && log.count == 2)
    #expect(Self.text(ends[0]).hasSuffix("\"age\":10,\"live\":null,\"closed\":null}\n"))
  }

  @Test("a line of which only a part was taken is finished before the next one begins")
  func partOfALine() throws {
    var ends: [Int32] = [0, 0]
    // A socket takes less than a line where its buffer is small, and says so.
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    var least: Int32 = 1
    setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &least, 4)
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    let lines = ReportLines(descriptor: ends[1]) { Issue.record("\($0)") }
    var read = ""
    for second: Int64 in 0..<200 {
      _ = lines.offer(
        Self.report(age: Int(second)), at: Moment(monotonic: second * 1_000, wall: 0),
        nextAge: .never)
      if second % 20 == 19 { read += Self.text(ends[0], countMax: 700) }
    }
    while case let more = Self.text(ends[0]), !more.isEmpty { read += more }
    let whole = read.split(separator: "\n").dropLast()
    #expect(whole.count > 5)
    #expect(whole.allSatisfy { $0.hasPrefix("{\"time\":") && $0.hasSuffix("\"closed\":null}") })
  }

  @Test("a reader who is waited for gets the line when he wakes, unless the program is to end")
  func awaitedReader() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
    defer { for end in ends { close(end) } }
    let chunk = [UInt8](repeating: 0x0A, count: 4_096)
    while write(ends[1], chunk, chunk.count) > 0 {}
    var isStopAsked = true
    let lines = ReportLines(
      descriptor: ends[1], log: { Issue.record("\($0)") },
      isStopAsked: {
        if !isStopAsked { _ = Self.text(ends[0]) }
        return isStopAsked
      })
    func offer() -> Deadline {
      lines.offer(Self.report(age: 0), at: Moment(monotonic: 0, wall: 0), nextAge: .never)
    }
    #expect(offer() == Deadline(1_000))
    isStopAsked = false
    #expect(offer().isNever)
    #expect(Self.text(ends[0]).hasPrefix("{\"time\":0"))
  }

  private static func report(age: Int, _ mood: Mood = .flat) -> Report {
    Report(
      page: .glance,
      market: Market(exchange: "upbit", code: "KRW-BTC", base: "BTC", quote: "KRW"),
      baseline: "09:00 KST", mood: mood, link: .streaming, age: age)
  }

  private static func text(_ descriptor: Int32, countMax: Int = 65_536) -> String {
    var bytes = [UInt8](repeating: 0, count: countMax)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
