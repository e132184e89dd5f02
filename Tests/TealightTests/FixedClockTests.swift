import Glibc
import Testing

@testable import Tealight

@Suite("The clock of the tests")
struct FixedClockTests {
  @Test("begins at the same moment every day, or where board/test --at says, and runs")
  func moment() throws {
    let expected =
      if let date = getenv("TEALIGHT_AT") {
        try #require(Int64(String(cString: date).dropFirst())) * 1_000
      } else {
        Int64(1_795_151_142_000)
      }
    let clock = Clock.fixed()
    let (first, later) = (clock.now(), clock.now())
    // An hour is more than all tests take.
    #expect(expected..<expected + 3_600_000 ~= first.wall)
    #expect(later.wall >= first.wall && later.monotonic >= first.monotonic)
  }
}
