import Timing

/// Slows down guessing, by each address and by all addresses together.
struct FailedTries {
  private var all = BurstLimit(burst: 10, interval: 5_000)
  private var each: [IPAddress: BurstLimit] = [:]
  private static let addressesMax = 64
  /// The addresses that were admitted while all had to wait, since the present digits were first
  /// shown. Six digits are safe against so many guesses.
  private var newcomers: Set<IPAddress> = []
  private static let newcomersMax = 32

  /// Milliseconds until this address may try again; 0 for now.
  func wait(_ address: IPAddress, at now: Int64) -> Int64 {
    max(all.wait(at: now), each[address]?.wait(at: now) ?? 0)
  }

  /// Forgets the admitted addresses, since other digits are shown.
  mutating func forgetNewcomers() { newcomers = [] }

  /// Lets an address without recent failures try once although all have to wait. Otherwise one
  /// guesser would keep out those who see the panel.
  /// - Returns: whether it may.
  mutating func admit(_ address: IPAddress, at now: Int64) -> Bool {
    guard each[address]?.fullAt ?? .min <= now, newcomers.count < Self.newcomersMax else {
      return false
    }
    return newcomers.insert(address).inserted
  }

  /// - Parameter isGuess: whether the failure slows down all addresses, as many tries may find the
  ///   secret; false where it slows down this address alone.
  mutating func fail(_ address: IPAddress, isGuess: Bool = true, at now: Int64) {
    if each[address] == nil, each.count >= Self.addressesMax,
      let oldest = each.min(by: { $0.value.fullAt < $1.value.fullAt })
    {
      each[oldest.key] = nil
    }
    if isGuess { all.count(at: now) }
    each[address, default: BurstLimit(burst: 3, interval: 10_000)].count(at: now)
  }
}
