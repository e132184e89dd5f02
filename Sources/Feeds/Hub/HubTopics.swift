/// The topics of one hub, relative to its own topic: those that a follower reads, and those that it
/// writes.
public enum HubTopics {
  public static let status = "status"
  public static let beat = "beat"
  public static let recent = "recent"
  public static let lists = "lists"
  public static let rates = "rates"

  /// The messages of the topic `status`: the second once a hub has ended, or is lost.
  public static let (online, offline) = ("online", "offline")

  /// The kinds of messages that have a topic for each market: the first level of that topic.
  enum Kind: String {
    case ring, book, trades, wallet, chart

    fileprivate func path(of market: String) -> String {
      "\(rawValue)/\(HubTopics.path(of: market))"
    }
  }

  /// The whole ring of a market.
  public static func ring(_ market: String) -> String { Kind.ring.path(of: market) }
  /// The order book of a market.
  public static func book(_ market: String) -> String { Kind.book.path(of: market) }
  /// The last trades of a market.
  public static func trades(_ market: String) -> String { Kind.trades.path(of: market) }
  /// Whether a market's base can be deposited and withdrawn.
  public static func wallet(_ market: String) -> String { Kind.wallet.path(of: market) }
  /// The candles of a market's chart.
  public static func chart(_ market: String) -> String { Kind.chart.path(of: market) }
  /// What a follower wants.
  public static func want(_ board: String) -> String { "want/\(board)" }

  /// `kraken:BTC/USD` is `kraken/BTC-USD`.
  private static func path(of market: String) -> String {
    let exchange = market.prefix { $0 != ":" }
    return "\(level(String(exchange)))/\(level(String(market.dropFirst(exchange.count + 1))))"
  }

  /// A text as one level of a topic (MQTT 5.0, section 4.7): an exchange's code `BTC/USD` is
  /// `BTC-USD`.
  public static func level(_ text: String) -> String {
    String(text.map { "/+#".contains($0) || $0.isWhitespace ? "-" : $0 })
  }
}
