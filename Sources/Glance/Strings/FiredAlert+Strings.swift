import MarketData
import State

extension FiredAlert {
  /// In words, as on the screen: `BTC/KRW above 150,000,000`.
  public func sentence(in language: Language) -> String {
    let headline = AlertHeadline(
      condition, figure: figure, exchange: exchangeTitle, decimals: decimals,
      in: NumberFormatter(words: language.words)
    ) { _ in true }
    return "\(market.base)/\(market.quote) \(headline.line)"
  }

  /// The alert as JSON for a program: one line, without a newline. A number that is not known is `null`,
  /// and nothing is rounded.
  public func json(in language: Language) -> String {
    func text(_ value: Double?) -> String {
      value.flatMap { $0.isFinite ? "\($0)" : nil } ?? "null"
    }
    let level: Double? =
      switch condition {
      case .above(let level), .below(let level), .premiumAbove(let level), .premiumBelow(let level),
        .change(let level, _):
        level
      case .dayHigh, .dayLow, .feedLost: nil
      }
    return "{\"time\":\(Double(since) / 1_000),\"alert\":\"\(condition.name)\","
      + "\"market\":\("\(market)".asJSON),\"level\":\(text(level)),\"figure\":\(text(figure)),"
      + "\"price\":\(text(price)),\"sentence\":\(sentence(in: language).asJSON)}"
  }
}
