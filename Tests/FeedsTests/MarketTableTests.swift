import MarketData
import Testing

@testable import Feeds

@Suite("Which market a code is")
struct MarketTableTests {
  private static func market(_ json: String, in table: MarketTable) -> MarketID? {
    Array(json.utf8).withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      return scanner.string().flatMap { table.market(of: $0) }
    }
  }

  @Test(
    "every code is found among few and among many, byte for byte", arguments: [1, 30, 65, 3_000])
  func finds(count: Int) {
    let codes =
      (0..<count).map { "KRW-C\($0 * 7919 % 3_001)" } + ["btcUSDT", "BTCUSDT", "币安人生USDT"]
    let table = MarketTable(codes.enumerated().map { ($1, MarketID($0)) })
    for (index, code) in codes.enumerated() {
      #expect(table.market(of: code) == MarketID(index))
      #expect(Self.market("\"\(code)\"", in: table) == MarketID(index))
    }
    #expect(Self.market("\"\\u0062tcUSDT\"", in: table) == MarketID(count))
    for code in ["", "KRW-C", "KRW-C0X", "BtcUSDT", "ZZZ", "krw-c0"] {
      #expect(table.market(of: code) == nil)
      #expect(Self.market("\"\(code)\"", in: table) == nil)
    }
  }

  @Test("Upbit gives many tickers in one call, by what they are paid in")
  func calls() {
    #expect(Upbit().tickerCalls(codes: []).isEmpty)
    #expect(
      Upbit().tickerCalls(codes: ["KRW-BTC", "BTC-ETH"]).map(\.path)
        == ["/ticker?markets=KRW-BTC,BTC-ETH"])
    let codes = (0..<101).map { "KRW-C\($0)" } + ["BTC-ETH"]
    #expect(
      Upbit().tickerCalls(codes: codes)
        == [TickerCall(codes: codes, path: "/ticker/all?quote_currencies=BTC,KRW")])
  }
}
