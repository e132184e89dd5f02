import SimulatedExchange

/// Keeps the alerts of the configuration, and judges each one that comes.
extension Oracle {
  /// One `[[alert]]`.
  public struct Alert: Equatable, Sendable {
    public enum Kind: String, Sendable {
      case above, below
      case change = "change_percent"
      case dayHigh = "day_high"
      case dayLow = "day_low"
      case feedLost = "feed_lost"
    }

    public var kind: Kind
    /// The market's name in the configuration; for a pair, the pair's name.
    public var market: String
    /// A price, or the per cent of a change; 0 for all other kinds.
    public var level: Double
    /// Minutes of a change, seconds of silence.
    public var span: Int64
    public var hysteresisPercent: Double
    public var snoozeMinutes: Int64

    public init(
      _ kind: Kind, _ market: String, level: Double = 0, span: Int64 = 0,
      hysteresisPercent: Double = 0, snoozeMinutes: Int64 = 10
    ) {
      (self.kind, self.market, self.level, self.span) = (kind, market, level, span)
      (self.hysteresisPercent, self.snoozeMinutes) = (hysteresisPercent, snoozeMinutes)
    }

    /// Whether a sentence for people says what has happened, in English or Korean.
    /// - Parameter figure: per cent of a change.
    func isToldRightly(by sentence: String, _ figure: Double?) -> Bool {
      let words: [String] =
        switch kind {
        case .above: ["above", "돌파"]
        case .below: ["below", "이하"]
        case .change: (figure ?? 0) < 0 ? ["fell", "하락"] : ["rose", "상승"]
        case .dayHigh: ["new day high", "당일 신고가"]
        case .dayLow: ["new day low", "당일 신저가"]
        case .feedLost: ["feed lost", "연결 끊김"]
        }
      guard words.contains(where: sentence.contains) else { return false }
      guard kind == .above || kind == .below else { return true }
      let numbers = sentence.split(separator: " ").compactMap { SaidNumber($0) }
      return numbers.contains { $0.isRounded(level) }
    }

    /// Whether a price is beyond the level.
    func holds(at price: Double) -> Bool { kind == .above ? price >= level : price <= level }

    /// 1 where the alert waits for high prices, -1 where it waits for low ones.
    public var way: Double { kind == .above || kind == .dayHigh ? 1 : -1 }

    /// Whether a price is so far back from the level that the alert may come again.
    func isApart(at price: Double) -> Bool {
      let back = level * hysteresisPercent / 100
      return kind == .above
        ? price <= level - back && price < level
        : price >= level + back && price > level
    }
  }

  /// What is known of one alert.
  struct AlertState {
    /// Since when the board has it.
    var setAt: Int64
    /// When it came last in this life, in true milliseconds.
    var firedAt: Int64?
    /// When it came last in any life.
    var lastFiredAt: Int64?
    /// When its hook was started last for each market.
    var hookedAt: [String: Int64] = [:]
    /// The time that its last hook has told, in Unix seconds by the board's clock.
    var toldOf: Double?
    /// When it was surely apart last, in milliseconds; nil where that is not sure.
    var apartAt: Int64?
    /// Since when it holds and is kept back, by hours of quiet or because it was put away; nil else.
    var keptBackAt: Int64?
    var apartRun = 0
    var holdsRun = 0
    var price: Double?
    var move = Move()
    /// The day's highest or lowest price in each of the last seconds.
    var records: [(second: Int64, price: Double)] = []
    /// The name of the market whose prices these are.
    var servedBy: String?
    /// Whether it may have been apart since it came last.
    var mayBeApart = false
    /// How often its exchange was found silent for too long without an alert.
    var overdue = 0

    /// Forgets what prices have shown: the board may not have heard all of them.
    mutating func forget() {
      (apartAt, apartRun, holdsRun, price, keptBackAt) = (nil, 0, 0, nil, nil)
      move.isHeardSince = nil
    }

    func hasCome(since time: Int64) -> Bool { firedAt.map { $0 >= time } ?? false }

    /// Counts a second in which all prices were apart, or all held.
    mutating func note(isApart: Bool, holds: Bool, in second: Int64) {
      apartRun = isApart ? apartRun + 1 : 0
      holdsRun = holds ? holdsRun + 1 : 0
      if apartRun >= 5 { apartAt = second * 1_000 }
    }

    func record(in second: Int64) -> Double? { records.last { $0.second == second }?.price }

    /// Whether the alert surely holds now, after it was surely apart. A crossing is returned only once.
    /// - Returns: when it was apart; nil where there is no new crossing.
    mutating func crossing(seconds: Int = 5) -> Int64? {
      guard holdsRun >= seconds else { return nil }
      defer { apartAt = nil }
      return apartAt
    }
  }

  /// From when to when the lines have called an exchange live.
  struct LiveSaid {
    var since: Int64
    var last: Int64
    var isOver = false
  }

  /// What is known of all alerts.
  struct AlertBook {
    var alerts: [Alert] = []
    /// The alerts before the newest change of the configuration, and when that was.
    var former: [Alert] = []
    var editedAt: Int64 = .min / 2
    /// Alerts that had come before the configuration left them out, the newest last. One that is
    /// configured again may still hold, and no hook tells of it.
    var absent: [(alert: Alert, lastFiredAt: Int64)] = []
    var states: [AlertState] = []
    /// Whether it was an hour of quiet so many milliseconds ago.
    var isQuiet: (_ ago: Int64) -> Bool = { _ in false }
    /// Until when alerts of a market may have been put away.
    var snoozedUntil: [String: Int64] = [:]
    var firedAt: [String: Int64] = [:]
    /// When the broker was last told of an alert, by its market. While a hook rests, nothing else tells of
    /// an alert until a line shows it.
    var brokerToldAt: [String: Int64] = [:]
    var pressedAt: Int64 = .min / 2
    var buttonAt: Int64 = .min / 2
    var commandedAt: Int64 = .min / 2
    var fullAt: Int64 = .min / 2
    var clockSetAt: Int64 = .min / 2
    /// Up to which second prices were looked at.
    var second: Int64 = 0
    /// How many alerts the log has told of in this life, and how many hooks have run.
    var logged = 0
    var hooks = 0
    /// When a hook last could not be run; nil while all could be run in this life.
    var lostAt: Int64?
    /// When the log told of an alert last.
    var loggedAt: Int64 = .min
    /// When each exchange was heard, as the lines say, and since when they have called it live.
    var heardSaid: [String: Int64] = [:]
    var liveSaid: [String: LiveSaid] = [:]
    /// By when the newest alert is to be in front, and its place in `alerts`.
    var seenBy = Int64.max
    var seenOf = 0
    /// When an alert was in front last.
    var inFrontAt = Int64.min / 2
    /// The market whose alert was put away, since when and until when.
    var putAway: (market: String, since: Int64, until: Int64)?
    /// The alert that was put away last, where it is known that it must come back.
    var away: Away?
    /// Since when alerts have been in front; nil while none is.
    var frontSince: Int64?
    /// Until when each alert is put away, by the board's clock, as the card holds it; and since when.
    var snoozes: [String: Int64] = [:]
    var snoozesAt = Int64.min / 2
    /// The page and market that were seen last with nothing in front; nil where they may be others now.
    var uncovered: (page: String, market: String)?
  }

  /// No further hook can be started for now: hooks tell of alerts later.
  public func hooksAreFull(at time: Int64) { book.fullAt = time }

  /// The configuration has these alerts from now on.
  public func setAlerts(
    _ alerts: [Alert], at time: Int64, isQuiet: @escaping (_ ago: Int64) -> Bool
  ) {
    for (alert, state) in zip(book.alerts, book.states) where !alerts.contains(alert) {
      if let last = state.lastFiredAt { book.absent.append((alert, last)) }
    }
    book.absent = book.absent.suffix(50)
    book.states = alerts.map { alert in
      if let index = book.alerts.firstIndex(of: alert) { return book.states[index] }
      var state = AlertState(setAt: time)
      state.lastFiredAt = book.absent.last { $0.alert == alert }?.lastFiredAt
      return state
    }
    // A board that has slept may not have read the change before this one, either.
    let unread = isUnread(at: time) ? book.former : []
    (book.former, book.alerts, book.editedAt) = (unread + book.alerts, alerts, time)
    book.isQuiet = isQuiet
    (book.putAway, book.away, book.seenBy) = (nil, nil, .max)
  }

  /// Whether the program may not have read the newest change of the alerts: the change was made a moment
  /// ago, or the program rejects the configuration as it is now.
  private func isUnread(at time: Int64) -> Bool {
    readableSince.map { time - max(book.editedAt, $0, wokeAt) < 5_000 } ?? true
  }

  /// The wall clock was set, and is wrong by so much.
  public func clockSet(error: Int64, at time: Int64) {
    // An alert is put away until a time of that clock: where the clock is set back, the alert may come
    // back as much later, at most ten minutes from now.
    let back = max(0, money.wallError - error)
    book.snoozedUntil = book.snoozedUntil.mapValues { max($0, min($0 + back, time + 600_000)) }
    (book.clockSetAt, book.away) = (time, nil)
    money.clockSet(error: error, at: time)
  }

  func alertsStarted() {
    for index in book.states.indices {
      let last = book.states[index].lastFiredAt
      book.states[index] = AlertState(setAt: startedAt)
      book.states[index].lastFiredAt = last
    }
    (book.logged, book.hooks, book.lostAt) = (0, 0, nil)
    (book.heardSaid, book.liveSaid) = ([:], [:])
    book.seenBy = .max
    book.uncovered = nil
  }

  /// An alert that was put away until a time within the sleep is in front again: a press may be for it.
  func alertsSlept(since: Int64, at time: Int64) {
    if book.editedAt > since - 5_000 { book.editedAt = time }
    book.away = nil
    for index in book.states.indices { book.states[index].move.sleep() }
    book.snoozedUntil = book.snoozedUntil.mapValues { since - 2_000 < $0 && $0 < time ? time : $0 }
  }

  // MARK: What is told

  /// A line of the log may tell of an alert.
  func alertLogged(_ text: String, at time: Int64) {
    if text.contains(" did not run for ") || text.contains(" cannot be run: ") {
      book.lostAt = time
    }
    guard text.hasPrefix("<5>alert: ") else { return }
    book.loggedAt = time
    guard text.hasSuffix(" more)"), let open = text.lastIndex(of: "(") else {
      book.logged += 1
      return
    }
    let words = text[open...].dropFirst().split(separator: " ")
    book.logged += words.first.flatMap { Int($0) } ?? 1
  }

  /// A life has ended in order: the log and the hooks must have told of equally many alerts.
  public func alertsEnded(at time: Int64) {
    check(.hooksAreTheLogs, book.lostAt != nil || book.logged == book.hooks, at: time) {
      "the log has told of \(book.logged) alerts, \(book.hooks) hooks ran"
    }
  }

  /// The broker was told of an alert of a market.
  func brokerTold(ofAlertOf market: String, at time: Int64) {
    book.brokerToldAt[placeName(of: market)] = time
  }

  /// Whether an alert may come twice at one moment, by one price: the price was left in between.
  func mayComeTwice(_ alert: JSONValue, at time: Int64) -> Bool {
    guard let price = alert["price"]?.double, let market = alert["market"]?.text.flatMap(market),
      alert["event_type"]?.text != Alert.Kind.feedLost.rawValue
    else { return false }
    let prices = prices(market, from: time - 60_000, to: time)
    guard let first = prices.firstIndex(of: price), let last = prices.lastIndex(of: price) else {
      return true
    }
    return time <= doubtUntil(market) || prices[first...last].contains { $0 != price }
  }

  /// A hook was started.
  /// - Parameter wall: the board's own clock.
  public func hookStarted(_ input: some Sequence<UInt8>, wall: Int64, at time: Int64) {
    book.hooks += 1
    guard let json = JSONValue(input), let name = json["alert"]?.text,
      let kind = Alert.Kind(rawValue: name), let market = json["market"]?.text,
      let since = json["time"]?.double, let sentence = json["sentence"]?.text
    else {
      return fail(.alertIsAsked, String(decoding: Array(input), as: UTF8.self), at: time)
    }
    let level = json["level"]?.double ?? 0
    let place = placeName(of: market)
    func isIt(_ alert: Alert) -> Bool {
      alert.kind == kind && alert.market == place && alert.level == level
    }
    let number = book.alerts.firstIndex(where: isIt)
    guard let number else {
      // The alert may have come before the program read the change.
      if isUnread(at: time), book.former.contains(where: isIt) { return }
      return fail(.alertIsAsked, "\(kind) \(level) of \(market)", at: time)
    }
    check(.alertIsAsked, true, at: time) { "" }
    let alert = book.alerts[number]
    check(.alertIsTrue, alert.isToldRightly(by: sentence, json["figure"]?.double), at: time) {
      "\(kind) \(level) is told as: \(sentence)"
    }
    // A hook may have had to wait for its start; and where a change of the configuration brings alerts
    // into another order, the program forgets when their hooks ran.
    if let last = book.states[number].hookedAt.updateValue(time, forKey: market) {
      let changed = max(book.editedAt, readableSince ?? .max / 2, wokeAt)
      let isSure = book.fullAt < time - 75_000 && changed < last - 5_000
      check(.hooksRest, !isSure || time - last >= 9_900, at: time) {
        "the hook of \(kind) \(level) of \(market) ran again after \(time - last) ms"
      }
    }
    // An alert that came while it was put away, or in hours of quiet, is told of afterwards.
    let late = wall - Int64((since * 1_000).rounded())
    let isLate = abs(late) > 1_000 || book.clockSetAt > time - 120_000
    check(.alertIsTrue, abs(late) <= 1_000 || mayBeLate(late, place, at: time), at: time) {
      "\(kind) of \(market) is told of \(late) ms late, and nothing has held it back"
    }
    // Two trades of one turn may cross a level, with a trade between them that leaves it; then two hooks
    // run one after the other.
    let mayBeTwo = (book.states[number].firedAt ?? .min) > time - 5_000
    check(.alertIsOnce, book.states[number].toldOf != since || mayBeTwo, at: time) {
      "\(kind) of \(market) is told of once more, as of \(since)"
    }
    book.states[number].toldOf = since
    judgeQuiet(market, at: time)
    judgeFired(
      number, by: market, price: json["price"]?.double, figure: json["figure"]?.double,
      isLate: isLate, at: time)
    book.states[number].firedAt = time
    book.states[number].mayBeApart = false
    book.states[number].lastFiredAt = time
    book.states[number].apartAt = nil
    book.states[number].overdue = 0
    book.firedAt[place] = time
    // The last press may have been for this alert.
    if let away = book.putAway, time - away.since < 600 { book.putAway = nil }
    forgetAway(since: time - 600)
    if time - book.buttonAt < 600 {
      let until = time + book.alerts[number].snoozeMinutes * 60_000
      book.snoozedUntil[place] = max(book.snoozedUntil[place] ?? .min, until)
    }
    if !isLate { (book.seenBy, book.seenOf) = (time + 400, number) }
  }

  private func mayBeLate(_ late: Int64, _ market: String, at time: Int64) -> Bool {
    // After the clock was set, an alert seems to have come at another time.
    let came = time - abs(late)
    return book.clockSetAt > came - 1_000 || book.fullAt > time - 65_000 || book.isQuiet(late)
      || (book.snoozedUntil[market] ?? .min) > came - 15_000
  }

  private func judgeQuiet(_ market: String, at time: Int64) {
    let mayWait = book.fullAt > time - 65_000 || book.clockSetAt > time - 120_000
    check(
      .alertsRest, mayWait || !(book.isQuiet(0) && book.isQuiet(1_500)), at: time
    ) { "an alert of \(market) has come in an hour of quiet" }
  }

  private func judgeFired(
    _ number: Int, by name: String, price: Double?, figure: Double?, isLate: Bool, at time: Int64
  ) {
    let (alert, state) = (book.alerts[number], book.states[number])
    guard let market = market(name) else { return }
    if alert.kind == .feedLost {
      // An exchange whose loss is told late may have been heard again meanwhile, and wrong stamps tell
      // no age.
      guard !isLate, time > doubtUntil(market), let heard = book.heardSaid[market.exchange]
      else {
        return
      }
      check(.alertIsTrue, time - heard >= alert.span * 1_000 - 2_500, at: time) {
        "\(market.exchange) is called lost after \(alert.span) s, heard \(time - heard) ms ago as the "
          + "lines say"
      }
      return
    }
    guard !isLate else { return }
    check(.alertIsTrue, !isOld(market.exchange, at: time), at: time) {
      "\(alert.kind) \(alert.level) of \(market.name) has come, by what was said long ago"
    }
    guard time > doubtUntil(market) else { return }
    let record = record(market)
    let isWell = isWell(market, for: 30_000, at: time)
    // Trades that were under way may be older.
    let slack: Int64 = isWell ? 5_000 : 60_000
    // A polled price may be older, too: it counts until it is stale.
    let isPolled = record.isLeftAlone(at: time) || record.isAskedSlowly(at: time)
    // Where the last hook had to wait, the alert may have ended and held again before it ran.
    let cameAt = state.firedAt.flatMap { book.fullAt > $0 - 65_000 ? nil : $0 }
    check(
      .alertIsTrue,
      price.map(prices(market, from: time - (isPolled ? 60_000 : slack), to: time).contains)
        ?? false, at: time
    ) { "\(alert.kind) of \(market.name) tells of \(price ?? 0), which was not traded" }
    switch alert.kind {
    case .above, .below:
      check(
        .alertIsTrue,
        prices(market, from: time - slack, to: time).contains(where: alert.holds), at: time
      ) {
        "\(alert.kind) \(alert.level) of \(market.name) has come, "
          + "traded \(prices(market, from: time - 20_000, to: time).suffix(5))"
      }
      // The level must have been crossed in this life, and since the alert came last.
      let since = state.firedAt.map { $0 - slack } ?? state.setAt - 120_000
      let between = markets(of: alert.market).flatMap { prices($0, from: since, to: time) }
      check(
        .alertIsOnce,
        between.contains(where: state.firedAt == nil ? { !alert.holds(at: $0) } : alert.isApart),
        at: time
      ) {
        "\(alert.kind) \(alert.level) of \(market.name) has come "
          + (state.firedAt.map { "again after \(time - $0) ms" } ?? "as soon as it was set")
          + ", and was not left: \(between.min() ?? 0) to \(between.max() ?? 0)"
      }
    case .change:
      let span = alert.span * 60_000
      let around = prices(market, from: time - span - slack, to: time)
      guard let low = around.min(), let high = around.max() else { return }
      check(
        .alertIsTrue, (high / low - 1) * 100 >= alert.level * (1 - 1e-6), at: time
      ) {
        "\(market.name) is said to have moved by \(figure ?? 0) %, "
          + "in \(alert.span) min it was between \(low) and \(high)"
      }
      judgeFigure(figure, alert, state, by: market, at: time)
      guard cameAt != nil else { return }
      check(.alertIsOnce, mayBeApart(alert, state, at: time), at: time) {
        "\(market.name) is said to have moved once more, and has not stood still meanwhile"
      }
    case .dayHigh, .dayLow:
      guard isWell, !isPolled, let figure else { return }
      check(
        .alertIsTrue, prices(market, from: time - slack, to: time).contains(figure), at: time
      ) { "\(figure) is called a \(alert.kind) of \(market.name), and was not traded" }
      let before = state.record(in: (time - slack) / 1_000)
      // With a new day the record begins anew.
      if let before, let newest = state.record(in: time / 1_000), alert.way * (newest - before) < 0
      {
        return
      }
      check(.alertIsTrue, before.map { alert.way * (figure - $0) >= 0 } ?? true, at: time) {
        "\(figure) is called a \(alert.kind) of \(market.name), which was \(before ?? 0) before"
      }
      guard let cameAt else { return }
      let far = figure * (1 - alert.way * alert.hysteresisPercent / 100)
      let between = prices(market, from: cameAt - slack, to: time)
      check(.alertIsOnce, between.contains { alert.way * ($0 - far) <= 0 }, at: time) {
        "\(figure) is called a \(alert.kind) of \(market.name) once more, and none was far from it: "
          + "\(between.min() ?? 0) to \(between.max() ?? 0)"
      }
    case .feedLost: break
    }
  }

  /// The prices that may be called live then.
  func livePrices(_ market: Market, at time: Int64) -> [Double] {
    prices(market, from: time - livePriceMilliseconds, to: time)
  }

  /// The prices that were traded, and the one before them.
  func prices(_ market: Market, from: Int64, to: Int64) -> [Double] {
    let offset = market.clockOffset()
    let (from, to) = (from + offset, to + offset)
    var prices: [Double] = []
    var second = from / 1_000
    while prices.isEmpty, second > from / 1_000 - 6 * 3_600 {
      if let last = market.trades(second).last(where: { $0.time <= from }) {
        prices.append(last.price)
      }
      second -= 1
    }
    for second in from / 1_000...to / 1_000 {
      for trade in market.trades(second) where from < trade.time && trade.time <= to {
        prices.append(trade.price)
      }
    }
    return prices
  }

  // MARK: What is put away

  func mayBeSnoozed(_ market: String, at time: Int64) -> Bool {
    (book.snoozedUntil[market] ?? .min) > time - 15_000
  }

  /// The button is pressed, and its effect is due.
  /// - Parameter isHold: whether another page is asked for, and not another market.
  /// - Returns: whether the effect must be seen.
  public func pressed(isHold: Bool = false, at time: Int64) -> Bool {
    (book.pressedAt, book.buttonAt) = (time, time)
    guard let newest, newest.page != "notice" else { return false }
    // The press may be meant for an alert that comes at the same moment.
    let isNear =
      book.fullAt > time - 65_000 || book.firedAt.values.contains { $0 > time - 1_000 }
      || book.editedAt > time - 2_000
      // An alert that no hook has told of may be in front for ten minutes.
      || book.lostAt != nil && book.loggedAt > time - 660_000
      || book.snoozedUntil.values.contains { abs($0 - time) < 2_000 }
      || book.isQuiet(0) != book.isQuiet(2_000)
    let place = placeName(of: newest.market)
    if newest.page == "alert" || isNear {
      for alert in book.alerts where alert.market == place || isNear { snooze(alert, at: time) }
    }
    // On the link page a press lets a browser in.
    if isNear || newest.page == "link" { return false }
    guard newest.page == "alert" else { return isHold || markets.count > 1 }
    // Another alert of the same market may be behind the one in front.
    let own = zip(book.alerts, book.states).filter {
      $0.market == place && $1.lastFiredAt != nil
    }
    guard own.count == 1 else { return own.isEmpty }
    let milliseconds = own.first!.0.snoozeMinutes * 60_000
    book.putAway = (place, time, time + milliseconds - 2_000)
    putsAway(own.first!.0, own.first!.1, at: time)
    return true
  }

  private func snooze(_ alert: Alert, at time: Int64) {
    book.snoozedUntil[alert.market] = max(
      book.snoozedUntil[alert.market] ?? .min, time + alert.snoozeMinutes * 60_000 + 1_000)
  }

  /// Whether an alert or a command has come since then. A press puts an alert away in place of its usual
  /// effect.
  public func hasFired(since time: Int64) -> Bool {
    book.firedAt.values.contains { $0 >= time } || book.commandedAt >= time
      // Only the log tells of an alert without a hook.
      || max(book.loggedAt, book.lostAt ?? .min) >= time
  }

  /// A command was taken: what it chooses may be hidden for now.
  public func commanded(at time: Int64) {
    (book.commandedAt, book.pressedAt) = (time, time)
    book.putAway = nil
    forgetAway(since: time - 3_000)
  }

  public var commandedAt: Int64 { book.commandedAt }

  /// Whether something has been in front of the chosen page since then, or was put away.
  public func isCovered(since time: Int64) -> Bool {
    book.inFrontAt >= time || book.firedAt.values.contains { $0 >= time }
      || newest?.page == "notice"
      || newest?.page == "alert" || book.pressedAt > time + 1_000 || book.buttonAt >= time
  }

  /// No alert is in front: judges that each alert of the last ten minutes is over, or may have been put
  /// away.
  private func judgeStanding(at time: Int64) {
    let touchedAt = max(book.pressedAt, book.buttonAt, book.commandedAt, book.editedAt)
    guard !book.isQuiet(0) else { return }
    for (alert, state) in zip(book.alerts, book.states) {
      guard let fired = state.firedAt, 2_000..<590_000 ~= time - fired, touchedAt < fired - 2_000,
        book.snoozedUntil[alert.market] ?? .min < fired,
        let market = serving(alert.market, at: time),
        let mayBeOver = mayBeOver(alert, of: market, since: fired, at: time)
      else { continue }
      check(.alertIsSeen, mayBeOver, at: time) {
        "\(alert.kind) \(alert.level) of \(alert.market) came \(time - fired) ms ago, holds, and is not "
          + "in front"
      }
    }
  }

  /// Whether an alert may have ended since it came, even for a moment; nil where that is not known.
  func mayBeOver(
    _ alert: Alert, of market: Market, since fired: Int64, at time: Int64
  ) -> Bool? {
    switch alert.kind {
    case .feedLost: return record(market).words.heardAt.map { $0 > fired - 2_000 }
    case .above, .below:
      guard doubtUntil(market) < fired else { return nil }
      // The price that made the alert come may have been sent long before.
      let late =
        hearsay.heardThere[market.exchange].map { time - $0 }
        ?? record(market).words.lateness.max() ?? 0
      return prices(market, from: fired - late, to: time).contains { !alert.holds(at: $0) }
    case .change, .dayHigh, .dayLow: return nil
    }
  }

  /// A line tells of its exchange, and of the chosen page and market.
  func see(_ line: Line, at time: Int64) {
    if let exchange = market(line.market)?.exchange {
      let isLive = Self.isLive(line.link)
      let before = book.liveSaid[exchange].flatMap { $0.isOver ? nil : $0 }
      // An exchange that answers pings and tells of no market is heard, and yet as lost as before. One
      // that has not been live in this life is lost since the life began.
      if let age = line.age {
        let heard = time - Int64(age) * 1_000 - 999
        if isLive || before != nil {
          book.heardSaid[exchange] = heard
        } else if book.heardSaid[exchange] == nil {
          book.heardSaid[exchange] = min(heard, startedAt)
        }
      }
      if isLive {
        book.liveSaid[exchange] = LiveSaid(since: before?.since ?? time, last: time)
      } else {
        book.liveSaid[exchange]?.isOver = true
      }
    }
    if line.page == "alert" { book.inFrontAt = time }
    seeAway(line, at: time)
    // The press may have been for another alert that came to the front just then.
    if line.page == "alert", time - book.buttonAt < 600 {
      let place = placeName(of: line.market)
      for alert in book.alerts where alert.market == place { snooze(alert, at: time) }
    }
    if let away = book.putAway, time - away.since < 600, line.page == "alert",
      placeName(of: line.market) != away.market
    {
      book.putAway = nil
    }
    if let away = book.putAway, line.page == "alert", placeName(of: line.market) == away.market,
      away.since + 500 < time, time < away.until
    {
      let isNew =
        book.fullAt > time - 65_000
        || (book.firedAt[away.market] ?? .min) >= away.since || book.clockSetAt > away.since
        // Where hooks cannot be run, only the log tells of an alert.
        || book.lostAt != nil && book.loggedAt >= away.since
      check(.alertIsSeen, isNew, at: time) {
        "the alert of \(line.market) that was put away \(time - away.since) ms ago is in front"
      }
    }
    if line.page != "alert", line.page != "notice" {
      judgeStanding(at: time)
      book.uncovered = (line.page, line.market)
    } else if book.pressedAt > time - 1_000 {
      book.uncovered = nil
    }
  }
}
