import State

extension TrendingScene {
  func spoken(_ speech: Speech) -> String {
    let words = speech.words
    let title = Self.title[words.language]
    let failure = statusHeader.troubles(in: words).first
    let all = coins + collections
    if all.isEmpty { return speech.sentence([title, failure ?? words[.noTrending]]) }
    let rows = all.map { row in
      [row.name, speech.money(row.price), speech.change(row.change)].compactMap { $0 }
        .joined(separator: " ")
    }
    let trouble = [failure ?? speech.trouble(statusHeader)].compactMap { $0 }
    return speech.sentence(speech.list(title, trouble + rows), "; ")
  }
}
