import MarketData

/// What a feed follows: which markets, and what of them besides trades and tickers.
extension Feed {
  /// Begins with all of its markets: asks for the socket and the list.
  public mutating func start(at now: Moment, _ say: (Update) -> Void) {
    follow(markets.map(\.index), at: now, say)
  }

  /// Follows these markets from now on, and no others: what is shown or watched. Nobody followed
  /// means no connection and no call.
  /// - Parameters:
  ///   - wanted: places in the desk's list, the one shown first at the front.
  ///   - books: those among them whose order books are wanted.
  ///   - wallets: those whose base's wallet is, with what it takes to ask now and then.
  ///   - chart: the candles that are looked at.
  ///   - tape: the market of which the last trades are wanted.
  public mutating func follow(
    _ wanted: [Int], books: Set<Int> = [], wallets: Set<Int> = [], chart: Chart? = nil,
    tape: Int? = nil, at now: Moment, _ say: (Update) -> Void
  ) {
    let known = Set(markets.map(\.index))
    let wanted = wanted.filter(known.contains)
    let chart = chart.flatMap { wanted.contains($0.market) && keeps($0.span) ? $0 : nil }
    let tape = tape.flatMap { wanted.contains($0) ? $0 : nil }
    guard
      wanted != followed || books != self.books || wallets != self.wallets
        || chart != charted.chart || tape != self.tape
    else { return }
    let before = followed
    followed = wanted
    // What is not followed any more must not be taken for new later.
    for market in self.books.subtracting(books).sorted() {
      say(.book(market: market, OrderBook(bids: [], asks: [])))
    }
    self.books = books.intersection(wanted)
    followWallets(wallets.intersection(wanted), at: now.monotonic, say)
    followChart(chart, at: now.monotonic, say)
    followTape(tape, at: now.monotonic)
    let newcomers = Set(wanted).subtracting(before)
    renewSubscription()
    for market in before where !wanted.contains(market) {
      unheardSince[market] = unheardSince[market] ?? now.monotonic
      forget(market, say)
    }
    for market in newcomers { unheardSince[market] = unheardSince[market] ?? .min / 2 }
    ladders = ladders.filter { self.books.contains($0.key) }
    bookRepairs = bookRepairs.filter { self.books.contains($0.key) }
    unheard.formUnion(newcomers)
    for market in wanted where hasPast && newcomers.contains(market) {
      filling.insert(market)
      pastDue.insert(market)
      say(.filling(market: market, true))
    }
    if wanted.isEmpty {
      rest()
    } else if before.isEmpty {
      wake(at: now.monotonic)
    } else if !newcomers.isEmpty {
      let isSoon = isStreamLive && uncarried.isDisjoint(with: newcomers)
      let at = isSoon ? now.monotonic + limits.firstPollAfter : earliestPoll(now.monotonic)
      pollAt = min(pollAt ?? .max, at)
    }
    handle(.time, at: now, say)
  }
}
