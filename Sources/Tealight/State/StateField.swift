import Feeds
import Glance
import MarketData
import State

/// One of the preferences that is saved: a line for each of its values, `KEY VALUE`.
struct StateField {
  let key: String
  /// The values as they are written, in an order of their own.
  let values: (Preferences, StateNames) -> [String]
  /// Takes one value. A value that no longer means anything changes nothing.
  let read: (inout Preferences, String, StateNames) -> Void

  /// All fields that are kept. A preference that is not here is lost with the power.
  static var all: [StateField] {
    [
      StateField(key: "page") { preferences, _ in
        [preferences.page.rawValue]
      } read: { preferences, value, _ in
        let page = PageName(rawValue: value)
        if PageCatalog.turnable.contains(page) { preferences.page = page }
      },
      .choice("layout", \.layout),
      .choice("language", \.language),
      .choice("theme", \.theme),
      .choice("colours", \.colours),
      .choice("span", \.span),
      .choice("indicator", \.indicator),
      .choice("order", \.order),
      StateField(key: "currency") { preferences, _ in
        preferences.currency.map { [$0] } ?? []
      } read: { preferences, value, _ in
        if Currency.isName(value) || value == Desk.ownCurrency { preferences.currency = value }
      },
      StateField(key: "rotate") { preferences, _ in
        preferences.rotationSeconds.map { ["\($0)"] } ?? []
      } read: { preferences, value, _ in
        guard let seconds = Int(value), seconds == 0 || Choice.rotationSeconds ~= seconds else {
          return
        }
        preferences.rotationSeconds = seconds
      },
      StateField(key: "market") { preferences, names in
        [preferences.absentMarket ?? names.name(of: preferences.place)]
      } read: { preferences, value, names in
        let place = names.place(value)
        preferences.place = place ?? preferences.place
        preferences.absentMarket = place == nil ? value : nil
      },
      StateField(key: "favourite") { preferences, _ in
        preferences.favourites.map(\.description).sorted()
      } read: { preferences, value, names in
        if let market = names.market(value) { preferences.favourites.insert(market) }
      },
      StateField(key: "snooze") { preferences, _ in
        preferences.snoozes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      } read: { preferences, value, _ in
        let words = value.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let until = Int64(words[0]), 0...4_102_444_800_000 ~= until else {
          return
        }
        preferences.snoozes[String(words[1])] = until
      },
    ]
  }

  /// A choice of one of a few values that have names.
  static func choice<Value: RawRepresentable<String>>(
    _ key: String, _ path: WritableKeyPath<Preferences, Value>
  ) -> StateField {
    StateField(key: key) { preferences, _ in
      [preferences[keyPath: path].rawValue]
    } read: { preferences, text, _ in
      if let value = Value(rawValue: text) { preferences[keyPath: path] = value }
    }
  }

  /// The same for a choice that may be empty.
  static func choice<Value: RawRepresentable<String>>(
    _ key: String, _ path: WritableKeyPath<Preferences, Value?>
  ) -> StateField {
    StateField(key: key) { preferences, _ in
      preferences[keyPath: path].map { [$0.rawValue] } ?? []
    } read: { preferences, text, _ in
      if let value = Value(rawValue: text) { preferences[keyPath: path] = value }
    }
  }
}
