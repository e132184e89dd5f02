/// Judges which alerts must have come: one for each level that was surely crossed, and one for each
/// exchange that was surely silent.
extension Oracle {
  /// Time has passed: judges whether all alerts have come that must have.
  func watchAlerts(at time: Int64) {
    watchAway(at: time)
    if book.seenBy <= time {
      let isSeen = book.inFrontAt > book.seenBy - 1_600 || newest?.page == "notice"
      let isPressed = book.pressedAt > book.seenBy - 1_500
      let alert = book.alerts[book.seenOf]
      let isOver =
        serving(alert.market, at: time).map {
          mayHaveEnded(
            alert, book.states[book.seenOf], of: $0, since: book.seenBy - 1_500, at: time)
        } ?? true
      book.seenBy = .max
      check(.alertIsSeen, isSeen || isPressed || isOver || book.fullAt > time - 65_000, at: time) {
        "an alert has come, and the page is \(newest?.page ?? "none")"
      }
    }
    let second = time / 1_000 - 8
    guard !book.alerts.isEmpty, book.second < second else { return }
    if book.second < second - 60 { book.second = second - 1 }
    for place in book.alerts.indices { lookAtSilence(place, at: time) }
    for place in book.alerts.indices { noteRecord(place, at: time) }
    while book.second < second {
      book.second += 1
      for place in book.alerts.indices { look(place, in: book.second, at: time) }
    }
  }

  private func look(_ place: Int, in second: Int64, at time: Int64) {
    let alert = book.alerts[place]
    guard alert.kind != .feedLost else { return }
    var state = book.states[place]
    defer { book.states[place] = state }
    guard let market = serving(alert.market, at: time) else { return state.forget() }
    if state.servedBy != market.name { state.forget() }
    state.servedBy = market.name
    let theirs = second + market.clockOffset() / 1_000
    let trades = market.trades(theirs)
    let traded = trades.map(\.price)
    if alert.kind == .change {
      // A hub tells twice a second what the price is then.
      let isTold = hearsay.heardThere[market.exchange] != nil
      let ends = trades.dropFirst().map(\.time) + [market.trades(theirs + 1).first?.time ?? .max]
      let lasting = zip(trades, ends).filter { !isTold || $1 - $0.time > 600 }.map(\.0.price)
      state.move.add(traded, lasting: lasting, in: second)
      noteMove(alert, &state, traded, in: second)
    }
    guard isHeard(market, state, in: second, at: time) else { return state.forget() }
    switch alert.kind {
    case .above, .below: lookAtLevel(alert, &state, traded, in: second, at: time)
    case .change:
      lookAtMove(alert, &state, doubtedUntil: doubtUntil(market), in: second, at: time)
    case .dayHigh, .dayLow: lookAtRecord(alert, &state, traded, in: second, at: time)
    case .feedLost: break
    }
  }

  /// An alert surely holds, and must have come.
  /// - Parameter since: when it surely did not hold.
  private func judgeComing(
    of alert: Alert, _ state: AlertState, since: Int64, at time: Int64, _ detail: () -> String
  ) {
    check(
      .alertComes, state.hasCome(since: since) || isExcused(alert, since: since, at: time),
      at: time, detail)
  }

  /// Whether all trades of a market have come to the board for a while.
  private func isHeard(
    _ market: Market, _ state: AlertState, in second: Int64, at time: Int64
  ) -> Bool {
    isWell(market, for: 30_000, at: time) && time > doubtUntil(market) + 30_000
      && !record(market).isLeftAlone(at: time) && book.clockSetAt < time - 60_000
      && second * 1_000 > state.setAt + 5_000
  }

  /// Whether an alert is held back, or was a moment ago: by hours of quiet, or because it was put away.
  private func mayBeKeptBack(_ alert: Alert, at time: Int64) -> Bool {
    mayBeSnoozed(alert.market, at: time) || book.isQuiet(0) || book.isQuiet(15_000)
  }

  /// Whether an alert need not have come yet, or its hook may be lost or have to wait.
  private func isExcused(_ alert: Alert, since: Int64, at time: Int64) -> Bool {
    mayBeKeptBack(alert, at: time) || book.lostAt.map { $0 > since - 75_000 } ?? false
      || book.fullAt > time - 75_000
  }

  private func lookAtLevel(
    _ alert: Alert, _ state: inout AlertState, _ traded: [Double], in second: Int64, at time: Int64
  ) {
    let said = (state.price.map { [$0] } ?? []) + traded
    state.price = said.last
    guard !said.isEmpty else { return }
    state.note(
      isApart: said.allSatisfy(alert.isApart), holds: said.allSatisfy(alert.holds), in: second)
    let mayBeKeptBack = mayBeKeptBack(alert, at: time)
    if said.contains(where: { !alert.holds(at: $0) }) { state.keptBackAt = nil }
    if let keptBackAt = state.keptBackAt, !mayBeKeptBack {
      state.keptBackAt = nil
      judgeComing(of: alert, state, since: keptBackAt, at: time) {
        "\(alert.kind) \(alert.level) of \(alert.market) holds for \(time - keptBackAt) ms, was kept "
          + "back, and did not come afterwards"
      }
    }
    guard let apartAt = state.crossing() else { return }
    if !state.hasCome(since: apartAt), mayBeKeptBack { state.keptBackAt = apartAt }
    judgeComing(of: alert, state, since: apartAt, at: time) {
      "\(alert.kind) \(alert.level) of \(alert.market) was crossed "
        + "\(time - (second - 5) * 1_000) ms ago, after it was apart by \(alert.hysteresisPercent) % "
        + "\(time - apartAt) ms ago, and nothing was said"
    }
  }

  private func lookAtMove(
    _ alert: Alert, _ state: inout AlertState, doubtedUntil: Int64, in second: Int64, at time: Int64
  ) {
    state.move.isHeardSince = state.move.isHeardSince ?? second
    // The board may have seen the prices of the longest time, and has seen those of the shortest one.
    let longest = max(
      second - alert.span * 60 - moveSlackSeconds(alert), state.setAt / 1_000 - 30)
    let isSure = doubtedUntil < longest * 1_000
    let most = state.move.percent(since: longest, isWide: true)
    let least = leastMove(alert, state, in: second)
    let isApart = isSure && most.map { $0 < alert.level - alert.hysteresisPercent } ?? false
    state.note(isApart: isApart, holds: least.map { $0 > alert.level } ?? false, in: second)
    guard let apartAt = state.crossing() else { return }
    judgeComing(of: alert, state, since: apartAt, at: time) {
      "\(alert.market) has moved by \(least ?? 0) % in \(alert.span) min, after it had not "
        + "\(time - apartAt) ms ago, and nothing was said"
    }
  }

  /// The board counts in sixtieths of an alert's minutes, and hears of a trade a moment later.
  private func moveSlackSeconds(_ alert: Alert) -> Int64 { alert.span + 10 }

  /// By how many per cent a price, the newest where none is given, has surely moved.
  private func leastMove(
    _ alert: Alert, _ state: AlertState, of price: Double? = nil, in second: Int64
  ) -> Double? {
    state.move.isHeardSince.flatMap { heardSince in
      let shortest = second - alert.span * 60 + moveSlackSeconds(alert)
      return state.move.percent(of: price, since: max(shortest, heardSince), isWide: false)
    }
  }

  /// The figure of an alert is no less than what one of the newest prices has surely moved by.
  func judgeFigure(
    _ figure: Double?, _ alert: Alert, _ state: AlertState, by market: Market, at time: Int64
  ) {
    let moves = prices(market, from: time - 20_000, to: time).compactMap {
      leastMove(alert, state, of: $0, in: time / 1_000)
    }
    guard let figure, let least = moves.min() else { return }
    check(.alertIsTrue, abs(figure) >= least - 1e-6, at: time) {
      "\(alert.market) is said to have moved by \(figure) %, and has by \(least) %"
    }
  }

  /// Notes whether the price may have moved so little in that second that the alert may come again.
  private func noteMove(
    _ alert: Alert, _ state: inout AlertState, _ traded: [Double], in second: Int64
  ) {
    guard let firedAt = state.firedAt, second * 1_000 >= firedAt - 5_000 else { return }
    let least = [nil] + traded
    if least.contains(where: { !hasSurelyMoved(alert, state, of: $0, in: second) }) {
      state.mayBeApart = true
    }
  }

  /// Whether an alert that came then may be over already: a price that goes back at once ends it before
  /// a picture is drawn.
  private func mayHaveEnded(
    _ alert: Alert, _ state: AlertState, of market: Market, since: Int64, at time: Int64
  ) -> Bool {
    let said = prices(market, from: since, to: time)
    let isSure = isWell(market, for: 30_000, at: time) && time > doubtUntil(market)
    switch alert.kind {
    case .feedLost: return record(market).words.heardAt ?? 0 > since
    case .above, .below: return said.contains(where: alert.isApart)
    case .change:
      return !isSure || said.contains { !hasSurelyMoved(alert, state, of: $0, in: time / 1_000) }
    case .dayHigh, .dayLow:
      guard isSure, let record = said.max(by: { alert.way * $0 < alert.way * $1 }) else {
        return true
      }
      let far = record * (1 - alert.way * alert.hysteresisPercent / 100)
      return said.contains { alert.way * ($0 - far) <= 0 }
    }
  }

  private func hasSurelyMoved(
    _ alert: Alert, _ state: AlertState, of price: Double?, in second: Int64
  ) -> Bool {
    leastMove(alert, state, of: price, in: second).map {
      $0 > alert.level - alert.hysteresisPercent
    } ?? false
  }

  /// Whether an alert of a change may have been apart since it came last. The state does not know of the
  /// last seconds yet.
  func mayBeApart(_ alert: Alert, _ state: AlertState, at time: Int64) -> Bool {
    guard !state.mayBeApart, let market = serving(alert.market, at: time) else { return true }
    return prices(market, from: time - 20_000, to: time).contains {
      !hasSurelyMoved(alert, state, of: $0, in: time / 1_000)
    }
  }

  private func noteRecord(_ place: Int, at time: Int64) {
    let alert = book.alerts[place]
    guard alert.kind == .dayHigh || alert.kind == .dayLow,
      let day = serving(alert.market, at: time)?.day()
    else { return }
    book.states[place].records.append((time / 1_000, alert.kind == .dayHigh ? day.high : day.low))
    if book.states[place].records.count > 60 { book.states[place].records.removeFirst(20) }
  }

  private func lookAtRecord(
    _ alert: Alert, _ state: inout AlertState, _ traded: [Double], in second: Int64, at time: Int64
  ) {
    guard let before = state.record(in: second - 1), let record = state.record(in: second),
      // Where the record goes back, another day has begun.
      alert.way * (record - before) >= 0
    else { return state.forget() }
    guard let last = traded.last else { return }
    let far = before * (1 - alert.way * alert.hysteresisPercent / 100)
    state.note(
      isApart: traded.allSatisfy { alert.way * ($0 - far) < 0 },
      // Of several prices that come at once the board may not see the highest.
      holds: alert.way * (last - record) >= 0 && record != before, in: second)
    guard let apartAt = state.crossing(seconds: 3) else { return }
    judgeComing(of: alert, state, since: apartAt, at: time) {
      "\(last) is a \(alert.kind) of \(alert.market), it was far from one \(time - apartAt) ms ago, "
        + "and nothing was said"
    }
  }

  /// Looks for a silence, once for each call of `watchAlerts`.
  private func lookAtSilence(_ place: Int, at time: Int64) {
    let alert = book.alerts[place]
    guard alert.kind == .feedLost,
      let market = serving(alert.market, at: time),
      let heard = record(market).words.heardAt, let live = book.liveSaid[market.exchange],
      live.last - live.since > 3_000,
      book.states[place].firedAt.map({ $0 < live.since }) ?? true,
      time - max(heard, wokeAt) > max(alert.span * 1_000, staleMilliseconds) + 2_000,
      !mayBeSnoozed(alert.market, at: time), !book.isQuiet(0), !book.isQuiet(30_000),
      book.lostAt.map({ $0 < live.since }) ?? true, book.fullAt < time - 75_000
    else {
      book.states[place].overdue = 0
      return
    }
    book.states[place].overdue += 1
    check(.alertComes, book.states[place].overdue < 6, at: time) {
      "\(market.exchange) has been silent for \(time - heard) ms, and nothing was said"
    }
  }

  /// What was traded in the last minutes, second by second.
  struct Move {
    private var pieces: [Piece] = []
    private var last = Int64.min
    private var price: Double?
    private var surePrice: Double?
    /// From which second on nothing is missing.
    private(set) var since = Int64.max
    /// From which second on all of it has come to the board.
    var isHeardSince: Int64?

    private struct Piece {
      let second: Int64
      /// The lowest and highest price, and those that the board has surely heard of.
      let all: ClosedRange<Double>
      let sure: ClosedRange<Double>?
    }

    /// - Parameter lasting: those of the prices that lasted long enough for the board to hear of them.
    mutating func add(_ prices: [Double], lasting: [Double], in second: Int64) {
      if second != last + 1 {
        self = Move()
        since = second
      }
      last = second
      price = prices.last ?? price
      surePrice = lasting.last ?? surePrice
      func range(_ prices: [Double]) -> ClosedRange<Double>? {
        prices.min().map { $0...prices.max()! }
      }
      guard let all = range(prices) else { return }
      pieces.append(Piece(second: second, all: all, sure: range(lasting)))
      guard pieces.count > 4_000 else { return }
      pieces.removeFirst(2_000)
      since = pieces[0].second
    }

    /// The board slept: its minutes are longer.
    mutating func sleep() { since = last }

    /// How far a price, the newest where none is given, is from the farthest one since then, in per cent
    /// either way; nil where that is not known.
    /// - Parameter isWide: whether prices count that the board need not have heard of, and the last one
    ///   before that time.
    func percent(of one: Double? = nil, since second: Int64, isWide: Bool) -> Double? {
      guard since <= second, let price = one ?? (isWide ? price : surePrice) else { return nil }
      var (low, high) = (price, price)
      for piece in pieces.reversed() {
        guard piece.second >= second || isWide else { break }
        if let range = isWide ? piece.all : piece.sure {
          (low, high) = (min(low, range.lowerBound), max(high, range.upperBound))
        }
        if piece.second < second { break }
      }
      if isWide, pieces.first.map({ $0.second >= second }) ?? true { return nil }
      return max(price / low - 1, 1 - price / high) * 100
    }
  }
}
