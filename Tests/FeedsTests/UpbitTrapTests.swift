import MarketData
import Testing

@testable import Feeds

/// What has surprised others who read Upbit's messages, and its order books.
@Suite struct UpbitTrapTests {
  private static let table = MarketTable([("KRW-BTC", 0), ("BTC-ETH", 1)])

  private func read(_ text: String) -> ParsedMessage {
    Array(text.utf8).withUnsafeBufferPointer { Upbit().parser($0, Self.table) }
  }

  private func ticker(_ fields: String, code: String = "KRW-BTC") -> Ticker? {
    read(#"{"type":"ticker","code":"\#(code)","timestamp":1795147953168,\#(fields)}"#).statements
      .first?
      .ticker
  }

  @Test("a ticker gives what was traded in 24 hours, the year's range and the best offers")
  func whole() {
    let long = """
      {"type":"ticker","code":"KRW-BTC","timestamp":1795147953168,"trade_price":2.5,\
      "acc_trade_price":1,"acc_trade_price_24h":182345678901.23456,"acc_trade_volume":2,\
      "acc_trade_volume_24h":1230.123456789012,"highest_52_week_price":179869000.0,\
      "highest_52_week_date":"2026-10-09","lowest_52_week_price":9.82E+7,"best_bid_price":2,\
      "best_ask_price":3}
      """
    let short = """
      {"ty":"ticker","cd":"KRW-BTC","tms":1795147953168,"tp":2.5,"atp":1,\
      "atp24h":182345678901.23456,"atv":2,"atv24h":1230.123456789012,"h52wp":179869000.0,\
      "h52wdt":"2026-10-09","l52wp":9.82E+7,"bbp":2,"bap":3}
      """
    let expected = Ticker(
      price: 2.5, volume: 1230.123456789012, turnover: 182345678901.23456, bid: 2, ask: 3,
      yearLow: 98_200_000, yearHigh: 179_869_000, decimals: 1)
    #expect(read(long).statements.map(\.ticker) == [expected])
    #expect(read(short) == read(long))
    #expect(read("[\(short)]") == read(long))
  }

  @Test(
    "exponents and prices far below one are prices, with the digits that they need",
    arguments: [
      ("9.9E-7", 9.9e-7, 8), ("6E-8", 6e-8, 8), ("0.000952", 0.000952, 6), ("1.0E-8", 1e-8, 8),
      ("161740000.0", 161_740_000, 0), ("148737000.00000000", 148_737_000, 0), ("1e15", 1e15, 0),
      ("1e-12", 1e-12, 12), ("\"0.00000155\"", 0.00000155, 8),
    ])
  func exponents(text: String, price: Double, decimals: Int) {
    let ticker = ticker("\"trade_price\":\(text),\"acc_trade_volume_24h\":\(text)")
    #expect(ticker?.price == price && ticker?.decimals == decimals && ticker?.volume == price)
  }

  @Test("the change counts from the day's close, which is not the day's opening price")
  func baseline() {
    let ticker = ticker(
      #""trade_price":110,"opening_price":105,"prev_closing_price":100,"acc_trade_price":5"#)
    #expect(ticker?.baselinePrice == 100 && ticker?.turnover == nil)
  }

  @Test("between midnight and the day's first trade zeros are no prices, and sums of zero are sums")
  func newDay() {
    let ticker = ticker(
      """
      "trade_price":110,"opening_price":0,"high_price":0.0,"low_price":0,"prev_closing_price":110,\
      "acc_trade_price_24h":0,"acc_trade_volume_24h":0.0
      """)
    #expect(
      ticker == Ticker(price: 110, baselinePrice: 110, volume: 0, turnover: 0))
  }

  @Test("a market that is listed and not traded yet says nothing that could be shown")
  func preview() {
    let text = """
      {"type":"ticker","code":"KRW-BTC","market_state":"PREVIEW","trade_price":0,\
      "delisting_date":null,"timestamp":1795147953168}
      """
    #expect(read(text) == ParsedMessage(dropped: 1))
    let known = ticker(#""trade_price":5,"market_state":"PREVIEW","delisting_date":{"year":2026}"#)
    #expect(known?.isListed == true)
  }

  @Test("a trade long before its message is a quiet coin, and the message is from now")
  func quietCoin() {
    let said = read(
      """
      {"type":"ticker","code":"KRW-BTC","trade_price":5,"trade_timestamp":1795147861168,\
      "timestamp":1795147953168}
      """
    ).statements
    #expect(said.map(\.time) == [1_795_147_953_168])
    #expect(said.map { $0.ticker?.tradeTime } == [1_795_147_861_168])
  }

  @Test("who took is told by the side", arguments: [("BID", true), ("ASK", false), ("bid", nil)])
  func sides(side: String, isBuy: Bool?) {
    let trade = """
      {"ty":"trade","cd":"KRW-BTC","tms":1795147953168,"ttms":1795147953123,"tp":5,"tv":3.54e-06,\
      "ab":"\(side)","sid":17951479531230001}
      """
    #expect(
      read(trade).statements.map(\.trade) == [
        Trade(
          id: 17_951_479_531_230_001, price: 5, volume: 3.54e-6, time: 1_795_147_953_123,
          isBuy: isBuy)
      ])
  }

  @Test("books are read in every form, without their fillers, the best level first")
  func books() {
    let long = """
      {"type":"orderbook","code":"BTC-ETH","timestamp":1795147953168,"total_ask_size":3.21,\
      "orderbook_units":[{"ask_price":3.0,"bid_price":2.0,"ask_size":0.5,"bid_size":0.25},\
      {"ask_price":"4","bid_price":0,"ask_size":"1E-3","bid_size":0},7,{"ask_price":null}],\
      "level":0,"stream_type":"SNAPSHOT"}
      """
    let short = """
      {"ty":"orderbook","cd":"BTC-ETH","tms":1795147953168,"tas":3.21,"obu":[{"ap":3.0,"bp":2.0,\
      "as":0.5,"bs":0.25},{"ap":4,"bp":0,"as":0.001,"bs":0}],"lv":0,"st":"SNAPSHOT"}
      """
    let book = OrderBook(
      bids: [.init(price: 2, size: 0.25)],
      asks: [.init(price: 3, size: 0.5), .init(price: 4, size: 0.001)])
    let said = [Statement(market: 1, book: book, time: 1_795_147_953_168, isSnapshot: true)]
    #expect(read(long).statements == said)
    #expect(read(short).statements == said)
    #expect(read("[\(short)]").statements == said)
  }

  @Test(
    "a book without its levels or its time is dropped, and an empty one is a book",
    arguments: [
      (#""orderbook_units":null,"timestamp":1795147953168"#, 0), (#""timestamp":1795147953168"#, 0),
      (#""orderbook_units":{},"timestamp":1795147953168"#, 0), (#""orderbook_units":[]"#, 0),
      (#""orderbook_units":[],"timestamp":1795147953168"#, 1),
    ])
  func badBooks(fields: String, count: Int) {
    let reading = read(#"{"type":"orderbook","code":"KRW-BTC",\#(fields)}"#)
    #expect(reading.statements.count == count && reading.dropped == 1 - count)
  }

  @Test("a book deeper than ours is cut")
  func deepBook() {
    let unit = #"{"ask_price":3,"bid_price":2,"ask_size":1,"bid_size":1}"#
    let units = Array(repeating: unit, count: 10_000).joined(separator: ",")
    let reading = read(
      #"{"type":"orderbook","code":"KRW-BTC","timestamp":1795147953168,"obu":[\#(units)]}"#)
    #expect(reading.statements.first?.book?.asks.count == OrderBook.depthMax)
  }
}
