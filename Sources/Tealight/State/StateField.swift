import Feeds
import Glance
import MarketData

/// One thing of the choices that is kept: a line for each of its values, `KEY VALUE`.
struct StateField {
  let key: String
  /// The values as they are written, in an order of their own.
  let values: (Choices, StateNames) -> [String]
  /// Takes one value; one that means nothing any more changes nothing.
  let take: (inout Choices, String, StateNames) -> Void

  /// All that is kept: what is not here is forgotten with the power.
  static var all: [StateField] {
    [
      .choice("page", \.page, among: Page.turnable),
      .choice("layout", \.layout),
      .choice("language", \.language),
      .choice("theme", \.theme),
      .choice("colours", \.colours),
      .choice("span", \.span),
      .choice("indicator", \.indicator),
      .choice("order", \.order),
      StateField(key: "currency") { choices, _ in
        choices.currency.map { [$0] } ?? []
      } take: { choices, value, _ in
        if Currency.isName(value) || value == Desk.ownCurrency { choices.currency = value }
      },
      StateField(key: "market") { choices, names in
        [names.name(ofPlace: choices.position)]
      } take: { choices, value, names in
        choices.position = names.place(value) ?? choices.position
      },
      StateField(key: "favourite") { choices, _ in
        choices.favourites.map(\.description).sorted()
      } take: { choices, value, names in
        if let market = names.market(value) { choices.favourites.insert(market) }
      },
      StateField(key: "snooze") { choices, _ in
        choices.snoozes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      } take: { choices, value, _ in
        let words = value.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let until = Int64(words[0]), 0...4_102_444_800_000 ~= until else {
          return
        }
        choices.snoozes[String(words[1])] = until
      },
    ]
  }

  /// One of a few that have names.
  static func choice<Value: RawRepresentable<String> & CaseIterable & Equatable>(
    _ key: String, _ path: WritableKeyPath<Choices, Value>,
    among values: [Value] = Array(Value.allCases)
  ) -> StateField {
    StateField(key: key) { choices, _ in
      [choices[keyPath: path].rawValue]
    } take: { choices, text, _ in
      if let value = Value(rawValue: text), values.contains(value) {
        choices[keyPath: path] = value
      }
    }
  }

  /// One of a few that have names, or none.
  static func choice<Value: RawRepresentable<String>>(
    _ key: String, _ path: WritableKeyPath<Choices, Value?>
  ) -> StateField {
    StateField(key: key) { choices, _ in
      choices[keyPath: path].map { [$0.rawValue] } ?? []
    } take: { choices, text, _ in
      if let value = Value(rawValue: text) { choices[keyPath: path] = value }
    }
  }
}
