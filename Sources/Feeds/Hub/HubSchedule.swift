import MarketData

/// The times of what hubs and followers say to each other, stated once: what a hub promises, and how long
/// followers wait because of it.
public enum HubSchedule {
  /// What has changed is told so often at most.
  public static let beatMilliseconds: Int64 = 500
  /// A beat of all markets comes so often.
  public static let fullBeatMilliseconds: Int64 = 5_000
  public static let ratesMilliseconds: Int64 = 10_000
  /// Lists come so often where nothing in them has changed.
  public static let listsMilliseconds: Int64 = 60_000
  /// Within so long the ring of each market is told: `recent` reaches further back.
  public static let ringsMilliseconds: Int64 = 45_000
  /// So many finished candles are repeated in `recent`.
  public static let recentCount = 13
  /// What a follower wants besides prices is told so often.
  public static let answersMilliseconds: Int64 = 1_000
  /// A hub forgets what a follower wants unless that is said again by then.
  public static let leaseMilliseconds: Int64 = 60_000

  /// How long a hub is waited for: a beat of all markets comes within this, a second for its way included.
  public static let patienceMilliseconds = fullBeatMilliseconds + 1_000
  /// A hub that has not told rates for so long has none: two messages may be lost.
  static let ratesPatienceMilliseconds = 3 * ratesMilliseconds
  /// Candles that a hub repeats reach so far back, although the newest come some seconds late.
  static let recentMilliseconds = Int64(recentCount - 3) * Candle.span
  /// After so long a hub that has begun anew has its history, within a quarter of a minute, and has told
  /// each of its rings once more.
  static let ringRoundMilliseconds = ringsMilliseconds + 15_000
  /// So often a follower says what it wants: two messages may be lost.
  static let wantsMilliseconds = leaseMilliseconds / 3
}
