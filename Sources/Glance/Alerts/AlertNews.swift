import MarketData

/// An alert that has just come, as programs read it.
public struct AlertNews: Equatable, Sendable {
  /// Which of the configuration's rules it is.
  public var rule: Int
  public var condition: AlertRule.Condition
  public var market: Market
  /// When it fired, Unix milliseconds.
  public var since: Int64
  public var price: Double?
  /// The per cent that the price moved, or the day's new high or low; nil for other conditions.
  public var figure: Double?
  /// In words, as on the screen.
  public var sentence: String

  /// One line, without its end. What is not known is `null`, and nothing is rounded.
  public var json: String {
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
      + "\"price\":\(text(price)),\"sentence\":\(sentence.asJSON)}"
  }
}
