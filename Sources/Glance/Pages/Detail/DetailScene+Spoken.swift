import MarketData
import State

extension DetailScene {
  func spoken(_ speech: Speech) -> String {
    let words = speech.words
    if let fault = statusHeader.listingFault { return fault }
    if price == nil, let trouble = statusHeader.troubles(in: words).first {
      return speech.sentence([statusHeader.name, trouble, speech.trouble(statusHeader)])
    }
    func said(_ price: Double) -> String {
      speech.money(Money(price, decimals: decimals, mark: mark)) ?? ""
    }
    func range(_ term: Term, _ range: Range?) -> String? {
      range.map {
        "\(words[term]) \(words[.low]) \(said($0.low)), \(words[.high]) \(said($0.high))"
      }
    }
    func amount(_ term: Term, _ amount: Double?, _ unit: String) -> String? {
      guard let amount, amount.isFinite else { return nil }
      let text = speech.plain(speech.numbers.amount(amount) { _ in true })
      return "\(words[term]) \(text)\(words.currencies[unit] ?? " \(unit)")"
    }
    let name = [statusHeader.name, speech.money(money)].compactMap { $0 }.joined(separator: " ")
    let facts: [String?] = [
      range(.day, day), range(.year, year), amount(.turnover, turnover, quote),
      amount(.marketCap, marketCap, capCurrency), rank.map { "\(words[.rank]) \($0)" },
      amount(.volume, volume, base),
    ]
    let cautions: [String?] =
      [delistsOn.map { words.delists($0.description) }]
      + warnings.map { words.cautions[$0.caution]! }
    return speech.sentence(
      [name, speech.change(change), speech.link(statusHeader)] + cautions + facts)
  }
}
