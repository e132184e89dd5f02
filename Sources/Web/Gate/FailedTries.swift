/// Slows down who guesses: each address, and all together.
struct FailedTries {
  private var all = TryLimit(burst: 10, interval: 5_000)
  private var each: [IPAddress: TryLimit] = [:]
  private static let addressesMax = 64

  /// Milliseconds until this address may try again; 0 for now.
  func wait(_ address: IPAddress, at now: Int64) -> Int64 {
    max(all.wait(at: now), each[address]?.wait(at: now) ?? 0)
  }

  /// - Parameter isGuess: whether what was said may be guessed with many tries, which slow all down.
  mutating func fail(_ address: IPAddress, isGuess: Bool = true, at now: Int64) {
    if each[address] == nil, each.count >= Self.addressesMax,
      let oldest = each.min(by: { $0.value.fullAt < $1.value.fullAt })
    {
      each[oldest.key] = nil
    }
    if isGuess { all.fail(at: now) }
    each[address, default: TryLimit(burst: 3, interval: 10_000)].fail(at: now)
  }
}
