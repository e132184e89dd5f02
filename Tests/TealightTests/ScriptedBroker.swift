import Broker
import Configuration

@testable import Tealight

/// Stands in the place of a broker: keeps what is published, and says what a test wants.
final class ScriptedBroker: BrokerTransport {
  struct Publication: Equatable {
    let topic: String
    let text: String
    let isRetained: Bool
  }

  let descriptor: Int32
  private(set) var connects: [MQTTVersion] = []
  private(set) var published: [Publication] = []
  private(set) var filters: [String] = []
  /// Those of them of which it is to say what it has kept.
  private(set) var keptFilters: [String] = []
  private(set) var hasEnded = false
  /// Which topics may not be written.
  var forbids: (String) -> Bool = { _ in false }
  /// Which topics have messages that it never takes.
  var refuses: (String) -> Bool = { _ in false }
  /// Whether it says that it has what is published.
  var answers = true
  private var events: [BrokerEvent] = []
  private var number = 0

  /// - Parameter descriptor: what a loop waits for.
  init(descriptor: Int32 = 0) { self.descriptor = descriptor }

  func say(_ event: BrokerEvent) { events.append(event) }

  /// Somebody publishes.
  func send(_ text: String, to topic: String, isRetained: Bool = false) {
    say(.message(BrokerMessage(topic: topic, payload: Array(text.utf8), isRetained: isRetained)))
  }

  /// What was published since the last call.
  func pop() -> [Publication] {
    defer { published = [] }
    return published
  }

  func next() -> BrokerEvent? { events.isEmpty ? nil : events.removeFirst() }
  func connect(_ options: BrokerOptions, _ version: MQTTVersion) { connects.append(version) }

  func publish(
    _ payload: [UInt8], to topic: String, isCertain: Bool, isRetained: Bool
  ) -> PublishResult {
    if refuses(topic) { return .refused }
    number += 1
    published.append(
      Publication(
        topic: topic, text: String(decoding: payload, as: UTF8.self), isRetained: isRetained))
    if answers { say(.published(number: number, isGranted: !forbids(topic))) }
    return .underWay(number: number)
  }

  func subscribe(_ filter: String, hearsKept: Bool) -> Int? {
    number += 1
    filters.append(filter)
    if hearsKept { keptFilters.append(filter) }
    say(.subscribed(number: number, isGranted: true))
    return number
  }

  func unsubscribe(_ filter: String) {}
  func end() { hasEnded = true }

  /// What tells it of a board called `desk`, and keeps nothing on a card.
  func desk() -> BrokerDesk {
    var mqtt = Config.MQTT()
    (mqtt.host, mqtt.name) = ("broker.local", "desk")
    return BrokerDesk(
      mqtt, self, device: BrokerDevice(startSeconds: 0), file: .announced(in: nil) { _, _ in },
      seed: 1
    ) { _, _ in }
  }
}
