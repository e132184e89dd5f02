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
    premiums.places.coins.compactMap { tradedRate(of: places[$0].market) }
  }

  /// What these cost where they are traded, in the order of the places.
  func tradedRates(of bases: [String]) -> [ExchangeRates] {
    places.compactMap { place in
      bases.contains(markets[place.market].market.base) ? tradedRate(of: place.market) : nil
    }
  }

  /// What a market's base costs in its quote; nil where it is not known.
  private func tradedRate(of market: MarketID) -> ExchangeRates? {
    guard markets[market].isListed, let quotation = quotation(of: market) else { return nil }
    return ExchangeRates(
      base: markets[market].market.base, units: [quotation.currency: quotation.price],
      source: quotation.source, time: now.wall - quotation.age,
      staleAfterMilliseconds: Self.coinStaleAfterMilliseconds)
  }

  /// The premium of each base that has one now.
  var newestPremiums: [(base: String, premium: Premium)] {
    let pairs = premiums.places.pairs
    let coins = pairs.isEmpty ? [] : coinRates
    return pairs.compactMap { pair in
      premium(of: pair, won: quotation(at: pair.won), coins).map { (pair.base, $0) }
    }
  }

  /// The won price of a thing against its dollar price, each from the first place that has a
  /// fresh one, else from the first.
  /// - Parameter base: `BTC`.
  public func premium(base: String) -> Premium? {
    premiums.places[base].flatMap { premium(of: $0, won: quotation(at: $0.won), coinRates) }
  }

  /// The premium of one market's own price; of one that is not in won, that of its base.
  func premium(of market: MarketID) -> Premium? {
    let subject = markets[market].market
    guard subject.quote == "KRW" else { return premium(base: subject.base) }
    return premiums.places[subject.base].flatMap {
      premium(of: $0, won: quotation(of: market), coinRates)
    }
  }

  /// The premium of a won price; nil where one of the two prices is not known.
  private func premium(
    of pair: PremiumPlaces.Pair, won: Quotation?, _ coins: [ExchangeRates]
  ) -> Premium? {
    guard let won, let dollar = quotation(at: pair.dollars) else { return nil }
    return Premium(won: won, dollar: dollar, rates: rates, coins: coins, at: now.wall)
  }

  /// The first fresh price of the markets at these places, else the first.
  private func quotation(at shown: [PlaceID]) -> Quotation? {
    var first: Quotation?
    for place in shown {
      guard let quotation = quotation(of: places[place].market) else { continue }
      if !quotation.isStale { return quotation }
      first = first ?? quotation
    }
    return first
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
