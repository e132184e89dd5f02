import Broker
import Testing

@Suite("What waits for a broker stays small")
struct OutboxTests {
  private var box = Outbox()

  /// Sends all that may leave, under numbers from 1, and says what left.
  private mutating func sent(from number: Int = 1, upTo most: Int = .max) -> [Outbox.Message] {
    var left: [Outbox.Message] = []
    box.send { message in
      guard left.count < most else { return .notConnected }
      left.append(message)
      return .underWay(number: number + left.count - 1)
    }
    return left
  }

  private func message(_ text: String, to topic: String) -> Outbox.Message {
    Outbox.Message(Array(text.utf8), to: topic)
  }

  @Test("of each topic only the newest leaves, in the order in which topics became due")
  mutating func newest() {
    let isReplacing = [("1", "a"), ("2", "b"), ("3", "a")].map { text, topic in
      box.put(message(text, to: topic))
    }
    #expect(isReplacing == [false, false, true])
    #expect(sent() == [message("3", to: "a"), message("2", to: "b")])
    #expect(box.isEmpty)
  }

  @Test("what happened is never replaced and goes first")
  mutating func events() {
    box.put(message("now", to: "state"))
    for text in ["press", "press", "hold"] { box.add(message(text, to: "key")) }
    #expect(
      sent().map { String(decoding: $0.payload, as: UTF8.self) } == [
        "press", "press", "hold", "now",
      ])
  }

  @Test("sixteen are under way at most, and the next leave when these have arrived")
  mutating func window() {
    for index in 0..<40 { box.put(message("x", to: "\(index)")) }
    #expect(sent().count == 16)
    #expect(sent().isEmpty)
    box.sent(3)
    box.sent(99)
    #expect(sent(from: 17).map(\.topic) == ["16"])
  }

  @Test("what cannot leave stays where it is")
  mutating func notConnected() {
    for topic in ["a", "b", "c"] { box.put(message("x", to: topic)) }
    #expect(sent(upTo: 1).map(\.topic) == ["a"])
    #expect(sent(from: 2).map(\.topic) == ["b", "c"])
  }

  @Test("what the broker refuses is dropped, and what waits behind it leaves")
  mutating func refusedForGood() {
    box.add(message("alert", to: "alert"))
    for topic in ["state", "picture", "price"] { box.put(message("x", to: topic)) }
    var left: [String] = []
    box.send { message in
      if ["alert", "picture"].contains(message.topic) { return .refused }
      left.append(message.topic)
      return .underWay(number: left.count)
    }
    #expect(left == ["state", "price"] && box.isEmpty && box.dropped == 2)
  }

  @Test("events without room are counted")
  mutating func full() {
    for index in 0..<70 { box.add(message("\(index)", to: "key")) }
    #expect(box.dropped == 6)
    box.reset()
    #expect(box.isEmpty)
    #expect(box.dropped == 6)
  }

  @Test("a new connection has nothing under way")
  mutating func reset() {
    for index in 0..<40 { box.put(message("x", to: "\(index)")) }
    _ = sent()
    box.reset()
    for index in 0..<16 { box.put(message("x", to: "\(index)")) }
    #expect(sent().count == 16)
  }
}
