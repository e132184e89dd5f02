import MarketData

/// Which alerts have come and are not over. It knows no market: it is told what to look at.
struct AlertBoard: Equatable, Sendable {
  /// An alert that nobody snoozes leaves by itself after so long.
  static let frontMilliseconds: Int64 = 600_000

  private var watches: [Alarm.Key: AlertWatch] = [:]
  /// The newest first.
  private(set) var alarms: [Alarm] = []

  /// The one that is to be seen.
  var front: Alarm? {
    alarms.first { if case .up = $0.stage { true } else { false } }
  }

  /// Looks at one market for one rule.
  /// - Parameter isSnoozed: what holds at the first look, and was snoozed in an earlier life, goes on.
  mutating func look(
    _ key: Alarm.Key, for rule: AlertRule, _ reading: AlertReading, at now: Moment, isSnoozed: Bool
  ) {
    let turn = watches[key, default: AlertWatch()].read(reading, for: rule, at: now.monotonic)
    switch turn {
    case .held where isSnoozed, .fired:
      var alarm = Alarm(key: key, since: now.wall, figure: watches[key]?.figure)
      alarm.hasRung = turn == .held
      alarms.insert(alarm, at: 0)
    case .over: alarms.removeAll { $0.key == key }
    default: break
    }
  }

  /// Brings to the front what may come there, and takes away what has been there for long enough.
  /// - Parameter mayShow: whether nothing keeps it back now.
  /// - Returns: those that have come for the first time.
  mutating func pass(at now: Int64, mayShow: (Alarm.Key) -> Bool) -> [Alarm] {
    var news: [Alarm] = []
    for place in alarms.indices {
      switch alarms[place].stage {
      case .seen: break
      case _ where !mayShow(alarms[place].key): alarms[place].stage = .waiting
      case .waiting:
        alarms[place].stage = .up(now)
        if !alarms[place].hasRung { news.append(alarms[place]) }
        alarms[place].hasRung = true
      case .up(let since) where now - since >= Self.frontMilliseconds: alarms[place].stage = .seen
      case .up: break
      }
    }
    return news
  }

  /// Rules are known by their places in the list: those that are in another one keep what is known
  /// of them, and all others are forgotten.
  mutating func renumber(from before: [AlertRule], to after: [AlertRule]) {
    guard before != after else { return }
    var places: [Int: Int] = [:]
    for (place, rule) in after.enumerated() {
      guard let old = before.indices.first(where: { before[$0] == rule && places[$0] == nil })
      else { continue }
      places[old] = place
    }
    let known = (watches, alarms)
    (watches, alarms) = ([:], [])
    for (key, watch) in known.0 {
      guard let place = places[key.rule] else { continue }
      watches[Alarm.Key(rule: place, market: key.market)] = watch
    }
    for var alarm in known.1 {
      guard let place = places[alarm.key.rule] else { continue }
      alarm.key.rule = place
      alarms.append(alarm)
    }
  }
}
