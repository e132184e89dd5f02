import State
import Timing
import Wire

/// Looks at the board's networks while they are on the screen, and not otherwise.
struct BoardWatch {
  /// A signal changes from moment to moment.
  private static let periodMilliseconds: Int64 = 10_000

  private let look: () -> BoardNetwork
  /// When to look again; never while nobody wants to know.
  private(set) var deadline = Deadline.never

  init(_ look: @escaping () -> BoardNetwork = { BoardNetwork(.now) }) { self.look = look }

  /// What there is to see, where that is wanted and due.
  mutating func see(isWanted: Bool, at now: Int64) -> BoardNetwork? {
    guard isWanted else {
      deadline = .never
      return nil
    }
    guard deadline.isNever || deadline.isDue(at: now) else { return nil }
    deadline = Deadline(now + Self.periodMilliseconds)
    return look()
  }

  /// Something has changed: what is looked at is looked at anew.
  mutating func refresh() { if !deadline.isNever { deadline = .immediately } }
}

extension BoardNetwork {
  init(_ network: LocalNetwork) {
    self.init(addresses: network.addresses, signal: network.signal)
  }
}
