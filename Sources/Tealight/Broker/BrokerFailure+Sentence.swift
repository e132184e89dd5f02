import Broker
import MarketData

extension BrokerFailure {
  /// What is wrong with the broker.
  func text(of options: BrokerOptions) -> String {
    let place = "\(options.host):\(options.port)"
    let user = options.user.map { "user \"\($0)\"" } ?? "a client without a user"
    let more = detail.isEmpty ? "" : " (\(detail))"
    return switch cause {
    case .library: "[mqtt] needs libmosquitto\(more)"
    case .nameLookup: "no name server knows the broker \(options.host)"
    case .unreachable: "cannot connect to the broker at \(place)\(more)"
    case .certificate: "the certificate of the broker at \(place) cannot be trusted\(more)"
    case .login: "the broker at \(place) refuses \(user)"
    case .refused: "the broker at \(place) refuses the connection\(more)"
    case .version: "the broker at \(place) supports neither MQTT 5 nor 3.1.1"
    case .takenOver:
      "another client of the broker at \(place) has the same name, \"\(options.client)\""
    case .silent: "the broker at \(place) does not answer"
    case .malformed: "the server at \(place) does not speak MQTT as expected\(more)"
    case .tooLarge: "the broker at \(place) sends a message of more than 8 MiB"
    case .qosTwo: "the broker at \(place) sends QoS 2, which nobody asked for"
    case .lost: "the connection to the broker at \(place) is lost"
    case .ended: "the connection to the broker at \(place) is closed"
    }
  }

  /// How the user repairs it; nil where it goes away by itself.
  var fix: String? {
    switch cause {
    case .library: "sudo apt install libmosquitto1"
    case .nameLookup: "check broker in [mqtt]"
    case .unreachable: "check the port of broker in [mqtt], and that the broker runs"
    case .certificate:
      "check ca_file in [mqtt], and that broker has the same host name as the certificate"
    case .login: "check user and password_file in [mqtt]"
    case .version: "use another broker"
    case .takenOver: "give each board its own name in [mqtt]"
    case .malformed: "check the port of broker in [mqtt], and mqtts:// or mqtt://"
    case .tooLarge: "check what is retained in the topics that the board subscribes to"
    case .qosTwo: "turn off its upgrade_qos"
    case .refused, .silent, .lost, .ended: nil
    }
  }

  /// The text and the fix, for the log.
  func sentence(of options: BrokerOptions) -> String {
    text(of: options) + (fix.map { "; \($0)" } ?? "; trying again")
  }
}

extension BrokerFailure.Cause {
  /// The reason that the link page shows.
  var reason: FailureReason? {
    switch self {
    case .nameLookup: .nameLookup
    case .certificate: .certificate
    case .login: .keyRefused
    case .refused, .version, .takenOver, .malformed, .tooLarge, .qosTwo: .refused
    case .library, .unreachable, .silent, .lost: .unreachable
    case .ended: nil
    }
  }
}
