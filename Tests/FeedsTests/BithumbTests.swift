import MarketData
import Testing

@testable import Feeds

/// Bithumb's API 2.x: where it is not Upbit's.
@Suite struct BithumbTests {
  private static let table = MarketTable([("KRW-BTC", 0), ("KRW-ETH", 1)])
  private static let bithumb = Bithumb()

  static func bytes<Result>(
    _ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    Array(text.utf8).withUnsafeBufferPointer(body)
  }

  private func read(_ text: String) -> ParsedMessage {
    Self.bytes(text) { Self.bithumb.parser($0, Self.table) }
  }

  private func answer(_ text: String) -> ParsedMessage {
    Self.bytes(text) { Self.bithumb.readTickers($0, asked: ["KRW-BTC"], of: Self.table) }
  }

  @Test("a ticker with whole numbers and Korean dates is read as it stands")
  func ticker() {
    let reading = read(
      """
      {"type":"ticker","code":"KRW-BTC","opening_price":148100000,"trade_price":148740000,\
      "prev_closing_price":148100000,"high_price":149480000,"low_price":147050000,\
      "trade_date":"20261120","trade_time":"131233","trade_timestamp":1795147953123,\
      "highest_52_week_price":999999000,"lowest_52_week_price":98200000,\
      "acc_trade_price_24h":146000000000.5,"acc_trade_volume_24h":990.1,"market_state":"ACTIVE",\
      "timestamp":1795147953168,"stream_type":"SNAPSHOT"}
      """)
    #expect(
      reading.statements == [
        Statement(
          market: 0,
          ticker: Ticker(
            price: 148_740_000, tradeTime: 1_795_147_953_123, baselinePrice: 148_100_000,
            dayOpen: 148_100_000, dayLow: 147_050_000, dayHigh: 149_480_000, volume: 990.1,
            turnover: 146_000_000_000.5, yearLow: 98_200_000),
          time: 1_795_147_953_168, isSnapshot: true)
      ])
  }

  @Test("books count microseconds, in numbers or in texts, with fillers on a side")
  func books() {
    for number in [("148741000", "0.5"), ("\"148741000\"", "\"0.5\"")] {
      let reading = read(
        """
        {"type":"orderbook","code":"KRW-BTC","timestamp":1795147953001234,"orderbook_units":[\
        {"ask_price":\(number.0),"bid_price":148740000,"ask_size":\(number.1),"bid_size":0.1},\
        {"ask_price":0,"bid_price":148739000,"ask_size":0,"bid_size":0.2}]}
        """)
      #expect(reading.statements.map(\.time) == [1_795_147_953_001])
      #expect(
        reading.statements.first?.book
          == OrderBook(
            bids: [.init(price: 148_740_000, size: 0.1), .init(price: 148_739_000, size: 0.2)],
            asks: [.init(price: 148_741_000, size: 0.5)]))
    }
  }

  @Test(
    "an answer nine hours ahead of its own date is put right, and a right one is left",
    arguments: [
      // The trade's epoch, the answer's epoch, and both as they are meant.
      (1_795_180_353_123, 1_795_180_353_168, 1_795_147_953_123, 1_795_147_953_168),
      (1_795_147_953_123, 1_795_147_953_168, 1_795_147_953_123, 1_795_147_953_168),
      // Only the trade's is ahead.
      (1_795_180_353_123, 1_795_147_953_168, 1_795_147_953_123, 1_795_147_953_168),
      // A coin that nobody has traded for nine hours, at a right time.
      (1_795_147_953_123, 1_795_180_353_168, 1_795_147_953_123, 1_795_180_353_168),
    ] as [(Int64, Int64, Int64, Int64)])
  func nineHours(trade: Int64, said: Int64, tradeTime: Int64, time: Int64) {
    let reading = answer(
      """
      [{"market":"KRW-BTC","trade_date":"20261120","trade_time":"041233",\
      "trade_date_kst":"20261120","trade_time_kst":"131233","trade_timestamp":\(trade),\
      "trade_price":148740000,"timestamp":\(said)}]
      """)
    #expect(reading.statements.first?.ticker?.tradeTime == tradeTime)
    #expect(reading.statements.first?.time == time)
  }

  @Test("the stream's Korean dates move no time stamp")
  func streamIsLeft() {
    let reading = read(
      """
      {"type":"ticker","code":"KRW-BTC","trade_date":"20261119","trade_time":"191233",\
      "trade_timestamp":1795147953123,"trade_price":1,"timestamp":1795147953168}
      """)
    #expect(reading.statements.first?.ticker?.tradeTime == 1_795_147_953_123)
  }

  @Test(
    "an error with status 200 is a refusal, whatever its name is made of",
    arguments: [
      (#"{"error":{"name":"invalid_parameter","message":"잘못된 파라미터입니다."}}"#, "invalid_parameter"),
      (#"{"error":{"name":404,"message":"Code not found"}}"#, "error 404"),
      (#"{"error":{"message":"x"}}"#, "error"), (#"{"error":[]}"#, "error"),
    ])
  func rejections(text: String, word: String) {
    #expect(answer(text).rejection == word && read(text).rejection == word)
    #expect(Self.bytes(text) { Self.bithumb.readCandles($0, of: "KRW-BTC", span: 60_000) } == nil)
    #expect(
      Self.bytes(text) { Self.bithumb.readHistory($0, of: "KRW-BTC", range: 0..<5_000) } == nil)
    var list: [Listing] = []
    #expect(!Self.bytes(text) { Self.bithumb.readList($0, part: 0, into: &list) })
    #expect(!Self.bytes(text) { Self.bithumb.readList($0, part: 1, into: &list) })
  }

  @Test("candles are asked for by Korean time, with nothing behind it")
  func candles() {
    let path = Self.bithumb.candlesPath(
      code: "KRW-BTC", span: 3_600_000, before: 1_795_147_953_000, count: 500)
    #expect(path == "/v1/candles/minutes/60?market=KRW-BTC&count=200&to=2026-11-20T13:12:33")
    let days = Self.bithumb.candlesPath(
      code: "KRW-BTC", span: 86_400_000, before: 1_795_147_953_000, count: 3)
    #expect(days.hasPrefix("/v1/candles/days?"))
    #expect(!Self.bithumb.candleSpans.contains(1_000))
    // A Korean day begins at 15:00 UTC.
    let day = """
      [{"market":"KRW-BTC","candle_date_time_utc":"2026-11-19T15:00:00","opening_price":1,\
      "high_price":3,"low_price":1,"trade_price":2,"candle_acc_trade_volume":7}]
      """
    let read = Self.bytes(day) { Self.bithumb.readCandles($0, of: "KRW-BTC", span: 86_400_000) }
    #expect(read?.map(\.start) == [1_795_100_400_000])
  }

  @Test("the list's warnings become cautions, and so do those of the second list")
  func cautions() {
    var list: [Listing] = []
    let markets = """
      [{"market":"KRW-BTC","korean_name":"비트코인","english_name":"Bitcoin","market_warning":"NONE"},\
      {"market":"KRW-XYZ","korean_name":"x","english_name":"X","market_warning":"CAUTION"}]
      """
    #expect(Self.bytes(markets) { Self.bithumb.readList($0, part: 0, into: &list) })
    #expect(list.map(\.cautions) == [[], [.designated]])
    let types = [
      "PRICE_SUDDEN_FLUCTUATION", "TRADING_VOLUME_SUDDEN_FLUCTUATION",
      "DEPOSIT_AMOUNT_SUDDEN_FLUCTUATION", "PRICE_DIFFERENCE_HIGH",
      "SPECIFIC_ACCOUNT_HIGH_TRANSACTION", "EXCHANGE_TRADING_CONCENTRATION", "SOMETHING_NEW",
    ]
    let warnings = types.map {
      #"{"market":"KRW-BTC","warning_type":"\#($0)","warning_step":"DANGER","end_date":"2026-11-21"}"#
    }
    let text = "[\(warnings.joined(separator: ",")),{\"market\":null},{}]"
    #expect(Self.bytes(text) { Self.bithumb.readList($0, part: 1, into: &list) })
    #expect(list[0].cautions == Set(Caution.allCases).subtracting([.designated]))
    #expect(list[1].cautions == [.designated])
    #expect(Self.bytes("[]") { Self.bithumb.readList($0, part: 1, into: &list) })
  }

  @Test("its codes are Upbit's, its name and its midnight its own")
  func names() {
    #expect(Self.bithumb.market(base: "BTC", quote: "KRW")?.description == "bithumb:KRW-BTC")
    #expect(Self.bithumb.market(code: "BTC_KRW") == nil)
    #expect(Self.bithumb.baseline == "00:00 KST")
  }

  @Test("one request names every code, and books only where they are wanted")
  func requests() {
    let new = Subscription(markets: ["KRW-BTC", "KRW-ETH"], books: ["KRW-ETH"])
    #expect(
      Self.bithumb.requests(from: Subscription(), to: new, ticket: "t") == [
        """
        [{"ticket":"t"},{"type":"ticker","codes":["KRW-BTC","KRW-ETH"]},\
        {"type":"trade","codes":["KRW-BTC","KRW-ETH"]},{"type":"orderbook","codes":["KRW-ETH"]},\
        {"format":"DEFAULT"}]
        """
      ])
  }
}
