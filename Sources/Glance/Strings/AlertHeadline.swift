import State

/// What has happened, in words: a figure, and what is said before and after it.
struct AlertHeadline: Equatable {
  /// What an alert says: each has its words in every language.
  enum Kind: CaseIterable {
    case above, below, risen, fallen, newHigh, newLow, premiumAbove, premiumBelow, feedLost
  }

  var before = ""
  var figure: String
  var after = ""

  /// On one line.
  var line: String { [before, figure, after].filter { !$0.isEmpty }.joined(separator: " ") }

  /// - Parameters:
  ///   - figure: what the condition measured, if it measures something itself.
  ///   - exchange: its name on the screen.
  ///   - fits: whether a figure has room.
  init(
    _ condition: AlertRule.Condition, figure: Double?, exchange: String, decimals: Int,
    in numbers: NumberFormatter, fits: (String) -> Bool
  ) {
    func price(_ price: Double?) -> String {
      numbers.price(price, decimals: decimals, fits: fits)
    }
    func percent(_ percent: Double) -> String {
      let text = numbers.change(percent / 100, fits: fits)
      return text.hasPrefix("+") ? String(text.dropFirst()) : text
    }
    var minutes: String?
    switch condition {
    case .above(let level), .below(let level): self.figure = price(level)
    case .change(let least, let span):
      self.figure = percent(abs(figure ?? least))
      let words = numbers.words
      minutes = words.within(
        span % 60 == 0 ? "\(span / 60)\(words.hours)" : "\(span)\(words.minutes)")
    case .dayHigh, .dayLow: self.figure = price(figure)
    case .premiumAbove(let level), .premiumBelow(let level): self.figure = percent(level)
    case .feedLost: self.figure = exchange
    }
    let phrase = numbers.words.alerts[Kind(condition, figure: figure)]!
    (before, after) = (phrase.before, phrase.after)
    // The length of time stands where the phrase has no words.
    if let minutes, before.isEmpty { before = minutes } else if let minutes { after = minutes }
  }
}

extension AlertHeadline.Kind {
  init(_ condition: AlertRule.Condition, figure: Double?) {
    self =
      switch condition {
      case .above: .above
      case .below: .below
      case .change: (figure ?? 0) < 0 ? .fallen : .risen
      case .dayHigh: .newHigh
      case .dayLow: .newLow
      case .premiumAbove: .premiumAbove
      case .premiumBelow: .premiumBelow
      case .feedLost: .feedLost
      }
  }
}
