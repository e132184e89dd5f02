/// One way to reach an exchange: its usual endpoint or a fallback, with the capabilities that it has
/// there. They are looked up here, once. This is a class, since a struct with all these capabilities
/// would be copied for each message.
public final class Endpoint: Sendable {
  /// Its name in the configuration, `[exchange.NAME.ENDPOINT]`; empty for the usual one.
  public let name: String
  public let exchange: any Exchange

  public let tickers: (any TickerSource)?
  public let ranking: (any MarketRankingSource)?
  public let marketList: (any MarketListSource)?
  public let fixedList: (any FixedMarketList)?
  public let history: (any HistorySource)?
  public let recentTrades: (any RecentTradesSource)?
  public let chartCandles: (any ChartCandleSource)?
  public let wallets: (any WalletSource)?
  public let rateLimits: (any RateLimited)?
  public let rateLimitHeaders: (any RateLimitHeaders)?

  /// Properties of its stream, stored here because each message needs them.
  let parse: MessageParser
  let streamLimits: StreamLimits
  let streamsTrades: Bool
  let tellsBooks: Bool
  let tickersTellTrades: Bool
  let answersWithTickers: Bool
  private let listByCode: (any MarketListByCode)?

  public init(_ exchange: any Exchange, name: String = "") {
    self.name = name
    self.exchange = exchange
    tickers = exchange as? any TickerSource
    ranking = exchange as? any MarketRankingSource
    marketList = exchange as? any MarketListSource
    fixedList = exchange as? any FixedMarketList
    history = exchange as? any HistorySource
    recentTrades = exchange as? any RecentTradesSource
    chartCandles = exchange as? any ChartCandleSource
    wallets = exchange as? any WalletSource
    rateLimits = exchange as? any RateLimited
    rateLimitHeaders = exchange as? any RateLimitHeaders
    parse = exchange.parser
    streamLimits = exchange.streamLimits
    streamsTrades = exchange.streamsTrades
    tellsBooks = exchange is any OrderBookSource
    tickersTellTrades = exchange is any TradeTellingTickers
    answersWithTickers = exchange is any AnsweringTickers
    listByCode = exchange as? any MarketListByCode
  }

  /// The endpoints of an exchange besides the usual one.
  public static func fallbacks(of exchange: any Exchange) -> [Endpoint] {
    ((exchange as? any FallbackSource)?.fallbacks ?? []).map { Endpoint($1, name: $0) }
  }

  /// Calls that together give the part of the list of markets that is about these codes, and maybe
  /// more; none where there is no list.
  func listCalls(codes: [String]) -> [ListCall] {
    listByCode?.listCalls(codes: codes) ?? wholeListCalls
  }

  /// Calls that together give the list of all markets; none where there is no list.
  var wholeListCalls: [ListCall] {
    (marketList?.listPaths ?? []).enumerated().map { ListCall(part: $0, path: $1) }
  }

  /// Whether the body of an answer with status 400 to a list call says that one of its codes is unknown.
  func refusesCodes(_ body: UnsafeBufferPointer<UInt8>) -> Bool {
    listByCode?.refusesCodes(body) ?? false
  }

  /// Whether a feed gets the list of all markets, and not only of its own ones.
  var givesWholeList: Bool { listByCode == nil && marketList != nil }

  /// Calls that are left in the current second, by the answer's headers; nil: not said.
  func callsLeft(_ headers: [Header]) -> Int? {
    guard case .left(let calls)? = rateLimitHeaders?.usage(headers) else { return nil }
    return calls
  }
}
