import TestSupport
import Testing

@testable import MarketData

@Suite("What holds of indicators whatever the candles")
struct IndicatorPropertyTests {
  /// Candles of a walk, with gaps, flat ones, and volumes of nothing and of nobody knows what.
  private func walk(_ seed: UInt64) -> [Candle?] {
    var random = SeededGenerator(seed: seed)
    func dice() -> Double { .random(in: 0..<1, using: &random) }
    var price = 1 + dice() * 1e6
    return (0..<240).map { place in
      if dice() < 0.05 { return nil }
      let open = price
      if dice() > 0.1 { price *= 0.98 + 0.04 * dice() }
      return Candle(
        start: Int64(place) * 60_000, open: open, high: max(open, price) * (1 + 0.01 * dice()),
        low: min(open, price) * (1 - 0.01 * dice()), close: price,
        volume: dice() < 0.1 ? nil : dice() < 0.1 ? 0 : dice() * 100, source: .trades)
    }
  }

  @Test("bands hold their middle, strength is of a hundred, and nobody paid beyond what was paid")
  func bounds() {
    for seed in 1...20 as ClosedRange<UInt64> {
      let candles = walk(seed)
      let bands = Indicator.bollinger.lines(of: candles)
      for place in candles.indices {
        guard let middle = bands[0][place] else { continue }
        #expect(bands[1][place]! <= middle && middle <= bands[2][place]!)
      }
      #expect(Indicator.rsi.lines(of: candles)[0].allSatisfy { $0.map { (0...100) ~= $0 } ?? true })
      let low = candles.compactMap { $0?.low }.min()!
      let high = candles.compactMap { $0?.high }.max()!
      let paid = Indicator.vwap.lines(of: candles)[0].compactMap { $0 }
      #expect(!paid.isEmpty && paid.allSatisfy { low...high ~= $0 })
    }
  }

  @Test(
    "every line has a value or a nil for each candle, and none at a gap",
    arguments: Indicator.allCases)
  func lengths(indicator: Indicator) {
    let candles = walk(7)
    for line in indicator.lines(of: candles) {
      #expect(line.count == candles.count)
      #expect(zip(candles, line).allSatisfy { $0 != nil || $1 == nil })
      #expect(line.contains { $0 != nil })
    }
    #expect(indicator.lines(of: []).allSatisfy { $0.isEmpty })
  }

  @Test("of a price that stands still all that is said is that price")
  func constants() {
    let candles = (0..<60).map { Candle?.some(.flat(at: 7.3, start: Int64($0) * 60_000)) }
    for indicator in [Indicator.sma, .ema, .bollinger] {
      for value in indicator.lines(of: candles).joined().compactMap({ $0 }) {
        #expect(abs(value - 7.3) < 1e-12)
      }
    }
    #expect(Indicator.rsi.lines(of: candles)[0].last == 50)
    #expect(Indicator.macd.lines(of: candles).joined().allSatisfy { $0 == nil || $0 == 0 })
    // Nobody traded: nothing was paid.
    #expect(Indicator.vwap.lines(of: candles)[0].allSatisfy { $0 == nil })
  }

  @Test(
    "numbers that are none are passed over, and the largest ones are no trap",
    arguments: Indicator.allCases)
  func absurd(indicator: Indicator) {
    var candles = walk(3)
    func spoil(_ place: Int, _ price: Double, volume: Double?) {
      candles[place] = Candle(
        start: 0, open: price, high: price, low: price, close: price, volume: volume,
        source: .trades)
    }
    spoil(30, .nan, volume: 1)
    spoil(31, .infinity, volume: 1)
    spoil(32, 100, volume: .nan)
    spoil(33, 100, volume: .infinity)
    spoil(34, 100, volume: -5)
    let lines = indicator.lines(of: candles)
    for line in lines {
      #expect(line[30] == nil && line[31] == nil && line.last! != nil)
      #expect(line.allSatisfy { $0?.isFinite ?? true })
    }
    spoil(200, .greatestFiniteMagnitude, volume: .greatestFiniteMagnitude)
    for line in indicator.lines(of: candles) {
      #expect(line.allSatisfy { $0?.isFinite ?? true })
    }
  }

  @Test("periods of one and of more than there is are answered")
  func periods() {
    let candles = walk(5)
    for indicator in Indicator.allCases {
      for line in indicator.lines(of: candles, period: 1) { #expect(line.contains { $0 != nil }) }
      for period in [200, 241, 100_000] where indicator.usualPeriod != nil {
        let lines = indicator.lines(of: candles, period: period)
        #expect(period < 240 || lines.joined().allSatisfy { $0 == nil })
      }
    }
  }
}
