extension Upbit: TickerSource {
  /// A URL holds so many codes with ease.
  private static let codesPerCall = 100

  /// More than fit into a call come with everything that is paid in the same.
  public func tickerCalls(codes: [String]) -> [TickerCall] {
    if codes.isEmpty { return [] }
    if codes.count <= Self.codesPerCall {
      return [TickerCall(codes: codes, path: CallPath("/ticker?markets=\(codes)").text)]
    }
    let quotes = Set(codes.map { String($0.prefix { $0 != "-" }) }).sorted()
    return [TickerCall(codes: codes, path: CallPath("/ticker/all?quote_currencies=\(quotes)").text)]
  }
}
