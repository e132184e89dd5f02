import MarketData
import Timing

/// Finds streams that stay open and say nothing: a stream without data for a minute is suspected,
/// its tickers are asked for once, and newer data in the answer shows that the stream is dead.
struct StallDetector {
  /// How long after its last data a stream is suspected.
  static let silenceMilliseconds: Int64 = 60_000

  /// How often the stream was suspected since its last data.
  private var suspicions = 0
  /// The price of each market, and the time of its last trade, as the stream told them last.
  private var lastTold: [MarketID: (price: Double, tradeTime: Int64?)] = [:]
  /// For each market: the first trade since the stream's last data that an answer told of and the
  /// stream did not, Unix milliseconds.
  private var missing: [MarketID: Int64] = [:]

  /// - Parameter silentSince: since when the active connection is open without data.
  func deadline(silentSince: Int64?) -> Deadline {
    silentSince.map { Deadline($0 + Self.silenceMilliseconds) } ?? .never
  }

  /// The stream was suspected more than once since its last data.
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
  /// - Returns: true where the stream is dead: a working one would have brought some of this long ago.
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
      // The newest trade of a busy market may still be on its way; one that an earlier answer told
      // of is not.
      let first = min(time, missing[statement.market] ?? time)
      missing[statement.market] = first
      isDead = isDead || first < clock - 5_000
    }
    return isDead
  }
}
