import MarketData
import Timing

/// Which assets can be moved to and from the exchange: asked for while it is shown.
struct WalletPoller {
  private static let everyMilliseconds: Int64 = 60_000

  /// The markets whose base's wallet is wanted.
  private(set) var wanted: Set<MarketID> = []
  private(set) var deadline = Deadline.never
  private var askedAt = Int64.longAgo
  /// What is known by asset, and since when.
  private var states: [String: WalletState] = [:]
  /// What is being read.
  private var newest: [String: WalletState] = [:]
  private(set) var heardAt = Int64.longAgo

  /// - Parameter isOffered: whether the exchange tells the states of wallets.
  /// - Returns: the markets whose wallets were not wanted before.
  mutating func follow(_ wanted: Set<MarketID>, isOffered: Bool, at now: Int64) -> Set<MarketID> {
    let newcomers = wanted.subtracting(self.wanted)
    self.wanted = wanted
    guard !wanted.isEmpty, isOffered else {
      deadline = .never
      return []
    }
    if deadline.isNever { deadline = Deadline(max(now, askedAt + Self.everyMilliseconds)) }
    return newcomers
  }

  /// The time to ask has come.
  /// - Returns: whether to ask.
  mutating func advance(to now: Int64, resumesAt: Deadline) -> Bool {
    guard resumesAt.isDue(at: now) else {
      deadline = resumesAt
      return false
    }
    deadline = Deadline(now + Self.everyMilliseconds)
    askedAt = now
    return true
  }

  /// Takes an answer.
  /// - Parameter part: the index of its call among those that tell the states together.
  /// - Returns: false where it makes no sense.
  mutating func read(
    _ body: UnsafeBufferPointer<UInt8>, part: Int, of source: any WalletSource, at now: Int64
  ) -> Bool {
    if part == 0 { newest = [:] }
    guard source.readWallets(body, part: part, into: &newest) else { return false }
    if part == 0 { heardAt = now }
    let isWhole = part + 1 == source.walletPaths.count
    // The networks of the last answers stand until the new ones have come.
    states = newest.merging(isWhole ? [:] : states.filter { newest[$0.key] != nil }) { new, old in
      WalletState(new.passage, networks: old.networks)
    }
    return true
  }

  /// A call was not answered: the networks of earlier answers are not told as of now.
  mutating func failed(part: Int) { if part > 0 { states = newest } }

  func state(of asset: String) -> WalletState? { states[asset] }
}
