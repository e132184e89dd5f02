/// One connection of a feed. A feed has two slots, 0 and 1; both are in use only while one connection
/// takes over from the other.
public struct ConnectionID: Hashable, Sendable {
  public let slot: Int
  /// Counts the connections opened in this slot, so that late events of an older one are recognised.
  let generation: Int
}

/// One call of a feed; it is never given out twice.
public struct CallID: Hashable, Sendable {
  public let number: Int

  public init(_ number: Int) { self.number = number }
}
