import MarketData

/// What things are worth in another currency.
extension Desk {
  /// How long a dollar coin's price is fresh after its exchange was last heard.
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
    places.compactMap { place in
      guard case let base = markets[place.market].market.base, bases.contains(base),
        markets[place.market].isListed, let quotation = quotation(of: place.market)
      else { return nil }
      return ExchangeRates(
        base: base, units: [quotation.currency: quotation.price], source: quotation.source,
        time: now.wall - quotation.age, staleAfterMilliseconds: Self.coinStaleAfterMilliseconds)
    }
  }

  /// The won price of a thing against its dollar price, each from the first place that has a
  /// fresh one, else from the first.
  /// - Parameter base: `BTC`.
  public func premium(base: String) -> Premium? { premiums { $0 == base }[base] }

  /// The premium of one market's own price; of one that is not in won, that of its base.
  func premium(of market: MarketID) -> Premium? {
    let subject = markets[market].market
    guard subject.quote == "KRW" else { return premium(base: subject.base) }
    guard let won = quotation(of: market),
      let dollar = quotations(in: Dollars.all, of: { $0 == subject.base })[subject.base]
    else { return nil }
    return Premium(won: won, dollar: dollar, rates: rates, coins: coinRates, at: now.wall)
  }

  /// The premium of each of these bases.
  func premiums(of isWanted: (String) -> Bool) -> [String: Premium] {
    let dollars = quotations(in: Dollars.all, of: isWanted)
    guard !dollars.isEmpty else { return [:] }
    lazy var coins = coinRates
    var premiums: [String: Premium] = [:]
    for (base, won) in quotations(in: ["KRW"], of: { dollars[$0] != nil }) {
      guard let dollar = dollars[base] else { continue }
      premiums[base] = Premium(won: won, dollar: dollar, rates: rates, coins: coins, at: now.wall)
    }
    return premiums
  }

  /// Of each of these bases the first fresh price in one of the currencies, else the first.
  private func quotations(
    in currencies: [String], of isWanted: (String) -> Bool
  ) -> [String: Quotation] {
    var quotations: [String: Quotation] = [:]
    for place in places where currencies.contains(markets[place.market].market.quote) {
      let base = markets[place.market].market.base
      guard isWanted(base), let quotation = quotation(of: place.market) else { continue }
      if let known = quotations[base], !known.isStale || quotation.isStale { continue }
      quotations[base] = quotation
    }
    return quotations
  }

  private func quotation(of market: MarketID) -> Quotation? {
    // No state is copied: this is asked for many markets each second.
    guard let price = markets[market].price, var heard = heard(of: market) else { return nil }
    let isOfNow = isOfNow(markets[market].heard.price, of: market)
    // A price that was told before its exchange was lost was current until then.
    if !isOfNow { heard = min(heard, exchange(of: market)?.lostAt ?? heard) }
    return Quotation(
      price: price, currency: markets[market].market.quote, source: markets[market].exchangeTitle,
      age: max(0, now.monotonic - heard), isStale: !isOfNow || !markets[market].isListed)
  }
}
