import MarketData

/// Binance, spot. https://developers.binance.com/docs/binance-spot-api-docs (read 2026-07).
public struct Binance: OrderBookSource {
  public let name = "binance"
  public let title: String
  /// The change counts from the price of 24 hours ago.
  public let baseline = "24 h"
  public let exampleCode = "BTCUSDT"
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

  /// Codes are `BASEQUOTE` in capitals: `BTCUSDT`. A few have letters that have no capitals.
  ///
  /// A code does not say where its base ends: `ADAEUR` could be AD/AEUR, and `BTCGYEN` ends with no
  /// quote that is known here. A base that is itself a known quote is the likeliest.
  public func markets(code: String) -> [Market] {
    guard Self.isCode(code) else { return [] }
    let known = Self.quotes.filter { code.hasSuffix($0) && code.count > $0.count }
    let splits = known.map { (base: String(code.dropLast($0.count)), quote: $0) }
    let likely = splits.filter { Self.quotes.contains($0.base) }
    let others = splits.filter { !Self.quotes.contains($0.base) }
    // A shorter code is one currency, and not two.
    let unknown = splits.isEmpty && code.count >= 5 ? [Self.unknownQuote(in: code)] : []
    return (likely + others + unknown).map {
      Market(exchange: name, code: code, base: $0.base, quote: $0.quote)
    }
  }

  /// Splits a code that ends with no known quote: a known quote at its beginning is the base, or else
  /// the last three or four letters are the quote.
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

  /// `["BTCUSDT","ETHUSDT"]`, fit for a URL.
  static func list(_ codes: [String]) -> String {
    "[\(codes.map { "\"\($0)\"" }.joined(separator: ","))]".percentEncoded()
  }
}

extension Binance: FallbackSource {
  /// The hosts for market data alone answer where the usual ones are blocked.
  public var fallbacks: [(endpoint: String, exchange: any Exchange)] {
    isUsual ? [("market-data", Binance(marketDataOnly: ()))] : []
  }
}

extension Binance: RateLimited, RateLimitHeaders {
  /// All calls count towards one limit, which all programs behind our address share.
  public var buckets: [String: TokenBucket] { ["weight": TokenBucket(6_000, per: 60_000)] }

  public func weight(of path: String) -> CallWeight {
    let name = path.dropFirst().prefix { $0 != "?" }
    let codes = path.split(separator: "%").count { $0.hasPrefix("22") } / 2
    return switch name {
    case "exchangeInfo": CallWeight("weight", 20)
    // A call that names no codes is for all markets; none names more than these.
    case "ticker/24hr": CallWeight("weight", 1...Self.codesPerCall ~= codes ? 2 : 80)
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
