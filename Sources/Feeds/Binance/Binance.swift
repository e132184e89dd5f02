import MarketData

/// Binance, spot. https://developers.binance.com/docs/binance-spot-api-docs (read 2026-07).
public struct Binance: FallbackSource, MarketRankingSource, MarketListByCode, HistorySource,
  RecentTradesSource, ChartCandleSource, RateLimited, RateLimitHeaders
{
  public let name = "binance"
  public let title: String
  /// The change counts from the price of 24 hours ago.
  public let baseline = "24 h"
  public let websocket: String
  public let rest: String
  private let isUsual: Bool

  /// The usual hosts.
  public init() {
    title = "Binance"
    // The combined form: order books do not say whose they are, only their stream's name does.
    websocket = "wss://stream.binance.com:9443/stream"
    rest = "https://api.binance.com/api/v3"
    isUsual = true
  }

  private init(marketDataOnly: Void) {
    title = "Binance data"
    websocket = "wss://data-stream.binance.vision/stream"
    rest = "https://data-api.binance.vision/api/v3"
    isUsual = false
  }

  /// The hosts for market data alone answer where the usual ones are blocked.
  public var fallbacks: [(endpoint: String, exchange: any Exchange)] {
    isUsual ? [("market-data", Binance(marketDataOnly: ()))] : []
  }

  /// Codes are `BASEQUOTE` in capitals: `BTCUSDT`. A few have letters that no capitals exist of.
  ///
  /// A code does not say where its base ends: `ADAEUR` could be AD/AEUR, and `BTCGYEN` ends with no
  /// quote that is known here. What trades itself for a quote is the likeliest base.
  public func markets(code: String) -> [Market] {
    guard Self.isCode(code) else { return [] }
    let known = Self.quotes.filter { code.hasSuffix($0) && code.count > $0.count }
    let splits = known.map { (base: String(code.dropLast($0.count)), quote: $0) }
    let likely = splits.filter { Self.quotes.contains($0.base) }
    let others = splits.filter { !Self.quotes.contains($0.base) }
    // What is shorter is one currency, and not two.
    let unknown = splits.isEmpty && code.count >= 5 ? [Self.unknownQuote(in: code)] : []
    return (likely + others + unknown).map {
      Market(exchange: name, code: code, base: $0.base, quote: $0.quote)
    }
  }

  /// Where nothing known ends the code: what is known begins it, or else four letters are the quote.
  private static func unknownQuote(in code: String) -> (base: String, quote: String) {
    let base =
      quotes.first { $0.count > 2 && code.hasPrefix($0) && code.count > $0.count }
      ?? String(code.dropLast(code.count > 6 ? 4 : 3))
    return (base, String(code.dropFirst(base.count)))
  }

  public func market(base: String, quote: String) -> Market? {
    guard Self.isCode(base), Self.isCode(quote) else { return nil }
    return Market(exchange: name, code: base + quote, base: base, quote: quote)
  }

  /// The quotes in use; of two that end alike, the commoner first.
  private static let quotes = [
    "FDUSD", "USDT", "USDC", "TUSD", "BUSD", "USDP", "USDS", "USD1", "EURI", "BIDR", "BKRW",
    "BVND", "IDRT", "KGST", "DOGE", "XUSD", "BTC", "ETH", "BNB", "EUR", "AEUR", "TRY", "BRL", "ARS",
    "AUD",
    "COP", "CZK", "DAI", "DOT", "GBP", "JPY", "MXN", "NGN", "PAX", "PLN", "RON", "RUB", "SOL",
    "TRX", "UAH", "UST", "VAI", "XRP", "ZAR", "USD", "U",
  ]

  private static func isCode(_ text: String) -> Bool {
    1...40 ~= text.utf8.count
      && text.unicodeScalars.allSatisfy {
        $0.isASCII ? Currency.isName(String($0)) : $0.properties.isAlphabetic
      }
  }

  /// Five messages in a second, pongs included, which the server may ask for at any time; it cuts
  /// after 24 hours. A market takes three of the 1,024 streams of a connection at most.
  public let streamLimits = StreamLimits(
    sending: [.init(4, within: 1_000)], lifeMilliseconds: 86_400_000, marketsMax: 340)

  public let streamsTrades = true

  private static let streamsPerMessage = 200

  /// Only what is new is asked for, and only what is gone is given back.
  public func requests(
    from old: Subscription, to new: Subscription, ticket: String
  ) -> [String] {
    let (old, new) = (Self.streams(old), Self.streams(new))
    let (before, after) = (Set(old), Set(new))
    let calls =
      old.filter { !after.contains($0) }.pieces(of: Self.streamsPerMessage).map {
        ("UNSUBSCRIBE", $0)
      }
      + new.filter { !before.contains($0) }.pieces(of: Self.streamsPerMessage).map {
        ("SUBSCRIBE", $0)
      }
    // The ticket ends with a number of its own, which leaves room for the messages of one change.
    let number = ticket.split(separator: "-").last.flatMap { Int64($0) } ?? 0
    return calls.enumerated().map { place, call in
      let params = call.1.map { "\"\($0)\"" }.joined(separator: ",")
      return
        "{\"method\":\"\(call.0)\",\"params\":[\(params)],\"id\":\(number * 100 + Int64(place))}"
    }
  }

  /// The small ticker has the day's open, range and sums; the large one adds little at twice the
  /// length.
  private static func streams(_ subscription: Subscription) -> [String] {
    subscription.markets.flatMap { code in
      ["\(code.lowercased())@trade", "\(code.lowercased())@miniTicker"]
    } + subscription.books.map { "\($0.lowercased())@depth20" }
  }

  public var parser: MessageParser { { BinanceMessage.read($0, of: $1) } }

  /// Up to twenty codes weigh as much as one, and a hundred as much as twenty times twenty.
  private static let codesPerCall = 20

  /// The call for all markets weighs as much as forty of those.
  public func tickerCalls(codes: [String]) -> [TickerCall] {
    guard codes.count <= 20 * Self.codesPerCall else {
      return [TickerCall(codes: codes, path: "/ticker/24hr?type=MINI")]
    }
    return codes.pieces(of: Self.codesPerCall).map { part in
      TickerCall(codes: part, path: "/ticker/24hr?type=MINI&symbols=" + Self.list(part))
    }
  }

  /// `["BTCUSDT","ETHUSDT"]`, fit for a URL.
  static func list(_ codes: [String]) -> String {
    "[\(codes.map { "\"\($0)\"" }.joined(separator: ","))]".percentEncoded()
  }

  /// All calls weigh on one limit, which all who share our address share.
  public var buckets: [String: TokenBucket] { ["weight": TokenBucket(6_000, per: 60_000)] }

  public func weight(of path: String) -> CallWeight {
    let name = path.dropFirst().prefix { $0 != "?" }
    let codes = path.split(separator: "%22", omittingEmptySubsequences: false).count / 2
    return switch name {
    case "exchangeInfo": CallWeight("weight", 20)
    case "ticker/24hr": CallWeight("weight", 1...20 ~= codes ? 2 : 80)
    case "trades": CallWeight("weight", 25)
    default: CallWeight("weight", 2)
    }
  }

  /// `X-MBX-USED-WEIGHT-1M: 42`
  public func usage(_ headers: [Header]) -> RateLimitUsage? {
    headers.last { $0.name == "x-mbx-used-weight-1m" }.flatMap { Int($0.value) }
      .map { .used($0) }
  }
}
