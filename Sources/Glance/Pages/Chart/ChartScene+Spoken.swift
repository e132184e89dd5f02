import MarketData
import State

extension ChartScene {
  func spoken(_ speech: Speech) -> String {
    let words = speech.words
    let title = "\(statusHeader.name) \(words.spans[span]!) \(Self.title[words.language])"
    if let notice = statusHeader.notice { return notice }
    let known = candles.compactMap { $0 }
    guard let first = known.first, let last = known.last else {
      let waiting = speech.emptiness(words[.noCandles], statusHeader)
      return speech.sentence([title, waiting, speech.trouble(statusHeader)])
    }
    func said(_ price: Double) -> String? {
      speech.money(Money(price, decimals: decimals, mark: mark))
    }
    let (low, high) = (known.map(\.low).min()!, known.map(\.high).max()!)
    return speech.sentence([
      title, said(price ?? last.close),
      speech.change(first.open > 0 ? last.close / first.open - 1 : nil),
      said(low).map { "\(words[.low]) \($0)" }, said(high).map { "\(words[.high]) \($0)" },
      speech.link(statusHeader),
    ])
  }
}
