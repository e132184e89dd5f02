/// Bithumb's API 1.x: another host for the stream, another form for the tickers. It knows fewer
/// things of a market, so lists and history are those of 2.x, which share its REST host.
public struct BithumbClassic: BithumbAPI {
  public init() {}

  public let title = "Bithumb 1.x"
  public let websocket = "wss://pubwss.bithumb.com/pub/ws"

  /// `KRW-BTC` is called `BTC_KRW` here.
  static func symbol(_ code: String) -> String { swapped(code, "-", "_") }

  static func code(_ symbol: String) -> String { swapped(symbol, "_", "-") }

  private static func swapped(_ text: String, _ from: Character, _ to: String) -> String {
    text.split(separator: from, omittingEmptySubsequences: false).reversed().joined(separator: to)
  }
}
