import MarketData
import State

extension TradesScene {
  /// More trades would be old before they are spoken.
  private static let spokenCount = 3

  func spoken(_ speech: Speech) -> String {
    let words = speech.words
    let title = "\(statusHeader.name) \(Self.title[words.language])"
    guard !trades.isEmpty else {
      let waiting = speech.emptiness(explanation(in: words), statusHeader)
      return speech.sentence([title, waiting, speech.trouble(statusHeader)])
    }
    let shown = trades.prefix(Self.spokenCount)
    let sizes = speech.numbers.sizes(shown.map(\.volume)) { _ in true }
    let rows = zip(shown, sizes).map { trade, size in
      let side = trade.isBuy.map { words[$0 ? .buy : .sell] } ?? ""
      let what = words.language == .korean ? [size, side] : [side, size]
      return speech.priced(
        what.filter { !$0.isEmpty }.joined(separator: " "),
        at: speech.money(Money(trade.price, decimals: decimals, mark: mark)) ?? "")
    }
    return speech.sentence(
      speech.list(title, [speech.troubleWithoutStream(statusHeader)].compactMap { $0 } + rows))
  }
}
