/// What happens between a client and its broker.
public enum BrokerEvent: Equatable, Sendable {
  /// The broker takes messages from now on. Nothing is subscribed to.
  case connected
  /// The client is not connected, or no longer is.
  case closed(BrokerFailure)
  case message(BrokerMessage)
  /// A message was sent, or has arrived if that was asked for; or the broker forbids it, which it
  /// reports only with MQTT 5.
  case published(number: Int, isGranted: Bool)
  case subscribed(number: Int, isGranted: Bool)
  /// So many messages were dropped unread: they were too large, or too many.
  case dropped(Int)
}

/// A message that some client has published.
public struct BrokerMessage: Equatable, Sendable {
  public let topic: String
  public let payload: [UInt8]
  /// Whether the broker had kept it from before; such a message tells nothing about the present.
  public let isRetained: Bool

  public init(topic: String, payload: [UInt8], isRetained: Bool) {
    (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
  }
}

/// Why a broker is not connected.
public struct BrokerFailure: Error, Equatable, Sendable {
  public enum Cause: String, CaseIterable, Sendable {
    /// libmosquitto cannot be opened.
    case library
    case nameLookup = "name-lookup"
    /// There is no connection to the address.
    case unreachable
    /// TLS: the certificate is not trusted, or is another machine's.
    case certificate
    /// The broker does not take the user, the password or the client's certificate.
    case login
    /// The broker does not let the client in for another reason.
    case refused
    /// It does not speak this version of MQTT.
    case version
    /// Another client has connected under the same name.
    case takenOver = "taken-over"
    /// It connected and then said nothing.
    case silent
    /// What the broker sends is not MQTT.
    case malformed
    /// It sends a packet of more than 8 MiB.
    case tooLarge = "too-large"
    /// It sends a message of QoS 2, although it is asked for QoS 1 at most.
    case qosTwo = "qos-2"
    case lost
    /// This client has said goodbye.
    case ended
  }

  public let cause: Cause
  /// What the library or the system says; may be empty.
  public let detail: String

  public init(_ cause: Cause, _ detail: String = "") {
    (self.cause, self.detail) = (cause, detail)
  }
}
