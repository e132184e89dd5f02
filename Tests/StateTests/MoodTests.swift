import Testing

@testable import State

@Suite struct MoodTests {
  @Test(
    "a change of just a limit is within it, however binary numbers divide",
    arguments: [
      (100, 99.8, .flat), (1, 0.998, .flat), (148.7, 148.4026, .flat), (100, 100.2, .flat),
      (1_000, 1_002, .flat), (0.3, 0.3006, .flat), (100, 95, .down), (148.7, 141.265, .down),
      (100, 105, .up), (0.3, 0.315, .up), (100, 99.799_999, .down), (100, 100.200_001, .up),
      (100, 94.999_999, .plunge), (100, 105.000_001, .soar),
    ] as [(Double, Double, Mood)])
  func day(baseline: Double, price: Double, mood: Mood) {
    #expect(Mood.ofDay(change: price / baseline - 1) == mood)
    #expect(Mood.ofDay(change: (price - baseline) / baseline) == mood)
  }

  @Test("a candle that moved by just a limit shifts nothing")
  func candle() {
    for (open, close, mood) in [
      (100, 99.9, .flat), (100, 100.1, .flat), (0.3, 0.2997, .flat), (0.3, 0.3003, .flat),
      (100, 99.899_999, .down), (100, 100.100_001, .up),
    ] as [(Double, Double, Mood)] {
      #expect(Mood.flat.shifted(by: close / open - 1) == mood, "\(open) \(close)")
      #expect(Mood.flat.shifted(by: (close - open) / open) == mood, "\(open) \(close)")
    }
  }

  @Test("infinite changes, and what is no number, have a mood")
  func absurd() {
    #expect(Mood.ofDay(change: .infinity) == .soar && Mood.ofDay(change: 1e300) == .soar)
    #expect(Mood.ofDay(change: .nan) == .flat && Mood.soar.shifted(by: -.infinity) == .up)
  }
}
