import Broker
import Configuration
import Glibc

/// Tries the configured broker, as a client of another name, so that a daemon that runs stays
/// connected.
public enum BrokerTrial {
  public struct Failure: Error, Equatable {
    public let text: String
    /// What mends it; nil where there is nothing to do.
    public let fix: String?
  }

  /// The broker has so long for each answer.
  private static let patienceMilliseconds: Int32 = 10_000

  /// - Returns: what works: where the broker is, and whom it accepts.
  /// - Throws: the first thing that does not.
  public static func run(_ mqtt: Config.MQTT) throws(Failure) -> String {
    let topics = BrokerTopics(mqtt)
    var options = BrokerOptions(mqtt, topics)
    (options.client, options.will) = ("\(options.client)-doctor", nil)
    let user = options.user ?? topics.name
    let forbidden: String?
    do throws(BrokerFailure) {
      let client = try BrokerClient()
      defer { client.end() }
      client.connect(options, .five)
      do throws(BrokerFailure) { try connection(of: client) } catch {
        guard BrokerLink.isUnread(error) else { throw error }
        client.connect(options, .three)
        try connection(of: client)
      }
      forbidden = try mqtt.allowsControl ? Self.forbidden(topics.commandFilters, client) : nil
    } catch {
      throw Failure(text: error.text(of: options), fix: error.fix)
    }
    if let forbidden {
      throw Failure(
        text: "the broker does not allow \"\(user)\" to read \(forbidden)",
        fix: "add it to the broker's access list")
    }
    return "\(options.host):\(options.port) accepts \"\(user)\""
  }

  private static func connection(of client: BrokerClient) throws(BrokerFailure) {
    while true {
      switch try event(of: client) {
      case .connected: return
      case .closed(let failure): throw failure
      default: continue
      }
    }
  }

  /// The first of the filters that may not be read; nil where all may be.
  private static func forbidden(
    _ filters: [String], _ client: BrokerClient
  ) throws(BrokerFailure) -> String? {
    for filter in filters {
      guard let number = client.subscribe(filter) else { throw BrokerFailure(.lost) }
      answer: while true {
        switch try event(of: client) {
        case .subscribed(number, isGranted: true): break answer
        case .subscribed(number, isGranted: false): return filter
        case .closed(let failure): throw failure
        default: continue
        }
      }
    }
    return nil
  }

  private static func event(of client: BrokerClient) throws(BrokerFailure) -> BrokerEvent {
    if let event = client.next() { return event }
    var polled = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, patienceMilliseconds) > 0, let event = client.next() else {
      throw BrokerFailure(.silent)
    }
    return event
  }
}
