import Testing

@testable import SimulatedExchange

/// What banks say: Open Exchange Rates, Frankfurter, ER-API.
struct RateTests {
  private static let key = "0123456789abcdef0123456789abcdef"
  private static let latest = "/api/latest.json?app_id=\(key)"

  @Test("all banks agree about the won, and with the exchanges' dollar but for the premium")
  func agreement() throws {
    let rig = try Rig {
      $0.sources = ["openexchangerates", "frankfurter", "er-api", "upbit"]
      $0.listings = SimulatedListing.first(11)
    }
    func number(_ target: String, _ path: String...) throws -> Double {
      let value = try #require(JSONValue(rig.get(target).body))
      return try #require(path.reduce(value) { $0[$1] ?? .null }.number)
    }
    let open = try number(Self.latest + "&symbols=KRW,EUR", "rates", "KRW")
    let central = try number("/frankfurter/v1/latest?base=USD&symbols=KRW", "rates", "KRW")
    let daily = try number("/er-api/v6/latest/USD", "rates", "KRW")
    let tether = JSONValue(rig.get("/upbit/v1/ticker?markets=KRW-USDT").body)?.elements?[0]
    #expect(abs(open / central - 1) < 0.01 && abs(open / daily - 1) < 0.01)
    #expect(-0.02...0.05 ~= (tether?["trade_price"]?.number ?? 0) / open - 1)
  }

  @Test(
    "Open Exchange Rates names what is wrong",
    arguments: [
      ("/api/latest.json", 401, "missing_app_id"),
      ("/api/latest.json?app_id=x", 401, "invalid_app_id"),
      ("/api/latest.xml?app_id=x", 404, "not_found"),
      (latest + "&base=EUR", 429, "not_allowed"), (latest + "&base=XXX", 400, "invalid_base"),
    ])
  func openErrors(target: String, status: Int, message: String) throws {
    let answer = try Rig("openexchangerates").get(target)
    #expect(answer.status == status)
    let error = try #require(JSONValue(answer.body))
    #expect(error.keys == ["error", "status", "message", "description"])
    #expect(error["error"] == .bool(true) && error["status"]?.number == Double(status))
    #expect(error["message"]?.text == message)
  }

  @Test("the key may stand in the head, the hour is the table's time, and a tag saves the body")
  func openTable() throws {
    let rig = try Rig("openexchangerates")
    let answer = rig.get(
      "/api/latest.json?symbols=KRW", headers: "Authorization: Token \(Self.key)\r\n")
    let table = try #require(JSONValue(answer.body))
    #expect(table.keys == ["disclaimer", "license", "timestamp", "base", "rates"])
    #expect(table["rates"]?.keys == ["KRW"])
    #expect(table["timestamp"]?.number == Double(rig.now.wall / 3_600_000 * 3_600))
    let tag = try #require(answer.head.split(separator: "\r\n").last { $0.hasPrefix("ETag: ") })
    let again = rig.get(
      Self.latest + "&symbols=KRW", headers: "If-None-Match: \(tag.dropFirst(6))\r\n")
    #expect(again.status == 304 && again.body.isEmpty)
    rig.advance(milliseconds: 60_000)
    let wrong = try Rig("openexchangerates", faults: ["rest-error=403"]).get(Self.latest)
    #expect(wrong.status == 200)
    #expect(JSONValue(wrong.body)?["message"]?.text == "access_restricted")
  }

  @Test("Frankfurter has an object in v1, an array in v2, one pair, and an old host that has moved")
  func frankfurter() throws {
    let rig = try Rig("frankfurter")
    let object = try #require(JSONValue(rig.get("/v1/latest?base=USD&symbols=KRW").body))
    #expect(object["amount"] == .number("1.0") && object["base"]?.text == "USD")
    #expect(object["rates"]?.keys == ["KRW"])
    // Friday 20 November 2026, before four in the afternoon.
    #expect(object["date"]?.text == "2026-11-19")
    let array = JSONValue(rig.get("/v2/rates?base=usd&quotes=krw,eur").body)?.elements
    #expect(array?.map { $0["quote"]?.text } == ["EUR", "KRW"])
    #expect(array?[1]["rate"] == object["rates"]?["KRW"])
    let pair = JSONValue(rig.get("/v2/rate/USD/KRW").body)
    #expect(pair?.keys == ["date", "base", "quote", "rate"])
    let moved = rig.get("/latest?from=USD&to=KRW")
    #expect(moved.status == 301)
    #expect(moved.head.contains("/frankfurter/v1/latest?base=USD&symbols=KRW"))
    for (target, status) in [("/v1/latest?base=XXX", 404), ("/v2/rates?base=XXX", 422)] {
      let answer = rig.get(target)
      #expect(answer.status == status)
      #expect(answer.body == Array(#"{"message":"not found"}"#.utf8))
    }
  }

  @Test("on a Monday morning the date is Friday's, and stale rates are a week older")
  func staleDate() throws {
    func date(_ faults: [String]) throws -> String? {
      let rig = try Rig("frankfurter", faults: faults + ["clock=259200000"])
      return JSONValue(rig.get("/v1/latest").body)?["date"]?.text
    }
    #expect(try date([]) == "2026-11-20")
    #expect(try date(["stale-rates"]) == "2026-11-13")
  }

  @Test(
    "a fault tells a rate that is none",
    arguments: [
      ("openexchangerates", latest), ("frankfurter", "/v1/latest?base=USD&symbols=KRW,EUR"),
      ("er-api", "/v6/latest/USD"),
    ])
  func wrongRate(source: String, target: String) throws {
    let rates = JSONValue(try Rig(source, faults: ["rest-field=KRW:-1"]).get(target).body)?["rates"]
    #expect(rates?["KRW"] == .number("-1"))
    #expect(rates?["EUR"]?.number ?? 0 > 0)
  }

  @Test("ER-API says when it is new again, and is busy for twenty minutes after too many calls")
  func daily() throws {
    let rig = try Rig("er-api")
    let table = try #require(JSONValue(rig.get("/v6/latest/USD").body))
    #expect(table["result"]?.text == "success" && table["base_code"]?.text == "USD")
    #expect(table["rates"]?["USD"] == .number("1"))
    #expect(table["time_last_update_utc"]?.text == "Fri, 20 Nov 2026 00:02:31 +0000")
    #expect(table["time_last_update_unix"]?.number == 1_795_132_951)
    #expect(table["time_next_update_unix"]?.number ?? 0 > Double(rig.now.wall / 1_000))
    let unknown = rig.get("/v6/latest/XXX").body
    #expect(unknown == Array(#"{"result":"error","error-type":"unsupported-code"}"#.utf8))
    for _ in 0..<28 { _ = rig.get("/v6/latest/USD") }
    #expect(rig.get("/v6/latest/USD").status == 429)
    rig.advance(milliseconds: 20 * 60_000)
    #expect(rig.get("/v6/latest/USD").status == 200)
  }
}
