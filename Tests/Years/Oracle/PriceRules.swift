import SimulatedExchange

/// Judges prices against what was traded.
extension Oracle {
  func judgePrice(_ line: Line, _ market: Market, at time: Int64) {
    guard let price = line.price else { return }
    let record = record(market)
    let now = time + market.clockOffset()
    lazy var newest = market.lastTrade(now)
    if time > doubtUntil(market) {
      let isTraded =
        shown.updateValue(price, forKey: market.name) == price || newest?.price == price
        || wasTraded(price, line.link, market, before: newest, now: now)
      check(.priceIsTraded, isTraded, at: time) { "\(market.name) \(price) as \(line.link)" }
    }
    // A price that is told late or not at all is not called live any more.
    if Self.isLive(line.link), time > record.doubt.falseUntil {
      judgeLivePrice(price, market, before: newest, now: now, at: time)
    }
    // The price is that of the newest trade, whatever was told before the exchange was well again.
    let isFollower = !hearsay.spokeAt.isEmpty
    guard line.link == "streaming", isWell(market, for: isFollower ? 20_000 : 8_000, at: time),
      let well = record.wellSince, let newest, newest.time < now - 2_500,
      isStreamSettled(market, at: time),
      // A market that is not listed has no newer price.
      line.mood != "lost"
    else { return }
    let isAfterTrouble = newest.time > well + market.clockOffset() + 4_000
    let isCalm = time > doubtUntil(market) && isWell(market, for: 30_000, at: time)
    guard isAfterTrouble || isCalm else { return }
    let near = market.trades(newest.time / 1_000).filter { newest.time - $0.time <= 50 }
    check(.priceIsNewest, near.contains { $0.price == price }, at: time) {
      "\(market.name) \(price), traded last \(newest.price) \(now - newest.time) ms ago"
    }
  }

  /// A live price was true no longer ago than live prices may be old, or than it takes to find out that
  /// a stream has left something out.
  private func judgeLivePrice(
    _ price: Double, _ market: Market, before newest: SimulatedTrade?, now: Int64, at time: Int64
  ) {
    let isSure =
      time > doubtUntil(market) + 75_000 && (beats.prices.isEmpty || isLatenessSeen(at: time))
    let longest: Int64 = isSure ? livePriceMilliseconds : 90_000
    if newest?.price == price { wasTrueAt[market.name] = now }
    guard now - wasTrueAt[market.name, default: .min / 2] > longest else { return }
    let prices = prices(market, from: time - longest, to: time)
    let wasTrue = prices.contains(price)
    if wasTrue { wasTrueAt[market.name] = now - longest / 2 }
    check(.livePriceIsYoung, wasTrue, at: time) {
      "\(market.name) \(price) was no price of the last \(longest / 1_000) s: \(prices.suffix(5))"
    }
  }

  /// Judges how far a price has gone since the day before. Hubs count from the first price they heard.
  func judgeChange(
    _ told: Double?, of price: Double, _ link: String, _ market: Market, at time: Int64
  ) {
    let now = time + market.clockOffset()
    guard link == "streaming", isWell(market, for: 15_000, at: time),
      time > doubtUntil(market) + 5_000, hearsay.spokeAt.isEmpty,
      // Once a day has begun, the figures of the day before may still count for a while.
      let day = market.day(), now - day.began > 25 * 60_000
    else { return }
    let change = price / day.previousClose - 1
    check(.changeIsOfTheDay, told.map { abs($0 - change) < 0.0002 } ?? false, at: time) {
      "\(market.name) \(price) has changed by \(told ?? .nan), since \(day.previousClose) by \(change)"
    }
  }

  /// Whether a new stream has told of the market: it tells of one after the other. Where something was
  /// wrong before, the polled price of a market stays until then.
  func isStreamSettled(_ market: Market, at time: Int64) -> Bool {
    time - (record(market).openedAt ?? time) > 3_000 || isWell(market, for: 60_000, at: time)
  }

  /// Whether the stream of an exchange told of a trade before that time.
  func hasTold(_ exchange: String, of time: Int64) -> Bool {
    guard let opened = record(exchange).openedAt else { return false }
    return markets.contains { market in
      market.exchange == exchange
        && market.lastTrade(time + market.clockOffset()).map {
          $0.time > opened + market.clockOffset()
        } ?? false
    }
  }

  /// Whether that was the price of a trade of the last hours.
  private func wasTraded(
    _ price: Double, _ link: String, _ market: Market, before newest: SimulatedTrade?, now: Int64
  ) -> Bool {
    var second = (newest?.time ?? now) / 1_000
    // A board that has just woken shows what it knew before.
    var oldest = now / 1_000 - 6 * 3_600 - (link == "streaming" ? 0 : sleptMilliseconds / 1_000)
    // A long search is for old prices, and only a price that is called old may be old.
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
