import MarketData

/// One market of the directory: which exchange lists it, and what is known of its day.
public struct DirectoryEntry: Equatable, Sendable {
  /// The exchange's name in configuration: `upbit`.
  public var exchange: String
  public var listing: Listing
  /// Nil where nobody asked or nobody answered.
  public var ticker: Ticker?

  public init(exchange: String, listing: Listing, ticker: Ticker? = nil) {
    self.exchange = exchange
    self.listing = listing
    self.ticker = ticker
  }

  /// As a configuration writes it: `upbit:KRW-BTC`.
  public var market: String { "\(exchange):\(listing.code)" }
  /// The day's change as a fraction of the price that it is counted from.
  public var change: Double? {
    guard let ticker, let baseline = ticker.baselinePrice else { return nil }
    let change = (ticker.price - baseline) / baseline
    return change.isFinite ? change : nil
  }
}
