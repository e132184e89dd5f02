import MarketData

extension Exchange {
  /// Takes the answer to the call of that place into the list, as `readList` does, without what can
  /// be no code of this exchange: asked for, it would spoil the call for all others.
  /// - Returns: false where it makes no sense, or nothing is left of it.
  public func readListings(
    _ bytes: UnsafeBufferPointer<UInt8>, place: Int, into list: inout [Listing]
  ) -> Bool {
    var found = list
    guard readList(bytes, place: place, into: &found) else { return false }
    found.removeAll {
      market(code: $0.code) == nil || market(base: $0.base, quote: $0.quote) == nil
    }
    guard !found.isEmpty else { return false }
    list = found
    return true
  }
}
