import TestSupport
import Testing

@testable import MarketData

@Suite("What is remembered of the stream's trades") struct StreamedTradesTests {
  @Test("an id counts once for as long as its bucket is kept", arguments: UInt64(0)..<50)
  func once(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var streamed = StreamedTrades()
    /// Each id with the start of its bucket.
    var kept: [Int64: Int64] = [:]
    var (newest, first) = (Int64(0), Int64(0))
    for step in 0..<600 as Range<Int64> {
      if Int.random(in: 0..<9, using: &random) == 0 { newest += 5_000 }
      let start = max(first, newest - 5_000 * Int64.random(in: 0...3, using: &random))
      // Ids count up, mostly.
      let id = Bool.random(using: &random) ? step : Int64.random(in: 0...700, using: &random)
      #expect(streamed.remember(id, from: start, limit: 1_000) == (kept[id] == nil))
      kept[id] = kept[id] ?? start
      switch Int.random(in: 0..<40, using: &random) {
      case 0:
        first = max(first, newest - 30_000)
        streamed.forget(before: first)
        kept = kept.filter { $0.value >= first }
      case 1:
        streamed.forget(from: newest)
        kept = kept.filter { $0.value < newest }
      default: break
      }
    }
  }
}
