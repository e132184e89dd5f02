extension BithumbAPI {
  /// There are no candles of seconds.
  public var candleSpans: [Int64] { [60_000, 300_000, 3_600_000, 86_400_000] }

  /// `to` is Korean time, and an offset or a Z behind it is refused.
  public func candlesPath(code: String, span: Int64, before end: Int64, count: Int) -> String {
    let kind = span == 86_400_000 ? "days" : "minutes/\(span / 60_000)"
    let to = CivilTime(unix: (end + KoreanTime.aheadMilliseconds) / 1_000).text
    return CallPath(
      "/v1/candles/\(encoded: kind)?market=\(code)&count=\(min(count, 200))&to=\(to)"
    ).text
  }
}
