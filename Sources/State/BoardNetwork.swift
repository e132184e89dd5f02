/// What the kernel says of the board's networks.
public struct BoardNetwork: Equatable, Sendable {
  /// Where the board can be reached, the address that is easiest to type first.
  public var addresses: [String]
  /// How strong its Wi-Fi is, in dBm; nil where it has none.
  public var signal: Int?

  public init(addresses: [String] = [], signal: Int? = nil) {
    self.addresses = addresses
    self.signal = signal
  }
}
