import MarketData

/// Upbit, Korea. https://docs.upbit.com/kr/reference (WebSocket and REST, read 2026-10).
public struct Upbit: Exchange {
  public init() {}

  public let name = "upbit"
  public let title = "Upbit"
  /// The change counts from the close of the UTC day, which is nine in the morning in Seoul.
  public let baseline = "09:00 KST"
  public let websocket = "wss://api.upbit.com/websocket/v1"
  public let rest = "https://api.upbit.com/v1"

  /// Codes are `QUOTE-BASE` in capitals: `KRW-BTC`.
  public func market(code: String) -> Market? {
    let parts = code.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy(\.isCurrency) else { return nil }
    return Market(exchange: name, code: code, base: String(parts[1]), quote: String(parts[0]))
  }

  /// A new request replaces the one before it, so it always names every code.
  public func subscription(codes: [String], ticket: String) -> String {
    let list = codes.map { "\"\($0)\"" }.joined(separator: ",")
    return "[{\"ticket\":\"\(ticket)\"},{\"type\":\"ticker\",\"codes\":[\(list)]},"
      + "{\"type\":\"trade\",\"codes\":[\(list)]},{\"format\":\"DEFAULT\"}]"
  }

  public func readMessage(
    _ bytes: UnsafeBufferPointer<UInt8>, of markets: MarketTable
  ) -> Reading {
    UpbitMessage.read(bytes, of: markets, isStream: true)
  }

  public func tickersPath(codes: [String]) -> String {
    "/ticker?markets=" + codes.joined(separator: ",")
  }

  /// The answer is a list of tickers whose code stands under `market`.
  public func readTickers(
    _ bytes: UnsafeBufferPointer<UInt8>, of markets: MarketTable
  ) -> Reading {
    UpbitMessage.read(bytes, of: markets, isStream: false)
  }

  public let historySpan: Int64 = 1_000
  public let historyLimit = 200

  /// `to` is exclusive; seconds without a trade have no candle.
  public func historyPath(code: String, before end: Int64, count: Int) -> String {
    "/candles/seconds?market=\(code)&count=\(count)&to=\(CivilTime(unix: end / 1_000).text)Z"
  }

  public let listPath = "/market/all?is_details=true"

  /// `Remaining-Req: group=ticker; min=600; sec=9`; `min` is a constant of old.
  public func callsLeft(_ headers: [Header]) -> Int? {
    guard let value = headers.last(where: { $0.name == "remaining-req" })?.value else { return nil }
    for part in value.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1).map(\.trimmed)
      if pair.count == 2, pair[0] == "sec" { return Int(pair[1]) }
    }
    return nil
  }
}

extension Substring {
  /// Without spaces and tabs around it.
  fileprivate var trimmed: Substring {
    var text = self
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }

  /// One to twenty capitals and digits.
  fileprivate var isCurrency: Bool {
    1...20 ~= utf8.count
      && utf8.allSatisfy {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
      }
  }
}
