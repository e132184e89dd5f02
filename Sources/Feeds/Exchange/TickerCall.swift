/// One call for tickers.
public struct TickerCall: Equatable, Sendable {
  public var codes: [String]
  public var path: String

  public init(codes: [String], path: String) {
    self.codes = codes
    self.path = path
  }
}
