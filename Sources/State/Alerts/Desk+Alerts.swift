import MarketData
import Timing

// Which rule looks at which market, and what it reads there.
extension Desk {
  /// How long a light that alerts is on, and then off.
  private static let blinkMilliseconds: Int64 = 500

  /// The place of the alert in front.
  var alertPlace: PlaceID? { alerts.front.flatMap { place(of: $0.key.market) } }

  /// Whether a light that blinks is on at this moment.
  public var isBlinkLit: Bool { now.monotonic / Self.blinkMilliseconds % 2 == 0 }

  /// When it is switched on or off again.
  var nextBlink: Deadline {
    Deadline(now.monotonic + Self.blinkMilliseconds - now.monotonic % Self.blinkMilliseconds)
  }

  /// Whether these are the quiet hours, which keep alerts and notices back.
  var isQuiet: Bool {
    settings.alerts.quiet?.contains(now.wall, utcOffsetSeconds: utcOffsetSeconds) ?? false
  }

  /// When alerts are to be looked at again, or blink.
  var alertDeadline: Deadline {
    guard !settings.alerts.rules.isEmpty else { return .never }
    let look = alerts.lookAt(now: now.monotonic, for: settings.alerts.rules)
    return alerts.front == nil ? look : min(look, nextBlink)
  }

  /// The alarms that may come to the front now.
  var showableAlarms: [Alarm.Key] {
    isQuiet
      ? []
      : alerts.alarms.filter(isNewsStill).map(\.key).filter {
        !isSnoozed($0) && place(of: $0.market) != nil
      }
  }

  /// An alert that was kept back comes only once its values are known again, and so whether it still
  /// holds.
  private func isNewsStill(_ alarm: Alarm) -> Bool {
    if alarm.wasReported { return true }
    if alerts.isInDoubt(alarm.key) { return false }
    let rule = settings.alerts.rules[alarm.key.rule]
    return reading(of: alarm.key.market, for: rule).tells(rule.condition)
  }

  func fired(_ alarm: Alarm) -> FiredAlert {
    let state = markets[alarm.key.market]
    return FiredAlert(
      rule: alarm.key.rule, condition: settings.alerts.rules[alarm.key.rule].condition,
      market: state.market, exchangeTitle: state.exchangeTitle, decimals: state.decimals,
      since: now.wall - (now.monotonic - alarm.since), price: state.price, figure: alarm.figure)
  }

  /// Whether a rule looks at a market that is at a place.
  func concerns(_ rule: AlertRule, _ market: MarketID) -> Bool {
    let subject = markets[market].market
    guard rule.markets.isEmpty else { return rule.markets.contains(subject) }
    // To watch an exchange, or the premium of a coin, its first market is enough.
    func isFirst(_ isSame: (Market) -> Bool) -> Bool {
      places.first { isSame(markets[$0.market].market) }?.market == market
    }
    return switch rule.condition {
    case .feedLost: isFirst { $0.source == subject.source }
    case .premiumAbove, .premiumBelow: isFirst { $0.base == subject.base && $0.quote == "KRW" }
    default: true
    }
  }

  /// Since when an exchange counts as silent that was last heard at this time. The machine hears
  /// nothing while it sleeps, so a sleep is no silence of the exchange.
  public func silence(since heard: Int64) -> Int64 { max(heard, wokeAt) }

  /// What a rule reads of a market.
  func reading(of market: MarketID, for rule: AlertRule) -> AlertReading {
    var reading = AlertReading()
    let state = markets[market]
    let exchange = exchange(of: market)
    // An exchange that is lost may still answer pings: then it is heard, and says nothing of any market.
    reading.silentSeconds = exchange?.heard.map {
      guard let lost = exchange?.silentSince else { return 0 }
      return max(1, (now.monotonic - silence(since: min(lost, $0))) / 1_000)
    }
    guard link(of: market).isLive else { return reading }
    if isOfNow(state.heard.price, of: market) {
      reading.price = state.price.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }
    if isOfNow(state.heard.range, of: market) {
      (reading.dayHigh, reading.dayLow) = (state.ticker?.dayHigh, state.ticker?.dayLow)
    }
    switch rule.condition {
    case .premiumAbove, .premiumBelow:
      let premium = premium(of: market)
      let part = [premium?.official, premium?.byCoin].compactMap { $0 }.first { !$0.isStale }
      reading.premium = part.map { $0.fraction * 100 }
      reading.isByCoin = part != nil && part == premium?.byCoin
    default: break
    }
    return reading
  }

  /// Whether a snooze keeps one of the alerts from the front now.
  public var hasSnoozedAlert: Bool {
    hasSnooze && alerts.keys.contains { isSnoozed($0) }
  }

  /// Whether any snooze still lasts: most are over, and are kept until the next snooze.
  private var hasSnooze: Bool {
    preferences.snoozes.values.contains { $0 > now.wall }
      || alerts.snoozes.values.contains { !$0.until.isDue(at: now.monotonic) }
  }

  func isSnoozed(_ key: Alarm.Key) -> Bool {
    guard hasSnooze else { return false }
    let name = name(of: key)
    // A snooze of this run goes by the monotonic clock, which nobody sets. For a snooze of an earlier
    // run, only the wall clock, once it is set, tells how long the board was off.
    if let snooze = alerts.snoozes[name] { return !snooze.until.isDue(at: now.monotonic) }
    guard let until = preferences.snoozes[name] else { return false }
    // A clock that was set back makes no snooze longer.
    let longest = Int64(settings.alerts.rules[key.rule].snoozeMinutes) * 60_000
    return until > now.wall && until - now.wall <= longest
  }

  /// The name under which the snooze of a rule at a market is saved.
  func name(of key: Alarm.Key) -> String {
    "\(settings.alerts.rules[key.rule].condition) \(markets[key.market].market)"
  }

  func place(of market: MarketID) -> PlaceID? { places.firstIndex { $0.market == market } }
}
