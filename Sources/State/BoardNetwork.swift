/// The addresses and the Wi-Fi signal of the board, as the kernel tells them.
public struct BoardNetwork: Equatable, Sendable {
  /// The addresses at which the board can be reached; the one that is easiest to type is first.
  public var addresses: [String]
  /// How strong its Wi-Fi is, in dBm; nil where it has none.
  public var signal: Int?

  public init(addresses: [String] = [], signal: Int? = nil) {
    self.addresses = addresses
    self.signal = signal
  }
}
