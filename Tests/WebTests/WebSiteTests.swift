import Pixels
import Testing
import Timing

@testable import Web

@Suite("The site's bounds and streams")
struct WebSiteTests {
  @Test("sixteen connections in all, and four strangers of one address")
  func connections() {
    let bench = SiteBench(.network)
    for _ in 0..<4 { #expect(bench.open(from: "192.168.1.7") != nil) }
    #expect(bench.open(from: "192.168.1.7") == nil && bench.open(from: "127.0.0.1") != nil)
    for host in 8...18 { #expect(bench.open(from: "192.168.1.\(host)") != nil) }
    #expect(bench.site.takeOrders().isEmpty)
    #expect(bench.open(from: "192.168.1.99") != nil)
    #expect(bench.site.takeOrders() == [.shut(1)])
    bench.site.closed(1)
    bench.site.closed(2)
    #expect(bench.open(from: "192.168.1.99") != nil && bench.site.takeOrders().isEmpty)
    #expect(bench.site.counts.refusals == ["address_connections": 1])
  }

  @Test("of another IPv6 network all are one stranger, and in our own each device is one")
  func networks() {
    let bench = SiteBench(.network)
    let own = "2001:db8:1::ff"
    for host in 1...4 { #expect(bench.open(from: "2001:db8:2::\(host)", on: own) != nil) }
    #expect(bench.open(from: "2001:db8:2::5", on: own) == nil)
    for host in 1...5 { #expect(bench.open(from: "2001:db8:1::\(host)", on: own) != nil) }
    for _ in 0..<3 { #expect(bench.open(from: "2001:db8:1::1", on: own) != nil) }
    #expect(bench.open(from: "2001:db8:1::1", on: own) == nil)
    #expect(bench.site.counts.refusals == ["address_connections": 2])
  }

  @Test("who is known makes room for four more of the address, and local users all")
  func knownConnections() {
    let bench = SiteBench(.network)
    let first = bench.open(from: "192.168.1.7")!
    for _ in 0..<3 { _ = bench.open(from: "192.168.1.7") }
    #expect(bench.open(from: "192.168.1.7") == nil)
    let token = "Authorization: Bearer a token that is long"
    _ = bench.ask(first, "GET", "/state", ["Host: desk:8470", token], from: "192.168.1.7")
    #expect(bench.open(from: "192.168.1.7") != nil)
    let local = SiteBench(.local)
    for _ in 0..<16 { #expect(local.open() != nil) }
    #expect(local.site.takeOrders().isEmpty)
  }

  /// A connection that has asked for the health, and is idle since then.
  private func idle(_ bench: SiteBench, from peer: String, since time: Int64) -> UInt64? {
    guard let number = bench.open(from: peer) else { return nil }
    _ = bench.ask(number, "GET", "/health", ["Host: 127.0.0.1:8470"], from: peer)
    bench.site.sent(number, at: time)
    return number
  }

  @Test("of an address that has four, the stranger that is idle longest gives way")
  func idleOfAnAddress() {
    let bench = SiteBench(.network)
    let peer = "192.168.1.7"
    let numbers = [400, 100, 300, 200].compactMap { idle(bench, from: peer, since: $0) }
    let fresh = bench.open(from: peer)
    #expect(fresh != nil && bench.site.takeOrders() == [.shut(numbers[1])])
    #expect(bench.open(from: peer) != nil && bench.site.takeOrders() == [.shut(numbers[3])])
    // Who has a session or asks is not idle, nor a stranger.
    let token = "Authorization: Bearer a token that is long"
    _ = bench.ask(numbers[2], "GET", "/state", ["Host: desk:8470", token], from: peer)
    bench.site.sent(numbers[2], at: 500)
    #expect(bench.open(from: peer) != nil && bench.site.takeOrders().isEmpty)
    #expect(bench.open(from: peer) != nil && bench.site.takeOrders() == [.shut(numbers[0])])
    #expect(bench.open(from: peer) == nil && bench.site.takeOrders().isEmpty)
    #expect(bench.site.counts.refusals == ["address_connections": 1])
  }

  @Test("who has connected and says nothing for two seconds gives way, too")
  func silent() {
    let bench = SiteBench(.network)
    let numbers = (0..<4).compactMap { bench.open(from: "192.168.1.7", at: Int64($0)) }
    #expect(bench.open(from: "192.168.1.7", at: 1_999) == nil)
    #expect(bench.open(from: "192.168.1.7", at: 2_000) != nil)
    #expect(numbers.count == 4 && bench.site.takeOrders() == [.shut(numbers[0])])
  }

  @Test("whose body stays out gives way to others, and who is known only after all strangers")
  func bodyStaysOut() throws {
    let bench = SiteBench(.network)
    func begin(_ path: String, _ field: String, from host: Int, at time: Int64) throws -> UInt64 {
      let number = try #require(bench.open(from: "192.168.1.\(host)", at: time))
      let early = bench.site.began(number, at: time) { (_) throws(WebRefusal) in
        try WebRequest.made("POST", path, ["Host: desk:8470", field])
      }
      #expect(early == nil)
      return number
    }
    let token = "Authorization: Bearer a token that is long"
    let known = try begin("/command", token, from: 1, at: 0)
    let strangers = try (2...16).map {
      try begin("/pair", "Origin: http://desk:8470", from: $0, at: 100)
    }
    #expect(bench.open(from: "192.168.1.99", at: 200) != nil)
    #expect(bench.site.takeOrders() == [.shut(strangers[0])])
    #expect(bench.site.asked(known, Array("next".utf8), at: 3_000).status == 204)
  }

  @Test("a guest who keeps all connections keeps nobody out")
  func guest() {
    let bench = SiteBench(.network)
    let token = "Authorization: Bearer a token that is long"
    let numbers = (0..<16).compactMap { index -> UInt64? in
      guard let number = bench.open(from: "192.168.1.7") else { return nil }
      _ = bench.ask(number, "GET", "/state", ["Host: desk:8470", token], from: "192.168.1.7")
      bench.site.sent(number, at: Int64(index))
      return number
    }
    #expect(numbers.count == 16)
    for number in numbers.prefix(3) {
      let other = bench.open(from: "192.168.1.99", at: 100)
      #expect(other != nil && bench.site.takeOrders() == [.shut(number)])
      _ = other.map { bench.ask($0, "GET", "/state", ["Host: desk:8470", token]) }
    }
  }

  @Test("of sixteen, the stranger that is idle longest gives way, and no viewer")
  func idleOfAll() {
    let bench = SiteBench(.local)
    for _ in 0..<8 { _ = bench.look() }
    let idlers = [5, 4, 6].compactMap { idle(bench, from: "127.0.0.1", since: $0) }
    for _ in 0..<5 { _ = bench.open() }
    #expect(idlers.count == 3)
    for number in [idlers[1], idlers[0], idlers[2]] {
      #expect(bench.open() != nil && bench.site.takeOrders() == [.shut(number)])
    }
    _ = bench.site.takeOrders()
    // Of the others nothing is heard yet: they go, too, but nobody who is answered.
    for _ in 0..<8 {
      let number = bench.open()
      #expect(number != nil && bench.site.takeOrders().count == 1)
      _ = number.map { bench.ask($0, "GET", "/health", ["Host: 127.0.0.1:8470"]) }
    }
    #expect(bench.open() == nil && bench.site.counts.refusals == ["connections": 1])
    #expect(bench.site.viewerCount == 8)
  }

  @Test("a request is whole ten seconds after the connection began, or it is cut")
  func slowHead() {
    let bench = SiteBench(.local)
    let number = bench.open(at: 1_000)!
    #expect(bench.site.deadline == Deadline(11_000))
    bench.site.advance(to: 10_999)
    #expect(bench.site.takeOrders().isEmpty)
    bench.site.advance(to: 11_000)
    #expect(bench.site.takeOrders() == [.shut(number)])
    #expect(bench.site.deadline == .never && bench.site.counts.refusals == ["late": 1])
    // Until the library says so it is there.
    #expect(bench.site.read(number, 10, at: 11_000) == .end)
  }

  @Test("a body that stays out counts from the connection's beginning as well")
  func slowBody() throws {
    let bench = SiteBench(.local)
    let number = bench.open(at: 0)!
    let fields = ["Host: 127.0.0.1:8470", "Origin: http://127.0.0.1:8470"]
    let early = bench.site.began(number, at: 9_000) { (_) throws(WebRefusal) in
      try WebRequest.made("POST", "/command", fields)
    }
    #expect(early == nil && bench.site.deadline == Deadline(10_000))
    #expect(bench.site.asked(number, Array("next".utf8), at: 9_999).status == 204)
    bench.site.sent(number, at: 10_000)
    // Later requests have their ten seconds from their head on.
    _ = bench.site.began(number, at: 24_000) { (_) throws(WebRefusal) in
      try WebRequest.made("POST", "/command", fields)
    }
    #expect(bench.site.deadline == Deadline(34_000))
  }

  @Test("who says nothing for fifteen seconds after an answer is let go, which is no refusal")
  func idle() {
    let bench = SiteBench(.local)
    let number = bench.open()!
    _ = bench.ask(number, "GET", "/state", ["Host: 127.0.0.1:8470"])
    bench.site.sent(number, at: 100)
    bench.site.advance(to: 15_099)
    #expect(bench.site.takeOrders().isEmpty)
    bench.site.advance(to: 15_100)
    #expect(bench.site.takeOrders() == [.shut(number)] && bench.site.counts.refusals.isEmpty)
  }

  @Test("eight look, the ninth is told to wait")
  func viewers() {
    let bench = SiteBench(.local)
    for _ in 0..<8 { _ = bench.look() }
    let answer = bench.ask("GET", "/events")
    #expect(answer.status == 503 && answer.field("Retry-After") == "10")
    // By the field the page knows that it is one too many: a proxy's 503 has none.
    let look = bench.ask("HEAD", "/events")
    #expect(look.status == 503 && look.field("Retry-After") == "10")
    #expect(bench.site.viewerCount == 8)
    bench.site.closed(1)
    #expect(bench.ask("GET", "/events").status == 200)
  }

  @Test("who looks gets the texts, then each panel, then what is new of either")
  func stream() {
    let bench = SiteBench(.local)
    bench.backend.frames.append(Frame(Size(4, 4)))
    let number = bench.open()!
    _ = bench.ask(number, "GET", "/events", ["Host: 127.0.0.1:8470"])
    let first = bench.drain(number)
    #expect(
      first.contains(
        "event: controls\ndata: {\"can\":true}\n\n"
          + "event: said\ndata: {\"said\":\"nothing yet\"}\n\n"))
    #expect(first.contains("data: 0 ABAACAA=") && first.contains("data: 1 AAQABAA="))
    bench.site.changed()
    #expect(bench.site.takeOrders().isEmpty)
    bench.backend.frames[1][0, 0] = 31
    bench.backend.said = "{\"said\":\n\"more\"}"
    bench.site.changed()
    #expect(bench.site.takeOrders() == [.wake(number)] && bench.site.deadline != .immediately)
    #expect(
      bench.drain(number) == "event: said\ndata: {\"said\":\"more\"}\n\n"
        + "event: pixels\ndata: 1 AAAAAAABAAEAHw==\n\n")
  }

  @Test("one panel can be looked at alone, and there are no others than there are")
  func panels() {
    let bench = SiteBench(.local)
    bench.backend.frames.append(Frame(Size(4, 4)))
    let number = bench.open()!
    _ = bench.ask(number, "GET", "/events?panel=1", ["Host: 127.0.0.1:8470"])
    let text = bench.drain(number)
    #expect(text.contains("data: 1 AAQABAA=") && !text.contains("data: 0 A"))
    #expect(bench.ask("GET", "/screen.png?panel=1").text == "PNG1")
    for panel in ["2", "-1", "x", "", "99999999999999999999"] {
      #expect(bench.ask("GET", "/screen.png?panel=\(panel)").status == 404, "\(panel)")
      #expect(bench.ask("GET", "/events?panel=\(panel)").status == 404, "\(panel)")
    }
  }

  @Test("who looks begins anew when there are more or fewer panels")
  func otherPanels() {
    for count in [1, 3] {
      let bench = SiteBench(.local)
      bench.backend.frames.append(Frame(Size(4, 4)))
      let number = bench.look()
      bench.backend.frames = (0..<count).map { _ in Frame(Size(4, 4)) }
      bench.site.changed()
      #expect(bench.site.takeOrders() == [.wake(number)])
      #expect(bench.site.read(number, 1_000, at: 0) == .end)
    }
  }

  @Test("who is behind gets the newest picture alone, and is asked for by nobody meanwhile")
  func slowViewer() {
    let bench = SiteBench(.local)
    let number = bench.look()
    bench.backend.frames[0][0, 0] = 1
    bench.site.changed()
    #expect(bench.site.takeOrders() == [.wake(number)])
    let asked = bench.backend.picturesAsked
    for value in 2...200 as ClosedRange<UInt8> {
      bench.backend.frames[0][0, 0] = value
      bench.site.changed()
    }
    #expect(bench.site.takeOrders().isEmpty && bench.backend.picturesAsked == asked)
    let text = bench.drain(number)
    #expect(text.split(separator: "\n\n").count == 2)
    #expect(text.hasSuffix("data: 0 AAAAAAABAAEAyA==\n\n"))
  }

  @Test("silence is broken every ten seconds, and who takes nothing for a minute is let go")
  func pings() {
    let bench = SiteBench(.local)
    let number = bench.look(at: 0)
    #expect(bench.site.deadline == Deadline(10_000))
    bench.site.advance(to: 10_000)
    #expect(bench.site.takeOrders() == [.wake(number)])
    #expect(bench.site.deadline == Deadline(70_000))
    #expect(bench.drain(number, at: 10_100) == "event: ping\ndata: 0\n\n")
    #expect(bench.site.deadline == Deadline(20_100))
    bench.site.advance(to: 20_100)
    bench.site.advance(to: 80_099)
    #expect(bench.site.takeOrders() == [.wake(number)])
    bench.site.advance(to: 80_100)
    #expect(bench.site.takeOrders() == [.shut(number)] && bench.site.viewerCount == 0)
  }

  @Test("what is asked for is asked of the desk, and its refusal is passed on")
  func orders() {
    let bench = SiteBench(.local)
    let origin = "Origin: http://127.0.0.1:8470"
    #expect(bench.ask("POST", "/command", origin, body: "theme=night").status == 204)
    #expect(bench.ask("POST", "/notice", origin, body: "차").status == 204)
    let refused = bench.ask("POST", "/command", origin, body: "fly")
    #expect(refused.status == 400 && refused.text == "no command fly\n")
    #expect(bench.backend.orders == [.command("theme=night"), .notice("차")])
    #expect(bench.site.counts.answers == [204: 2, 400: 1])
  }

  @Test("health is for everybody and says no more than that")
  func health() {
    let bench = SiteBench(.network)
    #expect(bench.ask("GET", "/health", from: "192.168.1.7").text == "ok\n")
    bench.backend.isHealthy = false
    #expect(bench.ask("GET", "/health", from: "192.168.1.7").status == 503)
  }

  @Test("the page is small, loads nothing from elsewhere, and runs what bears its nonce")
  func page() {
    let bench = SiteBench(.network)
    let answer = bench.ask("GET", "/", from: "192.168.1.7")
    #expect(answer.status == 200 && answer.text.utf8.count < 12_000)
    let nonce = answer.field("Content-Security-Policy")!.split(separator: "'")[3].dropFirst(6)
    #expect(answer.text.contains("<script nonce=\"\(nonce)\">"))
    #expect(answer.text.contains("<style nonce=\"\(nonce)\">"))
    #expect(!answer.text.contains("NONCE") && nonce.count == 24)
    #expect(bench.ask("GET", "/").text != answer.text)
    let foreign = answer.text.split(separator: "//").dropFirst().map { $0.prefix(10) }
    #expect(foreign.allSatisfy { $0.hasPrefix("www.w3.org") }, "\(foreign)")
  }
}
