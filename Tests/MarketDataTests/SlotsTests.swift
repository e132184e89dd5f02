import TestSupport
import Testing

@testable import MarketData

@Suite("Slots")
struct SlotsTests {
  @Test("whatever is done to them, they hold what an array of buckets would", arguments: 0..<30)
  func likeAnArray(_ seed: UInt64) {
    var lots = SeededGenerator(seed: seed)
    var slots = CandleRing.Slots()
    var expected: [CandleRing.Slot] = []
    for _ in 0..<500 {
      let before = slots
      let index = Int.random(in: 0..<max(1, expected.count), using: &lots)
      switch Int.random(in: 0..<10, using: &lots) {
      case 0 where !expected.isEmpty:
        slots.removeLast()
        expected.removeLast()
      case 1 where expected.count < CandleRing.capacity - 3:
        slots.insertGaps(3)
        expected.insert(contentsOf: repeatElement(CandleRing.Slot(), count: 3), at: 0)
      case 2 where seed % 3 == 0 && index % 5 == 0:
        slots.removeFirst(index)
        expected.removeFirst(index)
      case 3..<7 where !expected.isEmpty:
        let change = change(&lots)
        change(&slots[index])
        change(&expected[index])
      default:
        if expected.count == CandleRing.capacity {
          slots.removeFirst(1)
          expected.removeFirst()
        }
        slots.append(CandleRing.Slot())
        expected.append(CandleRing.Slot())
      }
      #expect(slots.elementsEqual(expected))
      #expect(before.elementsEqual(slots) || !before.sharesMemory(with: slots))
    }
  }

  private func change(_ lots: inout SeededGenerator) -> (inout CandleRing.Slot) -> Void {
    let price = Double(Int.random(in: 1...5, using: &lots))
    let still = Candle.flat(
      at: price, start: 0, source: Bool.random(using: &lots) ? .trades : .samples)
    var moved = still
    moved.high = price + Double(Int.random(in: 0...2, using: &lots))
    moved.volume = Bool.random(using: &lots) ? moved.volume : 7
    switch Int.random(in: 0..<5, using: &lots) {
    case 0: return { $0.empty() }
    case 1: return { $0.setMissed(until: 2_000) }
    case 2: return { $0.fill(.flat, still) }
    default: return { $0.fill(.traded, moved, sampledAt: 3_000) }
    }
  }

  @Test("a candle comes out as it was put in", arguments: [0, 1, nil] as [Double?])
  func asPutIn(_ volume: Double?) {
    for source in [Candle.Source.trades, .samples, .partial] {
      for high in [100.0, 101] {
        let candle = Candle(
          start: 5_000, open: 100, high: high, low: 100, close: 100, volume: volume, source: source)
        var slots = CandleRing.Slots()
        slots.append(CandleRing.Slot())
        slots[0].fill(.traded, candle)
        #expect(slots[0].candle(from: 5_000) == candle)
      }
    }
  }
}
