import MarketData

extension Upbit: MarketRankingSource {
  public var listPaths: [String] { ["/market/all?is_details=true"] }

  public func readList(
    _ bytes: UnsafeBufferPointer<UInt8>, part: Int, into list: inout [Listing]
  ) -> Bool {
    readMarkets(bytes, into: &list)
  }
}
