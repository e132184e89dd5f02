import State

extension ListScene {
  /// The rows from the one that is pointed at.
  func spoken(_ speech: Speech) -> String {
    let title = Self.title[speech.words.language]
    guard !rows.isEmpty else { return speech.sentence([title, speech.words[.noRanking]]) }
    let first = max(0, min(shown - self.first, rows.count - 1))
    let twins = twins
    let said = rows[first...].map { row in
      let saysQuote = row.name.isEmpty || row.saysQuote || twins.contains(row.label)
      let parts = [
        row.label + String(saysQuote ? row.quote : ""), speech.money(row.price),
        speech.change(row.change), speech.oldness(row.isOld && row.price != nil),
      ]
      return parts.compactMap { $0 }.joined(separator: " ")
    }
    return speech.sentence(speech.list(title, said), "; ")
  }
}
