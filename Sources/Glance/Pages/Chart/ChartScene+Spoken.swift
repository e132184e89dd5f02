import MarketData
import State

extension ChartScene {
  func spoken(_ speech: Speech) -> String {
    let words = speech.words
    let title = "\(statusHeader.name) \(words.spans[span]!) \(Self.title[words.language])"
    if let fault = statusHeader.listingFault { return fault }
    let known = candles.compactMap { $0 }
    guard let last = known.last else {
      let waiting = speech.emptiness(words[.noCandles], statusHeader)
      return speech.sentence([title, waiting, speech.trouble(statusHeader)])
    }
    func said(_ price: Double) -> String? {
      speech.money(Money(price, decimals: decimals, mark: mark))
    }
    let price = self.price ?? last.close
    let (low, high) = (known.map(\.low).min()!, known.map(\.high).max()!)
    // The change over the time of the candles would be heard as the day's change.
    return speech.sentence([
      title, said(price), said(min(low, price)).map { "\(words[.low]) \($0)" },
      said(max(high, price)).map { "\(words[.high]) \($0)" },
      speech.link(statusHeader),
    ])
  }
}
