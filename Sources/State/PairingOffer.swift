/// What a panel shows for a while to let one browser in.
public struct PairingOffer: Equatable, Sendable {
  /// The secret, as a code for a camera, and as digits for a person.
  public let documentation: Documentation
  /// Monotonic milliseconds.
  public let until: Int64

  public init(documentation: Documentation, until: Int64) {
    (self.documentation, self.until) = (documentation, until)
  }
}
