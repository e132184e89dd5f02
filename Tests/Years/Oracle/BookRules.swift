import SimulatedExchange

/// Judges what a hub tells of offers.
extension Oracle {
  /// A book surrounds what is traded now, and its best offers come first. One that is empty tells nothing.
  func judgeBook(_ json: JSONValue, of market: Market, at time: Int64) {
    let (bids, asks) = (Self.offers(json["bids"]), Self.offers(json["asks"]))
    guard isBookSure(market, at: time), let bid = bids.first?.first, let ask = asks.first?.first
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

  /// Prices and sizes of one side.
  private static func offers(_ json: JSONValue?) -> [[Double]] {
    (json?.elements ?? []).map { ($0.elements ?? []).compactMap(\.double) }
  }

  /// Whether its stream has surely told books for a while.
  private func isBookSure(_ market: Market, at time: Int64) -> Bool {
    let record = record(market)
    return isWell(market, for: 75_000, at: time) && time > doubtUntil(market) + 20_000
      && record.streams.missingSince == nil && record.streams.onSpareSince == nil
      && time - (record.openedAt ?? time) > 20_000 && !record.isLeftAlone(at: time)
      && !standIns.contains(market.exchange)
  }
}
