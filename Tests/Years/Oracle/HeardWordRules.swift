/// Judges what is said in words about how exchanges are heard (board/manual/web.md and broker.md).
extension Oracle {
  static let exchanges = ["upbit", "bithumb", "binance", "coinbase", "kraken"]
  private static let streaming = ["streaming", "실시간"]
  private static let polling = ["polling", "주기 조회"]
  private static let old = ["stale", "지연"]
  private static let silent = old + ["offline", "끊김", "Connecting to", "연결 중"]

  /// Whether words say that an exchange is heard.
  static func saysLive(_ words: String) -> Bool {
    (streaming + polling).contains { words.contains($0) }
  }

  /// Whether words may be in a language; names of markets and numbers fit any language.
  static func isSaid(_ words: String, in language: String) -> Bool {
    guard language == "ko" else {
      return !words.unicodeScalars.contains { 0xAC00...0xD7A3 ~= $0.value }
    }
    let english = [streaming[0], polling[0], old[0], "offline"]
    return !english.contains { words.contains($0) }
  }

  /// What is wrong with how words say that an exchange is heard; nil where nothing is.
  func complaint(about words: String, link line: Line, of market: Market, at time: Int64) -> String?
  {
    let says = { (any: [String]) in any.contains { words.contains($0) } }
    // The words may name the exchange instead, and say why it is not heard.
    let isExplained = line.page == "glance" && words.lowercased().contains(market.exchange)
    if Self.isLive(line.link) {
      // A stream that ends with its first message comes and goes between two lines.
      // So does the polling of one that was silent until just now.
      let isNew = book.liveSaid[market.exchange].map { time - $0.since < 1_000 } ?? true
      let mayFlicker = isNew || !isWell(market, for: 10_000, at: time)
      let own = line.link == "streaming" ? Self.streaming : Self.polling
      let other = line.link == "streaming" ? Self.polling : Self.streaming
      // Other pages say only what is wrong.
      let mustSay = ["glance", "detail"].contains(line.page)
      // Order books and trades, which a stream alone brings, are old while prices are polled.
      let isOld = line.link == "polling" && ["book", "trades"].contains(line.page)
      let wrong = isOld || mayFlicker ? Self.silent.filter { !Self.old.contains($0) } : Self.silent
      let isRight =
        !says(wrong) && (mayFlicker || !says(other))
        && (!mustSay || says(own) || mayFlicker && (says(other) || isExplained))
      return isRight ? nil : "it is \(line.link)"
    }
    let isSilent = !says(Self.streaming) && !says(Self.polling)
    guard isSilent, says(Self.silent) || isExplained else { return "it is \(line.link)" }
    let parts = words.split(separator: ", ").map(String.init)
    if let age = line.age, let said = parts.lazy.compactMap(Self.lasting).first,
      abs(said.seconds - age) > said.unit + 5
    {
      return "it was heard \(age) s ago"
    }
    // An alert says since when it holds.
    let since = line.page == "alert" ? nil : parts.lazy.compactMap(Self.minuteOfDay).first
    return since.flatMap { complaint(aboutSilence: market.exchange, since: $0, at: time) }
  }

  /// What is wrong with the words of the page of links; nil where nothing is.
  ///
  /// ```
  /// Link: Bithumb does not answer, since 20:03, Upbit streaming, Binance data polling
  /// ```
  func complaint(aboutLinks words: String, at time: Int64) -> String? {
    let rows = Self.rows(of: words, between: ", ")
    for (number, row) in rows.enumerated() {
      let name = row.lowercased()
      guard let exchange = Self.exchanges.first(where: name.contains),
        markets.contains(where: { $0.exchange == exchange })
      else { continue }
      if (Self.streaming + Self.polling).contains(where: row.contains) {
        let silence = silence(of: exchange, at: time)
        if silence > staleMilliseconds + 1_500 { return "“\(row)”, heard \(silence) ms ago" }
        continue
      }
      let isHeard =
        isWell(exchange, for: 60_000, at: time) && !standIns.contains(exchange)
        && beats.prices.isEmpty && !record(exchange).isLeftAlone(at: time)
      if isHeard { return "“\(row)”, and nothing is wrong with it" }
      let near = [row] + rows.dropFirst(number + 1).prefix(1)
      if let since = near.lazy.compactMap(Self.minuteOfDay).first,
        let complaint = complaint(aboutSilence: exchange, since: since, at: time)
      {
        return complaint
      }
    }
    return nil
  }

  /// A silence began no earlier than its exchange was last called live.
  /// - Parameter since: a minute of the board's day.
  private func complaint(
    aboutSilence exchange: String, since: Int, at time: Int64
  ) -> String? {
    // An exchange that is live again by now may have been silent when the words were said. A board that
    // hears two hubs is not judged: it may have turned to one that has not heard the exchange for longer.
    guard hearsay.spokeAt.count < 2, let said = book.liveSaid[exchange], said.since < time - 600,
      time - said.last < 80_000_000, time - max(book.clockSetAt, wokeAt) > 60_000
    else { return nil }
    let live = said.last
    let lasts = (minuteOfDay(time + money.wallError) - since + 1_440) % 1_440
    let longest = Int((time - live + staleMilliseconds) / 60_000) + 2
    return lasts <= longest
      ? nil : "\(exchange) is silent for \(lasts) min, and was live \(time - live) ms ago"
  }

  /// `stale for 6 min`, `1분째 지연`: how many seconds, and how many of them its unit has.
  private static func lasting(_ part: String) -> (seconds: Int, unit: Int)? {
    let units = [(" min", 60), ("분째", 60), (" h", 3_600), ("시간째", 3_600)]
    for (name, unit) in units {
      guard part.contains(" for ") || part.contains("째"), let end = part.firstRange(of: name),
        let count = part[..<end.lowerBound].split(separator: " ").last.flatMap({ Int($0) })
      else { continue }
      return (count * unit, unit)
    }
    return nil
  }

  /// `since 20:03`, `20:03부터`, and not `up 1.57% since 00:00 KST`.
  private static func minuteOfDay(_ part: String) -> Int? {
    guard part.contains("since ") || part.contains("부터"), !part.contains("%"),
      let colon = part.firstIndex(of: ":"),
      let hour = Int(part[..<colon].suffix(2)),
      let minute = Int(part[colon...].dropFirst().prefix(2))
    else { return nil }
    return hour * 60 + minute
  }
}
