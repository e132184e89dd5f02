import SimulatedExchange

/// Judges what is said in words of pages with several rows (board/manual/web.md).
extension Oracle {
  /// What is wrong with the words of a list; nil where nothing is.
  ///
  /// ```
  /// List: XRP/KRW 3,214 up 0.47%; BTC/USDT 100,000 (stale)
  /// ```
  func complaint(aboutList words: String, at time: Int64) -> String? {
    let rows = Self.rows(of: words, between: "; ")
    for row in rows {
      // A list may hold other markets than those of the configuration.
      let named = markets.filter { $0.isNamed(in: row) }
      let complaints = named.compactMap {
        complaint(aboutRow: row, of: $0, isStale: Self.isStale(row), at: time)
      }
      if let first = complaints.first, complaints.count == named.count { return first }
    }
    return nil
  }

  /// What is wrong with the words of the second of two markets; nil where nothing is.
  ///
  /// ```
  /// ETH/KRW 4,321,000, down 0.12% since 09:00 KST, streaming
  /// ```
  func complaint(aboutSecond words: String, beside first: Market, at time: Int64) -> String? {
    let named = markets.filter { $0.name != first.name && $0.isNamed(in: words) }
    guard !named.isEmpty else { return "“\(words)” names no other market" }
    // Its name and price come first.
    let row = words.split(separator: ", ").first.map(String.init) ?? ""
    let complaints = named.compactMap {
      complaint(aboutRow: row, of: $0, isStale: !Self.saysLive(words), at: time)
    }
    return complaints.count == named.count ? complaints[0] : nil
  }

  private func complaint(
    aboutRow row: String, of market: Market, isStale: Bool, at time: Int64
  ) -> String? {
    guard let said = SaidMoney.all(in: row).first, !seemsUnlisted(market, at: time) else {
      return nil
    }
    guard !isStale else {
      let isHeard =
        isWell(market, for: 20_000, at: time) && !standIns.contains(market.exchange)
        && beats.prices.isEmpty
      return isHeard && !record(market).isLeftAlone(at: time)
        ? "“\(row)” is stale, and nothing is wrong with \(market.exchange)" : nil
    }
    let silence = silence(of: market.exchange, at: time)
    guard silence <= staleMilliseconds + 1_500 else {
      return "“\(row)” is not stale, and \(market.exchange) was heard \(silence) ms ago"
    }
    guard time > doubtUntil(market), said.currency == nil else { return nil }
    let prices = livePrices(market, at: time)
    return prices.contains(where: said.number.isRounded)
      ? nil : "“\(row)” is not what \(market.name) was traded for: \(prices.last ?? .nan)"
  }

  /// What is wrong with the words of the last trades; nil where nothing is.
  ///
  /// ```
  /// XRP/KRW Trades: sell 0.500 at 3,213, buy 0.012 at 3,214
  /// XRP/KRW 체결: 3,213에 0.500 매도
  /// ```
  func complaint(aboutTrades words: String, of market: Market, _ line: Line, at time: Int64)
    -> String?
  {
    // The hubs of the simulation tell of no trades.
    guard line.link == "streaming", time > doubtUntil(market),
      isWell(market, for: 20_000, at: time), beats.prices.isEmpty
    else { return nil }
    let now = time + market.clockOffset()
    for row in Self.rows(of: words, between: ", ") {
      let said = SaidMoney.all(in: row)
      guard said.count == 2 else { continue }
      let (size, price) = Self.isKorean(row) ? (said[1], said[0]) : (said[0], said[1])
      let rates = worths(of: market.quote, in: price.currency ?? market.quote, at: time).map(\.rate)
      let isSaid = { (trade: SimulatedTrade) in
        trade.time <= now && size.number.isRounded(trade.volume)
          && rates.contains { price.number.isRounded(trade.price * $0) }
      }
      let minutes = (now / 1_000 - 900...now / 1_000).reversed()
      // In a quiet market the last trades are older.
      var before = (now / 1_000 - 900) * 1_000 - 1
      let isTraded =
        minutes.contains { market.trades($0).contains(where: isSaid) }
        || (0..<20).contains { _ in
          guard let trade = market.lastTrade(before) else { return false }
          before = trade.time - 1
          return isSaid(trade)
        }
      guard isTraded else { return "“\(row)” was not traded lately" }
    }
    return nil
  }

  /// The rows behind the title.
  static func rows(of words: String, between separator: String) -> [String] {
    guard let title = words.firstRange(of: ": ") else { return [] }
    return words[title.upperBound...].split(separator: separator).map(String.init)
  }

  static func isStale(_ row: String) -> Bool {
    row.hasSuffix("(stale)") || row.hasSuffix("(지연)")
  }

  private static func isKorean(_ row: String) -> Bool {
    row.hasSuffix("매수") || row.hasSuffix("매도")
  }
}

/// A number as it is said: rounded.
struct SaidNumber {
  let value: Double
  let decimals: Int

  init?(_ text: Substring) {
    guard let value = Double(text.filter { $0 != "," }) else { return nil }
    self.value = value
    decimals = text.split(separator: ".", maxSplits: 1).dropFirst().first?.count ?? 0
  }

  /// How far it may be from the number that was rounded.
  var error: Double { (0..<decimals).reduce(0.500_001) { unit, _ in unit / 10 } }

  func isRounded(_ price: Double) -> Bool { abs(value - price) <= error }
}
