import SimulatedExchange

/// Judges what a hub tells of offers and trades, and what is said of offers in words.
extension Oracle {
  /// A book surrounds what is traded now, and its best offers come first. An empty book is not judged.
  func judgeBook(_ json: JSONValue, of market: Market, at time: Int64) {
    let (bids, asks) = (Self.offers(json["bids"]), Self.offers(json["asks"]))
    guard isStreamSure(market, at: time), let bid = bids.first?.first, let ask = asks.first?.first
    else { return }
    let isWhole = (bids + asks).allSatisfy { $0.count == 2 && $0.allSatisfy { $0 > 0 } }
    let bidsFall = zip(bids, bids.dropFirst()).allSatisfy { ($0.first ?? 0) >= ($1.first ?? 0) }
    let asksRise = zip(asks, asks.dropFirst()).allSatisfy { ($0.first ?? 0) <= ($1.first ?? 0) }
    check(.bookIsNow, isWhole && bidsFall && asksRise && bid < ask, at: time) {
      "the order book of \(market.name) is none: \(json)"
    }
    let traded = livePrices(market, at: time)
    guard let low = traded.min(), let high = traded.max() else { return }
    // The best offers of an exchange are a step apart.
    let slack = 2 * (ask - bid)
    check(.bookIsNow, bid <= high + slack && ask >= low - slack, at: time) {
      "\(market.name) is offered at \(bid) and \(ask), and traded from \(low) to \(high)"
    }
  }

  /// Each of the last trades was made, except in times in which something else was told. Where the
  /// stream surely tells them, they are in order, each of them once, and reach up to now.
  /// - Parameter isLate: whether they may have waited for the broker.
  func judgeTrades(_ json: JSONValue, of market: Market, isLate: Bool, at time: Int64) {
    guard time > doubtUntil(market) else { return }
    let record = record(market)
    let now = time + market.clockOffset()
    // The oracle does not know any more what was wrong long ago.
    let oldest = now / 1_000 - 900
    let isSure = !isLate && isStreamSure(market, at: time) && !seemsUnlisted(market, at: time)
    // The stream need not have told of trades that were made before then.
    let streamSince = max(record.openedAt ?? time, record.wellSince ?? time, doubtUntil(market))
    let sureSince = max(streamSince, boardWellSince, startedAt) + market.clockOffset()
    var told: [(time: Int64, price: Double, volume: Double)] = []
    for row in json["trades"]?.elements ?? [] {
      let numbers = (row.elements ?? []).prefix(3).compactMap(\.double)
      guard numbers.count == 3 else {
        fail(.tradesWereMade, "\(market.name) has a trade \(row)", at: time)
        continue
      }
      let (madeAt, price, volume) = (Int64(numbers[0]), numbers[1], numbers[2])
      let second = madeAt / 1_000
      told.append((madeAt, price, volume))
      guard second > oldest, !wasDoubted(market, at: second) else { continue }
      let isMade = { (trade: SimulatedTrade) in
        trade.price == price && abs(trade.volume - volume) <= 1e-9 * volume + 1e-12
      }
      // Its time may be rounded over the end of a second.
      let seconds = [second, second - 1, second + 1]
      let wasMade = seconds.contains { market.trades($0).contains(where: isMade) }
      check(.tradesWereMade, wasMade, at: time) { "\(market.name) was not traded so: \(row)" }
      // Trades that are alike are told no more often than they were made.
      let alike = told.count {
        $0.price == price && $0.volume == volume && abs($0.time - madeAt) < 500
      }
      guard isSure, alike > 1, madeAt > sureSince else { continue }
      let made = seconds.reduce(0) { $0 + market.trades($1).count(where: isMade) }
      check(.tradesAreTheLast, alike <= made, at: time) {
        "\(market.name) was traded so \(made) times, and it is told \(alike) times: \(row)"
      }
    }
    guard isSure else { return }
    let times = told.map(\.time)
    let isInOrder = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
    check(.tradesAreTheLast, isInOrder, at: time) {
      "the last trades of \(market.name) are not in order: \(json)"
    }
    // Trades that were made since then may be under way, and times may be rounded.
    guard let newest = market.lastTrade(now - 5_000), newest.time > sureSince else { return }
    check(.tradesAreTheLast, times.last ?? .min >= newest.time - 1_000, at: time) {
      "\(market.name) was traded \(now - newest.time) ms ago, and the newest trade that is told is "
        + (times.last.map { "\(now - $0) ms old" } ?? "none")
    }
  }

  /// What is wrong with the words of an order book; nil where nothing is. Those in another currency are not
  /// judged.
  ///
  /// ```
  /// XRP/KRW Book, bid 3,213, ask 3,214, spread 1 (0.03%), streaming
  /// XRP/KRW 호가, 매수 3,213, 매도 3,214, 스프레드 1 (0.03%), 실시간
  /// ```
  func complaint(aboutBook words: String, of market: Market, at time: Int64) -> String? {
    let parts = words.split(separator: ", ").map(String.init)
    func best(_ names: [String]) -> SaidMoney? {
      let part = parts.first { part in names.contains { part.hasPrefix("\($0) ") } }
      return part.flatMap { SaidMoney.all(in: $0).first }
    }
    guard isStreamSure(market, at: time), beats.prices.isEmpty,
      let bid = best(["bid", "매수"]), let ask = best(["ask", "매도"]),
      bid.currency == nil, ask.currency == nil
    else { return nil }
    let (highest, lowest) = (bid.number.value, ask.number.value)
    guard highest <= lowest else { return "\(highest) is bid, and \(lowest) is asked" }
    let traded = livePrices(market, at: time)
    guard let low = traded.min(), let high = traded.max() else { return nil }
    // As in `judgeBook`; and both prices are rounded.
    let slack = 2 * (lowest - highest) + 3 * (bid.number.error + ask.number.error)
    return highest <= high + slack && lowest >= low - slack
      ? nil : "\(market.name) was traded from \(low) to \(high)"
  }

  /// Prices and sizes of one side.
  private static func offers(_ json: JSONValue?) -> [[Double]] {
    (json?.elements ?? []).map { ($0.elements ?? []).compactMap(\.double) }
  }

  /// Whether its stream has surely told books and trades for a while.
  private func isStreamSure(_ market: Market, at time: Int64) -> Bool {
    let record = record(market)
    return isWell(market, for: 75_000, at: time) && time > doubtUntil(market) + 20_000
      && record.streams.missingSince == nil && record.streams.onSpareSince == nil
      && time - (record.openedAt ?? time) > 20_000 && !record.isLeftAlone(at: time)
      && !standIns.contains(market.exchange)
  }
}
