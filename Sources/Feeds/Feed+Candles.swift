import MarketData

/// The candles of the chart that somebody looks at: as many as the exchange keeps, then each as it
/// is finished, and all that was missed. What forms meanwhile is in the ring.
extension Feed {
  func keeps(_ span: ChartSpan) -> Bool {
    endpoint.chartCandles?.candleSpans.contains(span.milliseconds) ?? false
  }

  mutating func followChart(_ wanted: Chart?, at now: Int64, _ say: (Update) -> Void) {
    guard let history = charted.want(wanted, at: now), let wanted else { return }
    say(.candles(market: wanted.market, history))
  }

  mutating func askForCandles(_ wanted: ChartQueue.Wanted) {
    guard let source = endpoint.chartCandles else { return }
    ask(
      .candles,
      source.candlesPath(
        code: code(of: wanted.chart.market), span: wanted.chart.span.milliseconds,
        before: wanted.end, count: wanted.count))
  }

  mutating func readCandles(
    _ body: UnsafeBufferPointer<UInt8>, at now: Int64, _ say: (Update) -> Void
  ) {
    guard let wanted = charted.asked,
      let found = endpoint.chartCandles?.readCandles(
        body, of: code(of: wanted.chart.market), span: wanted.chart.span.milliseconds)
    else {
      dropped += 1
      return failed(.candles, "it makes no sense", isRefusal: false, at: now, say)
    }
    complaints[.past] = nil
    if charted.answered(found, at: now), let history = charted.history {
      say(.candles(market: wanted.chart.market, history))
    }
  }
}
