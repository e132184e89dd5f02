import MarketData
import Timing

/// Finds streams that stay open and say nothing: a stream without data for a minute is suspected,
/// its tickers are asked for once, and what the answer knows better tells that the stream is dead.
struct StallDetector {
  /// So long after the last data a stream is suspected.
  static let silenceMilliseconds: Int64 = 60_000

  /// How often the stream was suspected since its last data.
  private var suspicions = 0
  /// What the stream said last of each market's price, and of when it was traded.
  private var lastTold: [MarketID: (price: Double, tradeTime: Int64?)] = [:]
  /// The trade of each market that an answer has told of first since the stream's last data, Unix
  /// milliseconds.
  private var missing: [MarketID: Int64] = [:]

  /// - Parameter silentSince: since when the active connection is open without data.
  func deadline(silentSince: Int64?) -> Deadline {
    silentSince.map { Deadline($0 + Self.silenceMilliseconds) } ?? .never
  }

  /// It has been without data for more than one such time.
  var isSuspectedAgain: Bool { suspicions > 1 }

  /// It has sent data, or another one takes its place.
  mutating func forgive() {
    suspicions = 0
    missing = [:]
  }

  mutating func gave(_ ticker: Ticker, of market: MarketID) {
    lastTold[market] = (ticker.price, ticker.tradeTime)
  }
  mutating func suspect() { suspicions += 1 }

  /// Judges a suspected stream by what a call has told, and keeps the trades that the stream lacks for
  /// the next judgement.
  /// - Parameter clock: what the exchange's clock shows.
  /// - Returns: true where the stream is dead: alive, it would have brought some of this long ago.
  mutating func judge(knowing told: [Statement], clock: Int64?) -> Bool {
    guard suspicions > 0, let clock else { return false }
    var isDead = false
    for statement in told {
      guard let ticker = statement.ticker, let last = lastTold[statement.market] else {
        continue
      }
      guard let time = ticker.tradeTime, let before = last.tradeTime else {
        isDead = isDead || isSuspectedAgain && ticker.price != last.price
        continue
      }
      guard time > before + 1_000 else { continue }
      // The newest trade of a busy market may always be on its way; what was told before is not.
      let first = min(time, missing[statement.market] ?? time)
      missing[statement.market] = first
      isDead = isDead || first < clock - 5_000
    }
    return isDead
  }
}
