import MarketData

/// In which markets most is traded: asked for while somebody looks, beside all that is followed.
extension Feed {
  private static let rankingEveryMilliseconds: Int64 = 30_000

  /// Ranks the exchange's markets from now on, or no more.
  public mutating func rank(_ wish: RankingWish?, at now: Moment, _ say: (Update) -> Void) {
    guard wish != ranking.wish else { return }
    ranking.wish = wish
    handle(.time, at: now, say)
  }

  /// When it is asked for next.
  var rankingAt: Int64? {
    guard ranking.wish != nil, endpoint.ranking != nil else { return nil }
    let slowness = gates[.tickers]?.slowness ?? 1
    let due = ranking.askedAt + Self.rankingEveryMilliseconds * slowness
    return opening(.tickers, opening(.list, due))
  }

  mutating func askForRanking(at now: Int64, _ say: (Update) -> Void) {
    ranking.askedAt = now
    guard !isRanking else { return }
    guard ranking.needsList(at: now) else { return askForRankedTickers(at: now) }
    if let path = endpoint.ranking?.listPaths.first { ask(.rankingList, path) }
  }

  /// Whether answers are still missing.
  private var isRanking: Bool {
    calls.values.contains {
      switch $0 {
      case .ranking, .rankingList: true
      default: false
      }
    }
  }

  private mutating func askForRankedTickers(at now: Int64) {
    ranking.begin()
    for call in endpoint.ranking?.tickerCalls(codes: ranking.listings.map(\.code)) ?? [] {
      ask(.ranking(call.codes), call.path)
    }
  }

  mutating func readRankingList(
    _ body: UnsafeBufferPointer<UInt8>, at now: Int64, _ say: (Update) -> Void
  ) {
    var list: [Listing] = []
    guard endpoint.ranking?.readListings(body, part: 0, into: &list) ?? false else {
      return failed(.rankingList, "it makes no sense", isRefusal: false, at: now, say)
    }
    ranking.take(list, at: now)
    askForRankedTickers(at: now)
  }

  mutating func readRanking(
    _ body: UnsafeBufferPointer<UInt8>, asked: [String], at now: Int64, _ say: (Update) -> Void
  ) {
    guard let source = endpoint.ranking else { return }
    let reading = source.readTickers(body, asked: asked, of: ranking.table)
    guard reading.isWellFormed, reading.refusal == nil else {
      let reason = reading.refusal.map { "refused: \($0)" } ?? "the answer makes no sense"
      return failed(.ranking([]), reason, isRefusal: reading.refusal != nil, at: now, say)
    }
    ranking.take(reading.statements)
    let markets = ranking.markets(of: exchange)
    guard !isRanking, !markets.isEmpty else { return }
    say(.ranking(exchange: exchange.name, markets))
  }
}
