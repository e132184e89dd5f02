import MarketData

extension Upbit: RecentTradesSource {
  public func tradesPath(code: String, count: Int) -> String {
    CallPath("/trades/ticks?market=\(code)&count=\(count)").text
  }

  public func readTrades(_ bytes: UnsafeBufferPointer<UInt8>, of code: String) -> [Trade]? {
    readTrades(bytes, of: code, areIdentified: true)
  }
}
