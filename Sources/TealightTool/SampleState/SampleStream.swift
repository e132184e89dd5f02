import Glance
import MarketData
import SimulatedExchange
import State
import Timing

/// The simulated exchange as it goes on after the moment of a sample desk.
struct SampleStream {
  private let seed: UInt64
  private let markets: [SimulatedMarket]
  private var now = SampleState.moment
  private var chart: Chart?

  init(seed: UInt64) {
    self.seed = seed
    markets = SampleState.listings.map { SimulatedMarket(listing: $0, seed: seed) }
  }

  /// Tells the desk the time, and all that was traded until then.
  mutating func advance(_ desk: inout Desk, to time: Int64) {
    desk.apply(
      .time(
        Moment(monotonic: time, wall: time), utcOffsetSeconds: SampleState.utcOffsetSeconds))
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: time)))
    for (id, market) in zip(desk.markets.indices, markets) {
      let trades = (now / 1_000...time / 1_000).flatMap { market.trades(inSecond: $0) }
        .filter { $0.time > now && $0.time <= time }
      guard let last = trades.last, var ticker = desk.markets[id].ticker else { continue }
      (ticker.price, ticker.tradeTime) = (last.price, last.time)
      ticker.dayLow = ticker.dayLow.map { min($0, last.price) }
      ticker.dayHigh = ticker.dayHigh.map { max($0, last.price) }
      desk.apply(.update(.ticker(market: id, ticker)))
      SampleState.addTrades(of: id, market.listing, trades, to: &desk)
    }
    now = time
    let wanted = desk.requirements.chart
    if let wanted, wanted != chart {
      SampleState.addChart(wanted, to: &desk, seed: seed, at: time)
    }
    chart = wanted
  }
}
