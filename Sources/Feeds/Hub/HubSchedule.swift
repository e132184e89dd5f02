import MarketData

/// The times of the messages between hubs and followers, stated once: what a hub promises, and how long
/// followers wait because of it.
public enum HubSchedule {
  /// How often changes are told at most.
  public static let beatMilliseconds: Int64 = 500
  /// How often a beat of all markets comes.
  public static let fullBeatMilliseconds: Int64 = 5_000
  public static let ratesMilliseconds: Int64 = 10_000
  /// How often lists come where nothing in them has changed.
  public static let listsMilliseconds: Int64 = 60_000
  /// Within this time the ring of each market is told: `recent` reaches further back.
  public static let ringsMilliseconds: Int64 = 45_000
  /// How many finished candles are repeated in `recent`.
  public static let recentCount = 13
  /// How often a hub tells what a follower wants besides prices.
  public static let answersMilliseconds: Int64 = 1_000
  /// A hub forgets what a follower wants unless the follower repeats it within this time.
  public static let leaseMilliseconds: Int64 = 60_000

  /// How long a hub is waited for: a beat of all markets comes within this, a second for its way included.
  public static let patienceMilliseconds = fullBeatMilliseconds + 1_000
  /// A hub that has not told rates for this long has none: two messages may be lost.
  static let ratesPatienceMilliseconds = 3 * ratesMilliseconds
  /// How far back the candles reach that a hub repeats, although the newest come some seconds late.
  static let recentMilliseconds = Int64(recentCount - 3) * Candle.span
  /// After this time a hub that has started again has its history, which takes a quarter of a minute at
  /// most, and has told each of its rings once more.
  static let ringRoundMilliseconds = ringsMilliseconds + 15_000
  /// How often a follower says what it wants: two messages may be lost.
  static let wantsMilliseconds = leaseMilliseconds / 3
}
