import MarketData
import Testing

@testable import Feeds

@Suite("The paths of calls")
struct CallPathTests {
  private static let odd = "KRW-Ä B&count=9#/,\"\n%"

  @Test("whatever stands in a path is encoded, and only in a query a slash and a colon are not")
  func encoded() {
    let path = CallPath("/a/\("x/y:z")?b=\("x/y:z")&c=\(7)&d=\(["1", "2,3"])&e=\(encoded: "%20")")
    #expect(path.text == "/a/x%2Fy%3Az?b=x/y:z&c=7&d=1,2%2C3&e=%20")
    #expect(CallPath("/a?\(Self.odd)").text == "/a?KRW-%C3%84%20B%26count%3D9%23/%2C%22%0A%25")
  }

  @Test("no code makes an exchange's call another one, or one that no URL can hold")
  func codes() {
    let exchanges: [any Exchange] = [
      Upbit(), Bithumb(), BithumbClassic(), Binance(), Coinbase(), Kraken(),
    ]
    for exchange in exchanges {
      func paths(_ code: String) -> [String] {
        let range: Range<Int64> = 1_795_147_900_000..<1_795_147_950_000
        let endpoint = Endpoint(exchange)
        let paths = [
          endpoint.history?.historyPath(code: code, range: range),
          endpoint.recentTrades?.tradesPath(code: code, count: 9),
          endpoint.chartCandles?.candlesPath(
            code: code, span: 60_000, before: range.upperBound, count: 9),
        ]
        return paths.compactMap { $0 } + endpoint.listCalls(codes: [code]).map(\.path)
          + (endpoint.tickers?.tickerCalls(codes: [code]).map(\.path) ?? [])
      }
      for (path, plain) in zip(paths(Self.odd), paths("KRW-BTC")) {
        func count(_ text: String, _ character: Character) -> Int {
          text.reduce(0) { $0 + ($1 == character ? 1 : 0) }
        }
        #expect(path.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != 0x22 && $0 != 0x23 }, "\(path)")
        #expect(count(path, "&") == count(plain, "&") && count(path, "?") == count(plain, "?"))
      }
    }
  }

  @Test("what is no code is dropped when a list is read, and never asked for")
  func lists() throws {
    let rig = FeedRig(Upbit(), [])
    rig.rank(RankingWish(exchange: "upbit", quote: "KRW", count: 5))
    let list = ["KRW-BTC", "KRW-A B", "KRW-Ä", "KRW-", "KRW-A&x=1", "BTC", "KRW-ETH"]
      .map { #"{"market":"\#($0)"}"# }.joined(separator: ",")
    rig.answer(try #require(rig.call("/market/all")), "[\(list)]")
    let asked = rig.wanted().compactMap {
      if case .get(_, let path, _) = $0, path.hasPrefix("/ticker") { path } else { nil }
    }
    #expect(asked.contains("/ticker?markets=KRW-BTC,KRW-ETH"))
    var listings: [Listing] = []
    let makesSense = Array(#"[{"market":"KRW-A B"}]"#.utf8).withUnsafeBufferPointer {
      Upbit().readListings($0, part: 0, into: &listings)
    }
    #expect(!makesSense && listings.isEmpty)
  }
}
