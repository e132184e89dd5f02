import MarketData
import State

extension BookScene {
  func spoken(_ speech: Speech) -> String {
    let words = speech.words
    let title = "\(statusHeader.name) \(Self.title[words.language])"
    if isEmpty {
      let waiting = speech.emptiness(explanation(in: words), statusHeader)
      return speech.sentence([title, waiting, speech.trouble(statusHeader)])
    }
    func said(_ term: Term, _ price: Double?) -> String? {
      price.flatMap { speech.money(Money($0, decimals: decimals, mark: mark)) }
        .map { "\(words[term]) \($0)" }
    }
    let share = spreadShare.map { " (\(speech.numbers.share($0) { _ in true }))" } ?? ""
    return speech.sentence([
      title, said(.bid, bids.first?.price), said(.ask, asks.first?.price),
      said(.spread, spread).map { $0 + share },
      speech.troubleWithoutStream(statusHeader) ?? speech.link(statusHeader),
    ])
  }
}
