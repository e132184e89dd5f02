import MarketData

@testable import Feeds

/// What an exchange may put in a field's place: JSON texts, and whether each can be a price.
enum ForeignField {
  static let wrong = [
    "null", "true", "[]", "{}", "[1]", "\"\"", "\"x\"", "\" 1\"", "-1", "0", "\"-1\"", "1e999",
    "\"1e999\"", "\"NaN\"", "\"Infinity\"", "1e-999",
  ]
  static let numbers: [(text: String, value: Double)] =
    (-12...15).map { ("1e\($0)", Double("1e\($0)")!) }
    + [
      ("104810.01", 104_810.01), ("6E-8", 6e-8), ("3.54e-06", 3.54e-6), ("0.000000000001", 1e-12),
      ("999999999999999", 999_999_999_999_999), ("148737000.00000000", 148_737_000),
    ]
}

extension Exchange {
  func reading(_ text: String, _ codes: String...) -> ParsedMessage {
    let table = MarketTable(codes.enumerated().map { ($0.element, MarketID($0.offset)) })
    return Array(text.utf8).withUnsafeBufferPointer { parser($0, table) }
  }
}

extension TickerSource {
  func tickers(_ text: String, _ codes: String...) -> ParsedMessage {
    let table = MarketTable(codes.enumerated().map { ($0.element, MarketID($0.offset)) })
    return Array(text.utf8).withUnsafeBufferPointer { readTickers($0, asked: codes, of: table) }
  }
}

extension HistorySource {
  func past(_ text: String, of code: String, _ range: Range<Int64>) -> HistoryPage? {
    Array(text.utf8).withUnsafeBufferPointer { readHistory($0, of: code, range: range) }
  }
}

extension ChartCandleSource {
  func candles(_ text: String, of code: String) -> [Candle]? {
    Array(text.utf8).withUnsafeBufferPointer { readCandles($0, of: code, span: 60_000) }
  }
}

extension MarketListSource {
  func list(_ texts: String...) -> [Listing]? {
    var list: [Listing] = []
    for (part, text) in texts.enumerated() {
      let isList = Array(text.utf8).withUnsafeBufferPointer {
        readList($0, part: part, into: &list)
      }
      guard isList else { return nil }
    }
    return list
  }
}
