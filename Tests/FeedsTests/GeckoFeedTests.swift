import MarketData
import TestSupport
import Testing
import Timing

@testable import Feeds

/// CoinGecko's feed on a bench: time is turned by hand, and every call is answered at once.
private final class GeckoRig {
  var feed: GeckoFeed
  var now = Moment(monotonic: 5_000_000, wall: 1_795_262_400_000)
  var news: [Update] = []
  var asked: [(at: Int64, path: String)] = []
  var lines: [String] = []
  var headers: [Header] = []
  var coins = [("bitcoin", "btc", 1), ("dogecoin", "doge", 9), ("fake-btc", "btc", 4_000)]
  /// In place of a good answer.
  var answer: (String) -> (Int, String)? = { _ in (0, "") }

  init(key: String? = nil) { feed = GeckoFeed(CoinGecko(key: key)) }

  private func take(_ update: Update) {
    news.append(update)
  }

  func want(trending: Bool = false, _ bases: String...) {
    feed.want(trending: trending, bases: bases, at: now)
    serve()
  }

  func pass(minutes: Double) {
    let end = now.monotonic + Int64(minutes * 60_000)
    while feed.deadline.isDue(at: end) {
      now.monotonic = max(feed.deadline.monotonic, now.monotonic)
      feed.handle(.time, at: now) { take($0) }
      serve()
    }
    now.monotonic = end
  }

  func retry() {
    feed.handle(.retry, at: now) { take($0) }
    serve()
  }

  private func serve() {
    var intents = feed.drainIntents()
    while !intents.isEmpty {
      defer { intents = feed.drainIntents() }
      for case .log(_, let line) in intents { lines.append(line) }
      for case .get(let id, let path, _) in intents {
        asked.append((now.monotonic, path))
        guard let (status, body) = answer(path) else {
          let event = TransportEvent.unanswered(id: id, TransportFailure(reason: "nobody answers"))
          feed.handle(event, at: now) { take($0) }
          continue
        }
        Array((status == 0 ? good(path) : body).utf8).withUnsafeBufferPointer {
          feed.handle(
            .answered(id: id, status: status == 0 ? 200 : status, headers: headers, body: $0),
            at: now
          ) { take($0) }
        }
      }
    }
  }

  private func good(_ path: String) -> String {
    guard path.hasPrefix("/coins") else { return CoinGeckoTests.trendingText }
    let words = path.split(separator: "&")[1].split(separator: "=")[1].split(separator: ",")
    let found = coins.filter {
      words.contains(path.contains("&ids=") ? Substring($0.0) : Substring($0.1))
    }
    return "["
      + found.map {
        #"{"id":"\#($0.0)","symbol":"\#($0.1)","name":"x","market_cap_rank":\#($0.2)}"#
      }.joined(separator: ",") + "]"
  }

  func count(_ part: String) -> Int { asked.filter { $0.path.contains(part) }.count }

  var facts: [String: String] {
    for case .facts(let facts) in news.reversed() { return facts.mapValues(\.id) }
    return [:]
  }
}

@Suite("The feed of CoinGecko")
struct GeckoFeedTests {
  @Test("what nobody wants is not asked for")
  func unwanted() {
    let rig = GeckoRig()
    rig.pass(minutes: 600)
    #expect(rig.asked.isEmpty && rig.feed.deadline.isNever)
    rig.want(trending: true)
    rig.want()
    rig.pass(minutes: 600)
    #expect(rig.asked.count == 1)
  }

  @Test("an hour has six calls for what is trending and sixty for coins")
  func rhythm() {
    let rig = GeckoRig()
    rig.want(trending: true, "BTC", "DOGE")
    rig.pass(minutes: 60)
    #expect(6...7 ~= rig.count("/search/trending"))
    #expect(55...61 ~= rig.count("/coins/markets"))
    #expect(zip(rig.asked, rig.asked.dropFirst()).allSatisfy { $1.at - $0.at >= 12_000 })
  }

  @Test("a key that is good for 10,000 calls a month lasts for a month")
  func keyed() {
    let rig = GeckoRig(key: "CG-1")
    rig.want(trending: true, "BTC", "DOGE")
    rig.pass(minutes: 31 * 24 * 60)
    #expect(8_000...10_000 ~= rig.asked.count)
  }

  @Test("of the coins with one symbol the best-ranked is meant, and asked for by its id then")
  func rank() {
    let rig = GeckoRig()
    rig.want("BTC", "DOGE")
    #expect(rig.facts == ["BTC": "bitcoin", "DOGE": "dogecoin"])
    rig.pass(minutes: 1)
    #expect(rig.asked[0].path.contains("&symbols=btc,doge&"))
    #expect(rig.asked[1].path.contains("&ids=bitcoin,dogecoin&"))
  }

  @Test("a symbol that nobody bears is looked for once an hour; the others go on")
  func unknown() {
    let rig = GeckoRig()
    rig.want("BTC", "NOPE")
    rig.pass(minutes: 59)
    #expect(rig.count("symbols=") == 1 && rig.count("ids=bitcoin&") > 50)
    rig.pass(minutes: 2)
    #expect(rig.count("symbols=nope") == 1)
  }

  @Test("what was looked at before stays known, and one call a minute tells of all of it")
  func turns() {
    let rig = GeckoRig()
    rig.want("BTC")
    rig.want("DOGE")
    rig.pass(minutes: 1)
    rig.want("BTC")
    #expect(rig.facts == ["BTC": "bitcoin", "DOGE": "dogecoin"])
    let calls = rig.count("ids=")
    rig.pass(minutes: 10)
    #expect(9...11 ~= rig.count("ids=bitcoin,dogecoin&") - calls)
  }

  @Test("a coin that is renamed is found by its symbol again, and stays known meanwhile")
  func renamed() {
    let rig = GeckoRig()
    rig.want("DOGE")
    rig.coins[1].0 = "doge-2"
    rig.pass(minutes: 1)
    #expect(rig.facts == ["DOGE": "dogecoin"])
    rig.pass(minutes: 1)
    #expect(rig.facts == ["DOGE": "doge-2"])
  }

  @Test(
    "who is refused waits an hour at least, whoever is in a hurry",
    arguments: [
      (401, ""),
      (200, #"{"error":{"status":{"error_code":10002}}}"#),
      (403, #"{"status":{"error_code":10005}}"#),
    ])
  func refused(status: Int, body: String) {
    let rig = GeckoRig()
    rig.answer = { _ in (status, body) }
    rig.want(trending: true, "BTC")
    for _ in 0..<59 {
      rig.pass(minutes: 1)
      rig.retry()
    }
    #expect(rig.asked.count == 1 && rig.lines.count == 1)
    rig.pass(minutes: 2)
    #expect(rig.asked.count == 2 && rig.lines.count == 1)
  }

  @Test("a blocked address waits 15 minutes, whoever is in a hurry", arguments: [403, 451])
  func blocked(status: Int) {
    let rig = GeckoRig()
    rig.answer = { _ in (status, "<html>error code: 1020</html>") }
    rig.want(trending: true, "BTC")
    for _ in 0..<14 {
      rig.pass(minutes: 1)
      rig.retry()
    }
    #expect(rig.asked.count == 1 && rig.lines.count == 1)
    rig.pass(minutes: 2)
    #expect(rig.asked.count == 2 && rig.lines.count == 1)
  }

  @Test("too many calls cost what it says, else a minute, two, four …")
  func tooMany() {
    let rig = GeckoRig()
    rig.answer = { _ in (429, #"{"status":{"error_code":429,"error_message":"x"}}"#) }
    rig.want(trending: true)
    rig.pass(minutes: 7.5)
    #expect(rig.asked.map { ($0.at - 5_000_000) / 1_000 } == [0, 60, 180, 420])
    rig.headers = [Header(name: "retry-after", value: "90")]
    rig.pass(minutes: 8)
    let last = rig.asked.last!.at
    rig.pass(minutes: 0.9)
    #expect(rig.asked.last!.at == last)
    rig.pass(minutes: 0.2)
    #expect(rig.asked.last!.at == last + 90_000)
    // Less than it is asked for anyway is no leave to ask sooner.
    rig.headers = [Header(name: "retry-after", value: "1")]
    rig.pass(minutes: 3)
    let times = rig.asked.suffix(4).map(\.at)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 12_000 })
  }

  @Test("what was known stays what it was while it cannot be had, and why is said once")
  func lastGood() {
    let rig = GeckoRig()
    rig.want(trending: true, "BTC")
    rig.pass(minutes: 1)
    let news = rig.news.count
    rig.answer = { _ in nil }
    rig.pass(minutes: 300)
    let failure = { Update.serviceFailure(service: "CoinGecko", $0) }
    #expect(Array(rig.news[news...]) == [failure(.unreachable)])
    #expect(rig.facts == ["BTC": "bitcoin"])
    rig.answer = { _ in (0, "") }
    rig.retry()
    #expect(rig.news.count == news + 3 && rig.news.last == failure(nil))
  }

  @Test("a day of refusals: never faster than the keyless limit, and all is known in the end")
  func dayOfRefusals() {
    let faults: [(Int, String)?] = [
      nil, (200, ""), (200, "<html>"), (200, "[]"), (200, "{}"), (301, ""), (400, "{}"),
      (403, "<html>"), (404, #"{"error":"coin not found"}"#), (429, ""), (500, "\0"), (503, ""),
      (200, #"{"status":{"error_code":429}}"#),
      (200, #"{"error":{"status":{"error_code":10002}}}"#),
    ]
    for seed in 0..<25 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let rig = GeckoRig()
      rig.answer = { _ in
        Int.random(in: 0..<3, using: &random) > 0 ? faults.randomElement(using: &random)! : (0, "")
      }
      rig.want(trending: true, "BTC", "DOGE")
      rig.pass(minutes: 1_440)
      let gaps = zip(rig.asked, rig.asked.dropFirst()).map { $1.at - $0.at }
      #expect(gaps.allSatisfy { $0 >= 12_000 })
      rig.answer = { _ in (0, "") }
      rig.pass(minutes: 130)
      #expect(rig.facts == ["BTC": "bitcoin", "DOGE": "dogecoin"])
    }
  }
}
