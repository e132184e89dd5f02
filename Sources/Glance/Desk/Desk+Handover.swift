import MarketData

// Alerts go on where another market has come to a place, or another place is first now.
extension Desk {
  /// What is known of each alert goes to the market that it is looked at in now.
  /// - Parameter isForGood: whether those end that are looked at nowhere any more; else they wait
  ///   until their market is back.
  mutating func handOverAlerts(isForGood: Bool) {
    let keys = board.keys
    var heirs: [Alarm.Key: Alarm.Key] = [:]
    for key in keys where isLookedAt(key) { heirs[key] = key }
    var taken = Set(heirs.keys)
    for key in keys where heirs[key] == nil {
      if let heir = heir(of: key), taken.insert(heir).inserted {
        heirs[key] = heir
        // Kept here, too: after a restart the first to speak is the one that is usual.
        if let until = choices.snoozes[name(of: key)] {
          choices.snoozes[name(of: heir)] = until
        }
      } else if !isForGood {
        heirs[key] = key
      }
    }
    board.rekey { heirs[$0] }
    alertsLookedAt = nil
  }

  private func isLookedAt(_ key: Alarm.Key) -> Bool {
    place(of: key.market) != nil && concerns(settings.alerts.rules[key.rule], key.market)
  }

  /// Where the same rule looks at the same thing now. Highs, lows and changes are of an exchange's
  /// own prices, and prices in another currency are other prices: these begin anew.
  private func heir(of key: Alarm.Key) -> Alarm.Key? {
    let (rule, subject) = (settings.alerts.rules[key.rule], markets[key.market].market)
    let market = places.map(\.market).first { index in
      let other = markets[index].market
      let isTheSame =
        switch rule.condition {
        case .above, .below: other.base == subject.base && other.quote == subject.quote
        case .premiumAbove, .premiumBelow: other.base == subject.base
        case .feedLost: other.exchange == subject.exchange
        case .change, .dayHigh, .dayLow: false
        }
      return isTheSame && concerns(rule, index)
    }
    return market.map { Alarm.Key(rule: key.rule, market: $0) }
  }
}
