import MarketData

/// Which currency is shown, and by which rate.
extension Desk {
  /// As `currency` in the configuration says that each market is shown in its own quote.
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

  /// The same for prices next to each other: exactly enough that an exchange's steps are told apart.
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
    let state = markets[market]
    let own = DisplayCurrency(currency: state.market.quote, decimals: state.decimals)
    guard let currency, currency != state.market.quote,
      let rate = rate(from: state.market.quote, to: currency)
    else { return own }
    // By what the day began with: the point must not move while the price does.
    let usual = (state.ticker?.baselinePrice ?? state.price).map { $0 * rate.value }
    return DisplayCurrency(
      currency: currency, rate: rate.value,
      decimals: Money.decimals(of: currency, near: usual, digits: digits),
      mark: CurrencyMark(currency, isRough: rate.isRough))
  }

  /// The best rate that is known: a fresh one before a stale one, one source before two. After
  /// these a dollar coin is taken for a dollar, and last of all the kimchi premium is put up with.
  public func rate(from origin: String, to target: String) -> CurrencyRate? {
    if origin == target {
      return CurrencyRate(value: 1, source: "", time: now.wall, isRough: false)
    }
    let known = rates + tradedRates(of: Dollars.coins + [origin, target])
    func direct(_ origin: String, _ target: String) -> CurrencyRate? {
      guard let best = known.best(from: origin, to: target, at: now.wall),
        let value = best.rate(from: origin, to: target)
      else { return nil }
      return CurrencyRate(
        value: value, source: best.source, time: best.time, isRough: best.isStale(at: now.wall))
    }
    let plain = { (currency: String) in Dollars.coins.contains(currency) ? "USD" : currency }
    func nearly(_ origin: String, _ target: String) -> CurrencyRate? {
      if let found = direct(origin, target) { return found }
      guard (plain(origin), plain(target)) != (origin, target) else { return nil }
      var found = direct(plain(origin), plain(target))
      found?.isRough = true
      return found
    }
    var found = direct(origin, target)
    var withPremium: CurrencyRate?
    for middle in ["KRW", "USD"] + Dollars.coins where found?.isRough ?? true {
      let leg = middle == "KRW" ? direct : nearly
      guard middle != origin, middle != target, let first = leg(origin, middle),
        let second = leg(middle, target), let both = first.followed(by: second)
      else { continue }
      if Self.holdsPremium(origin, middle, target) {
        withPremium = withPremium ?? both
      } else if found == nil || !both.isRough {
        found = both
      }
    }
    if found != nil { return found }
    if (plain(origin), plain(target)) != (origin, target) {
      found = rate(from: plain(origin), to: plain(target))
    }
    found = found ?? withPremium
    found?.isRough = true
    return found
  }

  /// Whether a way leads from won to another official currency by what a coin costs in won, which is
  /// the kimchi premium more, or the same way back.
  private static func holdsPremium(_ origin: String, _ middle: String, _ target: String) -> Bool {
    let way = [origin, middle, target]
    return way.contains("KRW") && way.filter(Fiat.has).count == 2
      && (middle == "KRW" || !Fiat.has(middle))
  }

  /// What the market on the screen can be shown in; its own quote is `ownCurrency`.
  public var currencyNames: [String] { currencyNames(of: [markets[shown].market.quote]) }

  /// What one market or another can be shown in, and what is chosen: the same whichever market is on
  /// the screen.
  public var allCurrencyNames: [String] {
    let names = currencyNames(of: Set(places.map { markets[$0.market].market.quote }))
    guard let currency, !names.contains(currency) else { return names }
    return names + [currency]
  }

  private func currencyNames(of quotes: Set<String>) -> [String] {
    var known = [Self.ownCurrency]
    for currency in settings.currencies + ["KRW", "USD", "USDT"] where !known.contains(currency) {
      if quotes.contains(where: { $0 != currency && rate(from: $0, to: currency) != nil }) {
        known.append(currency)
      }
    }
    return known
  }

  /// Which of them is chosen. It may be the quote by another name.
  public var currencyName: String {
    currency.flatMap { $0 == markets[shown].market.quote ? nil : $0 } ?? Self.ownCurrency
  }

  /// The one that follows it.
  var nextCurrency: String {
    let known = currencyNames
    let index = known.firstIndex(of: currencyName)
    return known[((index ?? -1) + 1) % known.count]
  }
}
