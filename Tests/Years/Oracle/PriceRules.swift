import SimulatedExchange

/// Judges prices against what was traded.
extension Oracle {
  func judgePrice(_ line: Line, _ market: Market, at time: Int64) {
    guard let price = line.price else { return }
    let record = record(market)
    let now = time + market.clockOffset()
    lazy var newest = market.lastTrade(now)
    if time > record.doubtUntil {
      let isTraded =
        shown.updateValue(price, forKey: market.name) == price || newest?.price == price
        || wasTraded(price, line.link, market, before: newest, now: now)
      check(.priceIsTraded, isTraded, at: time) { "\(market.name) \(price) as \(line.link)" }
    }
    // It is that of the newest trade, whatever was told before the exchange was well again.
    guard line.link == "streaming", isWell(market, for: 60_000, at: time),
      let well = record.wellSince, let newest, newest.time < now - 2_500
    else { return }
    let isAfterTrouble = newest.time > well + market.clockOffset() + 30_000
    let isCalm = time > record.doubtUntil && isWell(market, for: 120_000, at: time)
    guard isAfterTrouble || isCalm else { return }
    let near = market.trades(newest.time / 1_000).filter { newest.time - $0.time <= 50 }
    check(.priceIsNewest, near.contains { $0.price == price }, at: time) {
      "\(market.name) \(price), traded last \(newest.price) \(now - newest.time) ms ago"
    }
  }

  /// Whether that was the price of a trade of the last hours.
  private func wasTraded(
    _ price: Double, _ link: String, _ market: Market, before newest: SimulatedTrade?, now: Int64
  ) -> Bool {
    var second = (newest?.time ?? now) / 1_000
    // Who has just woken shows what it knew before.
    var oldest = now / 1_000 - 6 * 3_600 - (link == "streaming" ? 0 : sleptMilliseconds / 1_000)
    // Long searches are for prices that are old, and only those that are called old may be.
    if link == "streaming", newest != nil {
      oldest = max(oldest, min(second - 1, now / 1_000 - 901))
    }
    while second > oldest {
      if market.trades(second).contains(where: { $0.time <= now && $0.price == price }) {
        return true
      }
      second -= 1
    }
    return false
  }
}
