import State

extension ListScene {
  /// The rows from the one that is pointed at.
  func spoken(_ speech: Speech) -> String {
    let title = Self.title[speech.words.language]
    guard !rows.isEmpty else { return speech.sentence([title, explanation(in: speech.words)]) }
    let first = max(0, min(shown - self.first, rows.count - 1))
    let quotes: [String: Set<Substring>] = rows.reduce(into: [:]) { quotes, row in
      quotes[row.base, default: []].insert(row.quote)
    }
    let said = rows[first...].map { row in
      let saysQuote = row.name.isEmpty || row.saysQuote || quotes[row.base]!.count > 1
      let parts = [
        row.label + String(saysQuote ? row.quote : ""), speech.money(row.price),
        speech.change(row.change), speech.oldness(row.isOld && row.price != nil),
      ]
      return parts.compactMap { $0 }.joined(separator: " ")
    }
    return speech.sentence(speech.list(title, said), "; ")
  }
}
