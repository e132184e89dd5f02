import State

/// What is only said, and never drawn: signs, arrows and colours as words.
struct SpokenPhrases: Sendable {
  var up: Strings.Phrase
  var down: Strings.Phrase
  var still: String
  var minus: String
  var about: String
  /// How many more there are behind this one.
  var waiting: Strings.Phrase
  /// A state, and for how long.
  var lasting: @Sendable (_ state: String, _ age: String) -> String
  /// Something, and at which price.
  var priced: @Sendable (_ what: String, _ price: String) -> String

  static let english = SpokenPhrases(
    up: Strings.Phrase(before: "up "), down: Strings.Phrase(before: "down "), still: "unchanged",
    minus: "minus ", about: "about ", waiting: Strings.Phrase(after: " more waiting"),
    lasting: { "\($0) for \($1)" }, priced: { "\($0) at \($1)" })

  static let korean = SpokenPhrases(
    up: Strings.Phrase(after: " 상승"), down: Strings.Phrase(after: " 하락"), still: "변동 없음",
    minus: "마이너스 ", about: "약 ", waiting: Strings.Phrase(after: "개 더 있음"),
    lasting: { "\($1)째 \($0)" }, priced: { "\($1)에 \($0)" })
}

extension Language {
  var spokenPhrases: SpokenPhrases {
    switch self {
    case .english: .english
    case .korean: .korean
    }
  }
}
