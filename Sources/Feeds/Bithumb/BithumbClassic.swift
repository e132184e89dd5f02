import MarketData

/// Bithumb's API 1.x: another host for the stream, another form for the tickers. It knows fewer
/// things of a market, so lists and history are those of 2.x, which share its REST host.
public struct BithumbClassic: MarketRankingSource, HistorySource, ChartCandleSource, WalletSource {
  private let modern = Bithumb()

  public init() {}

  public var name: String { modern.name }
  public let title = "Bithumb 1.x"
  public var baseline: String { modern.baseline }
  public let websocket = "wss://pubwss.bithumb.com/pub/ws"
  public var rest: String { modern.rest }

  public func markets(code: String) -> [Market] { modern.markets(code: code) }
  public func market(base: String, quote: String) -> Market? {
    modern.market(base: base, quote: quote)
  }

  public var streamLimits: StreamLimits { modern.streamLimits }
  public let streamsTrades = true

  /// One filter for each type, with every code: whether a second one replaces or adds is not
  /// documented. `24H` counts the sums, and `MID` counts from midnight as the baseline does. Books
  /// come as changes to a book that would have to be asked for: they are left out.
  public func requests(
    from old: Subscription, to new: Subscription, ticket: String
  ) -> [String] {
    guard new.markets != old.markets else { return [] }
    let symbols = new.markets.map { "\"\(Self.symbol($0))\"" }.joined(separator: ",")
    return [
      "{\"type\":\"ticker\",\"symbols\":[\(symbols)],\"tickTypes\":[\"24H\",\"MID\"]}",
      "{\"type\":\"transaction\",\"symbols\":[\(symbols)]}",
    ]
  }

  public var parser: MessageParser { { BithumbClassicMessage.read($0, of: $1) } }

  /// One call for all markets of a quote, unless there is but one to ask for.
  public func tickerCalls(codes: [String]) -> [TickerCall] {
    if codes.count == 1 {
      return [
        TickerCall(codes: codes, path: CallPath("/public/ticker/\(Self.symbol(codes[0]))").text)
      ]
    }
    let groups = Dictionary(grouping: codes) { String($0.prefix { $0 != "-" }) }
    return groups.sorted { $0.key < $1.key }.map { quote, codes in
      TickerCall(codes: codes, path: CallPath("/public/ticker/ALL_\(quote)").text)
    }
  }

  public func readTickers(
    _ bytes: UnsafeBufferPointer<UInt8>, asked: [String], of markets: MarketTable
  ) -> ParsedMessage {
    BithumbCoin.read(bytes, asked: asked, of: markets)
  }

  public func historyPath(code: String, range: Range<Int64>) -> String {
    modern.historyPath(code: code, range: range)
  }

  public func readHistory(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, range: Range<Int64>
  ) -> HistoryPage? {
    modern.readHistory(bytes, of: code, range: range)
  }

  public var candleSpans: [Int64] { modern.candleSpans }

  public func candlesPath(code: String, span: Int64, before end: Int64, count: Int) -> String {
    modern.candlesPath(code: code, span: span, before: end, count: count)
  }

  public func readCandles(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, span: Int64
  ) -> [Candle]? {
    modern.readCandles(bytes, of: code, span: span)
  }

  public var listPaths: [String] { modern.listPaths }

  public func readList(
    _ bytes: UnsafeBufferPointer<UInt8>, part: Int, into list: inout [Listing]
  ) -> Bool {
    modern.readList(bytes, part: part, into: &list)
  }

  public var walletPaths: [String] { modern.walletPaths }

  public func readWallets(
    _ bytes: UnsafeBufferPointer<UInt8>, part: Int, into wallets: inout [String: WalletState]
  ) -> Bool {
    modern.readWallets(bytes, part: part, into: &wallets)
  }

  /// `KRW-BTC` is called `BTC_KRW` here.
  private static func symbol(_ code: String) -> String { swapped(code, "-", "_") }

  static func code(_ symbol: String) -> String { swapped(symbol, "_", "-") }

  private static func swapped(_ text: String, _ from: Character, _ to: String) -> String {
    text.split(separator: from, omittingEmptySubsequences: false).reversed().joined(separator: to)
  }
}
