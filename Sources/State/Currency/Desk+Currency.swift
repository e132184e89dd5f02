import MarketData

/// Which currency is shown, and by which rate.
extension Desk {
  /// The value of `currency` in the configuration that shows each market in its own quote.
  public static let ownCurrency = "own"

  /// What everything is shown in; nil for each market's own quote.
  public var currency: String? {
    let chosen = preferences.currency ?? settings.currency
    return chosen == Self.ownCurrency ? nil : chosen
  }

  /// What the prices of a market are shown in. Its own quote where no rate is known.
  public func displayCurrency(of market: MarketID) -> DisplayCurrency {
    displayCurrency(of: market, in: currency)
  }

  /// The same for prices next to each other, with enough digits to tell an exchange's steps apart.
  public func fineDisplayCurrency(of market: MarketID) -> DisplayCurrency {
    displayCurrency(of: market, in: currency, digits: 5)
  }

  /// A price of a market in its quote, as it is shown.
  public func money(_ price: Double?, of market: MarketID) -> Money? {
    displayCurrency(of: market).money(price)
  }

  /// The same in the second currency, where one is configured and it is not shown already.
  public func secondMoney(_ price: Double?, of market: MarketID) -> Money? {
    guard let second = settings.secondCurrency else { return nil }
    if second == markets[market].market.quote, !displayCurrency(of: market).isOwn {
      let mark = CurrencyMark(second)
      return price.map { Money($0, decimals: markets[market].decimals, mark: mark) }
    }
    let display = displayCurrency(of: market, in: second)
    let isShownAlready = second == displayCurrency(of: market).currency
    return display.isOwn || isShownAlready ? nil : display.money(price)
  }

  private func displayCurrency(
    of market: MarketID, in currency: String?, digits: Int = 4
  ) -> DisplayCurrency {
    // No state is copied: each price that is shown asks for this.
    let quote = markets[market].market.quote
    let own = DisplayCurrency(currency: quote, decimals: markets[market].decimals)
    guard let currency, currency != quote, let rate = rate(from: quote, to: currency) else {
      return own
    }
    // The digits go by the price at which the day began: the point must not move while the price does.
    let dayStart = markets[market].ticker?.baselinePrice ?? markets[market].price
    let usual = dayStart.map { $0 * rate.value }
    return DisplayCurrency(
      currency: currency, rate: rate.value,
      decimals: Money.decimals(of: currency, near: usual, digits: digits),
      mark: CurrencyMark(currency, isRough: rate.isRough))
  }

  /// The best rate that is known; nil where no way leads from one to the other.
  public func rate(from origin: String, to target: String) -> CurrencyRate? {
    rateTable(of: [origin, target]).rate(from: origin, to: target)
  }

  /// All that is known of currencies.
  private func rateTable(of currencies: [String]) -> RateTable {
    RateTable(rates: rates + tradedRates(of: RateTable.middles + currencies), wall: now.wall)
  }

  /// What the market on the screen can be shown in; its own quote is `ownCurrency`.
  public var currencyNames: [String] { currencyNames(of: [markets[shown].market.quote]) }

  /// The currencies that any of the markets can be shown in, and the chosen one: the list is the same
  /// whichever market is on the screen.
  public var allCurrencyNames: [String] {
    let names = currencyNames(of: Set(places.map { markets[$0.market].market.quote }))
    guard let currency, !names.contains(currency) else { return names }
    return names + [currency]
  }

  private func currencyNames(of quotes: Set<String>) -> [String] {
    let wanted = settings.currencies + ["KRW", "USD", "USDT"]
    let table = rateTable(of: wanted + quotes)
    var known = [Self.ownCurrency]
    for currency in wanted where !known.contains(currency) {
      if quotes.contains(where: { $0 != currency && table.rate(from: $0, to: currency) != nil }) {
        known.append(currency)
      }
    }
    return known
  }

  /// The chosen currency; `ownCurrency` where none is chosen, or the quote of the market on the screen.
  public var currencyName: String {
    currency.flatMap { $0 == markets[shown].market.quote ? nil : $0 } ?? Self.ownCurrency
  }

  /// The currency name that follows it.
  var nextCurrency: String {
    let known = currencyNames
    let index = known.firstIndex(of: currencyName)
    return known[((index ?? -1) + 1) % known.count]
  }
}
