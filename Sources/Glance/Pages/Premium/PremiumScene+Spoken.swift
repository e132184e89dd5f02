import State

extension PremiumScene {
  func spoken(_ speech: Speech) -> String {
    let words = speech.words
    let title = [base, Self.title[words.language]].compactMap { $0 }.joined(separator: " ")
    let parts = [(Term.officialRate, official), (.coinRate, byCoin)].compactMap { term, part in
      part.map { part in
        [words[term], speech.percent(part.fraction), speech.oldness(part.isStale)]
          .compactMap { $0 }.joined(separator: " ")
      }
    }
    let prices = prices.map { line in
      [line.source, speech.money(line.money)].compactMap { $0 }.joined(separator: " ")
    }
    guard !parts.isEmpty else {
      // What is missing is said: markets, a rate, or only their first prices.
      let missing: Term = base == nil ? .noPremium : lacksRate ? .noRate : .unknown
      return speech.sentence([title, words[missing]] + prices.map(Optional.some))
    }
    return speech.sentence(speech.list(title, parts + prices))
  }
}
