import MarketData

// What comes to the front by itself, whatever hands have chosen.
extension Desk {
  /// How often everything is looked at although nothing was said.
  private static let alertLookMilliseconds: Int64 = 1_000
  /// How long a light that alerts is on, and then off.
  private static let blinkMilliseconds: Int64 = 500

  /// The place of the alert in front.
  var alertPlace: Int? { board.front.flatMap { place(of: $0.key.market) } }

  /// Time has passed.
  mutating func keepAlerts() {
    rung = []
    let looked = alertsLookedAt ?? .min
    guard now.monotonic < looked || now.monotonic >= looked + Self.alertLookMilliseconds else {
      return
    }
    alertsLookedAt = now.monotonic
    lookAtAlerts()
  }

  /// Looks at one market for every rule; at all of them without.
  mutating func lookAtAlerts(of market: Int? = nil) {
    guard !settings.alerts.rules.isEmpty else { return }
    for (index, place) in places.enumerated()
    where place.market == market ?? place.market && self.place(of: place.market) == index {
      look(at: place.market)
    }
    raiseAlerts()
  }

  /// A hand takes the alert in front away for a while.
  /// - Returns: whether there was one.
  mutating func snoozeAlert() -> Bool {
    guard alertPlace != nil, let front = board.front else { return false }
    // Those whose time has come are over, and those of a clock that was set back.
    choices.snoozes = choices.snoozes.filter { 1...86_400_000 ~= $0.value - now.wall }
    let minutes = settings.alerts.rules[front.key.rule].snoozeMinutes
    choices.snoozes[name(of: front.key)] = now.wall + Int64(minutes) * 60_000
    raiseAlerts()
    return true
  }

  /// When alerts are to be looked at again, or blink.
  var alertDeadline: Int64? {
    guard !settings.alerts.rules.isEmpty else { return nil }
    let look = (alertsLookedAt ?? now.monotonic) + Self.alertLookMilliseconds
    let blink = now.monotonic + Self.blinkMilliseconds - now.monotonic % Self.blinkMilliseconds
    return board.front == nil ? look : min(look, blink)
  }

  var alertScene: AlertScene {
    var scene = AlertScene(masthead: masthead)
    guard let front = board.front else { return scene }
    let state = markets[front.key.market]
    scene.condition = settings.alerts.rules[front.key.rule].condition
    scene.figure = front.figure
    scene.since = Masthead.clock(at: front.since, utcOffsetSeconds: utcOffsetSeconds)
    scene.price = money(state.price, of: front.key.market)
    scene.decimals = state.decimals
    scene.isLit = now.monotonic / Self.blinkMilliseconds % 2 == 0
    return scene
  }

  private mutating func look(at market: Int) {
    for (number, rule) in settings.alerts.rules.enumerated() where concerns(rule, market) {
      let key = Alarm.Key(rule: number, market: market)
      board.look(
        key, for: rule, reading(of: market, for: rule), at: now, isSnoozed: isSnoozed(key))
    }
  }

  private mutating func raiseAlerts() {
    guard !board.alarms.isEmpty else { return }
    let isQuiet = settings.alerts.quiet?.contains(now.wall, utcOffsetSeconds: utcOffsetSeconds)
    let shown = board.alarms.map(\.key).filter {
      isQuiet != true && !isSnoozed($0) && place(of: $0.market) != nil
    }
    rung += board.pass(at: now.monotonic, mayShow: shown.contains).map(news)
  }

  private func news(of alarm: Alarm) -> AlertNews {
    let state = markets[alarm.key.market]
    let condition = settings.alerts.rules[alarm.key.rule].condition
    let headline = AlertHeadline(
      condition, figure: alarm.figure, exchange: state.exchangeTitle, decimals: state.decimals,
      in: Numerals(words: language.words)
    ) { _ in true }
    return AlertNews(
      rule: alarm.key.rule, condition: condition, market: state.market, since: alarm.since,
      price: state.price, figure: alarm.figure,
      sentence: "\(state.market.base)/\(state.market.quote) \(headline.line)")
  }

  /// Whether a rule looks at a market that is at a place.
  func concerns(_ rule: AlertRule, _ market: Int) -> Bool {
    let subject = markets[market].market
    guard rule.markets.isEmpty else { return rule.markets.contains(subject) }
    // One is enough for an exchange, and for a coin's premium.
    func isFirst(_ isSame: (Market) -> Bool) -> Bool {
      places.first { isSame(markets[$0.market].market) }?.market == market
    }
    return switch rule.condition {
    case .feedLost: isFirst { $0.exchange == subject.exchange }
    case .premiumAbove, .premiumBelow: isFirst { $0.base == subject.base && $0.quote == "KRW" }
    default: true
    }
  }

  private func reading(of market: Int, for rule: AlertRule) -> AlertReading {
    var reading = AlertReading()
    let state = markets[market]
    let isLive = link(of: market).isLive
    reading.silentSeconds = heard(of: market).map {
      isLive ? 0 : max(1, (now.monotonic - $0) / 1_000)
    }
    guard isLive else { return reading }
    reading.price = state.price.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    (reading.dayHigh, reading.dayLow) = (state.dayHigh, state.dayLow)
    switch rule.condition {
    case .premiumAbove, .premiumBelow:
      let premium = premium(base: state.market.base)
      let part = [premium?.official, premium?.byCoin].compactMap { $0 }.first { !$0.isStale }
      reading.premium = part.map { $0.fraction * 100 }
    default: break
    }
    return reading
  }

  private func isSnoozed(_ key: Alarm.Key) -> Bool {
    guard !choices.snoozes.isEmpty, let until = choices.snoozes[name(of: key)] else {
      return false
    }
    // A clock that was set back makes no snooze longer.
    let longest = Int64(settings.alerts.rules[key.rule].snoozeMinutes) * 60_000
    return until > now.wall && until - now.wall <= longest
  }

  /// What a rule at a market is called where it is kept.
  func name(of key: Alarm.Key) -> String {
    "\(settings.alerts.rules[key.rule].condition) \(markets[key.market].market)"
  }

  func place(of market: Int) -> Int? { places.firstIndex { $0.market == market } }
}
