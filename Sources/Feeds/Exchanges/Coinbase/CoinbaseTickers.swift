extension Coinbase: TickerSource {
  /// One call tells the last trade and its time, the other the values of the day.
  public func tickerCalls(codes: [String]) -> [TickerCall] {
    codes.flatMap { code in
      ["ticker", "stats"].map {
        TickerCall(codes: [code], path: CallPath("/products/\(code)/\($0)").text)
      }
    }
  }

  public func readTickers(
    _ bytes: UnsafeBufferPointer<UInt8>, asked: [String], of markets: MarketTable
  ) -> ParsedMessage {
    CoinbaseMessage.readTicker(bytes, of: asked.first.flatMap(markets.market))
  }
}
