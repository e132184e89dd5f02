import MarketData

// Capabilities that an exchange may have besides its stream. An exchange conforms to the protocol of
// each capability that it has; `Endpoint` looks them up once. Bytes are the body of an answer with
// status 200.

/// An exchange that answers calls for the tickers of markets: it can be polled.
public protocol TickerSource: Exchange {
  /// Calls that together give the tickers of all these codes, each with the codes it is for.
  func tickerCalls(codes: [String]) -> [TickerCall]
  /// - Parameter asked: the codes of the call, for answers that do not name theirs.
  func readTickers(
    _ bytes: UnsafeBufferPointer<UInt8>, asked: [String], of markets: MarketTable
  ) -> ParsedMessage
}

/// An exchange that can be asked for its list of markets.
public protocol MarketListSource: Exchange {
  /// Calls that together give the whole list. The first names the markets, the others tell more.
  var listPaths: [String] { get }
  /// Adds the answer to a call to the list; false where the answer makes no sense.
  /// - Parameter part: the index of the call in `listPaths`.
  func readList(
    _ bytes: UnsafeBufferPointer<UInt8>, part: Int, into list: inout [Listing]
  ) -> Bool
}

/// An exchange whose list is so long that a feed asks for its own markets only.
public protocol MarketListByCode: MarketListSource {
  /// Calls that together give the part of the list that is about these codes.
  func listCalls(codes: [String]) -> [ListCall]
  /// Whether an answer with status 400 says that one of the codes is unknown, which spoils the call for all
  /// of them. Other mistakes are answered with that status, too, and say nothing of a market.
  func refusesCodes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool
}

/// An exchange that cannot be asked for a list, since it has always the same few markets.
public protocol FixedMarketList: Exchange {
  var fixedList: [Listing] { get }
}

/// An exchange whose markets can be ranked: a few calls give the tickers of all on its list.
public protocol MarketRankingSource: TickerSource, MarketListSource {}

/// An exchange that can be asked what was traded in the last minutes, by the second. This fills the
/// candle ring.
public protocol HistorySource: Exchange {
  /// The path of a call for what was traded in `range` (Unix ms, whole seconds), or in the newest part
  /// of it that one call gives.
  func historyPath(code: String, range: Range<Int64>) -> String
  /// - Parameter range: the range that was asked for.
  /// - Returns: nil where the answer is not well-formed or not about `code`.
  func readHistory(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, range: Range<Int64>
  ) -> HistoryPage?
}

/// An exchange that is asked for the trades of one day by time of day: the path for a day depends on
/// the time of the call.
public protocol DailyHistorySource: HistorySource {
  /// - Parameter clock: what the exchange's clock shows (Unix ms).
  func historyPath(code: String, range: Range<Int64>, at clock: Int64) -> String
}

/// An exchange that gives older pages by the id of a trade, and not by time.
public protocol CursorHistorySource: HistorySource {
  /// The path of a call for what was traded before the trade of that id.
  func historyPath(code: String, before cursor: Int64) -> String
}

/// An exchange that tells the last trades of a market one by one.
public protocol RecentTradesSource: Exchange {
  /// The path of a call for the newest `count` trades.
  func tradesPath(code: String, count: Int) -> String
  /// The answer's trades, oldest first; nil where it is not well-formed or not about `code`.
  ///
  /// A trade has an id only where the stream gives it the same one. An id that several trades share, or
  /// that the stream gives to another trade, is left out; such trades are told apart by their contents.
  func readTrades(_ bytes: UnsafeBufferPointer<UInt8>, of code: String) -> [Trade]?
}

/// An exchange whose stream tells the order books of markets.
public protocol OrderBookSource: Exchange {}

/// An exchange that keeps candles for charts.
public protocol ChartCandleSource: Exchange {
  /// Their spans in milliseconds, the shortest first.
  var candleSpans: [Int64] { get }
  /// The path of a call for the newest `count` candles of a span that start before `end` (Unix ms).
  func candlesPath(code: String, span: Int64, before end: Int64, count: Int) -> String
  /// The answer's candles, oldest first; nil where it is not well-formed or not about `code`.
  func readCandles(_ bytes: UnsafeBufferPointer<UInt8>, of code: String, span: Int64) -> [Candle]?
}

/// An exchange that tells which assets can be moved to and from it.
public protocol WalletSource: Exchange {
  /// Calls that together give the states of all assets.
  var walletPaths: [String] { get }
  /// Adds the answer to a call to the assets' states; false where the answer makes no sense.
  /// - Parameter part: the index of the call in `walletPaths`.
  func readWallets(
    _ bytes: UnsafeBufferPointer<UInt8>, part: Int, into wallets: inout [String: WalletState]
  ) -> Bool
}

/// An exchange that documents the weights of its calls. Any other exchange is sent at most ten calls
/// per second.
public protocol RateLimited: Exchange {
  func weight(of path: String) -> CallWeight
  /// The buckets by name; a bucket that is missing here allows ten calls per second.
  var buckets: [String: TokenBucket] { get }
}

/// An exchange whose answers tell how much of a rate limit is used.
public protocol RateLimitHeaders: Exchange {
  /// The usage of the bucket that a call was taken from, by the answer's headers; nil: they do not say.
  func usage(_ headers: [Header]) -> RateLimitUsage?
}

/// An exchange that can be reached over other hosts or in another protocol, too.
public protocol FallbackSource: Exchange {
  /// The endpoints that are tried in turn when the usual one is blocked or cannot be reached, by the
  /// names of `[exchange.NAME.ENDPOINT]`. The names of exchange and markets, the codes and the baseline
  /// are the same. Each endpoint has its own title, which shows that ids of trades may differ.
  var fallbacks: [(endpoint: String, exchange: any Exchange)] { get }
}

/// An exchange that may well shut down for good: other exchanges then serve its markets, under their
/// own names.
public protocol Replaceable: Exchange {}

extension MarketListSource {
  /// Adds the answer to a call to the list, as `readList` does, but leaves out codes that this exchange
  /// cannot have: a call that asks for one would fail for all the others.
  /// - Returns: false where the answer makes no sense, or nothing is left of the list.
  public func readListings(
    _ bytes: UnsafeBufferPointer<UInt8>, part: Int, into list: inout [Listing]
  ) -> Bool {
    var found = list
    guard readList(bytes, part: part, into: &found) else { return false }
    found.removeAll {
      market(code: $0.code) == nil || market(base: $0.base, quote: $0.quote) == nil
    }
    guard !found.isEmpty else { return false }
    list = found
    return true
  }
}

/// An exchange whose stream stamps a ticker, if at all, with the time of a trade. The stream sends that
/// trade, too, with the same time to the millisecond.
public protocol TradeTellingTickers: Exchange {}

/// An exchange whose stream answers a request with a ticker of each market named in it. The stream may
/// leave out a market that it cannot carry, without an error.
public protocol AnsweringTickers: Exchange {}
