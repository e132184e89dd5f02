/// One call for tickers.
public struct TickerCall: Equatable, Sendable {
  /// The codes that it is for.
  public var codes: [String]
  /// Below the exchange's REST address.
  public var path: String

  public init(codes: [String], path: String) {
    self.codes = codes
    self.path = path
  }
}
