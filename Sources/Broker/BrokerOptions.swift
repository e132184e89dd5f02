/// Where a broker is, and how the client identifies itself there.
public struct BrokerOptions: Equatable, Sendable {
  public var host: String
  public var port: UInt16
  /// Whether to connect over TLS; the broker's certificate is then always verified.
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
  /// The client's name at the broker. Another client of that name would take this one's place.
  public var client: String
  /// What the broker publishes and keeps once the client is lost; nil for nothing.
  public var will: Will?

  public struct Will: Equatable, Sendable {
    public let topic: String
    public let text: String

    public init(_ text: String, to topic: String) { (self.text, self.topic) = (text, topic) }
  }

  public init(host: String, port: UInt16, isSecure: Bool, client: String) {
    (self.host, self.port, self.isSecure, self.client) = (host, port, isSecure, client)
  }
}

/// The versions of MQTT that are spoken: OASIS, "MQTT Version 5.0" and "MQTT Version 3.1.1".
public enum MQTTVersion: Sendable {
  case five, three
}
