import State

extension AlertScene {
  func spoken(_ speech: Speech) -> String {
    let headline = AlertHeadline(
      condition, figure: figure, exchange: statusHeader.exchange, decimals: decimals,
      in: speech.numbers
    ) { _ in true }
    let title = Self.title[speech.words.language]
    let now = speech.money(price).map { "\(speech.words[.price]) \($0)" }
    return speech.sentence([
      "\(title): \(statusHeader.name) \(speech.plain(headline.line))",
      since.isEmpty ? nil : speech.words.fired(since), now, speech.trouble(statusHeader),
    ])
  }
}
