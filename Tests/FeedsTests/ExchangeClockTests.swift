import MarketData
import TestSupport
import Testing

@testable import Feeds

/// The clock as a reference, so that expectations may call what changes it.
final class ClockRig {
  private var clock = ExchangeClock()

  func accept(_ time: Int64, _ origin: ExchangeClock.Origin, at monotonic: Int64) -> Bool {
    clock.accept(time, origin, at: monotonic)
  }
  func reconnect() { clock.reconnect() }
  func believeBoard(_ offset: Int64) { clock.setFloor(offset) }
  func now(_ monotonic: Int64) -> Int64? { clock.now(monotonic) }
}

@Suite struct ExchangeClockTests {
  static let noon: Int64 = 1_795_147_953_123

  @Test(
    "stamps of other centuries are refused",
    arguments: [
      0, -1, 1_262_303_999_999, 4_102_444_800_000, Int64.max, Int64.min, 1_795_147_953,
    ] as [Int64])
  func otherCenturies(time: Int64) {
    let clock = ClockRig()
    #expect(!clock.accept(time, .live, at: 0))
  }

  @Test("a stamp more than a minute ahead is refused until three agree")
  func ahead() {
    let clock = ClockRig()
    #expect(clock.accept(Self.noon, .live, at: 0))
    #expect(clock.accept(Self.noon + 60_000, .live, at: 0))
    #expect(!clock.accept(Self.noon + 7_200_000, .live, at: 10))
    #expect(!clock.accept(Self.noon + 7_201_000, .live, at: 1_000))
    #expect(clock.accept(Self.noon + 7_202_000, .live, at: 2_000))
    #expect(clock.now(2_000) == Self.noon + 7_201_990)
  }

  @Test("three that do not agree stay refused")
  func disagreement() {
    let clock = ClockRig()
    _ = clock.accept(Self.noon, .live, at: 0)
    for hour in 1...9 { #expect(!clock.accept(Self.noon + Int64(hour) * 3_600_000, .live, at: 1)) }
    #expect(clock.now(0) == Self.noon)
  }

  @Test("old stamps of a quiet market do not turn the clock back")
  func quiet() {
    let clock = ClockRig()
    _ = clock.accept(Self.noon, .live, at: 0)
    #expect(clock.accept(Self.noon - 50_000, .live, at: 10))
    #expect(clock.now(10) == Self.noon + 10)
  }

  @Test("snapshots hours old do not hide the first live message")
  func snapshots() {
    let clock = ClockRig()
    #expect(clock.accept(Self.noon - 7_200_000, .snapshot, at: 0))
    #expect(clock.accept(Self.noon - 1_800_000, .snapshot, at: 10))
    #expect(clock.accept(Self.noon, .live, at: 20))
    #expect(clock.now(20) == Self.noon)
  }

  @Test("after a reconnect an old snapshot does not turn the clock back")
  func reconnect() {
    let clock = ClockRig()
    _ = clock.accept(Self.noon, .live, at: 0)
    clock.reconnect()
    #expect(clock.accept(Self.noon - 7_200_000, .snapshot, at: 1_000))
    #expect(clock.now(1_000) == Self.noon + 1_000)
  }

  @Test("polls of a quiet market do not turn the clock back", arguments: [true, false])
  func quietPolls(hadStream: Bool) {
    let clock = ClockRig()
    #expect(clock.accept(Self.noon, hadStream ? .live : .answer, at: 0))
    for second in stride(from: 5 as Int64, to: 3_600, by: 5) {
      #expect(clock.accept(Self.noon, .answer, at: second * 1_000))
      #expect(clock.now(second * 1_000) == Self.noon + second * 1_000)
    }
  }

  @Test("an old answer after the stream is no measure of its delay")
  func answersBetween() {
    let clock = ClockRig()
    for second in 0..<600 as Range<Int64> {
      _ = clock.accept(Self.noon + second * 1_000, .live, at: second * 1_000)
      _ = clock.accept(Self.noon - 40_000, .answer, at: second * 1_000)
      #expect(clock.now(second * 1_000) == Self.noon + second * 1_000)
    }
  }

  @Test("a polled stamp far ahead is refused until three agree, whatever came before a stream")
  func polledAhead() {
    let clock = ClockRig()
    #expect(clock.accept(Self.noon - 7_200_000, .answer, at: 0))
    #expect(clock.accept(Self.noon, .answer, at: 10))
    #expect(!clock.accept(Self.noon + 86_400_000, .answer, at: 5_000))
    #expect(clock.accept(Self.noon + 5_000, .answer, at: 5_010))
    #expect(clock.now(5_010) == Self.noon + 5_000)
    for poll in 2..<4 as Range<Int64> {
      #expect(!clock.accept(Self.noon + 7_200_000, .answer, at: poll * 5_000))
    }
    #expect(clock.accept(Self.noon + 7_200_000, .answer, at: 20_000))
  }

  @Test("a market that wakes is believed at the third poll, though another sleeps on")
  func wakes() {
    let clock = ClockRig()
    #expect(clock.accept(Self.noon - 7_200_000, .answer, at: 0))
    var believed: [Bool] = []
    for poll in 1..<5 as Range<Int64> {
      #expect(clock.accept(Self.noon - 7_200_000, .answer, at: poll * 5_000))
      believed.append(clock.accept(Self.noon + poll * 5_000, .answer, at: poll * 5_000))
    }
    #expect(believed == [false, false, true, true])
  }

  @Test("an exchange that runs twenty times as fast is followed, two messages behind")
  func fast() {
    let clock = ClockRig()
    for step in 0..<1_000 as Range<Int64> {
      #expect(clock.accept(Self.noon + step * 2_000, .live, at: step * 100))
      #expect(clock.now(step * 100)! >= Self.noon + (step - 2) * 2_000)
    }
  }

  @Test(
    "one stamp ahead moves nothing, whenever it comes",
    arguments: [1, 900, 5_000, 59_000, 60_000, 7_200_000] as [Int64], [1, 2, 3, 40])
  func outlier(lead: Int64, place: Int64) {
    let clock = ClockRig()
    for second in 0..<100 as Range<Int64> {
      let isWrong = second == place
      let believed = clock.accept(
        Self.noon + second * 1_000 + (isWrong ? lead : 0), .live, at: second * 1_000)
      #expect(believed == (!isWrong || lead <= 60_000))
      #expect(clock.now(second * 1_000) == Self.noon + second * 1_000)
    }
  }

  @Test("a first stamp that is wrong is found out by the next two", arguments: [59_000, 7_200_000])
  func firstIsWrong(lead: Int64) {
    let clock = ClockRig()
    for second in 0..<3 as Range<Int64> {
      _ = clock.accept(
        Self.noon + second * 1_000 + (second == 0 ? lead : 0), .live, at: second * 1_000)
    }
    #expect(clock.now(2_000) == Self.noon + 2_000)
  }

  @Test("a wrong stamp at a connection's beginning does not move what was known before")
  func outlierAfterReconnect() {
    let clock = ClockRig()
    for second in 0..<5 as Range<Int64> {
      _ = clock.accept(Self.noon + second * 1_000, .live, at: second * 1_000)
    }
    clock.reconnect()
    #expect(clock.accept(Self.noon + 10_000 + 59_000, .live, at: 10_000))
    #expect(!clock.accept(Self.noon + 11_000 + 61_000, .snapshot, at: 11_000))
    #expect(clock.accept(Self.noon + 11_000, .live, at: 11_000))
    #expect(clock.now(11_000) == Self.noon + 11_000)
  }

  @Test("a clock that went back between two connections is followed from the second message on")
  func setBackBetween() {
    let clock = ClockRig()
    for second in 0..<5 as Range<Int64> {
      _ = clock.accept(Self.noon + second * 1_000, .live, at: second * 1_000)
    }
    clock.reconnect()
    for second in 10..<12 as Range<Int64> {
      _ = clock.accept(Self.noon + second * 1_000 - 7_200_000, .live, at: second * 1_000)
    }
    #expect(clock.now(12_000) == Self.noon + 12_000 - 7_200_000)
  }

  @Test("delays that differ leave the estimate near the least")
  func jitter() {
    let clock = ClockRig()
    var random = SeededGenerator(seed: 5)
    for step in 0..<600 as Range<Int64> {
      let delay = Int64.random(in: 90...650, using: &random)
      _ = clock.accept(Self.noon + step * 200 - delay, .live, at: step * 200)
    }
    #expect(abs(clock.now(120_000)! - (Self.noon + 120_000 - 90)) <= 200)
  }

  @Test(
    "a backlog that grows is no clock that goes back", arguments: [20, 1_000, 3_000] as [Int64])
  func backlog(lossPerSecond: Int64) {
    let clock = ClockRig()
    for second in 0..<120 as Range<Int64> {
      let late = max(0, second - 10) * lossPerSecond
      #expect(clock.accept(Self.noon + second * 1_000 - late, .live, at: second * 1_000))
    }
    #expect(clock.now(120_000)! >= Self.noon + 120_000 - 2_000)
  }

  @Test("a first stamp an hour ahead of a board's clock is not believed before three say so")
  func firstAhead() {
    let clock = ClockRig()
    clock.believeBoard(Self.noon)
    for second in 0..<2 as Range<Int64> {
      #expect(!clock.accept(Self.noon + 3_600_000 + second * 1_000, .live, at: second * 1_000))
      #expect(clock.now(second * 1_000) == Self.noon + second * 1_000)
    }
    #expect(clock.accept(Self.noon + 3_602_000, .live, at: 2_000))
    #expect(clock.now(2_000) == Self.noon + 3_602_000)
  }

  @Test(
    "what is told before a board's clock is believed is compared with that, too",
    arguments: [ExchangeClock.Origin.snapshot, .answer])
  func toldBeforeFloor(origin: ExchangeClock.Origin) {
    let clock = ClockRig()
    #expect(clock.accept(Self.noon + 57_888_000, origin, at: 0))
    clock.believeBoard(Self.noon)
    #expect(clock.now(10) == Self.noon + 10)
    clock.believeBoard(Self.noon + 5)
    #expect(!clock.accept(Self.noon + 57_888_020, origin, at: 20))
    #expect(clock.accept(Self.noon + 57_888_030, origin, at: 30))
    #expect(clock.now(30) == Self.noon + 57_888_030)
  }

  @Test("a clock that drifts behind is followed within two minutes")
  func drift() {
    let clock = ClockRig()
    for second in 0..<600 {
      let drift = Int64(second) * 10
      _ = clock.accept(Self.noon + Int64(second) * 1_000 - drift, .live, at: Int64(second) * 1_000)
    }
    #expect(abs(clock.now(599_000)! - (Self.noon + 599_000 - 5_990)) <= 1_200)
  }

  @Test("civil time goes to Unix seconds and back", arguments: 0..<50)
  func civilTime(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let unix = Int64.random(in: 0..<4_102_444_800, using: &random)
    #expect(CivilTime(CivilTime(unix: unix).text.utf8)?.unix == unix)
    #expect(CivilTime(unix: 1_795_147_953).text == "2026-11-20T04:12:33")
    #expect(CivilTime("2024-02-29T00:00:00".utf8)?.unix == 1_709_164_800)
    for bad in [
      "2026-11-20", "2026-13-20T04:12:33", "2026-11-20T24:12:33", "x", "2026-11-20T04:12:3",
    ] {
      #expect(CivilTime(bad.utf8) == nil)
    }
  }
}
