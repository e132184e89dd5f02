/// Judges words that tell what is shown (board/manual/web.md and broker.md): to browsers, for those
/// who see no picture, and to a broker's readers.
extension Oracle {
  /// One sentence.
  struct Saying {
    let words: String
    /// The title that a browser writes above its page; nil at a broker.
    let title: String?
    /// Whether it may have waited for the broker.
    let isLate: Bool
    let time: Int64
    /// The newest line a moment before the sentence was sent.
    let before: Line?
  }

  /// The program says what it shows.
  public func says(_ words: String, title: String?, isLate: Bool = false, at time: Int64) {
    let before = recent.last { $0.time < time - 10 }?.line ?? newest
    sayings.append(
      Saying(words: words, title: title, isLate: isLate, time: time, before: before))
  }

  /// Judges each sentence a moment later: it is said at once, and a line is written at the next draw.
  func judgeSayings(at time: Int64) {
    while let saying = sayings.first, time - saying.time > 400 {
      sayings.removeFirst()
      let lines = lines(since: saying.time - 400) + [saying.before].compactMap { $0 }
      guard !lines.isEmpty else { continue }
      let complaints = lines.map { complaint(about: saying, shown: $0, at: time) }
      let right = lines.indices.filter { complaints[$0] == nil }.map { lines[$0] }
      // Of two requests within one picture no line tells of the first. What an alert has hidden is said
      // as soon as the alert is over, and drawn up to a beat later, when the board may know more.
      let isPassing =
        (isAsked(since: saying.time - 500) || lines.contains { $0.page == "alert" })
        && lines.contains { $0.market != lines[0].market || $0.page != lines[0].page }
      check(.wordsAreTrue, !right.isEmpty || isPassing, at: time) {
        "“\(saying.words)”, “\(saying.title ?? "")”: \(complaints[0]!); shown is \(lines.suffix(3))"
      }
      judgeMoney(saying, shown: right, at: time)
    }
  }

  /// What is wrong with words, if that line is what is shown; nil where nothing is.
  private func complaint(about saying: Saying, shown line: Line, at time: Int64) -> String? {
    if line.page == "list" { return complaint(aboutList: saying.words, at: saying.time) }
    if line.page == "link" { return complaint(aboutLinks: saying.words, at: saying.time) }
    guard ["glance", "chart", "detail", "clock", "trades", "book", "alert"].contains(line.page),
      let market = market(line.market), !seemsUnlisted(market, at: time)
    else { return nil }
    // Of two markets the shown one comes first.
    let halves = saying.words.split(separator: "; ", maxSplits: 1).map(String.init)
    let words = halves.first ?? ""
    for text in [words, saying.title].compactMap({ $0 }) where !market.isNamed(in: text) {
      return isOfAlert(words, before: line, at: saying.time)
        ? nil : "“\(text)” does not name \(line.market)"
    }
    if line.page == "clock", let complaint = complaint(aboutTime: words, of: saying) {
      return complaint
    }
    // An alert of a lost exchange says what was so when it came.
    if line.page == "alert", isCalledLost(market) { return nil }
    let names = words.lowercased()
    for other in Self.exchanges where other != market.exchange && names.contains(other) {
      return "\(other) has nothing to do with it"
    }
    // An exchange that is live by now may have been silent then.
    if let complaint = complaint(about: words, link: line, of: market, at: saying.time) {
      return complaint
    }
    if line.page == "trades" {
      return complaint(aboutTrades: words, of: market, line, at: saying.time)
    }
    if line.page == "book", !saying.isLate {
      return complaint(aboutBook: words, of: market, at: saying.time)
    }
    if line.page == "chart" { return complaint(aboutChart: words, shown: line) }
    guard ["glance", "clock", "detail"].contains(line.page) else { return nil }
    if let price = line.price, time > doubtUntil(market), let said = market.money(in: words),
      said.currency == nil
    {
      let around = [price] + livePrices(market, at: saying.time)
      guard around.contains(where: said.number.isRounded) else { return "its price is \(price)" }
    }
    let change = complaint(
      aboutChange: words, of: market, shown: line, before: saying.before, at: saying.time)
    if let change { return change }
    guard line.page == "glance", halves.count == 2 else { return nil }
    return halves[1] == words
      ? "one market is shown twice"
      : complaint(aboutSecond: halves[1], beside: market, at: saying.time)
  }

  /// What is wrong with the lowest and the highest price of a chart; nil where nothing is, or they are not
  /// told. No market of the simulation comes near half or twice its price within a chart.
  ///
  /// ```
  /// XRP/KRW 1m Chart, 3,139, low 3,130, high 3,169, streaming
  /// 리플/KRW 1분 차트, 3,139, 저가 3,130, 고가 3,169, 실시간
  /// ```
  private func complaint(aboutChart words: String, shown line: Line) -> String? {
    let parts = words.split(separator: ", ").map(String.init)
    func said(_ names: [String]) -> SaidMoney? {
      parts.first { part in names.contains(where: part.hasPrefix) }
        .flatMap { SaidMoney.all(in: $0).first }
    }
    guard let price = line.price, let low = said(["low ", "저가 "]),
      let high = said(["high ", "고가 "]),
      low.currency == nil, high.currency == nil
    else { return nil }
    let isOwn = price / 2 < low.number.value && high.number.value < price * 2
    // The price that is said lies between them, up to what rounding does to each.
    let told = parts.dropFirst().first.flatMap(SaidMoney.init(whole:))?.number.value
    let isBetween =
      told.map { low.number.value <= $0 * 1.001 && $0 <= high.number.value * 1.001 } ?? true
    return isOwn && isBetween
      ? nil : "the chart goes from \(low.number.value) to \(high.number.value) at \(price)"
  }

  /// What is wrong with the time and the day that words begin with; nil where nothing is, or they begin
  /// with none.
  private func complaint(aboutTime words: String, of saying: Saying) -> String? {
    let time = words.prefix { $0 != "," }
    let parts = time.split(separator: ":").map { Int($0) }
    guard time.utf8.count == 5, parts.count == 2, let hour = parts[0], let minute = parts[1],
      !saying.isLate, max(book.clockSetAt, wokeAt) < saying.time - 10_000
    else { return nil }
    // The time is said a moment after the clock was read.
    let now = saying.time + money.wallError
    let day = words.dropFirst(time.count)
    let isRight = [now - 5_000, now].contains { now in
      minuteOfDay(now) == hour * 60 + minute
        && dayInWords(now).contains { day.hasPrefix(", \($0)") }
    }
    let right = "\(minuteOfDay(now) / 60):\(minuteOfDay(now) % 60), \(dayInWords(now))"
    return isRight ? nil : "it is \(right) by the board's clock"
  }

  /// Whether words may be of an alert that was over, or behind another one, before a picture was drawn,
  /// or of what was shown between two alerts.
  private func isOfAlert(_ words: String, before line: Line, at time: Int64) -> Bool {
    func isNamed(_ place: String) -> Bool { markets(of: place).contains { $0.isNamed(in: words) } }
    let hasFired = book.firedAt.values.contains { abs(time - $0) < 1_000 }
    if hasFired, line.page == "alert" { return true }
    // An alert that has come for a moment only, or one that was snoozed until then.
    return book.firedAt.contains { abs(time - $1) < 1_000 && isNamed($0) }
      || book.brokerToldAt.contains { abs(time - $1) < 1_000 && isNamed($0) }
      || line.page == "alert"
        && zip(book.alerts, book.states).contains { $1.lastFiredAt != nil && isNamed($0.market) }
  }

  /// Whether an alert may say that its exchange is lost.
  private func isCalledLost(_ market: Market) -> Bool {
    zip(book.alerts, book.states).contains { alert, state in
      alert.kind == .feedLost && alert.market == market.name && state.lastFiredAt != nil
    }
  }
}

extension Oracle.Market {
  /// Whether a text says what is traded.
  func isNamed(in text: String) -> Bool { ([base] + titles).contains { text.contains($0) } }

  /// The amount behind its name: `3,214` of `XRP/KRW 3,214, up 0.47%`.
  fileprivate func money(in words: String) -> SaidMoney? {
    let parts = words.split(separator: ", ")
    guard let part = parts.first(where: { isNamed(in: String($0)) }) else { return nil }
    return SaidMoney.all(in: String(part)).first
  }
}
