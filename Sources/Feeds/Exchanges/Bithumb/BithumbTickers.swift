extension Bithumb {
  /// There is no call for all markets.
  public func tickerCalls(codes: [String]) -> [TickerCall] {
    codes.pieces(of: 100).map { part in
      TickerCall(codes: part, path: CallPath("/v1/ticker?markets=\(part)").text)
    }
  }
}
