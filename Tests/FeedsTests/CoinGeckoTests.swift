import MarketData
import Testing

@testable import Feeds

@Suite("What CoinGecko says")
struct CoinGeckoTests {
  static let trendingText = """
    {"coins":[{"item":{"id":"example-coin","coin_id":40123,"name":"Example","symbol":"exm",
    "market_cap_rank":null,"thumb":"https://x/t.png","slug":"example-coin","price_btc":8.6e-12,
    "score":0,"data":{"price":9.04e-07,"price_btc":"0.0000000000086",
    "price_change_percentage_24h":{"krw":-3.02,"usd":-3.21},"market_cap":"$904,127",
    "market_cap_btc":"8.6","total_volume":"$12,345","content":null}}}],
    "nfts":[{"id":"some-cats","name":"Some Cats","symbol":"CATS","nft_contract_id":7,
    "native_currency_symbol":"eth","floor_price_in_native_currency":0.25,
    "floor_price_24h_percentage_change":12.5,"data":{"floor_price":"0.25 ETH"}}],
    "categories":[{"id":9,"name":"Memes","market_cap_1h_change":0.1,"slug":"memes",
    "coins_count":"1234","data":{"market_cap":51234567890.5,
    "market_cap_change_percentage_24h":{"usd":1.5}}}]}
    """
  static let marketsText = """
    [{"id":"fake-doge","symbol":"doge","name":"Fake","current_price":null,"market_cap":null,
    "market_cap_rank":null,"sparkline_in_7d":null,"last_updated":null},
    {"id":"dogecoin","symbol":"doge","name":"Dogecoin","image":"https://x","current_price":0.1623,
    "market_cap":24500000000,"market_cap_rank":9,"total_volume":1.2e9,"roi":null,
    "price_change_percentage_24h":-2.5,"last_updated":"2026-11-20T04:12:33.123Z",
    "sparkline_in_7d":{"price":[0.16,0.161,1.0E-8]}}]
    """
  static let searchText = """
    {"coins":[{"id":"dogecoin","name":"Dogecoin","api_symbol":"dogecoin","symbol":"DOGE",
    "market_cap_rank":9,"thumb":"https://x"},{"id":"nodoge","name":"No","symbol":"no",
    "market_cap_rank":null}],"exchanges":[{"id":"dogex","name":"Dogex","market_type":"spot"}],
    "icos":[],"categories":[{"id":"doggone","name":"Dogs"},{"id":7,"name":"Seven"}],
    "nfts":[{"id":"doge-pound","name":"Doge Pound","symbol":"dp"}]}
    """

  private func bytes<Value>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value
  {
    Array(text.utf8).withUnsafeBufferPointer(body)
  }

  private func trending(_ text: String) -> Trending? { bytes(text, CoinGecko().readTrending) }
  private func markets(_ text: String) -> [CoinFacts]? { bytes(text, CoinGecko().readMarkets) }
  private func search(_ text: String) -> SearchResults? { bytes(text, CoinGecko().readSearch) }

  @Test("what is trending is read: coins, NFTs and categories")
  func readsTrending() throws {
    let trending = try #require(self.trending(Self.trendingText))
    let coin = try #require(trending.coins.first)
    #expect(coin.id == "example-coin" && coin.symbol == "EXM" && coin.rank == nil)
    #expect((coin.price, coin.marketCap, coin.volume) == (9.04e-07, 904_127, 12_345))
    #expect(abs(coin.change! + 0.0321) < 1e-15)
    let nft = try #require(trending.nfts.first)
    #expect(
      (nft.name, nft.floorPrice, nft.currency, nft.change) == ("Some Cats", 0.25, "ETH", 0.125))
    let category = try #require(trending.categories.first)
    #expect((category.name, category.coins, category.change) == ("Memes", 1_234, 0.015))
    #expect(category.marketCap == 51_234_567_890.5)
  }

  @Test("coins are read, with what is null not known")
  func readsMarkets() throws {
    let coins = try #require(markets(Self.marketsText))
    #expect(coins.map(\.id) == ["fake-doge", "dogecoin"])
    #expect(coins[0].rank == nil && coins[0].price == nil && coins[0].week.isEmpty)
    #expect(coins[1].rank == 9 && coins[1].price == 0.1623 && coins[1].marketCap == 24_500_000_000)
    #expect(coins[1].change == -0.025 && coins[1].week == [0.16, 0.161, 1e-8])
    #expect(coins[1].time == 1_795_147_953_000 && coins[1].currency == "USD")
  }

  @Test("what a word finds is read")
  func readsSearch() throws {
    let found = try #require(search(Self.searchText))
    #expect(
      found.coins.map(\.id) == ["dogecoin", "nodoge"] && found.coins.map(\.rank) == [9, nil])
    #expect(found.exchanges.first?.kind == "spot" && found.nfts.first?.symbol == "DP")
    #expect(found.categories.map(\.id) == ["doggone", "7"] && !found.isEmpty)
    #expect(search(#"{"coins":[]}"#)?.isEmpty == true)
  }

  private static let sums: [(String, Double?)] = [
    ("0.01", 0.01), ("\"$0.01\"", 0.01), ("\"$104,127,324\"", 104_127_324), ("1e-12", 1e-12),
    ("\"$1e15\"", 1e15), ("\"0.002 BTC\"", 0.002), ("9.04e-07", 9.04e-07), ("\"12\"", 12),
    ("null", nil), ("0", nil), ("-1", nil), ("\"$-1\"", nil), ("\"\"", nil), ("\"$\"", nil),
    ("true", nil), ("[]", nil), ("{}", nil), ("1e999", nil), ("\"N/A\"", nil),
    ("\"$0.0<sub title='8'>5</sub>8\"", nil), ("\"\(String(repeating: "1", count: 99))\"", nil),
  ]

  @Test("money comes as a number and as text", arguments: sums)
  func money(text: String, value: Double?) {
    let trending = self.trending(Self.trendingText.replacingValue(of: "\"price\"", with: text))
    #expect(trending != nil && trending?.coins.first?.price == value)
    let coins = markets(Self.marketsText.replacingValue(of: "\"current_price\"", with: text))
    #expect(coins?.map(\.price) == [value, value])
  }

  @Test("one bad field spoils no other, and only a coin without id or symbol is left out")
  func fields() {
    for field in [
      "id", "symbol", "name", "market_cap_rank", "market_cap", "total_volume",
      "price_change_percentage_24h", "last_updated", "sparkline_in_7d", "price", "roi",
    ] {
      for value in ["null", "true", "[]", "{}", "[1,\"x\",{}]", "\"\"", "-1", "1e400"] {
        let coins = markets(Self.marketsText.replacingValue(of: "\"\(field)\"", with: value))
        #expect(coins?.count == (["id", "symbol"].contains(field) ? 0 : 2), "\(field) \(value)")
        let trending = self.trending(
          Self.trendingText.replacingValue(of: "\"\(field)\"", with: value))
        #expect(trending != nil, "\(field) \(value)")
      }
      let renamed = markets(Self.marketsText.replacing("\"\(field)\":", with: "\"absent\":"))
      #expect(renamed != nil, "\(field)")
    }
    for rank in ["0", "-3", "1.5", "1e30"] {
      let coins = markets(Self.marketsText.replacingValue(of: "\"market_cap_rank\"", with: rank))
      #expect(coins?.allSatisfy { $0.rank == nil } == true)
    }
  }

  @Test("what is no answer, or ends early, is none")
  func nonsense() {
    for text in ["", "null", "7", "<html>", "{", "{}x"] {
      #expect(trending(text) == nil && markets(text) == nil && search(text) == nil)
    }
    #expect(trending("{}") == nil && search("{}") == nil && markets("{}") == nil)
    #expect(trending("[]") == nil && search("[]") == nil && markets("[]") == [])
    for end in 1..<Self.trendingText.utf8.count {
      #expect(
        trending(String(Self.trendingText.prefix(end))) == nil || end >= Self.trendingText.count)
    }
  }

  @Test("lists and names have an end")
  func bounds() throws {
    let coin = #"{"id":"x","symbol":"x","name":"\#(String(repeating: "한", count: 900))"}"#
    let short = #"{"id":"x","symbol":"x"}"#
    let many = "[\(coin)," + Array(repeating: short, count: 3_000).joined(separator: ",") + "]"
    let coins = try #require(markets(many))
    #expect(coins.count == 500 && coins[0].name.unicodeScalars.count == 60)
    let week = (0..<5_000).map { "\($0 + 1)" }.joined(separator: ",")
    let long = markets(Self.marketsText.replacingValue(of: "\"price\"", with: "[\(week)]"))
    #expect(long?[1].week.count == 400 && long?[1].week.last == 5_000)
  }

  @Test(
    "all forms of an error are understood, with any status",
    arguments: [
      (#"{"error":"coin not found"}"#, 404, FailureReason.refused, Rejection.Remedy.otherwise),
      (#"{"error":"coin not found"}"#, 200, .refused, .otherwise),
      (
        #"{"status":{"error_code":429,"error_message":"You've exceeded…"}}"#, 429, .limitReached,
        .later
      ),
      (
        #"{"status":{"error_code":429,"error_message":"You've exceeded…"}}"#, 200, .limitReached,
        .later
      ),
      (
        #"{"error":{"status":{"error_code":10002,"error_message":"x"}}}"#, 401, .keyRefused,
        .after(3_600_000)
      ),
      (#"{"status":{"error_code":10005}}"#, 403, .keyRefused, .after(3_600_000)),
      (#"{"error":{"status":{"error_code":"10010"}}}"#, 400, .keyRefused, .after(3_600_000)),
      (#"{"error_code":10011}"#, 401, .keyRefused, .after(3_600_000)),
      ("<html>error code: 1020</html>", 403, .blocked, .after(900_000)),
      ("error code: 1020", 1020, .blocked, .after(900_000)),
      ("", 503, .maintenance, .later), ("", 408, .unreachable, .later),
      (#"{"status":{"error_code":503}}"#, 500, .maintenance, .later),
      (#"{"error":7}"#, 422, .refused, .otherwise),
    ] as [(String, Int, FailureReason, Rejection.Remedy)])
  func errors(text: String, status: Int, failureReason: FailureReason, remedy: Rejection.Remedy) {
    let rejection = bytes(text) {
      CoinGecko().rejection($0, status: status, retryAfterSeconds: nil)
    }
    #expect(
      rejection?.failureReason == failureReason && rejection?.remedy == remedy,
      "\(String(describing: rejection))")
  }

  @Test("answers are no errors", arguments: [trendingText, marketsText, searchText, "[]", "{}"])
  func noError(text: String) {
    #expect(bytes(text) { CoinGecko().rejection($0, status: 200, retryAfterSeconds: nil) } == nil)
  }

  @Test("words are encoded, and the key is in the head alone")
  func paths() {
    let gecko = CoinGecko(key: "secret")
    #expect(
      gecko.searchPath("도지 & co/#?") == "/search?query=%EB%8F%84%EC%A7%80%20%26%20co/%23%3F")
    #expect(gecko.headers == [Header(name: "x-cg-demo-api-key", value: "secret")])
    #expect(CoinGecko().headers.isEmpty)
    #expect(gecko.marketsPath(symbols: ["BTC", "1INCH"]).contains("&symbols=btc,1inch&"))
  }
}
