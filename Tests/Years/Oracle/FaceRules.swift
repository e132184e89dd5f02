/// Judges how a market feels (board/manual/guide.md), and what is said in words of how far it has gone.
extension Oracle {
  /// The faces from plunging to soaring, and the changes of a day that lie between them.
  private static let faces = ["plunge", "down", "flat", "up", "soar"]
  private static let limits = [-0.05, -0.002, 0.002, 0.05]

  /// The face follows from the change and from the candle that finished last, both of the same line.
  func judgeFace(_ line: Line, _ market: Market, at time: Int64) {
    judgeSleep(line, market, at: time)
    guard let face = Self.faces.firstIndex(of: line.mood) else { return }
    let change = line.change ?? 0
    let move = line.closed.map { ($0.close - $0.open) / $0.open } ?? 0
    // At a limit either side is right.
    let either = [-1e-9, 1e-9]
    let right = either.flatMap { slack in
      let day = Self.limits.count { $0 < change + slack }
      return either.map { slack in
        let step = move + slack > 0.001 ? 1 : move + slack < -0.001 ? -1 : 0
        return max(0, min(Self.faces.count - 1, day + step))
      }
    }
    check(.faceIsOfTheChange, right.contains(face), at: time) {
      "\(market.name) went \(change), its last candle \(move), and its face is \(line.mood)"
    }
  }

  /// A market sleeps while nobody trades for a minute. A board that only polls prices cannot know that.
  private func judgeSleep(_ line: Line, _ market: Market, at time: Int64) {
    guard line.link == "streaming", line.mood != "lost", hearsay.spokeAt.isEmpty,
      isWell(market, for: 90_000, at: time), time > doubtUntil(market) + 90_000,
      let opened = record(market).openedAt, time - opened > 90_000
    else { return }
    let now = time + market.clockOffset()
    let isAsleep = line.mood == "asleep"
    // The board may not have heard of the newest trade.
    guard let last = market.lastTrade(isAsleep ? now - 3_000 : now) else { return }
    let quiet = now - last.time
    if isAsleep {
      check(.faceSleeps, quiet > 55_000, at: time) {
        "\(market.name) sleeps, and was traded \(quiet) ms ago"
      }
    } else if last.time > opened + market.clockOffset() {
      check(.faceSleeps, quiet < 66_000, at: time) {
        "\(market.name) is \(line.mood), and was traded \(quiet) ms ago"
      }
    }
  }

  /// What is wrong with the change of a price that words tell; nil where nothing is.
  ///
  /// ```
  /// XRP/KRW 3,214, up 0.47% since 09:00 KST
  /// 리플/KRW 3,214, 09시 기준 0.47% 상승
  /// ```
  func complaint(
    aboutChange words: String, of market: Market, shown line: Line, before: Line?, at time: Int64
  ) -> String? {
    guard time > doubtUntil(market), let shown = line.change, let now = line.price,
      let part = words.split(separator: ", ").first(where: { $0.contains("%") }),
      let said = Self.change(in: String(part))
    else { return nil }
    // Between two lines the price may have been another one, and what it counts from still that of the line
    // before.
    let earlier = before.flatMap { $0.market == line.market ? $0 : nil }
    let bases = [line, earlier].compactMap { $0?.baseline }
    let prices = [now] + livePrices(market, at: time)
    let changes = [shown] + bases.flatMap { base in prices.map { $0 / base - 1 } }
    // The change is rounded to a hundredth of a per cent before it is said.
    let isTrue = changes.contains { abs($0 * 100 - said.value) <= said.error + 0.005_001 }
    return isTrue ? nil : "it has changed by \(shown)"
  }

  /// `up 0.47%`, `0.47% 하락`: per cent, below 0 where that is a loss; nil where neither way is said.
  private static func change(in part: String) -> (value: Double, error: Double)? {
    let words = part.split(separator: " ")
    guard let text = words.first(where: { $0.hasSuffix("%") }),
      let number = SaidNumber(text.dropLast())
    else { return nil }
    if words.contains("up") || words.contains("상승") { return (number.value, number.error) }
    if words.contains("down") || words.contains("하락") { return (-number.value, number.error) }
    return nil
  }
}
