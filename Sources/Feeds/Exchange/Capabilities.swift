import MarketData

// What an exchange may have besides its stream. An exchange declares the protocols of what it has,
// and `Endpoint` looks once which those are. Bytes are the body of an answer with status 200.

/// An exchange that tells the tickers of markets when it is called: it can be polled.
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
  /// Takes the answer to a call into the list; false where it makes no sense.
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

/// An exchange that tells what was traded in the last minutes, by the second: it fills the ring.
public protocol HistorySource: Exchange {
  /// The path of a call for what was traded in `range` (Unix ms, whole seconds), or in as much of
  /// its end as one call gives.
  func historyPath(code: String, range: Range<Int64>) -> String
  /// - Parameter range: what was asked for.
  /// - Returns: nil where it is not well-formed or not about `code`.
  func readHistory(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, range: Range<Int64>
  ) -> HistoryPage?
}

/// An exchange that gives the trades of one day by times of day: which path leads to a day depends on
/// when it is asked.
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
  /// They have ids only where these are the stream's: an id that several trades share, or that the
  /// stream gives to another trade, is left out here, and they are told apart by what they say.
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
  /// Calls that together tell it.
  var walletPaths: [String] { get }
  /// Takes the answer to a call into the assets' states; false where it makes no sense.
  /// - Parameter part: the index of the call in `walletPaths`.
  func readWallets(
    _ bytes: UnsafeBufferPointer<UInt8>, part: Int, into wallets: inout [String: WalletState]
  ) -> Bool
}

/// An exchange that documents what its calls weigh. Of others ten calls in a second are allowed.
public protocol RateLimited: Exchange {
  func weight(of path: String) -> CallWeight
  /// By their names; of those that are not here ten calls in a second are allowed.
  var buckets: [String: TokenBucket] { get }
}

/// An exchange whose answers tell how much of a rate limit is used.
public protocol RateLimitHeaders: Exchange {
  /// What the headers of an answer say of the bucket that its call was taken from; nil: nothing.
  func usage(_ headers: [Header]) -> RateLimitUsage?
}

/// An exchange that can be reached over other hosts or in another protocol, too.
public protocol FallbackSource: Exchange {
  /// What is tried in turn when the usual endpoint is blocked or cannot be reached, by the names of
  /// `[exchange.NAME.ENDPOINT]`. The names of exchange and markets, the codes and the baseline are
  /// the same. Each has a title of its own: by that it is known that ids of trades may be others.
  var fallbacks: [(endpoint: String, exchange: any Exchange)] { get }
}

/// An exchange that may well be gone for good: others then serve its markets, under their names.
public protocol Replaceable: Exchange {}

extension MarketListSource {
  /// Takes the answer to a call into the list, as `readList` does, without what can be no code of
  /// this exchange: asked for, it would spoil the call for all others.
  /// - Returns: false where it makes no sense, or nothing is left of it.
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

/// An exchange whose stream stamps a ticker, if at all, with the time of a trade that the stream sends,
/// too, equal to the millisecond.
public protocol TradeTellingTickers: Exchange {}

/// An exchange whose stream answers a request with a ticker of each market named in it. A market that it
/// cannot carry it may leave out without an error.
public protocol AnsweringTickers: Exchange {}
