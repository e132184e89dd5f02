/// What the card holds of what was chosen: a line for each value, `KEY VALUE`.
public struct CardChoices {
  /// Those that nothing but a command changes; the configuration says nothing of them.
  static let keys = [
    "theme", "layout", "currency", "rotate", "span", "indicator", "order", "favourite",
  ]

  /// As the card holds it; nil before it was written for the first time.
  public private(set) var held: [String: Set<Substring>]?
  private var heldSince: Int64 = .min / 2
  private var askedAt: [String: Int64] = [:]

  /// A command has reached the board.
  public mutating func asks(_ key: String, at time: Int64) { askedAt[key] = time }

  /// - Returns: what has changed without a command.
  fileprivate mutating func holds(_ lines: [Substring], at time: Int64) -> [String] {
    var values = Dictionary(uniqueKeysWithValues: Self.keys.map { ($0, Set<Substring>()) })
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 1)
      if words.count == 2 { values[String(words[0])]?.insert(words[1]) }
    }
    // What is commanded while a slow card is written is on it the next time.
    let changed = Self.keys.filter {
      held != nil && held![$0] != values[$0] && (askedAt[$0] ?? .min) < heldSince - 60_000
    }
    (held, heldSince) = (values, time)
    return changed
  }
}

extension Oracle {
  /// The card was written.
  public func cardHolds(_ lines: [Substring], at time: Int64) {
    let before = choices.held ?? [:]
    for key in choices.holds(lines, at: time) {
      fail(
        .choiceSurvives,
        "\(key) was \(before[key]!.sorted()), is \(choices.held![key]!.sorted()) on the card",
        at: time)
    }
  }

  /// Whether an alert is in front, or was since then.
  public func isAlerted(since time: Int64) -> Bool {
    newest?.page == "alert" || book.firedAt.values.contains { $0 >= time }
  }

  /// What was commanded then, and once, has changed what the card holds.
  public func judgeCard(
    _ key: String, _ before: Set<Substring>?, askedAt: Int64, at time: Int64
  ) {
    guard max(cardWellSince, boardWellSince) < askedAt else { return }
    check(.choiceIsKept, choices.held != nil && choices.held?[key] != before, at: time) {
      "\(key) was commanded \(time - askedAt) ms ago, and is \(before?.sorted() ?? []) on the card"
    }
  }
}
