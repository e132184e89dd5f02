import Testing

@testable import SimulatedExchange

struct CoinGeckoTests {
  private func json(_ target: String, _ faults: String...) throws -> JSONValue {
    try #require(JSONValue(try Rig("coingecko", faults: faults).get("/api/v3" + target).body))
  }

  @Test("prices come by id; unknown coins and currencies are left out")
  func simplePrice() throws {
    let path = "/simple/price?ids=bitcoin,ethereum,nobody&vs_currencies=usd,krw,xyz"
    let prices = try json(path + "&include_24hr_change=true&include_last_updated_at=true")
    #expect(prices.keys == ["bitcoin", "ethereum"])
    #expect(
      prices["bitcoin"]?.keys == [
        "usd", "usd_24h_change", "krw", "krw_24h_change", "last_updated_at",
      ])
    #expect(90_000...120_000 ~= prices["bitcoin"]?["usd"]?.number ?? 0)
    #expect(try json("/simple/price?ids=nobody&vs_currencies=usd") == .object([:]))
    #expect(try json(path, "unlisted=bitcoin").keys == ["ethereum"])
  }

  @Test("markets are in the order of their capitalisation, with all fields and a week by the hour")
  func markets() throws {
    let path = "/coins/markets?vs_currency=krw&sparkline=true&price_change_percentage=1h,7d"
    let coins = try #require(try json(path).elements)
    #expect(coins.count == 13)
    #expect(coins[0]["symbol"]?.text == "btc" && coins[0]["market_cap_rank"]?.number == 1)
    #expect(coins[0].keys.count == 29)
    #expect(coins[0]["sparkline_in_7d"]?["price"]?.elements?.count == 168)
    #expect(coins[0]["price_change_percentage_7d_in_currency"]?.number != nil)
    let small = coins[12]
    #expect(small["symbol"]?.text == "btc" && small["market_cap_rank"] == .null)
    #expect(small["sparkline_in_7d"]?["price"]?.elements == [])
    let named = try json("/coins/markets?vs_currency=usd&symbols=btc&locale=ko").elements
    #expect(named?.map { $0["id"]?.text } == ["bitcoin", "bit-cat"])
    #expect(named?[0]["name"]?.text == "비트코인")
    let page = try json("/coins/markets?vs_currency=usd&per_page=5&page=3").elements
    #expect(page?.count == 3)
    let nulls = try json("/coins/markets?vs_currency=usd&ids=bitcoin", "null-fields").elements?[0]
    #expect(nulls?["current_price"] == .null && nulls?["id"]?.text == "bitcoin")
  }

  @Test("trending has prices as numbers or as text, and counts as text")
  func trending() throws {
    let trending = try json("/search/trending")
    #expect(trending.keys == ["coins", "nfts", "categories"])
    let coin = trending["coins"]?.elements?[0]["item"]
    #expect(coin?["data"]?["price"]?.number != nil)
    #expect(coin?["data"]?["market_cap"]?.text?.hasPrefix("$") == true)
    #expect(trending["categories"]?.elements?[0]["coins_count"]?.text != nil)
    #expect(trending["nfts"]?.elements?[0]["data"]?["floor_price"]?.text?.hasSuffix("ETH") == true)
    let text = try json("/search/trending", "price-text")["coins"]?.elements?[0]["item"]
    #expect(text?["data"]?["price"]?.text?.hasPrefix("$") == true)
  }

  @Test("a search finds coins, exchanges, categories and NFTs", arguments: ["doge", "DOGE"])
  func search(word: String) throws {
    let found = try json("/search?query=" + word)
    #expect(found.keys == ["coins", "exchanges", "icos", "categories", "nfts"])
    #expect(found["coins"]?.elements?.map { $0["id"]?.text } == ["dogecoin"])
    #expect(found["nfts"]?.elements?.count == 1)
    #expect(try json("/search?query=upb")["exchanges"]?.elements?.count == 1)
  }

  @Test(
    "errors have three forms, and the network in front a fourth",
    arguments: [
      ("rest-status=404", 404, #"{"error":"coin not found"}"#),
      ("rest-status=401", 401, #"{"error":{"status":{"error_code":10002,"error_message":"API"#),
      ("rest-status=429", 429, #"{"status":{"timestamp":"2026-11-20T"#),
      ("rest-error=429", 200, #"{"status":{"timestamp":"#),
      ("rest-blocked", 403, "<!doctype html>"),
    ])
  func errors(fault: String, status: Int, start: String) throws {
    let answer = try Rig("coingecko", faults: [fault]).get("/api/v3/ping")
    #expect(answer.status == status)
    #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix(start))
  }

  @Test("an error comes in the form that was asked for", arguments: ["A", "B", "C"])
  func forms(form: String) throws {
    let error = try json("/ping", "rest-status=429", "error-form=\(form)")
    let inner = form == "C" ? error["error"]?["status"] : error["status"]
    #expect(form == "A" ? error["error"]?.text != nil : inner?["error_code"]?.number == 429)
  }

  @Test("without a key there are ten calls a minute, with one a hundred; other keys are refused")
  func limits() throws {
    let rig = try Rig("coingecko")
    let ping = "/api/v3/ping"
    #expect(rig.get(ping).body == Array(#"{"gecko_says":"(V3) To the Moon!"}"#.utf8))
    for _ in 0..<9 { _ = rig.get(ping) }
    #expect(rig.get(ping).status == 429)
    #expect(rig.get(ping, headers: "x-cg-demo-api-key: CG-abc\r\n").status == 200)
    #expect(rig.get(ping, headers: "x-cg-demo-api-key: abc\r\n").status == 401)
    #expect(rig.get(ping, headers: "x-cg-pro-api-key: CG-abc\r\n").status == 400)
    rig.advance(milliseconds: 60_000)
    #expect(rig.get(ping).status == 200)
  }
}
