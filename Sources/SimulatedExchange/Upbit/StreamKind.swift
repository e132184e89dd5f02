/// What can be subscribed to.
enum StreamKind: Hashable {
  case ticker
  case trade
  case orderbook
  /// Candles of so many seconds.
  case candle(seconds: Int64)

  /// The `type` of a request and of its messages.
  var name: String {
    switch self {
    case .ticker: "ticker"
    case .trade: "trade"
    case .orderbook: "orderbook"
    case .candle(1): "candle.1s"
    case .candle(let seconds): "candle.\(seconds / 60)m"
    }
  }

  init?(name: String) {
    guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  static let minuteUnits: [Int64] = [1, 3, 5, 10, 15, 30, 60, 240]

  private static let all: [StreamKind] =
    [.ticker, .trade, .orderbook, .candle(seconds: 1)]
    + minuteUnits.map { .candle(seconds: $0 * 60) }
}
