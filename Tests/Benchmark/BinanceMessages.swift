import Feeds
import MarketData

/// Binance's hottest message, and its longest.
enum BinanceMessages {
  private static let trade = Array(
    """
    {"stream":"btcusdt@trade","data":{"e":"trade","E":1795147953018,"s":"BTCUSDT",\
    "t":5501234567,"p":"104812.35000000","q":"0.00120000","T":1795147953017,"m":false,"M":true}}
    """.utf8)

  /// Four hundred tickers in one list.
  private static let list = Array(
    ("["
      + (0..<400).map { place in
        """
        {"e":"24hrMiniTicker","E":1795147953018,"s":"A\(place)USDT","c":"104812.35000000",\
        "o":"104300.01000000","h":"105900.00000000","l":"103800.10000000","v":"18234.11220000",\
        "q":"1911000000.12340000"}
        """
      }.joined(separator: ",") + "]").utf8)

  private static let table = MarketTable(
    (0..<400).map { ("A\($0)USDT", MarketID($0)) } + [("BTCUSDT", MarketID(400))])

  static func readTrade(_ count: Int) { read(trade, count, said: 1) }

  static func readList(_ count: Int) { read(list, count, said: 400) }

  private static func read(_ bytes: [UInt8], _ count: Int, said: Int) {
    var sum = 0.0
    let binance = Binance()
    for _ in 0..<count {
      bytes.withUnsafeBufferPointer {
        let reading = binance.parser($0, table)
        precondition(reading.statements.count == said)
        sum += reading.statements[said - 1].ticker!.price
      }
    }
    print(sum, bytes.count)
  }
}
