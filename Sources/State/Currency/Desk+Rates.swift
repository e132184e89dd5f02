import MarketData

/// What things are worth in another currency.
extension Desk {
  /// A dollar coin's price is as fresh as its exchange.
  private static let coinStaleAfterMilliseconds: Int64 = 60_000

  /// Official rates, those of the preferred source first.
  public var rates: [ExchangeRates] { reference.rates }

  /// What dollar coins cost where they are traded for a currency, in the order of the places. Each
  /// is labelled by its own name, and converts nothing that is in dollars.
  public var coinRates: [ExchangeRates] {
    tradedRates(of: Dollars.coins).filter { rates in
      !rates.units.keys.contains(where: Dollars.coins.contains)
    }
  }

  /// What these cost where they are traded, in the order of the places.
  func tradedRates(of bases: [String]) -> [ExchangeRates] {
    places.map(\.market).compactMap { index in
      let market = markets[index].market
      guard bases.contains(market.base), let quotation = quotation(of: index) else { return nil }
      return ExchangeRates(
        base: market.base, units: [market.quote: quotation.price], source: quotation.source,
        time: now.wall - quotation.age, staleAfterMilliseconds: Self.coinStaleAfterMilliseconds)
    }
  }

  /// The won price of a thing against its dollar price, each from the first place that has a
  /// fresh one, else from the first.
  /// - Parameter base: `BTC`.
  public func premium(base: String) -> Premium? { premium(base: base, coins: coinRates) }

  /// - Parameter coins: what dollar coins cost.
  func premium(base: String, coins: @autoclosure () -> [ExchangeRates]) -> Premium? {
    func first(_ quotes: [String]) -> Quotation? {
      let quotations = places.map(\.market).filter {
        markets[$0].market.base == base && quotes.contains(markets[$0].market.quote)
      }.compactMap(quotation(of:))
      return quotations.first { !$0.isStale } ?? quotations.first
    }
    guard let won = first(["KRW"]), let dollar = first(Dollars.all) else { return nil }
    return Premium(won: won, dollar: dollar, rates: rates, coins: coins(), at: now.wall)
  }

  private func quotation(of market: MarketID) -> Quotation? {
    let state = markets[market]
    guard let price = state.price, let heard = heard(of: market) else { return nil }
    return Quotation(
      price: price, currency: state.market.quote, source: state.exchangeTitle,
      age: max(0, now.monotonic - heard), isStale: !link(of: market).isLive)
  }
}
