import Broker
import Configuration
import Feeds
import Glibc
import Timing

/// Tries the configured broker. The client has a name of its own, so that a daemon that runs stays
/// connected.
public enum BrokerTrial {
  public struct Failure: Error, Equatable {
    public let text: String
    /// How the user repairs it; nil where there is nothing to do.
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
    var silent: [String] = []
    do throws(BrokerFailure) {
      let client = try BrokerClient()
      defer { client.end() }
      client.connect(options, .five)
      do throws(BrokerFailure) { try connection(of: client) } catch {
        guard BrokerLink.isUnread(error) else { throw error }
        client.connect(options, .three)
        try connection(of: client)
      }
      var filters = mqtt.allowsControl ? topics.commandFilters : []
      if mqtt.isHub { filters.append(topics.wantFilter) }
      filters += mqtt.hubs.map { topics.ofAll("\($0)/\(HubTopics.beat)") }
      forbidden = try Self.forbidden(filters, client)
      if forbidden == nil { silent = try Self.silent(mqtt.hubs, topics, client) }
    } catch {
      throw Failure(text: error.text(of: options), fix: error.fix)
    }
    if let forbidden {
      throw Failure(
        text: "the broker does not allow \"\(user)\" to read \(forbidden)",
        fix: "add it to the broker's access list")
    }
    if let hub = silent.first {
      throw Failure(
        text: "hub \"\(hub)\" publishes nothing at \(options.host):\(options.port)",
        fix: "check its name, and that it runs with hub = true")
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

  /// The hubs that say nothing in the time in which a hub says everything.
  private static func silent(
    _ hubs: [String], _ topics: BrokerTopics, _ client: BrokerClient
  ) throws(BrokerFailure) -> [String] {
    var silent = hubs
    let end = Deadline(Clock().now().monotonic + HubSchedule.patienceMilliseconds)
    while !silent.isEmpty, !end.isDue(at: Clock().now().monotonic) {
      switch client.next() {
      case .message(let message):
        if !message.isRetained {
          silent.removeAll { topics.ofAll("\($0)/\(HubTopics.beat)") == message.topic }
        }
      case .closed(let failure): throw failure
      case .some: continue
      case nil:
        var polled = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, 100)
      }
    }
    return silent
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
