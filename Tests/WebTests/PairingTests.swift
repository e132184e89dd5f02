import Testing
import Timing

@testable import Web

@Suite("Pairing by sight")
struct PairingTests {
  private let bench = SiteBench(.network)

  private func pair(
    _ key: String, from peer: String = "192.168.1.7", on own: String? = nil, at now: Int64 = 0
  ) -> WebAnswer {
    bench.ask(
      "POST", "/pair", "Origin: http://desk:8470", host: "desk:8470", from: peer, on: own,
      body: "key=\(key)", at: now)
  }

  private func status(with cookie: String) -> Int {
    bench.ask("GET", "/state", "Cookie: \(cookie)", from: "192.168.1.7").status
  }

  @Test("the secret of the code lets one browser in, once")
  func secret() throws {
    let offer = bench.site.beginPairing(at: 0)
    #expect(offer.path.count == 23 && offer.digits.count == 6)
    let answer = pair(offer.secret)
    #expect(answer.status == 303 && answer.field("Location") == "/")
    let cookie = try #require(answer.field("Set-Cookie"))
    #expect(cookie.hasSuffix("; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict"))
    let token = String(cookie.prefix { $0 != ";" })
    #expect(token.count == 9 + 43 && status(with: "other=1; \(token)") == 200)
    #expect(pair(offer.secret).status == 403 && bench.site.pairing(at: 0) == nil)
  }

  @Test("the digits do so too, and an offer is over after two minutes or with the next one")
  func digits() {
    let first = bench.site.beginPairing(at: 0)
    let second = bench.site.beginPairing(at: 1_000)
    #expect(first != second && pair(first.secret, at: 1_000).status == 403)
    #expect(pair(second.digits, at: 120_999).status == 303)
    let third = bench.site.beginPairing(at: 200_000)
    #expect(pair(third.digits, at: 320_000).status == 403)
    let fourth = bench.site.beginPairing(at: 400_000)
    bench.site.endPairing()
    #expect(pair(fourth.digits, at: 400_000).status == 403)
  }

  @Test("guessers are slowed, one by one and together, but not who sees the code")
  func guessing() {
    let offer = bench.site.beginPairing(at: 0)
    #expect((0..<5).map { _ in pair("wrong").status } == [403, 403, 403, 429, 429])
    #expect(pair(offer.digits).status == 429)
    #expect(pair("wrong", at: 10_000).status == 403 && pair("wrong", at: 10_000).status == 429)
    // Eight more by others use up what all may.
    let others = (0..<8).map { pair("wrong", from: "192.168.2.\($0)", at: 10_000).status }
    #expect(others.filter { $0 == 403 }.count == 8)
    #expect(pair(offer.digits, from: "192.168.2.1", at: 10_000).status == 429)
    #expect(pair(offer.secret, from: "192.168.2.1", at: 10_000).status == 303)
    #expect(bench.site.counts.refusals["tries"] == 5)
  }

  @Test(
    "while all wait, 32 who have not failed yet have one try at an offer",
    arguments: [(31, 303), (32, 429)])
  func newcomers(count: Int, status: Int) {
    let offer = bench.site.beginPairing(at: 0)
    for host in 0..<10 { #expect(pair("wrong", from: "192.168.2.\(host)").status == 403) }
    #expect(pair("wrong", from: "192.168.2.0").status == 429)
    for host in 0..<count { #expect(pair("wrong", from: "192.168.3.\(host)").status == 403) }
    #expect(pair("wrong", from: "192.168.3.0").status == 429)
    #expect(pair(offer.digits).status == status)
    bench.site.endPairing()
    #expect(pair("wrong", from: "192.168.4.1").status == 429, "there is nothing to see")
    #expect(pair(bench.site.beginPairing(at: 0).digits, from: "192.168.4.1").status == 303)
  }

  @Test("addresses of one IPv6 network are one guesser, unless it is our own")
  func neighbourhood() {
    let last = (1...4).map { pair("wrong", from: "2001:db8::\($0)").status }
    #expect(last == [403, 403, 403, 429])
    let family = (1...4).map { pair("wrong", from: "fd00:1::\($0)", on: "fd00:1::ff").status }
    #expect(family == [403, 403, 403, 403])
  }

  @Test("whoever leaves is a stranger again, and the oldest gives way to the seventeenth")
  func sessions() {
    var tokens = (0..<16).map { _ in
      String(pair("correct+horse").field("Set-Cookie")!.prefix { $0 != ";" })
    }
    for token in tokens.dropFirst() { #expect(status(with: token) == 200) }
    tokens.append(String(pair("correct+horse", at: 1).field("Set-Cookie")!.prefix { $0 != ";" }))
    #expect(bench.site.sessions.count == 16 && status(with: tokens[16]) == 200)
    let left = bench.ask(
      "POST", "/leave", "Origin: http://desk:8470", "Cookie: \(tokens[16])", host: "desk:8470")
    #expect(left.status == 204)
    #expect(left.field("Set-Cookie")!.hasPrefix("tealight=; Path=/; Max-Age=0"))
    #expect(status(with: tokens[16]) == 401)
    let restored = SiteBench(.network, sessions: bench.site.sessions + ["short"])
    #expect(restored.site.sessions == bench.site.sessions)
  }

  @Test("a new password ends all sessions, and what is kept of one lets nobody in")
  func newPassword() {
    let cookie = String(pair("correct+horse").field("Set-Cookie")!.prefix { $0 != ";" })
    let kept = bench.site.sessions
    func status(_ cookie: String, _ rules: WebRules) -> Int {
      SiteBench(rules, sessions: kept)
        .ask("GET", "/state", "Cookie: \(cookie)", from: "192.168.1.7").status
    }
    #expect(status(cookie, .network) == 200 && status("tealight=\(kept[0])", .network) == 401)
    for password in ["battery staple", nil] {
      var rules = WebRules.network
      rules.password = password
      #expect(status(cookie, rules) == 401)
    }
  }

  @Test("sessions that a new password has ended do not come back with the one before")
  func formerPassword() {
    let cookie = String(pair("correct+horse").field("Set-Cookie")!.prefix { $0 != ";" })
    var other = WebRules.network
    other.password = "battery staple"
    let between = SiteBench(other, sessions: bench.site.kept)
    for (kept, status) in [(bench.site.kept, 200), (between.site.kept, 401)] {
      let answer = SiteBench(.network, sessions: kept)
        .ask("GET", "/state", "Cookie: \(cookie)", from: "192.168.1.7")
      #expect(answer.status == status)
    }
  }

  /// A stream of one who has paired.
  private func look(with cookie: String, at now: Int64) -> UInt64 {
    let number = bench.open(from: "192.168.1.7", at: now)!
    let fields = ["Host: desk:8470", "Cookie: \(cookie)"]
    let answer = bench.ask(number, "GET", "/events", fields, from: "192.168.1.7", at: now)
    #expect(answer.body == .stream)
    _ = bench.drain(number, at: now)
    return number
  }

  @Test("a stream ends with its session, and no other does")
  func streams() {
    let tokens = (0..<16).map { index in
      String(pair("correct+horse", at: Int64(index)).field("Set-Cookie")!.prefix { $0 != ";" })
    }
    let (first, second) = (look(with: tokens[0], at: 20), look(with: tokens[1], at: 20))
    _ = bench.ask(
      "POST", "/leave", "Origin: http://desk:8470", "Cookie: \(tokens[0])", host: "desk:8470")
    #expect(bench.site.takeOrders() == [.wake(first)] && bench.site.viewerCount == 1)
    #expect(bench.site.read(first, 100, at: 20) == .end)
    // It may not take its end.
    #expect(bench.site.deadline == Deadline(10_020))
    bench.site.advance(to: 19_999)
    #expect(bench.site.takeOrders() == [.wake(second)])
    _ = bench.drain(second, at: 20_000)
    bench.site.advance(to: 20_020)
    #expect(bench.site.takeOrders() == [.shut(first)])
    bench.site.closed(first)
    // Who looks uses its session, so that it is not the one that gives way.
    for now: Int64 in [30_000, 40_000] {
      bench.site.advance(to: now)
      #expect(bench.site.takeOrders() == [.wake(second)])
      _ = bench.drain(second, at: now)
    }
    // So does who is told something all the time.
    bench.backend.said = "{\"said\":\"more\"}"
    bench.site.changed()
    #expect(bench.site.takeOrders() == [.wake(second)])
    _ = bench.drain(second, at: 40_050)
    for _ in 0..<15 { _ = pair("correct+horse", at: 40_100) }
    #expect(bench.site.takeOrders() == [] && status(with: tokens[1]) == 200)
    #expect(status(with: tokens[2]) == 401)
    _ = pair("correct+horse", at: 40_200)
    for _ in 0..<16 { _ = pair("correct+horse", at: 90_000) }
    #expect(bench.site.takeOrders() == [.wake(second)])
  }

  @Test("after a start the session gives way that was not used for longest, not the oldest")
  func order() {
    var sessions = WebSessions(restoring: [], password: nil)
    for number in 0..<16 as Range<UInt8> {
      _ = sessions.begin(random: [UInt8](repeating: number, count: 32), at: 0)
    }
    let (used, left) = (sessions.digests[0], sessions.digests[1])
    sessions.use(used, at: 90_000_000)
    let order = sessions.digests
    sessions.use(order[3], at: 1)
    #expect(sessions.digests == order, "it is not written at each use")
    sessions = WebSessions(restoring: sessions.digests, password: nil)
    _ = sessions.begin(random: [UInt8](repeating: 99, count: 32), at: 0)
    #expect(sessions.has(used) && !sessions.has(left))
  }

  @Test("without pairing and password nobody gets in")
  func closed() {
    var rules = WebRules.local
    rules.names = ["ticker.example"]
    rules.allowsPairing = false
    let bench = SiteBench(rules)
    let answer = bench.ask(
      "POST", "/pair", "Origin: http://127.0.0.1:8470", body: "key=")
    #expect(answer.status == 403)
  }

  @Test("another site's page cannot pair")
  func crossSite() {
    let offer = bench.site.beginPairing(at: 0)
    let answer = bench.ask(
      "POST", "/pair", "Origin: http://evil.example", host: "desk:8470",
      body: "key=\(offer.secret)")
    #expect(answer.status == 403 && bench.site.pairing(at: 0) != nil)
    #expect(bench.ask("POST", "/pair", host: "desk:8470", body: "key=x").status == 403)
  }
}
