import MarketData

/// The rates that are known at one time, and the way through them from one currency to another.
struct RateTable {
  /// The currencies that a way may lead over.
  static let middles = ["KRW", "USD"] + Dollars.coins

  /// The preferred rates first.
  let rates: [ExchangeRates]
  /// Unix milliseconds by the board's clock.
  let wall: Int64

  /// The best rate that is known: a fresh one before a stale one, one source before two. After
  /// these a dollar coin is taken for a dollar, and last of all the kimchi premium is put up with.
  func rate(from origin: String, to target: String) -> CurrencyRate? {
    if origin == target { return CurrencyRate(value: 1, source: "", time: wall, isRough: false) }
    var found = direct(origin, target)
    var withPremium: CurrencyRate?
    for middle in Self.middles where found?.isRough ?? true {
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
    if let (origin, target) = plain(origin, target) { found = rate(from: origin, to: target) }
    found = found ?? withPremium
    found?.isRough = true
    return found
  }

  /// The rate by one source.
  private func direct(_ origin: String, _ target: String) -> CurrencyRate? {
    guard let best = rates.best(from: origin, to: target, at: wall),
      let value = best.rate(from: origin, to: target)
    else { return nil }
    return CurrencyRate(
      value: value, source: best.source, time: best.time, isRough: best.isStale(at: wall))
  }

  /// The same, or roughly where a dollar coin is taken for a dollar.
  private func nearly(_ origin: String, _ target: String) -> CurrencyRate? {
    if let found = direct(origin, target) { return found }
    guard let (origin, target) = plain(origin, target) else { return nil }
    var found = direct(origin, target)
    found?.isRough = true
    return found
  }

  /// Both with dollars for dollar coins; nil where neither is one.
  private func plain(_ origin: String, _ target: String) -> (String, String)? {
    let (isFirst, isSecond) = (Dollars.coins.contains(origin), Dollars.coins.contains(target))
    guard isFirst || isSecond else { return nil }
    return (isFirst ? "USD" : origin, isSecond ? "USD" : target)
  }

  /// Whether a way joins won and another official currency through the price of a coin in won, which
  /// holds the kimchi premium.
  private static func holdsPremium(_ origin: String, _ middle: String, _ target: String) -> Bool {
    let way = [origin, middle, target]
    return way.contains("KRW") && way.filter(Fiat.has).count == 2
      && (middle == "KRW" || !Fiat.has(middle))
  }
}
