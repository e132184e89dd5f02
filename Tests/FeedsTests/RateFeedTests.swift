import MarketData
import TestSupport
import Testing

@testable import Feeds

@Suite("The feed of exchange rates")
struct RateFeedTests {
  private let all: [any RateSource] = [
    OpenExchangeRates(appID: "secret"), Frankfurter(), ERAPI(),
  ]

  @Test("nothing is asked while nobody wants a currency, or but dollars")
  func unwanted() {
    let rig = RateFeedRig(all)
    rig.pass(hours: 48)
    rig.want("USD")
    rig.pass(hours: 48)
    #expect(rig.asked.isEmpty && rig.feed.deadline.isNever)
  }

  @Test("the first source alone is asked, by its own rhythm: a day has so many calls")
  func rhythm() {
    for (source, calls) in [
      ("openexchangerates", 23...24), ("frankfurter", 6...7), ("er-api", 2...3),
    ] {
      let rig = RateFeedRig(all.drop { $0.name != source }.map { $0 })
      rig.want("KRW", "USD")
      rig.pass(hours: 24)
      #expect(calls.contains(rig.count(source)), "\(source): \(rig.count(source))")
      #expect(rig.asked.count == rig.count(source))
    }
  }

  @Test("ExchangeRate-API is asked after it has news, and not by a thousand boards at once")
  func nextUpdate() {
    let times = (0..<20 as Range<UInt64>).map { seed in
      let rig = RateFeedRig([ERAPI()], seed: seed)
      rig.want("KRW")
      rig.pass(hours: 14)
      #expect(rig.count("er-api") == 2)
      return rig.asked[1].at - rig.asked[0].at
    }
    let untilNews: Int64 = 12 * 3_600_000 + 120_000
    #expect(times.allSatisfy { untilNews...untilNews * 21 / 20 ~= $0 })
    #expect(Set(times).count > 15)
  }

  @Test("news that is announced for never or for the past is asked for all the same, and not often")
  func absurdNextUpdate() {
    for next in ["4102444799", "1262304000", "0", "-1", "\"soon\"", "null"] {
      let rig = RateFeedRig([ERAPI()])
      rig.answers["er-api"] = {
        (200, $0.erapi().replacingValue(of: "\"time_next_update_unix\"", with: next))
      }
      rig.want("KRW")
      rig.pass(hours: 60)
      #expect(2...60 ~= rig.count("er-api"), "\(next): \(rig.count("er-api"))")
    }
  }

  @Test("where one fails the next is asked at once, and left alone when the first is back")
  func fallback() {
    let rig = RateFeedRig(all)
    rig.answers["openexchangerates"] = { _ in (503, "") }
    rig.want("KRW")
    #expect(rig.asked.map(\.source) == ["openexchangerates", "frankfurter"])
    #expect(rig.shown == "Frankfurter")
    rig.answers["openexchangerates"] = { (200, $0.oxr()) }
    rig.pass(hours: 1.1)
    #expect(rig.shown == "Open Exchange Rates")
    rig.pass(hours: 24)
    #expect(rig.count("frankfurter") == 1 && rig.count("er-api") == 0)
  }

  @Test("who cannot be heard is named, until it can be or nobody asks it any more")
  func serviceFailures() {
    let rig = RateFeedRig(all)
    rig.answers["openexchangerates"] = { _ in (503, "") }
    rig.answers["frankfurter"] = { _ in nil }
    rig.want("KRW")
    #expect(
      rig.serviceFailures == ["Open Exchange Rates": .maintenance, "Frankfurter": .unreachable])
    #expect(rig.shown == "Exchange Rate API")
    rig.answers["openexchangerates"] = { (200, $0.oxr()) }
    rig.pass(hours: 2)
    #expect(rig.shown == "Open Exchange Rates" && rig.serviceFailures.isEmpty)
  }

  @Test("a refused key is named once without the key, and asked with no more")
  func key() {
    let rig = RateFeedRig(all)
    rig.answers["openexchangerates"] = { _ in
      (401, #"{"error":true,"status":401,"message":"invalid_app_id","description":"…"}"#)
    }
    rig.want("KRW")
    rig.pass(hours: 240)
    rig.happen(.retry)
    #expect(rig.count("openexchangerates") == 1)
    #expect(rig.lines.filter { $0.contains("invalid_app_id") }.count == 1)
    #expect(!rig.lines.contains { $0.contains("secret") })
    #expect(!rig.asked.contains { $0.path.contains("secret") })
  }

  @Test("a plan without the parameter is asked without it, at once and from then on")
  func plan() {
    let rig = RateFeedRig(all)
    rig.answers["openexchangerates"] = { rig in
      rig.asked.last!.path.contains("?")
        ? (429, #"{"error":true,"status":429,"message":"not_allowed"}"#) : (200, rig.oxr())
    }
    rig.want("KRW")
    rig.pass(hours: 5)
    #expect(rig.asked.first?.path == "/latest.json?symbols=KRW")
    #expect(rig.asked.dropFirst().allSatisfy { $0.path == "/latest.json" })
    #expect(rig.shown == "Open Exchange Rates")
  }

  @Test("a plan that allows neither is asked once an hour at most")
  func planWithoutAnything() {
    let rig = RateFeedRig([all[0]])
    rig.answers["openexchangerates"] = { _ in (429, #"{"error":true,"message":"not_allowed"}"#) }
    rig.want("KRW")
    rig.pass(hours: 10)
    #expect(rig.asked.count <= 22)
  }

  @Test("the older way is left for the newer where it has moved")
  func moved() {
    let rig = RateFeedRig([Frankfurter()])
    rig.answers["frankfurter"] = { rig in
      rig.asked.last!.path.hasPrefix("/v1")
        ? (301, "")
        : (200, #"[{"date":"2026-11-20","base":"USD","quote":"KRW","rate":1412.9}]"#)
    }
    rig.want("KRW")
    #expect(rig.shown == "Frankfurter" && rig.asked.count == 2)
  }

  @Test("rates that are days old send it to the next source, and stay in reserve")
  func staleDate() {
    let rig = RateFeedRig([Frankfurter(), ERAPI()])
    rig.answers["frankfurter"] = { (200, $0.frankfurter(daysAgo: 8)) }
    rig.want("KRW")
    #expect(rig.shown == "Exchange Rate API" && rig.said.last?.count == 2)
    rig.answers["er-api"] = { _ in (500, "") }
    rig.pass(hours: 24 * 6)
    #expect(rig.shown == "Frankfurter")
    #expect(rig.said.last?.allSatisfy { $0.isStale(at: rig.now.wall) } == true)
  }

  @Test("a currency that the first does not know is asked of the next; the first stays first")
  func unknownCurrency() {
    let rig = RateFeedRig([Frankfurter(), ERAPI()])
    rig.answers["er-api"] = { (200, $0.erapi().replacing("\"KRW\"", with: "\"TWD\":31,\"KRW\"")) }
    rig.want("KRW", "TWD")
    rig.pass(hours: 9)
    #expect(rig.shown == "Frankfurter")
    #expect(
      rig.said.last?.best(from: "USD", to: "TWD", at: rig.now.wall)?.source == "Exchange Rate API")
    #expect(rig.count("er-api") == 1)
    #expect(rig.lines.filter { $0.contains("TWD") }.count == 1)
  }

  @Test("a currency that is wanted later is asked for soon, and once")
  func wantedLater() {
    let rig = RateFeedRig([Frankfurter()])
    rig.want("KRW")
    rig.answers["frankfurter"] = { (200, $0.frankfurter(units: #""KRW":1400,"EUR":0.8"#)) }
    rig.pass(hours: 0.5)
    rig.want("EUR", "KRW")
    #expect(rig.asked.map(\.path).last == "/v1/latest?base=USD&symbols=EUR,KRW")
    rig.want("KRW", "EUR")
    #expect(rig.asked.count == 2)
  }

  @Test("not modified keeps what is known, as old as it is")
  func notModified() {
    let rig = RateFeedRig([Frankfurter()])
    rig.want("KRW")
    rig.answers["frankfurter"] = { _ in (304, "") }
    rig.pass(hours: 24)
    #expect(rig.said.count == 1 && rig.shown == "Frankfurter" && 6...7 ~= rig.asked.count)
  }

  @Test("without a network it asks ever more seldom, and at once when there is one")
  func network() {
    let rig = RateFeedRig([Frankfurter()])
    rig.answers["frankfurter"] = { _ in nil }
    rig.want("KRW")
    rig.pass(hours: 24)
    #expect(20...32 ~= rig.asked.count)
    #expect(rig.lines == ["frankfurter: no exchange rates: nobody answers"])
    rig.answers["frankfurter"] = { (200, $0.frankfurter()) }
    rig.happen(.network(isUp: false))
    #expect(rig.shown == nil)
    rig.happen(.network(isUp: true))
    #expect(rig.shown == "Frankfurter")
  }

  @Test("a network that comes and goes makes no wait longer")
  func flapping() {
    let rig = RateFeedRig([Frankfurter()])
    rig.answers["frankfurter"] = { _ in nil }
    rig.want("KRW")
    for _ in 0..<6 {
      rig.pass(hours: 10 / 3_600)
      rig.happen(.network(isUp: true))
    }
    rig.answers["frankfurter"] = { (200, $0.frankfurter()) }
    rig.pass(hours: 61 / 3_600)
    #expect(rig.shown == "Frankfurter")
  }

  @Test("a blocked address waits 15 minutes, whoever is in a hurry", arguments: [403, 451])
  func blocked(status: Int) {
    let rig = RateFeedRig([Frankfurter()])
    rig.answers["frankfurter"] = { _ in (status, "") }
    rig.want("KRW")
    for _ in 0..<14 {
      rig.pass(hours: 1.0 / 60)
      rig.happen(.retry)
    }
    #expect(rig.asked.count == 1)
    rig.pass(hours: 0.04)
    #expect(rig.asked.count == 2)
  }

  @Test("who asked for a wait is given it, whoever is in a hurry", arguments: [429, 503])
  func orderedWait(status: Int) {
    let rig = RateFeedRig([Frankfurter()])
    rig.headers = [Header(name: "retry-after", value: "3600")]
    rig.answers["frankfurter"] = { _ in (status, "") }
    rig.want("KRW")
    for _ in 0..<50 {
      rig.pass(hours: 0.0199)
      rig.happen(.retry)
    }
    #expect(rig.asked.count == 1)
    rig.pass(hours: 0.1)
    #expect(rig.asked.count == 2)
  }

  @Test("a day of refusals: never two calls at a time, never many, and the newest rates in the end")
  func dayOfRefusals() {
    let faults: [(Int, String)?] = [
      nil, (200, ""), (200, "<html>"), (200, "{}"), (200, #"{"rates":null}"#), (301, ""),
      (400, #"{"error":true,"message":"invalid_base"}"#), (403, "<html>1020"), (418, ""),
      (404, #"{"message":"not found"}"#), (429, ""), (429, #"{"message":"not_allowed"}"#),
      (500, ""), (503, ""), (999, "\0"),
    ]
    for seed in 0..<40 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let rig = RateFeedRig(all, seed: seed)
      let good = rig.answers
      for name in good.keys {
        rig.answers[name] = { rig in
          if rig.now.wall < RateFeedRig.noon + 86_400_000, Int.random(in: 0..<4, using: &random) > 0
          {
            return faults.randomElement(using: &random)!
          }
          return good[name]!(rig)
        }
      }
      rig.want("KRW")
      rig.pass(hours: 24)
      for name in good.keys { #expect(rig.count(name) <= 60, "\(seed) \(name)") }
      #expect(rig.count("openexchangerates") <= 40, "hourly, but for other ways to ask")
      rig.pass(hours: 30)
      #expect(rig.shown == "Open Exchange Rates", "\(seed)")
      let won = rig.said.joined().compactMap { $0.rate(from: "USD", to: "KRW") }
      #expect(won.allSatisfy { 1_400..<1_500 ~= $0 })
    }
  }
}
