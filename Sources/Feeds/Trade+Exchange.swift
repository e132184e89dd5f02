import MarketData

extension Trade {
  /// A trade as a list of them tells it, its time in Unix milliseconds; nil where a part is missing
  /// or makes no sense.
  init?(
    id: Int64?, toldPrice price: Double?, volume: Double?, time: Int64?, isBuy: Bool?
  ) {
    guard let price, price.isPrice, let volume, volume.isFinite, volume >= 0, let time,
      ExchangeClock.era.contains(time)
    else { return nil }
    self.init(id: id, price: price, volume: volume, time: time, isBuy: isBuy)
  }
}
