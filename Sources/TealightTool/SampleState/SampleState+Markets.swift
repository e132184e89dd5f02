import Feeds
import Glance
import MarketData
import SimulatedExchange
import State

// What the desk knows of its markets.
extension SampleState {
  /// Gives a market of the desk twenty minutes of candles, and a ticker.
  static func fill(
    _ id: MarketID, from market: SimulatedMarket, _ listed: SimulatedListing, in desk: inout Desk
  ) {
    let shown = desk.markets[id].market
    let names = MarketNames(english: listed.english, korean: listed.korean)
    var listing = Listing(code: shown.code, base: shown.base, quote: shown.quote, names: names)
    if shown.base == "DOGE" {
      listing.cautions = [.priceFluctuation]
      listing.cautionEnds = [.priceFluctuation: CivilDay(year: 2026, month: 11, day: 21)!]
    }
    desk.apply(.update(.listing(market: id, listing)))
    let start = moment - CandleRing.span
    let trades = (start / 1_000...moment / 1_000).flatMap { market.trades(inSecond: $0) }
      .filter { $0.time <= moment }
    let history = trades.map {
      Candle(
        start: $0.time, open: $0.price, high: $0.price, low: $0.price, close: $0.price,
        volume: $0.volume, source: .trades)
    }
    desk.apply(.update(.history(market: id, history, covering: start..<moment)))
    guard let last = market.lastTrade(at: moment) else { return }
    let midnight = moment - moment % 86_400_000
    let day = stride(from: midnight, through: moment, by: 300_000).compactMap {
      market.lastTrade(at: $0)?.price
    }
    let sold = listed.tradesPerSecond * listed.tradeVolume * 86_400
    let message = """
      [{"market":"\(shown.code)","trade_price":\(last.price),\
      "prev_closing_price":\(day.first ?? last.price),"opening_price":\(day.first ?? last.price),\
      "high_price":\(day.max() ?? last.price),"low_price":\(day.min() ?? last.price),\
      "highest_52_week_price":\(last.price * 1.21),"lowest_52_week_price":\(last.price * 0.43),\
      "acc_trade_volume_24h":\(sold),"acc_trade_price_24h":\(sold * last.price),\
      "trade_timestamp":\(last.time),"timestamp":\(last.time)}]
      """
    let statements = Array(message.utf8).withUnsafeBufferPointer {
      Upbit().readTickers($0, asked: [shown.code], of: MarketTable([(shown.code, id)]))
        .statements
    }
    for ticker in statements.compactMap(\.ticker) {
      desk.apply(.update(.ticker(market: id, ticker)))
    }
    addTrades(of: id, listed, trades, to: &desk)
  }

  /// Gives the desk the facts that CoinGecko would tell about the listed coins.
  static func addFacts(of listings: [SimulatedListing], to desk: inout Desk) {
    var facts: [String: CoinFacts] = [:]
    for (index, listing) in listings.enumerated() where facts[listing.base] == nil {
      let market = SimulatedMarket(listing: listing, seed: 7)
      var known = CoinFacts(
        id: listing.english.lowercased(), symbol: listing.base, name: listing.english,
        currency: "USD")
      known.rank = index + 1
      known.marketCap = 1.98e12 / Double((index + 1) * (index + 1))
      known.week = stride(from: moment - 7 * 86_400_000, through: moment, by: 3_600_000)
        .compactMap { market.lastTrade(at: $0)?.price }
      known.heard = moment
      facts[listing.base] = known
    }
    desk.apply(.update(.facts(facts)))
  }
}
