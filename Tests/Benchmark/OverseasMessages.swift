import Feeds
import MarketData

/// The hottest messages of Coinbase, Kraken and Dogechain, each read as its feed reads it.
enum OverseasMessages {
  static let works: [String: @Sendable (Int) -> Void] = [
    "coinbase-match": { read($0, match, of: Coinbase(), "BTC-USD") },
    "coinbase-ticker": { read($0, ticker, of: Coinbase(), "BTC-USD") },
    "kraken-trade": { read($0, krakenTrade, of: Kraken(), "BTC/USD") },
    "kraken-ticker": { read($0, krakenTicker, of: Kraken(), "BTC/USD") },
    "dogechain-price": { read($0, price, of: Dogechain(), "DOGE-USD") },
  ]

  private static let match = """
    {"type":"match","trade_id":912345678,"maker_order_id":"ac928c66-ca53-498f-9c13-a110027a60e8",\
    "taker_order_id":"132fb6ae-456b-4654-b4e0-d681ac05cea1","side":"sell","size":"0.0012",\
    "price":"104810.01","product_id":"BTC-USD","sequence":112233445566,\
    "time":"2026-11-20T04:12:33.123456Z"}
    """
  private static let ticker = """
    {"type":"ticker","sequence":112233445566,"product_id":"BTC-USD","price":"104810.01",\
    "open_24h":"104300.5","volume_24h":"8123.44","low_24h":"103799","high_24h":"105901.11",\
    "volume_30d":"251000.1","best_bid":"104810.00","best_bid_size":"0.5","best_ask":"104810.01",\
    "best_ask_size":"0.1","side":"buy","time":"2026-11-20T04:12:33.123456Z","trade_id":912345678,\
    "last_size":"0.0012"}
    """
  private static let krakenTrade = """
    {"channel":"trade","type":"update","data":[{"symbol":"BTC/USD","side":"buy","price":104810.0,\
    "qty":0.01234567,"ord_type":"limit","trade_id":4665846,\
    "timestamp":"2026-11-20T04:12:33.123456Z"}]}
    """
  private static let krakenTicker = """
    {"channel":"ticker","type":"update","data":[{"symbol":"BTC/USD","bid":104809.9,"bid_qty":1.2,\
    "ask":104810.0,"ask_qty":0.3,"last":104810.0,"volume":1234.56789012,"vwap":104700.1,\
    "low":103800.0,"high":105900.0,"change":510.1,"change_pct":0.49,\
    "timestamp":"2026-11-20T04:12:33.123456Z"}]}
    """
  private static let price = """
    {"op":"price","x":{"type":"price","value":"0.07345100","exchange_name":"example",\
    "price_base":"USD"}}
    """

  private static func read(
    _ count: Int, _ text: String, of exchange: some Exchange, _ code: String
  ) {
    let bytes = Array(text.utf8)
    let table = MarketTable([(code, MarketID(0))])
    var sum = 0.0
    for _ in 0..<count {
      bytes.withUnsafeBufferPointer {
        sum += exchange.parser($0, table).statements[0].ticker!.price
      }
    }
    print(bytes.count, sum)
  }
}
