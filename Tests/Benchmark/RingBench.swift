import Glibc
import MarketData

/// What the candles and the tape of a market hold: `benchmark rings-… COUNT` fills those of COUNT
/// markets, bucket by bucket as a daemon does, and prints how much private memory they take.
enum RingBench {
  static let works: [String: @Sendable (Int) -> Void] = [
    "rings-quiet": { fill($0, tradesInBucket: 0) },
    "rings-streamed": { fill($0, tradesInBucket: 1) },
    "rings-busy": { fill($0, tradesInBucket: 10) },
  ]

  private struct Market {
    var ring = CandleRing()
    var tape = Tape()
  }

  private static func fill(_ count: Int, tradesInBucket: Int) {
    let before = privateBytes()
    var markets = Array(repeating: Market(), count: count)
    let start: Int64 = 1_795_147_950_000
    var id: Int64 = 0
    for bucket in 0..<Int64(CandleRing.capacity + 10) {
      let time = start + bucket * Candle.span
      for index in markets.indices {
        markets[index].ring.advance(to: time, gaps: .forwardFill)
        for number in 0..<max(bucket == 0 ? 1 : 0, tradesInBucket) {
          id += 1
          let trade = Trade(
            id: id, price: 100 + Double(id % 7), volume: 1, time: time + Int64(number) * 100,
            isBuy: true)
          markets[index].ring.add(trade)
          markets[index].tape.add(trade)
        }
      }
    }
    let bytes = privateBytes() - before
    let candles = markets.reduce(0) { $0 + $1.ring.closes(CandleRing.capacity).count }
    print("\(count) markets, \(candles) candles: \(bytes) bytes, \(bytes / max(1, count)) each")
  }

  /// Private memory of this process that was written to.
  private static func privateBytes() -> Int {
    guard let file = fopen("/proc/self/smaps_rollup", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = line.prefix { $0 != 0 }.split(separator: CChar(bitPattern: UInt8(ascii: " ")))
      guard words.count > 1, words[0].elementsEqual("Private_Dirty:".utf8.map(CChar.init)) else {
        continue
      }
      return words[1].reduce(0) { $0 * 10 + Int($1 - 48) } * 1_024
    }
    return 0
  }
}
