/// How long a step on the way to an answer may take: ten seconds, and longer where the network has
/// been seen to be slow.
struct TimeLimit {
  private static let usualMilliseconds: Int64 = 10_000
  static let longestMilliseconds: Int64 = 60_000
  /// TCP, a proxy, two for TLS 1.2, and as much again for packets that are lost or late.
  private static let roundTrips: Int64 = 6

  /// What connections took lately for one way and back; it is forgotten by halves.
  private var roundTripMilliseconds: Int64 = 0

  mutating func measured(roundTrip milliseconds: Int64) {
    guard milliseconds > 0 else { return }  // A connection that was there already.
    roundTripMilliseconds = max(milliseconds, roundTripMilliseconds / 2)
  }

  /// - Parameter roundTrip: what was measured on the connection itself, where it is that far.
  func milliseconds(_ roundTrip: Int64? = nil) -> Int64 {
    let stretched = Self.roundTrips * max(roundTripMilliseconds, roundTrip ?? 0)
    return max(Self.usualMilliseconds, min(stretched, Self.longestMilliseconds))
  }
}
