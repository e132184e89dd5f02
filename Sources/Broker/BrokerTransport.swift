/// The result of publishing a message.
public enum PublishResult: Equatable, Sendable {
  /// The message is under way; `.published` will have this number.
  case underWay(number: Int)
  case notConnected
  /// The message is larger than the broker allows, or has to be kept or confirmed, which the broker
  /// does not do: it said so when it accepted the connection (MQTT 5.0, section 3.2.2.3).
  case refused
}

/// Carries messages to a broker: a client of the library, or a substitute for one.
///
/// Only `end` blocks.
public protocol BrokerTransport: AnyObject {
  /// The descriptor to poll for reading.
  var descriptor: Int32 { get }
  /// The next event; nil if there is none.
  func next() -> BrokerEvent?

  /// Connects, once; `.connected` or `.closed` follows.
  func connect(_ options: BrokerOptions, _ version: MQTTVersion)
  /// - Parameters:
  ///   - isCertain: whether the broker has to confirm the message (QoS 1).
  ///   - isRetained: whether the broker keeps the message for later subscribers.
  func publish(
    _ payload: [UInt8], to topic: String, isCertain: Bool, isRetained: Bool
  ) -> PublishResult
  /// - Parameters:
  ///   - filter: one topic, or a pattern for several: MQTT 5.0, section 4.7.
  ///   - hearsKept: whether the broker sends the messages that it has kept from before. With MQTT
  ///     3.1.1 it always does.
  /// - Returns: the number that `.subscribed` will have; nil if the client is not connected.
  func subscribe(_ filter: String, hearsKept: Bool) -> Int?
  func unsubscribe(_ filter: String)
  /// Says goodbye and frees all, within a second.
  func end()
}
