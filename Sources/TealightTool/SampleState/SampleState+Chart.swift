import Glance
import MarketData
import SimulatedExchange
import State

extension SampleState {
  /// Gives a desk the candles of its chart, from the market that this seed makes.
  static func addChart(_ chart: Chart, to desk: inout Desk, seed: UInt64, at moment: Int64 = moment)
  {
    guard listings.indices.contains(chart.market.index) else { return }
    let market = SimulatedMarket(listing: listings[chart.market.index], seed: seed)
    let candles = market.candles(
      count: CandleHistory.capacity, spanSeconds: chart.span.milliseconds / 1_000,
      before: moment, now: moment
    ).reversed().map {
      Candle(
        start: $0.start, open: $0.open, high: $0.high, low: $0.low, close: $0.close,
        volume: $0.volume, source: .trades)
    }
    let history = CandleHistory(span: chart.span, candles: candles, time: moment)
    desk.apply(.update(.candles(market: chart.market, history)))
  }
}
