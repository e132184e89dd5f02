import MarketData

// Where the alerts of a market go on when it has lost its place.
extension Desk {
  /// The key under which each alert goes on, where another market has come to a place or another place
  /// is first now; alerts without such a key are over.
  /// - Parameter isForGood: whether alerts end that are no longer looked at anywhere; otherwise they
  ///   wait until their market is back.
  func successors(ofAlerts keys: [Alarm.Key], isForGood: Bool) -> [Alarm.Key: Alarm.Key] {
    var successors: [Alarm.Key: Alarm.Key] = [:]
    for key in keys where isLookedAt(key) { successors[key] = key }
    var taken = Set(successors.keys)
    for key in keys where successors[key] == nil {
      if let successor = successor(of: key), taken.insert(successor).inserted {
        successors[key] = successor
      } else if !isForGood {
        successors[key] = key
      }
    }
    return successors
  }

  private func isLookedAt(_ key: Alarm.Key) -> Bool {
    place(of: key.market) != nil && concerns(settings.alerts.rules[key.rule], key.market)
  }

  /// The key under which the same rule looks at the same thing now. Highs, lows and changes belong to
  /// one exchange's own prices, and prices in another currency are other prices: these begin anew.
  private func successor(of key: Alarm.Key) -> Alarm.Key? {
    let (rule, subject) = (settings.alerts.rules[key.rule], markets[key.market].market)
    let market = places.map(\.market).first { index in
      let other = markets[index].market
      let isTheSame =
        switch rule.condition {
        case .above, .below: other.base == subject.base && other.quote == subject.quote
        case .premiumAbove, .premiumBelow: other.base == subject.base
        case .feedLost: other.source == subject.source
        case .change, .dayHigh, .dayLow: false
        }
      return isTheSame && concerns(rule, index)
    }
    return market.map { Alarm.Key(rule: key.rule, market: $0) }
  }
}
