import Feeds
import MarketData
import Testing
import Timing
import Wire

@testable import Tealight

@Suite struct ClientTests {
  /// Carries nothing: notes what is asked and delivers what it is given.
  private final class Hand: SilentTransport {
    var asked: [(id: TransferID, headers: [String])] = []
    var answers:
      [(id: TransferID, status: Int, fields: [(name: String, value: String)], body: String)] =
        []

    override func get(
      _ id: TransferID, url: String, headers: [(name: String, value: String)], caFile: String?
    ) {
      asked.append((id, headers.map { "\($0.name): \($0.value)" }))
    }
    override func turn(at now: Moment, _ deliver: (Wire.Event) -> Void) {
      for answer in answers {
        Array(answer.body.utf8).withUnsafeBufferPointer {
          deliver(
            .answered(answer.id, status: answer.status, fields: answer.fields, body: $0))
        }
      }
      answers = []
    }
  }

  private let hand = Hand()
  private let client: Client

  init() { client = Client(hand) }

  /// What comes out of one turn: `ID STATUS BODY`.
  private func turn(at now: Int64 = 0) -> [String] {
    var events: [String] = []
    client.turn(at: Moment(monotonic: now, wall: now)) { event in
      guard case .answered(let id, let status, let fields, let body) = event else { return }
      events.append("\(id.number) \(status) \(String(decoding: body, as: UTF8.self))")
      if status == 429 { events.append(fields.map { "\($0.name)=\($0.value)" }.joined()) }
    }
    return events
  }

  private func ask(_ id: Int, _ url: String, headers: [Header] = []) -> [String] {
    client.get(TransferID(id), HTTPCall(url: url, headers: headers), at: 0)
    _ = turn()
    return hand.asked.last.map { $0.id.number == id ? $0.headers : [] } ?? []
  }

  private func answer(
    _ id: Int, _ status: Int, _ body: String, _ fields: (name: String, value: String)...
  ) -> [String] {
    hand.answers.append((TransferID(id), status, fields, body))
    return turn()
  }

  @Test("what has not changed is not sent again, and comes as if it had been")
  func conditional() {
    #expect(ask(1, "https://a/x", headers: [Header(name: "K", value: "v")]) == ["K: v"])
    #expect(answer(1, 200, "old", ("etag", "\"1\""), ("last-modified", "Fri")) == ["1 200 old"])
    #expect(ask(2, "https://a/x") == ["If-None-Match: \"1\"", "If-Modified-Since: Fri"])
    #expect(answer(2, 304, "") == ["2 200 old"])
    #expect(ask(3, "https://a/y") == [])
    #expect(answer(3, 304, "") == ["3 304 "])
    #expect(ask(4, "https://a/x").count == 2)
    #expect(answer(4, 200, "new") == ["4 200 new"])
    #expect(ask(5, "https://a/x") == [])
  }

  @Test(
    "a key goes over TLS or stays on this machine",
    arguments: [
      ("https://a/x", true), ("http://a/x", false), ("http://192.168.1.5:8443/x", false),
      ("http://127.0.0.1:8443/x", true), ("http://127.8.8.8/x", true), ("http://[::1]:80/x", true),
      ("http://localhost:80/x", true), ("http://LOCALHOST/x", true), ("http://127.b/x", false),
      ("http://127.0.0.1.b/x", false), ("http://localhost.b/x", false), ("http://[::2]/x", false),
      ("http://127.0.0.1@b/x", false), ("http://127.0.0.1:80@b/x", false),
      ("http://[::1]@b/", false),
    ])
  func keys(url: String, isSent: Bool) {
    #expect(ask(1, url, headers: [Header(name: "K", value: "v")]) == (isSent ? ["K: v"] : []))
  }

  @Test("a refusal keeps its host's secret kept, and says how long", arguments: [429, 418])
  func rejection(status: Int) {
    _ = ask(1, "https://a/x")
    #expect(answer(1, status, "", ("retry-after", "900")).first == "1 \(status) ")
    client.get(TransferID(2), HTTPCall(url: "https://a/x"), at: 0)
    #expect(client.deadline == Deadline(0))
    #expect(turn() == ["2 429 ", "retry-after=900"])
    #expect(client.deadline == .never && hand.asked.count == 1)
  }

  @Test("calls are counted by host when they leave")
  func counts() {
    for id in 0..<12 { _ = ask(id, "https://a:1/x") }
    #expect(client.callCounts["a:1"] == 10)
    _ = turn(at: 60_000)
    client.get(TransferID(20), HTTPCall(url: "https://b"), at: 60_000)
    _ = turn(at: 65_000)
    #expect(client.callCounts["a:1"] == 12)
    #expect(client.callCounts["b"] == 1)
  }

  @Test("the bodies that are kept are bounded, and the one used last stays longest")
  func bounded() {
    var cache = BodyCache()
    let body = [UInt8](repeating: 0, count: BodyCache.bytesMax / 5)
    let tag = [Header(name: "etag", value: "1")]
    func keep(_ url: String, _ body: [UInt8]) {
      body.withUnsafeBufferPointer { cache.keep($0, of: url, tag) }
    }
    for url in ["a", "b", "c", "d"] { keep(url, body) }
    #expect(cache.body(for: "a") != nil)
    keep("e", body)
    #expect(cache.conditions(for: "b").isEmpty && cache.body(for: "a") != nil)
    keep("f", [UInt8](repeating: 0, count: BodyCache.bytesMax))
    #expect(cache.conditions(for: "f").isEmpty && cache.body(for: "e") != nil)
    // What a host says beside a body counts as well.
    let long = [Header(name: "etag", value: String(repeating: "x", count: 15_000))]
    let none: [UInt8] = []
    for number in 0..<1_000 {
      none.withUnsafeBufferPointer { cache.keep($0, of: "\(number)", long) }
    }
    #expect((0..<1_000).count { !cache.conditions(for: "\($0)").isEmpty } == 34)
  }
}
