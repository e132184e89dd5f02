/// What becomes of a message that is published.
public enum PublishResult: Equatable, Sendable {
  /// It is under way; `.published` will have this number.
  case underWay(number: Int)
  case notConnected
  /// It is larger than the broker allows, or is to be kept or confirmed, which the broker does not do:
  /// it said so when it accepted the connection (MQTT 5.0, section 3.2.2.3).
  case refused
}

/// What carries messages to a broker: a client of the library, or what stands in its place.
///
/// Nothing here waits, but for `end`.
public protocol BrokerTransport: AnyObject {
  /// What to poll for reading.
  var descriptor: Int32 { get }
  /// What happened next; nil where nothing did.
  func next() -> BrokerEvent?

  /// Connects, once; `.connected` or `.closed` follows.
  func connect(_ options: BrokerOptions, _ version: MQTTVersion)
  /// - Parameters:
  ///   - isCertain: whether the broker has to say that it has it (QoS 1).
  ///   - isRetained: whether the broker keeps it for those who come later.
  func publish(
    _ payload: [UInt8], to topic: String, isCertain: Bool, isRetained: Bool
  ) -> PublishResult
  /// - Parameters:
  ///   - filter: a topic, or several: MQTT 5.0, section 4.7.
  ///   - hearsKept: whether the broker sends what it has kept from before. With MQTT 3.1.1 it does so in any
  ///     case.
  /// - Returns: the number that `.subscribed` will have; nil where it is not connected.
  func subscribe(_ filter: String, hearsKept: Bool) -> Int?
  func unsubscribe(_ filter: String)
  /// Says goodbye and frees all, within a second.
  func end()
}
