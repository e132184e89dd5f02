import MarketData

/// What the prices of a market are shown in: its own quote, or another currency.
public struct DisplayCurrency: Equatable, Sendable {
  /// `USD`
  public var currency: String
  /// Units of the currency for one of the quote.
  public var rate = 1.0
  /// Digits after the point of a price.
  public var decimals: Int
  public var mark = CurrencyMark()

  /// Whether prices are shown as the market has them.
  public var isOwn: Bool { mark.currency == nil }

  /// A price of the market, as it is shown.
  public func callAsFunction(_ price: Double?) -> Double? {
    guard !isOwn, let price else { return price }
    let converted = price * rate
    return converted.isFinite ? converted : nil
  }

  /// A candle of the market, as it is shown.
  public func callAsFunction(_ candle: Candle) -> Candle? {
    guard !isOwn else { return candle }
    guard let open = self(candle.open), let high = self(candle.high), let low = self(candle.low),
      let close = self(candle.close)
    else { return nil }
    return Candle(
      start: candle.start, open: open, high: high, low: low, close: close, volume: candle.volume,
      source: candle.source)
  }

  public func money(_ price: Double?) -> Money? {
    self(price).map { Money($0, decimals: decimals, mark: mark) }
  }
}
