import MarketData
import Timing

/// The alerts that have fired and are not over. This type knows no market: the desk says where to look.
public struct ActiveAlerts: Sendable {
  /// An alert that is not snoozed leaves by itself after so long.
  static let frontMilliseconds: Int64 = 600_000
  /// How often all alerts are looked at although no update has come.
  private static let lookMilliseconds: Int64 = 1_000

  private var watches: [Alarm.Key: AlertWatch] = [:]
  /// The newest first.
  private(set) var alarms: [Alarm] = []
  /// Alerts that have come to the front since the newest time.
  public private(set) var fired: [FiredAlert] = []
  /// When all are to be looked at again.
  private var nextLook = Deadline.immediately
  /// The alerts that were snoozed in this run, by their names.
  private(set) var snoozes: [String: Snooze] = [:]

  /// The time in which an alert may not come to the front, by the monotonic clock.
  struct Snooze: Sendable {
    let since: Int64
    var until: Deadline
  }

  /// The newest alert that is in front.
  public var front: Alarm? {
    alarms.first { $0.frontSince != nil }
  }

  /// Everything that is watched, rule by rule.
  var keys: [Alarm.Key] {
    watches.keys.sorted { ($0.rule, $0.market) < ($1.rule, $1.market) }
  }

  /// When all alerts are to be looked at again although no update comes; never where none has fired,
  /// and none can fire with time alone.
  func lookAt(now: Int64, for rules: [AlertRule]) -> Deadline {
    // An immediate look is part of the next turn; it wakes the loop no sooner than the next second.
    if nextLook == .immediately { return .shared(every: Self.lookMilliseconds, after: now) }
    guard !alarms.isEmpty || rules.contains(where: \.condition.changesWithTime) else {
      return .never
    }
    return nextLook
  }

  /// Time has passed.
  /// - Returns: whether all are to be looked at.
  mutating func advance(to now: Int64) -> Bool {
    fired = []
    guard nextLook.isDue(at: now) else { return false }
    nextLook = .shared(every: Self.lookMilliseconds, after: now)
    return true
  }

  /// Makes the next turn look at all alerts.
  mutating func lookSoon() { nextLook = .immediately }

  mutating func report(_ alerts: [FiredAlert]) { fired += alerts }

  mutating func snooze(_ name: String, _ snooze: Snooze) { snoozes[name] = snooze }

  /// Limits the snooze of this name to so many milliseconds.
  mutating func limitSnooze(_ name: String, to milliseconds: Int64) {
    guard let since = snoozes[name]?.since else { return }
    snoozes[name]!.until.advance(to: Deadline(since + milliseconds))
  }

  /// Whether an alert that has fired may be over: only further readings of its market can tell.
  func isInDoubt(_ key: Alarm.Key) -> Bool { watches[key]?.isInDoubt ?? false }

  /// Looks at one market for one rule.
  /// - Parameter isSnoozed: an alert that holds at the first look goes on, where an earlier run
  ///   snoozed it.
  mutating func look(
    _ key: Alarm.Key, for rule: AlertRule, _ reading: AlertReading, at now: Moment, isSnoozed: Bool
  ) {
    let transition = watches[key, default: AlertWatch()].read(reading, for: rule, at: now.monotonic)
    switch transition {
    case .held where isSnoozed, .fired:
      var alarm = Alarm(key: key, since: now.monotonic, figure: watches[key]?.figure)
      alarm.wasReported = transition == .held
      alarms.insert(alarm, at: 0)
    case .over: alarms.removeAll { $0.key == key }
    default: break
    }
  }

  /// Brings to the front the alerts that may come there; takes away those that were there long enough.
  /// - Parameter mayShow: whether an alert may come to the front now.
  /// - Returns: those that have come for the first time.
  mutating func pass(at now: Int64, mayShow: (Alarm.Key) -> Bool) -> [Alarm] {
    var news: [Alarm] = []
    for index in alarms.indices {
      switch alarms[index].stage {
      case .seen: break
      case _ where !mayShow(alarms[index].key): alarms[index].stage = .waiting
      case .waiting:
        alarms[index].stage = .up(now)
        if !alarms[index].wasReported { news.append(alarms[index]) }
        alarms[index].wasReported = true
      case .up(let since) where now - since >= Self.frontMilliseconds: alarms[index].stage = .seen
      case .up: break
      }
    }
    return news
  }

  /// Rules are known by their numbers in the list. A rule that is still there keeps what is known of
  /// it, under its new number; all others are forgotten.
  mutating func renumber(from before: [AlertRule], to after: [AlertRule]) {
    guard before != after else { return }
    var numbers: [Int: Int] = [:]
    for (number, rule) in after.enumerated() {
      guard let old = before.indices.first(where: { before[$0] == rule && numbers[$0] == nil })
      else { continue }
      numbers[old] = number
    }
    rekey { key in numbers[key.rule].map { Alarm.Key(rule: $0, market: key.market) } }
  }

  /// Moves what is known to another key; what has no next key is forgotten.
  mutating func rekey(_ next: (Alarm.Key) -> Alarm.Key?) {
    watches = Dictionary(
      uniqueKeysWithValues: watches.compactMap { key, watch in next(key).map { ($0, watch) } })
    alarms = alarms.compactMap { alarm in
      var alarm = alarm
      guard let key = next(alarm.key) else { return nil }
      alarm.key = key
      return alarm
    }
  }
}

/// An alert that has just come to the front for the first time.
public struct FiredAlert: Equatable, Sendable {
  /// Which of the configuration's rules it is.
  public var rule: Int
  public var condition: AlertRule.Condition
  public var market: Market
  /// The exchange's name on the screen, and the digits after the point of the market's prices.
  public var exchangeTitle: String
  public var decimals: Int
  /// When it fired, Unix milliseconds.
  public var since: Int64
  public var price: Double?
  /// The per cent that the price moved, or the day's new high or low; nil for other conditions.
  public var figure: Double?
}
