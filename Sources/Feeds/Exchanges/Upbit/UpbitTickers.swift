extension Upbit: TickerSource {
  /// A URL easily holds this many codes.
  private static let codesPerCall = 100

  /// For more codes than fit into a call, one call asks for all markets of their quotes.
  public func tickerCalls(codes: [String]) -> [TickerCall] {
    if codes.isEmpty { return [] }
    if codes.count <= Self.codesPerCall {
      return [TickerCall(codes: codes, path: CallPath("/ticker?markets=\(codes)").text)]
    }
    let quotes = Set(codes.map { String($0.prefix { $0 != "-" }) }).sorted()
    return [TickerCall(codes: codes, path: CallPath("/ticker/all?quote_currencies=\(quotes)").text)]
  }
}
