import CMosquitto
import Glibc

/// A client of a broker over libmosquitto.
public final class BrokerClient: BrokerTransport {
  /// How long `end` waits for the goodbye to be sent.
  private static let endMilliseconds: UInt32 = 1_000

  private let keepAliveSeconds: UInt32
  private let connectMilliseconds: UInt32
  private var handle: OpaquePointer?

  /// - Parameters:
  ///   - keepAliveSeconds: seconds of silence after which the broker is pinged; after as many more
  ///     the connection is lost. At least 5.
  ///   - connectMilliseconds: how long each address of the broker has to answer.
  /// - Throws: if the library is missing, or no thread can be started.
  public init(
    keepAliveSeconds: UInt32 = 15, connectMilliseconds: UInt32 = 10_000
  ) throws(BrokerFailure) {
    self.keepAliveSeconds = keepAliveSeconds
    self.connectMilliseconds = connectMilliseconds
    if let reason = tealight_broker_open() {
      throw BrokerFailure(.library, String(cString: reason))
    }
    handle = tealight_broker_start()
    if handle == nil { throw BrokerFailure(.library, "no thread can be started") }
  }

  deinit { end() }

  public var descriptor: Int32 { handle.map { tealight_broker_descriptor($0) } ?? -1 }

  public func next() -> BrokerEvent? {
    var event = tealight_broker_event()
    guard let handle, tealight_broker_next(handle, &event) != 0 else { return nil }
    return switch event.kind {
    case TEALIGHT_BROKER_CONNECTED: .connected
    case TEALIGHT_BROKER_CLOSED: .closed(BrokerFailure(event))
    case TEALIGHT_BROKER_PUBLISHED:
      .published(number: Int(event.number), isGranted: event.is_granted != 0)
    case TEALIGHT_BROKER_SUBSCRIBED:
      .subscribed(number: Int(event.number), isGranted: event.is_granted != 0)
    case TEALIGHT_BROKER_DROPPED: .dropped(Int(event.number))
    default:
      .message(
        BrokerMessage(
          topic: String(cString: event.text),
          payload: Array(UnsafeBufferPointer(start: event.bytes, count: event.count)),
          isRetained: event.is_retained != 0))
    }
  }

  public func connect(_ options: BrokerOptions, _ version: MQTTVersion) {
    guard let handle else { return }
    let texts = [
      options.host, options.client, options.user, options.password, options.caFile,
      options.identity?.certificate, options.identity?.key, options.will?.topic,
      options.will?.text,
    ].map { text in text.flatMap { UnsafePointer(strdup($0)) } }
    // `tealight_broker_connect` has made its own copies by then.
    defer { for text in texts { free(UnsafeMutablePointer(mutating: text)) } }
    var asked = tealight_broker_options()
    (asked.host, asked.port) = (texts[0], options.port)
    asked.is_version_5 = version == .five ? 1 : 0
    asked.keep_alive = keepAliveSeconds
    asked.connect_milliseconds = connectMilliseconds
    (asked.client, asked.user, asked.password) = (texts[1], texts[2], texts[3])
    asked.is_tls = options.isSecure ? 1 : 0
    (asked.ca_file, asked.certificate, asked.key) = (texts[4], texts[5], texts[6])
    (asked.will_topic, asked.will) = (texts[7], texts[8])
    tealight_broker_connect(handle, &asked)
  }

  public func publish(
    _ payload: [UInt8], to topic: String, isCertain: Bool, isRetained: Bool
  ) -> PublishResult {
    guard let handle else { return .notConnected }
    let number = tealight_broker_publish(
      handle, topic, payload, payload.count, isCertain ? 1 : 0, isRetained ? 1 : 0)
    switch number {
    case 0...: return .underWay(number: Int(number))
    // MOSQ_ERR_QOS_NOT_SUPPORTED, _OVERSIZE_PACKET, _RETAIN_NOT_SUPPORTED
    case -24, -25, -28: return .refused
    default: return .notConnected
    }
  }

  public func subscribe(_ filter: String, hearsKept: Bool = true) -> Int? {
    handle.flatMap {
      let number = tealight_broker_subscribe($0, filter, 1, hearsKept ? 1 : 0)
      return number < 0 ? nil : Int(number)
    }
  }

  public func unsubscribe(_ filter: String) {
    if let handle { _ = tealight_broker_unsubscribe(handle, filter) }
  }

  public func end() {
    if let handle { tealight_broker_end(handle, Self.endMilliseconds) }
    handle = nil
  }
}

extension BrokerFailure {
  /// What the library's codes mean: enum mosq_err_t of mosquitto.h, the return codes of CONNACK in
  /// MQTT 3.1.1, section 3.2.2.3, and the reason codes of MQTT 5.0, section 2.4.
  fileprivate init(_ event: tealight_broker_event) {
    let complaint = String(cString: event.text)
    if event.refusal != 0 {
      self = Self.refusal(Int(event.refusal))
      return
    }
    let system = event.code == 0 ? "" : String(cString: strerror(event.code))
    switch Int(event.reason) {
    case 0: self = BrokerFailure(.ended)
    // MOSQ_ERR_PROTOCOL, _MALFORMED_UTF8, _MALFORMED_PACKET, _DUPLICATE_PROPERTY; 0x81, 0x82
    case 2, 18, 21, 22, 0x81, 0x82: self = BrokerFailure(.malformed)
    // MOSQ_ERR_CONN_REFUSED, _CONN_LOST
    case 5, 7: self = BrokerFailure(.lost)
    // MOSQ_ERR_NOT_SUPPORTED, of `on_connect`
    case 10: self = BrokerFailure(.malformed, "its Server Keep Alive is 0")
    // MOSQ_ERR_TLS, _TLS_HANDSHAKE
    case 8, 23: self = Self.tls(complaint)
    // MOSQ_ERR_ERRNO: TLS that has failed reads as EPROTO.
    case 14 where event.code == EPROTO: self = Self.tls(complaint)
    case 14: self = BrokerFailure(.unreachable, system)
    // MOSQ_ERR_EAI, _LOOKUP
    case 15, 20: self = BrokerFailure(.nameLookup)
    // MOSQ_ERR_QOS_NOT_SUPPORTED, of `check_kind`
    case 24: self = BrokerFailure(.qosTwo)
    // MOSQ_ERR_OVERSIZE_PACKET
    case 25: self = BrokerFailure(.tooLarge)
    // MOSQ_ERR_KEEPALIVE, _TIMEOUT
    case 19, 27: self = BrokerFailure(.silent)
    case 0x8E: self = BrokerFailure(.takenOver)
    case let reason where reason >= 0x80: self = Self.refusal(reason)
    case let reason: self = BrokerFailure(.refused, "libmosquitto's error \(reason)")
    }
  }

  /// - Parameter complaint: `OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed`.
  private static func tls(_ complaint: String) -> BrokerFailure {
    let reason = complaint.split(separator: ":").last.map(String.init) ?? complaint
    // A server without TLS answers in its own way, or closes; the library then reports many other
    // errors.
    let words = ["certificate", "host name"]
    let isDistrust = words.contains { strstr(reason, $0) != nil }
    return BrokerFailure(isDistrust ? .certificate : .malformed, reason)
  }

  private static func refusal(_ code: Int) -> BrokerFailure {
    switch code {
    case 1, 0x84: BrokerFailure(.version)
    case 2, 0x85: BrokerFailure(.refused, "it does not allow the client's name")
    case 3, 0x88, 0x89: BrokerFailure(.refused, "it is busy or unavailable")
    case 4, 5, 0x86, 0x87, 0x8C: BrokerFailure(.login)
    case 0x8A: BrokerFailure(.refused, "it has banned this client")
    default: BrokerFailure(.refused, "its reason code is \(code)")
    }
  }
}
