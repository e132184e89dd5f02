import MarketData

/// What a feed knows of the list of markets.
extension Feed {
  private static let listEveryMilliseconds: Int64 = 6 * 3_600_000
  /// A market that is halted may go on at any time.
  private static let haltedEveryMilliseconds: Int64 = 10 * 60_000

  mutating func beginList(at now: Int64, _ say: (Update) -> Void) {
    listAt = nil
    listAsked = now
    list = []
    listCalls = endpoint.listCalls(codes: markets.map(\.code))
    goOnWithList(at: now, say)
  }

  private mutating func goOnWithList(at now: Int64, _ say: (Update) -> Void) {
    guard !listCalls.isEmpty else { return finishList(at: now, say) }
    let call = listCalls.removeFirst()
    ask(.list(call), call.path)
  }

  /// One unknown code spoils the whole call: each half is asked for alone, down to the single one.
  mutating func narrowList(_ call: ListCall, at now: Int64, _ say: (Update) -> Void) {
    let half = call.codes.count / 2
    if half > 0 {
      for codes in [call.codes[half...], call.codes[..<half]] {
        listCalls.insert(contentsOf: endpoint.listCalls(codes: Array(codes)), at: 0)
      }
    }
    goOnWithList(at: now, say)
  }

  mutating func readList(
    _ body: UnsafeBufferPointer<UInt8>, _ call: ListCall, at now: Int64, _ say: (Update) -> Void
  ) {
    guard endpoint.marketList?.readListings(body, part: call.part, into: &list) ?? false else {
      return failed(.list(call), "it makes no sense", isRefusal: false, at: now, say)
    }
    complaints[.list] = nil
    goOnWithList(at: now, say)
  }

  /// The list is whole, or as whole as it gets.
  mutating func finishList(at now: Int64, _ say: (Update) -> Void) {
    listFailures = 0
    pollsSingly = false
    let found = Dictionary(list.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
    var isHalted = false
    for market in markets {
      let listing = found[market.code]
      if let listing { say(.listing(market: market.index, listing)) }
      if listing?.isTrading == false { isHalted = true }
      setListed(market.index, listing?.isTrading ?? false, say)
    }
    // A list of our own markets alone is none to search in.
    if !list.isEmpty, endpoint.givesWholeList { intents.append(.keep(list)) }
    list = []
    listAt = now + (isHalted ? Self.haltedEveryMilliseconds : Self.listEveryMilliseconds)
  }

  mutating func setListed(_ market: Int, _ isListed: Bool, _ say: (Update) -> Void) {
    guard listed.contains(market) != isListed else { return }
    if isListed {
      listed.insert(market)
      // Nothing was heard of the newcomer, and nothing is known of its past.
      covered[market] = nil
      if followed.contains(market), hasPast { pastDue.insert(market) }
    } else {
      listed.remove(market)
      past.drop(market)
      let code = code(of: market)
      if followed.contains(market) {
        intents.append(
          .log(.warning, "\(exchange.name): \(code) is not listed there; the other markets go on"))
      }
    }
    renewSubscription()
    say(.listed(market: market, isListed))
  }
}
