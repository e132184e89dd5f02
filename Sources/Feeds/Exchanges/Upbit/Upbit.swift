/// Upbit, Korea. https://docs.upbit.com/kr/reference (WebSocket and REST, read 2026-10).
public struct Upbit: KoreanExchange, OrderBookSource {
  public init() {}

  public let name = "upbit"
  public let title = "Upbit"
  /// The change counts from the close of the UTC day, which is nine in the morning in Seoul.
  public let baseline = "09:00 KST"
  public let websocket = "wss://api.upbit.com/websocket/v1"
  public let rest = "https://api.upbit.com/v1"
}

extension Upbit: RateLimited, RateLimitHeaders {
  /// Markets, candles, trades, tickers and books each have their own limit: ten calls in a second.
  public func weight(of path: String) -> CallWeight {
    CallWeight(String(path.dropFirst().prefix { $0 != "/" && $0 != "?" }))
  }

  public var buckets: [String: TokenBucket] { [:] }

  /// `Remaining-Req: group=ticker; min=600; sec=9`; `min` is a constant of old.
  public func usage(_ headers: [Header]) -> RateLimitUsage? {
    guard let value = headers.last(where: { $0.name == "remaining-req" })?.value else { return nil }
    for part in value.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1).map(\.trimmed)
      if pair.count == 2, pair[0] == "sec" { return Int(pair[1]).map { .left($0) } }
    }
    return nil
  }
}

extension Substring {
  /// The text without spaces and tabs around it.
  fileprivate var trimmed: Substring {
    var text = self
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
