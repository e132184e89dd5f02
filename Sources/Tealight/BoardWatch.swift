import State
import Timing
import Wire

/// Looks at the board's networks while they are on the screen, and not otherwise.
struct BoardWatch {
  /// The strength of Wi-Fi changes from moment to moment.
  private static let periodMilliseconds: Int64 = 10_000

  private let look: () -> BoardNetwork
  /// When to look again; never while the networks are not wanted.
  private(set) var deadline = Deadline.never

  init(_ look: @escaping () -> BoardNetwork = { BoardNetwork(.now) }) { self.look = look }

  /// The networks of the board, if they are wanted and it is time to look; else nil.
  mutating func see(isWanted: Bool, at now: Int64) -> BoardNetwork? {
    guard isWanted else {
      deadline = .never
      return nil
    }
    guard deadline.isNever || deadline.isDue(at: now) else { return nil }
    deadline = Deadline(now + Self.periodMilliseconds)
    return look()
  }

  /// Looks again in the next turn, if the networks are wanted: something has changed.
  mutating func refresh() { if !deadline.isNever { deadline = .immediately } }
}

extension BoardNetwork {
  init(_ network: LocalNetwork) {
    self.init(addresses: network.addresses, signal: network.signal)
  }
}
