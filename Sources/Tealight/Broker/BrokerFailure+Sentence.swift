import Broker
import MarketData

extension BrokerFailure {
  /// What is wrong, and how it is mended: one line.
  func sentence(of options: BrokerOptions) -> String {
    let place = "\(options.host):\(options.port)"
    let user = options.user.map { "user \"\($0)\"" } ?? "a client without a user"
    let more = detail.isEmpty ? "" : " (\(detail))"
    return switch cause {
    case .library:
      "[mqtt] needs libmosquitto: apt install libmosquitto1\(more)"
    case .nameLookup:
      "the broker \(options.host) is not known to the name server: check broker in [mqtt]"
    case .unreachable:
      "the broker at \(place) cannot be reached\(more): check its port and its firewall; trying again"
    case .certificate:
      "the broker at \(place) has no certificate that can be trusted\(more): check ca_file in [mqtt], "
        + "and that broker has the name in the certificate"
    case .login:
      "the broker at \(place) refuses \(user): check user and password_file in [mqtt]"
    case .refused: "the broker at \(place) refuses the connection\(more); trying again"
    case .version: "the broker at \(place) speaks neither MQTT 5 nor 3.1.1"
    case .takenOver:
      "another client of the broker at \(place) is called \"\(options.client)\": give each board its "
        + "own name in [mqtt]; trying again in ten minutes"
    case .silent: "the broker at \(place) does not answer; trying again"
    case .malformed:
      "what listens at \(place) does not speak MQTT: check the port of broker in [mqtt]"
    case .lost: "the connection to the broker at \(place) is lost; trying again"
    case .ended: "the connection to the broker at \(place) is closed"
    }
  }
}

extension BrokerFailure.Cause {
  /// The same on the link page.
  var reason: FailureReason? {
    switch self {
    case .nameLookup: .nameLookup
    case .certificate: .certificate
    case .login: .keyRefused
    case .refused, .version, .takenOver, .malformed: .refused
    case .library, .unreachable, .silent, .lost: .unreachable
    case .ended: nil
    }
  }
}
