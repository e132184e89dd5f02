import State

extension PortfolioScene {
  func spoken(_ speech: Speech) -> String {
    let words = speech.words
    let title = Self.title[words.language]
    guard !rows.isEmpty else { return speech.sentence([title, words[.noHoldings]]) }
    func change(_ term: Term, orLoss loss: Term? = nil, _ sum: Sum?) -> String? {
      guard var sum else { return nil }
      var term = term
      if let loss, sum.money.amount < 0 { (term, sum.money.amount) = (loss, -sum.money.amount) }
      let size = speech.money(sum.money)
      return [words[term], coverage(of: sum), size, speech.change(sum.share)].compactMap { $0 }
        .joined(separator: " ")
    }
    let sums = [
      change(.total, total),
      change(.today, today), change(.profit, orLoss: .loss, profit),
    ].compactMap { $0 }
    let holdings = rows.map { row in
      let old = row.trouble.map { words[$0] } ?? speech.oldness(row.isOld)
      return [row.name, speech.money(row.value), speech.change(row.gain), old].compactMap { $0 }
        .joined(separator: " ")
    }
    return speech.sentence(speech.list(title, sums + holdings), "; ")
  }
}
