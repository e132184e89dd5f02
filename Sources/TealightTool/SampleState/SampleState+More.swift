import Glance
import MarketData
import SimulatedExchange
import State
import Tealight

// What pages show besides prices.
extension SampleState {
  /// Adds the last trades of a market, and its order book.
  static func addTrades(
    of id: MarketID, _ listing: SimulatedListing, _ trades: [SimulatedTrade], to desk: inout Desk
  ) {
    for trade in trades.suffix(Tape.capacity) {
      let told = Trade(
        id: trade.id, price: trade.price, volume: trade.volume, time: trade.time,
        isBuy: trade.taker == .buy)
      desk.apply(.update(.trade(market: id, told)))
    }
    guard let last = trades.last else { return }
    let offers = SimulatedOrderBook(
      listing: listing, price: last.price, second: last.time / 1_000, depth: 15)
    let book = OrderBook(
      bids: offers.units.map { OrderBook.Level(price: $0.bidPrice, size: $0.bidSize) },
      asks: offers.units.map { OrderBook.Level(price: $0.askPrice, size: $0.askSize) })
    desk.apply(.update(.book(market: id, book)))
  }

  /// Puts the desk on a board with a network, and says where everything is explained.
  static func connect(_ desk: inout Desk) {
    desk.apply(.network(BoardNetwork(addresses: ["192.168.0.23", "fd12:3456::23"], signal: -56)))
    var settings = desk.settings
    settings.explain(at: nil, button: Binding())
    desk.apply(.settings(settings))
  }
}
