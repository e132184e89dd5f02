import Wire

/// Which keys of a configuration a recording holds, and which of them a replay reads: those that
/// shape feeds and pages.
///
/// People attach recordings to bug reports, so a recording is a foreign file. What is run, opened or
/// written is never taken from it: hooks, displays, buttons, encoders, keys, files and folders come
/// from the user's own configuration or not at all. A key that is not listed here is left out.
enum RecordedKeys {
  /// Paths of keys; `*` stands for any name.
  static let allowed: [String] = [
    "language", "markets", "exchanges", "failover_after_seconds", "layout", "theme", "colours",
    "pages", "home", "home_after_seconds", "rotate_every_seconds", "currency", "second_currency",
    "exchange.*.websocket", "exchange.*.rest", "exchange.*.*.websocket", "exchange.*.*.rest",
    "rates.sources", "rates.currencies", "rates.app_id_file", "rates.*.rest",
    "coingecko.rest", "coingecko.key_file",
    "holding.market", "holding.asset", "holding.amount", "holding.average_price",
    "link.stale_after_seconds", "link.poll_every_seconds", "link.failover_after_seconds",
    "link.documentation", "chart.span", "chart.indicator", "chart.period",
    "list.favourites_first", "list.source", "list.exchange", "list.quote", "list.top",
    "night.hours", "night.brightness", "night.wake_seconds",
    "care.dim_after_minutes", "care.dim_to", "care.shift",
    "paper.refresh_percent", "paper.refresh_candles", "paper.full_every",
    "alert.above", "alert.below", "alert.change_percent", "alert.within_minutes",
    "alert.premium_above", "alert.premium_below", "alert.day_high", "alert.day_low",
    "alert.feed_lost", "alert.after_seconds", "alert.market", "alert.hysteresis_percent",
    "alert.snooze_minutes", "alerts.quiet",
  ]

  /// What stands for the path of a key's file: which sources are asked depends on whether there was
  /// one, and not on where.
  static let secret = "***"

  private static let patterns = allowed.map { $0.split(separator: ".").map(String.init) }

  static func allows(_ path: [String]) -> Bool {
    patterns.contains { $0.count == path.count && begins($0, with: path) }
  }

  /// True for a table that may hold keys which are allowed.
  static func allowsTable(_ path: [String]) -> Bool {
    patterns.contains { $0.count > path.count && begins($0, with: path) }
  }

  private static func begins(_ pattern: [String], with path: [String]) -> Bool {
    zip(pattern, path).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

extension TOML {
  /// A configuration with the keys that a recording may hold.
  /// - Returns: what is left, and the paths of the first keys that were left out, each once.
  var recordable: (kept: TOML, leftOut: [String]) {
    var leftOut: [String] = []
    return (recordable([], &leftOut), leftOut)
  }

  private func recordable(_ path: [String], _ leftOut: inout [String]) -> TOML {
    switch value {
    case .table(let entries):
      var kept: [Entry] = []
      for entry in entries {
        let path = path + [entry.key]
        if RecordedKeys.allows(path) && !entry.value.holdsTable
          || RecordedKeys.allowsTable(path) && entry.value.isTables
        {
          let value = entry.value.recordable(path, &leftOut)
          kept.append(Entry(key: entry.key, place: entry.place, value: value))
        } else if leftOut.count < Self.leftOutMax, !leftOut.contains(path.joined(separator: ".")) {
          leftOut.append(path.joined(separator: "."))
        }
      }
      return TOML(place: place, value: .table(kept))
    case .list(let items):
      return TOML(place: place, value: .list(items.map { $0.recordable(path, &leftOut) }))
    case .text where path.last?.hasSuffix("_file") == true:
      return TOML(place: place, value: .text(RecordedKeys.secret))
    case .text(let text): return TOML(place: place, value: .text(text.withoutSecrets))
    case .integer, .number, .truth, .time: return self
    }
  }

  private static let leftOutMax = 9

  private var holdsTable: Bool {
    switch value {
    case .table: true
    case .list(let items): items.contains(where: \.holdsTable)
    default: false
    }
  }

  /// True for a table, and for a list of nothing else.
  private var isTables: Bool {
    switch value {
    case .table: true
    case .list(let items): items.allSatisfy(\.isTables)
    default: false
    }
  }
}
