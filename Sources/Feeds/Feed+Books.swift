import MarketData

/// Order books that are told in changes.
extension Feed {
  /// Changes from before the whole book, or of one that is wanted no more, say nothing.
  mutating func apply(
    _ change: BookChange, to market: Int, at now: Int64, _ say: (Update) -> Void
  ) {
    guard books.contains(market) else { return }
    guard change.isWhole || ladders[market] != nil else {
      // Changes go on while the whole book that was asked for again is late.
      if bookRepairs[market] != nil { repairBook(of: market, at: now) }
      return
    }
    ladders[market, default: OrderBookBuilder()].apply(change)
    if let right = change.checksum, let own = ladders[market]?.checksum, own != right {
      ladders[market] = nil
      say(.book(market: market, OrderBook(bids: [], asks: [])))
      return repairBook(of: market, at: now)
    }
    if let book = ladders[market]?.book { say(.book(market: market, book)) }
  }

  /// Subscribes to the book once more: the whole book comes first.
  private mutating func repairBook(of market: Int, at now: Int64) {
    guard bookRepairs[market, default: BookRepairSchedule()].isDue(at: now) else { return }
    let code = code(of: market)
    let with = lines[current].carries
    var without = with
    without.books.removeAll { $0 == code }
    guard without != with else { return }
    for (old, new) in [(with, without), (without, with)] {
      requests += 1
      lines[current].outbox += endpoints[lines[current].way].exchange.requests(
        from: old, to: new, ticket: "\(ticket)-\(requests)")
    }
    let word = "the order book of \(code) does not add up; asking for it again"
    intents.append(.log(.notice, "\(exchange.name): \(word)"))
  }
}
