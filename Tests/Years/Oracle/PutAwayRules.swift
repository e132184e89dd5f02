/// Judges whether an alert that was put away is on the card meanwhile, and comes back in time.
extension Oracle {
  /// An alert that a press has put away.
  struct Away {
    let alert: Alert
    /// When its hook ran, and when it was put away.
    let firedAt: Int64
    let since: Int64
    /// Whether it surely was still in front when the press acted.
    var isSure = false
    /// Whether the program was started since.
    var hasRestarted = false
    /// Whether the card was looked at.
    var isCardJudged = false

    var returnsAt: Int64 { since + alert.snoozeMinutes * 60_000 }
    /// Since when it must hold all the time: a line may be written up to one draw after what it tells.
    var heldSince: Int64 { max(firedAt, since - 1_500) }
  }

  /// A press puts an alert away, and no other one of its market has come.
  func putsAway(_ alert: Alert, _ state: AlertState, at time: Int64) {
    book.away = nil
    // The alert is the one in front if it came since alerts have been in front. After ten minutes there
    // an alert leaves by itself.
    guard alert.kind == .above || alert.kind == .below, let fired = state.firedAt,
      let front = book.frontSince, fired > front - 2_000, time - front < 590_000,
      book.lostAt == nil, book.commandedAt < time - 3_000,
      markets(of: alert.market).count == 1, hearsay.spokeAt.isEmpty
    else { return }
    book.away = Away(alert: alert, firedAt: fired, since: time)
  }

  /// An alert has come that the last press may have been for.
  func forgetAway(since time: Int64) {
    if let away = book.away, away.since > time { book.away = nil }
  }

  /// The program was started.
  /// - Parameter keptBefore: the card holds what was put away before then; nil where it may not.
  func awayStarted(at time: Int64, keptBefore: Int64?) {
    book.frontSince = nil
    guard let away = book.away, let keptBefore, away.isSure,
      away.since < min(keptBefore, time - 15_000)
    else {
      book.away = nil
      return
    }
    book.away?.hasRestarted = true
    book.away?.isCardJudged = true
  }

  /// A line says what is in front.
  func seeAway(_ line: Line, at time: Int64) {
    guard line.page == "alert" else {
      book.frontSince = nil
      return
    }
    book.frontSince = book.frontSince ?? time
    guard let away = book.away else { return }
    let isIt = placeName(of: line.market) == away.alert.market
    // The press may have been for an alert that comes just after it.
    if !isIt, time - away.since < 600 { book.away = nil }
    if isIt, away.isSure, time > away.returnsAt - 2_500 {
      holds(.alertReturns)
      book.away = nil
    }
  }

  /// Time has passed.
  func watchAway(at time: Int64) {
    guard let away = book.away else { return }
    if !away.isSure { return makeSure(away, at: time) }
    if !away.isCardJudged, time - away.since > 50_000 {
      book.away?.isCardJudged = true
      judgeCard(of: away, at: time)
    }
    guard time > away.returnsAt + 5_000 else { return }
    book.away = nil
    // Somebody who has asked for something may have put it away again.
    let touchedAt = max(askedAt, book.buttonAt, book.commandedAt, choices.newestAskedAt)
    guard time < away.returnsAt + 20_000, touchedAt < away.returnsAt - 5_000,
      holdsStill(away, at: time), !book.isQuiet(0), !book.isQuiet(30_000)
    else { return }
    if away.hasRestarted {
      // After a start the board must first learn again that the alert holds.
      guard let market = market(away.alert.market), isWell(market, for: 100_000, at: time),
        !record(market).isLeftAlone(at: time)
      else { return }
    }
    let isSeen = book.inFrontAt > away.returnsAt - 2_500
    let isCovered = newest?.page == "alert" || newest?.page == "notice"
    check(.alertReturns, isSeen || isCovered, at: time) {
      "\(away.alert.kind) \(away.alert.level) of \(away.alert.market) was put away for "
        + "\(away.alert.snoozeMinutes) min, holds, and is not in front"
    }
  }

  /// A press that comes as an alert leaves means something else.
  private func makeSure(_ away: Away, at time: Int64) {
    guard time - away.since >= 1_500 else { return }
    let exchange = market(away.alert.market)?.exchange ?? ""
    let isQuiet = book.isQuiet(0) || book.isQuiet(5_000)
    if !isQuiet, time - away.since < 10_000, isWell(exchange, for: 30_000, at: time),
      holdsStill(away, at: time)
    {
      book.away?.isSure = true
    } else {
      book.away = nil
    }
  }

  /// Whether all prices since it was put away are beyond its level.
  private func holdsStill(_ away: Away, at time: Int64) -> Bool {
    guard hearsay.spokeAt.isEmpty, let market = market(away.alert.market) else { return false }
    return mayBeOver(away.alert, of: market, since: away.heldSince, at: time) == false
  }

  private func judgeCard(of away: Away, at time: Int64) {
    guard max(cardWellSince, boardWellSince) < away.since else { return }
    // A press acts once it can no longer become a double press.
    let until = away.returnsAt + money.wallError
    let isKept = book.snoozes.contains { name, kept in
      name.hasSuffix(" \(away.alert.market)") && -1_000...2_500 ~= kept - until
    }
    check(.choiceIsKept, isKept, at: time) {
      "\(away.alert.market) was put away \(time - away.since) ms ago until \(until), and "
        + "\(book.snoozes.values.sorted()) is on the card"
    }
  }

  /// The card was written: it holds what is put away for as long as that lasts.
  func judgeSnoozes(_ lines: [Substring], at time: Int64) {
    var snoozes: [String: Int64] = [:]
    for line in lines where line.hasPrefix("snooze ") {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let until = Int64(words[1]) else { continue }
      snoozes[String(words[2])] = until
    }
    // By another clock what is put away may be over. To write a slow card takes up to a minute.
    if book.clockSetAt < book.snoozesAt - 120_000 {
      for (name, until) in book.snoozes.sorted(by: { $0.key < $1.key }) {
        let left = until - time - money.wallError
        guard 5_000...86_000_000 ~= left else { continue }
        check(.choiceSurvives, snoozes[name] != nil, at: time) {
          "\(name) is put away for \(left) ms still, which the card does not hold any more"
        }
      }
    }
    (book.snoozes, book.snoozesAt) = (snoozes, time)
  }
}
