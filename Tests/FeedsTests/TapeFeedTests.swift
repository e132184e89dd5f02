import MarketData
import Testing

@testable import Feeds

@Suite("The trades before those that the stream says")
struct TapeFeedTests {
  private static let path = "/trades/ticks?market=KRW-BTC&count=32"

  /// A rig that streams, and to which nothing is left to ask.
  private func rig() -> FeedRig {
    let rig = FeedRig("KRW-BTC", "KRW-ETH")
    rig.stream()
    rig.pass(100)
    _ = rig.wanted()
    return rig
  }

  private func calls(_ rig: FeedRig) -> [String] {
    rig.wanted().compactMap {
      if case .get(_, let path, _) = $0, path.hasPrefix("/trades/") { path } else { nil }
    }
  }

  private func told(_ rig: FeedRig) -> [[Int64?]] {
    rig.updates.compactMap { if case .tape(0, let trades) = $0 { trades.map(\.id) } else { nil } }
  }

  private func answer(_ id: Int, ago: Int64, at time: Int64) -> String {
    """
    {"market":"KRW-BTC","timestamp":\(time - ago),"trade_price":100.5,"trade_volume":2,\
    "ask_bid":"ASK","sequential_id":\(id)}
    """
  }

  @Test("nobody looks, nobody asks; then they are asked for once, and for another market again")
  func asksOnce() {
    let rig = rig()
    rig.pass(30_000)
    #expect(calls(rig) == [])
    rig.follow([0, 1], tape: 0)
    #expect(calls(rig) == [Self.path])
    rig.follow([0, 1], tape: 0)
    rig.pass(30_000)
    #expect(calls(rig) == [])
  }

  @Test("whoever turns through markets is asked for the one that is looked at in the end")
  func turns() {
    let rig = rig()
    rig.follow([0, 1], tape: 0)
    let first = rig.call("/trades/")!
    rig.follow([0, 1], tape: 1)
    rig.follow([0, 1], tape: 0)
    rig.follow([0, 1], tape: 1)
    rig.pass(3_000)
    #expect(calls(rig) == [Self.path])
    rig.answer(first, "[\(answer(2, ago: 5, at: rig.exchangeTime))]")
    rig.pass(1_000)
    #expect(calls(rig) == ["/trades/ticks?market=KRW-ETH&count=32"])
    rig.follow([0, 1])
    rig.follow([0, 1], tape: 7)
    #expect(calls(rig) == [])
  }

  @Test("what is from the future is left out, and what makes no sense is asked for again later")
  func sense() {
    let rig = rig()
    rig.follow([0, 1], tape: 0)
    let time = rig.exchangeTime
    rig.answer(
      rig.call("/trades/")!,
      "[\(answer(3, ago: -90_000, at: time)),\(answer(2, ago: 5, at: time))]")
    #expect(told(rig) == [[2]])
    rig.follow([0, 1])
    rig.follow([0, 1], tape: 0)
    rig.answer(rig.call("/trades/")!, "[{\"market\":\"KRW-BTC\"}]")
    _ = rig.wanted()
    rig.pass(9_999)
    #expect(calls(rig) == [])
    rig.pass(1)
    #expect(calls(rig) == [Self.path])
    #expect(told(rig).count == 1)
  }

  @Test("once the stream is back they are asked for again: some were missed")
  func streamBack() {
    let rig = rig()
    rig.follow([0, 1], tape: 0)
    rig.answer(rig.call("/trades/")!, "[]")
    _ = rig.wanted()
    rig.closed(TransportFailure(reason: "lost"), 0)
    rig.pass(5_000)
    #expect(calls(rig) == [])
    rig.stream()
    #expect(calls(rig) == [Self.path])
  }

  @Test("while no stream brings them they are asked for every ten seconds")
  func withoutStream() throws {
    let rig = rig()
    rig.follow([0, 1], tape: 0)
    rig.answer(rig.call("/trades/")!, "[]")
    _ = rig.wanted()
    rig.closed(TransportFailure(reason: "lost"), 0)
    for _ in 0..<3 {
      rig.pass(9_999)
      #expect(calls(rig) == [])
      rig.pass(1)
      rig.answer(try #require(rig.call(Self.path)), "[]")
      _ = rig.wanted()
    }
  }

  @Test("those of a market that the stream turns out to leave out are asked for every ten seconds")
  func leftOut() throws {
    let rig = FeedRig("KRW-BTC", "KRW-ETH")
    rig.follow([0, 1], tape: 1)
    rig.stream()
    let first = try #require(rig.call("/trades/ticks?market=KRW-ETH"))
    rig.answer(first, "[]")
    _ = rig.wanted()
    var asked: [Int64] = []
    for second: Int64 in 1...60 {
      rig.pass(1_000)
      rig.message(rig.trade(id: 2 + Int(second)))
      for case .get(let id, let path, _) in rig.wanted() {
        if path.hasPrefix("/ticker") { rig.answer(id.number, rig.ticker("KRW-ETH")) }
        guard path.hasPrefix("/trades/") else { continue }
        asked.append(second)
        rig.answer(id.number, "[]")
      }
    }
    #expect(asked.count >= 4)
    #expect(zip(asked, asked.dropFirst()).allSatisfy { 10...11 ~= $1 - $0 }, "\(asked)")
  }

  @Test("a market that is listed again while it is looked at is asked for")
  func listedAgain() {
    let rig = rig()
    rig.answer(1, #"[{"market":"KRW-ETH","korean_name":"","english_name":"Ethereum"}]"#)
    rig.follow([0, 1], tape: 0)
    #expect(calls(rig) == [])
    for _ in 0..<900 where rig.listed != [0, 1] {
      rig.pass(1_000)
      if let list = rig.call("/market/all"), list != 1 {
        rig.answer(
          list,
          #"[{"market":"KRW-BTC","korean_name":"","english_name":"Bitcoin"},"#
            + #"{"market":"KRW-ETH","korean_name":"","english_name":"Ethereum"}]"#)
      }
    }
    #expect(rig.listed == [0, 1] && calls(rig) == [Self.path])
  }

  @Test("a call that is refused holds back the next one with all of history")
  func refused() {
    let rig = rig()
    rig.follow([0, 1], tape: 0)
    rig.answer(
      rig.call("/trades/")!, "", status: 429, headers: [Header(name: "retry-after", value: "40")])
    _ = rig.wanted()
    rig.pass(39_000)
    #expect(calls(rig) == [])
    rig.pass(2_000)
    #expect(calls(rig) == [Self.path])
  }

  @Test("whoever says nothing of its trades is not asked")
  func silent() {
    let rig = FeedRig("DOGE-USD", of: Dogechain())
    rig.follow([0], tape: 0)
    rig.pass(1_000)
    #expect(!rig.wanted().contains { if case .get = $0 { true } else { false } })
  }

  static let answers: [(any RecentTradesSource, String, String, String)] = [
    (
      Upbit(), "KRW-BTC", "/trades/ticks?market=KRW-BTC&count=9",
      """
      [{"market":"KRW-BTC","trade_date_utc":"2026-11-20","trade_time_utc":"04:12:33",\
      "timestamp":1795147953123,"trade_price":100.5,"trade_volume":0.25,\
      "prev_closing_price":90.0,"change_price":10.5,"ask_bid":"BID","sequential_id":7}]
      """
    ),
    (
      Bithumb(), "KRW-BTC", "/v1/trades/ticks?market=KRW-BTC&count=9",
      """
      [{"market":"KRW-BTC","trade_date_utc":"2026-11-20","trade_time_utc":"04:12:33",\
      "timestamp":1795180353123,"trade_price":100.5,"trade_volume":0.25,"ask_bid":"BID",\
      "sequential_id":7}]
      """
    ),
    (
      Binance(), "BTCUSDT", "/trades?symbol=BTCUSDT&limit=9",
      """
      [{"id":7,"price":"100.50","qty":"0.25","quoteQty":"25.125","time":1795147953123,\
      "isBuyerMaker":false,"isBestMatch":true}]
      """
    ),
    (
      Coinbase(), "BTC-USD", "/products/BTC-USD/trades?limit=9",
      """
      [{"trade_id":7,"side":"sell","size":"0.25","price":"100.50",\
      "time":"2026-11-20T04:12:33.123456Z"}]
      """
    ),
    (
      Kraken(), "BTC/USD", "/public/Trades?assetVersion=1&pair=BTC/USD&count=9",
      """
      {"error":[],"result":{"BTC/USD":[["100.50","0.25",1795147953.1234,"b","m","",7]],\
      "last":"1795147953123400000"}}
      """
    ),
  ]

  @Test(
    "every exchange's answer is read with its sides, and with ids that are the stream's, and nothing of a broken one is"
  )
  func readers() {
    var trade = Trade(id: 7, price: 100.5, volume: 0.25, time: 1_795_147_953_123, isBuy: true)
    for (exchange, code, path, answer) in Self.answers {
      func read(_ text: String) -> [Trade]? {
        Array(text.utf8).withUnsafeBufferPointer { exchange.readTrades($0, of: code) }
      }
      // Bithumb's ids are none.
      trade.id = exchange.name == "bithumb" ? nil : 7
      #expect(exchange.tradesPath(code: code, count: 9) == path)
      #expect(read(answer) == [trade], "\(exchange.name)")
      for bad in ["", "[", "{}", "[7]", String(answer.dropLast()), answer + "x"] {
        #expect(read(bad) == nil, "\(exchange.name): \(bad)")
      }
    }
  }
}
