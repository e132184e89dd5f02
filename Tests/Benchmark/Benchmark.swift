import Devices
import Feeds
import Glance
import MarketData
import Pixels
import Typeface

/// Work to be counted: `benchmark NAME COUNT` does NAME COUNT times. Run it under callgrind with two
/// counts; the difference is free of the start's cost.
@main
enum Benchmark {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let count = Int(arguments[2]),
      let work = all[arguments[1]]
    else {
      print("usage: benchmark \(all.keys.sorted().joined(separator: "|")) COUNT")
      return
    }
    work(count)
  }

  private static let all = [
    OverseasMessages.works, PageBench.works, DaemonBench.works, RingBench.works,
  ].reduce(works) { all, others in all.merging(others) { first, _ in first } }

  private static let works: [String: @Sendable (Int) -> Void] = [
    "ticker": { readTicker($0) },
    "binance-trade": { BinanceMessages.readTrade($0) },
    "binance-list": { BinanceMessages.readList($0) },
    "trade": { takeTrade($0) },
    "bithumb-trade": { readTrade($0, Bithumb(), bithumbTrade) },
    "bithumb-transaction": { readTrade($0, BithumbClassic(), bithumbTransaction) },
    "pages": { PageBench.printBytes($0) },
    "search": { search($0) },
    "hour": { SimulatedHour.run(seed: 1, seconds: Int64($0)) },
  ]

  /// Upbit's ticker, 919 bytes.
  private static let ticker = Array(
    """
    {"type":"ticker","code":"KRW-BTC","opening_price":148000000.00,"high_price":149500000.00,\
    "low_price":147100000.00,"trade_price":148737000.00,"prev_closing_price":148000000.00,\
    "acc_trade_price":61234567890.123456,"change":"RISE","change_price":737000.00,\
    "signed_change_price":737000.00,"change_rate":0.0049797297,"signed_change_rate":0.0049797297,\
    "ask_bid":"BID","trade_volume":9.101E-5,"acc_trade_volume":412.345678901,\
    "trade_date":"20261120","trade_time":"041233","trade_timestamp":1795147953123,\
    "acc_ask_volume":200.12,"acc_bid_volume":212.2,"highest_52_week_price":179869000.00,\
    "highest_52_week_date":"2026-10-09","lowest_52_week_price":98200000.00,\
    "lowest_52_week_date":"2026-02-06","market_state":"ACTIVE","is_trading_suspended":false,\
    "delisting_date":null,"market_warning":"NONE","timestamp":1795147953168,\
    "acc_trade_price_24h":182345678901.23456,"acc_trade_volume_24h":1230.123456789012,\
    "stream_type":"REALTIME"}
    """.utf8)

  private static func readTicker(_ count: Int) {
    precondition(ticker.count == 919, "\(ticker.count) bytes")
    let upbit = Upbit()
    let table = MarketTable([("KRW-BTC", MarketID(0))])
    var sum = 0.0
    for _ in 0..<count {
      ticker.withUnsafeBufferPointer {
        sum += upbit.parser($0, table).statements[0].ticker!.price
      }
    }
    print(sum)
  }

  /// Looks through 3,000 markets for initials that a few of them have.
  private static func search(_ count: Int) {
    let syllables = Array("비트코인이더리움도지시바누페웨브솔라나에다캐".unicodeScalars)
    let entries = (0..<3_000).map { number in
      let letters = (0..<5).map { syllables[number * ($0 * 7 + 3) % syllables.count] }
      let korean = String(String.UnicodeScalarView(letters))
      return DirectoryEntry(
        exchange: "upbit",
        listing: Listing(
          code: "KRW-SIM\(number)", base: "SIM\(number)", quote: "KRW",
          names: MarketNames(english: "Simulated Coin \(number)", korean: korean)))
    }
    let queries = ["ㅂㅌ", "coin 77", "비트코인", "nobody"].map { Query($0) }
    var found = 0
    for number in 0..<count { found += queries[number % 4].found(in: entries).count }
    print(found)
  }

  /// API 2.x's hottest message.
  private static let bithumbTrade = Array(
    """
    {"type":"trade","code":"KRW-BTC","timestamp":1795147953168,"trade_date":"2026-11-20",\
    "trade_time":"13:12:33","trade_timestamp":1795147953123,"trade_price":148740000,\
    "trade_volume":0.00081234,"ask_bid":"BID","prev_closing_price":148100000,"change":"RISE",\
    "change_price":640000,"sequential_id":17951479531230001,"best_ask_price":148741000,\
    "best_ask_size":0.012,"best_bid_price":148740000,"best_bid_size":0.4,\
    "stream_type":"REALTIME"}
    """.utf8)

  /// API 1.x's, with one trade.
  private static let bithumbTransaction = Array(
    """
    {"type":"transaction","content":{"list":[{"buySellGb":"2","contPrice":"148740000",\
    "contQty":"0.00081234","contAmt":"120827.4516","contDtm":"2026-11-20 13:12:33.123456",\
    "updn":"up","symbol":"BTC_KRW"}]}}
    """.utf8)

  private static func readTrade(_ count: Int, _ exchange: any Exchange, _ message: [UInt8]) {
    let table = MarketTable([("KRW-BTC", MarketID(0))])
    var sum = 0.0
    for _ in 0..<count {
      message.withUnsafeBufferPointer {
        sum += exchange.parser($0, table).statements[0].trade!.price
      }
    }
    print(sum, message.count)
  }

  private static func takeTrade(_ count: Int) {
    var ring = CandleRing()
    for number in 0..<count {
      ring.add(
        Trade(
          id: Int64(number), price: 100 + Double(number % 7), volume: 1,
          time: 1_795_147_953_000 + Int64(number) * 50))
    }
    print(ring.dropped)
  }
}
