import Timing

/// Slows down who guesses: each address, and all together.
struct FailedTries {
  private var all = BurstLimit(burst: 10, interval: 5_000)
  private var each: [IPAddress: BurstLimit] = [:]
  private static let addressesMax = 64
  /// Those that have tried although all had to wait, since digits are shown. Six digits bear so many guesses.
  private var newcomers: Set<IPAddress> = []
  private static let newcomersMax = 32

  /// Milliseconds until this address may try again; 0 for now.
  func wait(_ address: IPAddress, at now: Int64) -> Int64 {
    max(all.wait(at: now), each[address]?.wait(at: now) ?? 0)
  }

  /// Other digits are shown.
  mutating func forgetNewcomers() { newcomers = [] }

  /// Lets an address that has not failed try once although all have to wait: one guesser would keep out
  /// those who see the panel.
  /// - Returns: whether it may.
  mutating func admit(_ address: IPAddress, at now: Int64) -> Bool {
    guard each[address]?.fullAt ?? .min <= now, newcomers.count < Self.newcomersMax else {
      return false
    }
    return newcomers.insert(address).inserted
  }

  /// - Parameter isGuess: whether what was said may be guessed with many tries, which slow all down.
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
