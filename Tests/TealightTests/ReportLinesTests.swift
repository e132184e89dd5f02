import Glibc
import MarketData
import Testing

@testable import Glance
@testable import Tealight

@Suite struct ReportLinesTests {
  @Test("a second more of age is written when a second has passed since the last line")
  func ages() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    defer { for end in ends { close(end) } }
    let lines = ReportLines(descriptor: ends[1])

    func offer(age: Int, at time: Int64, nextAge: Int64) -> Int64 {
      let report = Report(
        page: .glance,
        market: Market(exchange: "upbit", code: "KRW-BTC", base: "BTC", quote: "KRW"),
        baseline: "09:00 KST", mood: .flat, link: .streaming, age: age)
      return lines.offer(report, at: Moment(monotonic: time, wall: time), nextAge: nextAge)
    }
    func written() -> Int {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = read(ends[0], &bytes, bytes.count)
      return bytes.prefix(max(count, 0)).filter { $0 == UInt8(ascii: "\n") }.count
    }

    #expect(offer(age: 0, at: 100, nextAge: 1_000) == 1_100 && written() == 1)
    #expect(offer(age: 1, at: 1_050, nextAge: 2_000) == 1_100 && written() == 0)
    #expect(offer(age: 1, at: 1_100, nextAge: 2_000) == 2_100 && written() == 1)
    #expect(offer(age: 1, at: 1_500, nextAge: 2_000) == 2_100 && written() == 0)
  }
}
