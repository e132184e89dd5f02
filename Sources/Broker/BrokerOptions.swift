/// Where a broker is, and as whom to speak to it.
public struct BrokerOptions: Equatable, Sendable {
  public var host: String
  public var port: UInt16
  /// Over TLS; then the broker is always verified.
  public var isSecure: Bool
  /// PEM file of the CAs to trust; nil for the system's.
  public var caFile: String?
  /// PEM files of the client's own certificate and of its key.
  public var identity: (certificate: String, key: String)? {
    get { certificate.flatMap { certificate in key.map { (certificate, $0) } } }
    set { (certificate, key) = (newValue?.certificate, newValue?.key) }
  }
  private(set) var certificate: String?
  private(set) var key: String?
  public var user: String?
  public var password: String?
  /// What no other client of the broker is called: it would take this one's place.
  public var client: String
  /// What the broker says once the client is lost, which it keeps.
  public var will: (topic: String, text: String) {
    get { (willTopic, willText) }
    set { (willTopic, willText) = newValue }
  }
  private var willTopic: String
  private var willText: String

  public init(
    host: String, port: UInt16, isSecure: Bool, client: String, will: (topic: String, text: String)
  ) {
    (self.host, self.port, self.isSecure) = (host, port, isSecure)
    self.client = client
    (willTopic, willText) = will
  }
}

/// Those of MQTT that are spoken: OASIS, "MQTT Version 5.0" and "MQTT Version 3.1.1".
public enum MQTTVersion: Sendable {
  case five, three
}
