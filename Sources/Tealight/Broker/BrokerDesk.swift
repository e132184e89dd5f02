import Broker
import Configuration
import Feeds
import MarketData
import State
import Timing

/// Stands between the broker on one side, and the desk and the screens on the other.
///
/// While the broker is connected, it is told what has changed. After each connect it is told
/// everything again, because a broker may forget. What it asks for is a command like any other.
final class BrokerDesk {
  /// How many events are taken in one turn. Further events wait with the broker.
  private static let eventsPerTurn = 64

  /// The title of the broker on the screen.
  private static let title = "MQTT"
  /// The requests that tell the loop that there is no broker any longer.
  static let gone: [Loop.Request] = [.serviceFailure(title, nil), .serviceHeard(title, false)]

  let topics: BrokerTopics
  private let transport: any BrokerTransport
  private let options: BrokerOptions
  /// The board as the broker knows it.
  private(set) var device: BrokerDevice
  private let obeys: Bool
  private let log: (Severity, String) -> Void
  /// The beginning of a sentence about a sender's mistake; the rest may quote the sender.
  static let refusal = "ignored a command"

  private var link: BrokerLink
  private var outbox: Outbox
  private var announcer: Announcer
  private var keptTopics: KeptTopics
  private let file: LinesFile
  /// What was asked for and the broker has not allowed yet, by the numbers of the calls.
  private var asked: [Int: (what: String, clears: String?)] = [:]
  private var budget: Budget
  private var isReadable = false
  private var toldFailure: BrokerFailure?
  /// Whether a remote motion sensor sees somebody.
  private(set) var isSomebodySeen = false
  private var fleet = Fleet()
  private(set) var counts = BrokerCounts()
  /// How many messages found no room while the broker was slow, or were refused by it.
  var unsent: Int { outbox.dropped }

  /// How many messages are taken in one second. Further messages wait with the broker, too. A large
  /// message counts as several.
  private struct Budget {
    /// With MQTT 3.1.1, any number of retained messages comes at each connection. Those that do not
    /// count cost little. They have a limit of their own, so that they do not hold up new messages
    /// before there are so many of them.
    private static let unheardPerSecond = 2_000
    let perSecond: Int
    private var left = 0
    private var unheardLeft = 0
    private var second = Int64.min

    init(perSecond: Int) { self.perSecond = perSecond }

    /// Whether no more may be taken in this second, and when more may be.
    var isSpent: Bool { min(left, unheardLeft) == 0 && second != .min }
    var deadline: Deadline { isSpent ? Deadline((second + 1) * 1_000) : .never }

    /// - Parameter isHeard: false for a retained message at a topic where only new messages count.
    mutating func take(_ message: BrokerMessage, isHeard: Bool) {
      let cost = 1 + message.payload.count / 8_192
      if isHeard { left = max(0, left - cost) } else { unheardLeft = max(0, unheardLeft - cost) }
    }

    mutating func renew(at now: Int64) {
      guard second != now / 1_000 else { return }
      (second, left, unheardLeft) = (now / 1_000, perSecond, Self.unheardPerSecond)
    }
  }

  /// This board as a hub, and as a follower of others.
  private struct Fleet {
    /// Publishes to followers; nil where this board is no hub.
    var hub: HubPublisher?
    var isFollower = false
    /// What hubs have said since the last call of `popHubEvents`.
    var events: [HubEvent] = []
    /// The topics of hubs that this board is subscribed to.
    var followed: Set<String> = []
  }

  init(
    _ mqtt: Config.MQTT, _ transport: any BrokerTransport, device: BrokerDevice,
    file: LinesFile, seed: UInt64, log: @escaping (Severity, String) -> Void
  ) {
    topics = BrokerTopics(mqtt)
    (self.transport, self.device, self.file) = (transport, device, file)
    (obeys, self.log) = (mqtt.allowsControl, log)
    options = BrokerOptions(mqtt, topics)
    outbox = Outbox(muted: mqtt.tellsOfItself ? nil : topics.own)
    link = BrokerLink(seed: seed)
    announcer = Announcer(mqtt, topics)
    keptTopics = KeptTopics(mqtt, topics, file, seed: seed)
    fleet.hub = mqtt.isHub ? HubPublisher(topics) : nil
    fleet.isFollower = !mqtt.hubs.isEmpty
    budget = Budget(perSecond: mqtt.isHub || fleet.isFollower ? 200 : 50)
  }

  var isConnected: Bool { link.isConnected }

  var watches: [Loop.Watch] {
    guard !budget.isSpent else { return [] }
    return [
      Loop.Watch(descriptor: transport.descriptor) { [unowned self] in
        isReadable = true
        return []
      }
    ]
  }

  var deadline: Deadline {
    var soonest = fleet.events.isEmpty ? min(link.deadline, file.deadline) : .immediately
    soonest.advance(to: budget.deadline)
    if link.isConnected {
      soonest.advance(to: announcer.deadline)
      soonest.advance(to: fleet.hub?.deadline ?? .never)
      soonest.advance(to: keptTopics.deadline)
    }
    return soonest
  }

  /// There may be something new on the desk.
  func deskMayHaveChanged() {
    announcer.deskMayHaveChanged()
    fleet.hub?.deskMayHaveChanged()
  }

  /// - Parameters:
  ///   - awaitsMarkets: whether a hub's markets are to be shown, and the hub has not named them yet.
  ///   - isPlaceholderAsked: whether the exchange of the placeholder, which is shown meanwhile, is
  ///     asked.
  func setAwaitsMarkets(_ awaitsMarkets: Bool, isPlaceholderAsked: Bool = false) {
    let tellsMarkets = !awaitsMarkets || isPlaceholderAsked
    guard keptTopics.setMarkets(areAwaited: awaitsMarkets, areTold: tellsMarkets) else { return }
    announcer.deskMayHaveChanged()
  }

  /// Corrects the time of the start, in Unix seconds, after the clock was set.
  func setStartSeconds(_ startSeconds: Int64) {
    guard startSeconds != device.startSeconds else { return }
    device.startSeconds = startSeconds
    if link.isConnected { say(device.text, topics.about) }
  }

  /// Takes over what a remote motion sensor saw before a configuration was read again.
  func see(_ isSomebodySeen: Bool) { self.isSomebodySeen = isSomebodySeen }

  /// Tries to connect now: a user wants it.
  func retry(at now: Int64) { link.retry(at: now) }

  /// Tries to connect now: there is a network again.
  func networkReturned(at now: Int64) { link.networkReturned(at: now) }

  /// Does what is due.
  /// - Returns: what the broker's clients ask for.
  func turn(_ desk: Desk, _ screens: Screens, at now: Int64) -> [Loop.Request] {
    guard isReadable || deadline.isDue(at: now) else { return [] }
    isReadable = false
    budget.renew(at: now)
    var requests: [Loop.Request] = []
    for _ in 0..<Self.eventsPerTurn where !budget.isSpent {
      guard let event = transport.next() else { break }
      requests += handle(event, desk, at: now)
    }
    link.advance(to: now)
    if let version = link.popDue(at: now) { transport.connect(options, version) }
    if link.isConnected {
      // This check costs more than the rest: once a second is enough.
      let mayBeAnother = announcer.deadline.isDue(at: now)
      perform(keptTopics.turn(desk, device, mayBeAnother: mayBeAnother, at: now))
      let told = announcer.turn(desk, screens, tellsMarkets: keptTopics.tellsMarkets, at: now)
      for message in told { outbox.put(message) }
      let hubNews = fleet.hub?.turn(desk, awaitsMarkets: keptTopics.awaitsMarkets, at: now) ?? []
      for message in hubNews {
        let isReplacing = outbox.put(message)
        if isReplacing, message.topic == topics.hub(HubTopics.beat) { fleet.hub?.lostBeat() }
      }
      send()
    }
    file.look(at: now)
    return requests + news()
  }

  /// Says goodbye, which takes a second at most.
  func end() {
    if link.isConnected, let will = options.will {
      _ = transport.publish(
        Array(will.text.utf8), to: will.topic, isCertain: true, isRetained: true)
    }
    transport.end()
  }

  private func perform(_ steps: KeptTopics.Steps) {
    if let farewell = steps.farewell { outbox.add(farewell) }
    for message in steps.messages {
      // If the topic is used after all, its text is told again, even if it is the same as before.
      announcer.forget(message.topic)
      outbox.put(message)
    }
    for status in steps.statuses { subscribe(status, hearsKept: true) }
  }

  private func send() {
    outbox.send { message in
      let result = transport.publish(
        message.payload, to: message.topic, isCertain: message.isCertain,
        isRetained: message.isRetained)
      switch result {
      case .notConnected: break
      case .underWay(let number):
        counts.published += 1
        if message.topic == topics.discovery { keptTopics.sent(as: number) }
        if message.isCertain {
          asked[number] =
            message.payload.isEmpty
            ? ("to clear what it published with an earlier configuration", message.topic)
            : ("to write to \(message.topic)", nil)
        }
      case .refused:
        let kind = "QoS \(message.isCertain ? 1 : 0)\(message.isRetained ? ", retained" : "")"
        log(
          .warning,
          "the broker refuses a message to \(message.topic), \(message.payload.count) bytes, \(kind): "
            + "raise its limits of size and QoS, or let it retain messages (max_packet_size, max_qos, "
            + "retain_available in mosquitto.conf)")
      }
      return result
    }
  }
}

// What happens at the broker.
extension BrokerDesk {
  private func handle(_ event: BrokerEvent, _ desk: Desk, at now: Int64) -> [Loop.Request] {
    switch event {
    case .connected:
      link.connected(at: now)
      begin()
    case .closed(let reason):
      link.closed(reason, at: now)
      isSomebodySeen = false
      outbox.reset()
      asked = [:]
      keptTopics.closed()
      if fleet.isFollower { fleet.events.append(.closed) }
    case .published(let number, let isGranted):
      outbox.sent(number)
      if isGranted, let topic = asked[number]?.clears {
        keptTopics.cleared(topic, desk, device, at: now)
      }
      if isGranted { keptTopics.published(number, at: now) }
      answered(number, isGranted)
    case .subscribed(let number, let isGranted): answered(number, isGranted)
    case .dropped(let count):
      counts.dropped += count
      if fleet.isFollower { fleet.events.append(.lost) }
      let messages = count == 1 ? "message" : "messages"
      log(.warning, "ignored \(count) \(messages) of the broker: too large, or too many at once")
    case .message(let message):
      budget.take(message, isHeard: !message.isRetained || hearsKept(at: message.topic))
      counts.received += 1
      return hear(message, desk, at: now)
    }
    return []
  }

  /// The broker has allowed what was asked for, or forbids it.
  private func answered(_ number: Int, _ isGranted: Bool) {
    guard let what = asked.removeValue(forKey: number)?.what, !isGranted else { return }
    log(
      .warning,
      "the broker does not allow \"\(options.user ?? topics.name)\" \(what): add it to the broker's "
        + "access list")
  }

  /// Subscribes and publishes everything anew: a new connection knows nothing.
  private func begin() {
    announcer.restart()
    keptTopics.restart()
    say(BrokerTopics.online, topics.status)
    say(device.text, topics.about)
    var filters = obeys ? topics.commandFilters : []
    if let birth = topics.birth { filters.append(birth) }
    if fleet.hub != nil { filters.append(topics.wantFilter) }
    for filter in filters { subscribe(filter, hearsKept: false) }
    fleet.hub?.restart()
    fleet.followed = []
    if fleet.isFollower { fleet.events.append(.connected) }
  }

  private func subscribe(_ filter: String, hearsKept: Bool) {
    if let number = transport.subscribe(filter, hearsKept: hearsKept) {
      asked[number] = ("to read \(filter)", nil)
    }
  }

  /// Whether a retained message at this topic counts. Of commands, wants and starts of Home
  /// Assistant, only new messages count.
  private func hearsKept(at topic: String) -> Bool {
    fleet.followed.contains(topic) || keptTopics.hears(topic)
  }

  private func say(_ text: String, _ topic: String) {
    outbox.put(Outbox.Message(Array(text.utf8), to: topic, isCertain: true))
  }

  private func hear(_ message: BrokerMessage, _ desk: Desk, at now: Int64) -> [Loop.Request] {
    keptTopics.hear(message, at: now)
    if message.topic == topics.birth {
      // The message of an earlier start may be retained: only a new message tells of a start now.
      if !message.isRetained, message.payload == Array("online".utf8) {
        keptTopics.answerBirth(at: now)
      }
      return []
    }
    if let follower = topics.follower(at: message.topic) {
      // A follower repeats what it wants: a retained message is old.
      if !message.isRetained { fleet.hub?.hear(message.payload, from: follower, desk, at: now) }
      return []
    }
    guard let name = topics.commandName(of: message.topic) else {
      if fleet.followed.contains(message.topic), let hub = topics.board(at: message.topic) {
        fleet.events.append(
          .message(
            hub: hub.name, path: hub.path, payload: message.payload,
            isRetained: message.isRetained))
      }
      return []
    }
    // A broker may send messages that the board did not subscribe to.
    guard obeys else {
      counts.refused += 1
      return []
    }
    guard !message.isRetained else {
      counts.refused += 1
      log(
        .warning,
        Self.refusal + " that the broker has kept at \(message.topic.onOneLine): publish commands "
          + "without \"retain\", and clear that one with mosquitto_pub -r -n")
      return []
    }
    do throws(BrokerOrderError) {
      let orders = try BrokerOrders.read(name, message.payload, markets: desk.marketNames)
      return orders.compactMap { order in
        switch order {
        case .request(let request): return request
        case .presence(let isSeen):
          isSomebodySeen = isSeen
          return nil
        }
      }
    } catch {
      counts.refused += 1
      log(.warning, Self.refusal + " of the broker: \(error.sentence.onOneLine)")
      return []
    }
  }

  /// Why the broker is not heard, or that it is heard now, if that has changed.
  private func news() -> [Loop.Request] {
    let failure = link.failure
    guard failure != toldFailure || link.connections != counts.connections else { return [] }
    let before = toldFailure
    toldFailure = failure
    if link.connections != counts.connections {
      counts.connections = link.connections
      log(.notice, "broker: connected to \(options.host):\(options.port) as \(topics.name)")
    }
    if let failure, failure != before {
      log(.warning, failure.sentence(of: options))
    }
    return [
      .serviceFailure(Self.title, failure?.cause.reason),
      .serviceHeard(Self.title, failure == nil && link.isConnected),
    ]
  }
}

// Events, which are told besides what the desk shows.
extension BrokerDesk {
  /// Publishes the gesture of a key.
  func press(_ gesture: String, key: Int) {
    guard link.isConnected else { return }
    let text = BrokerTexts.gesture(gesture)
    outbox.add(
      Outbox.Message(Array(text.utf8), to: topics.key(key), isCertain: true, isRetained: false))
    send()
  }

  /// Publishes alerts that have come.
  func fire(_ alerts: [FiredAlert], _ desk: Desk) {
    guard link.isConnected else { return }
    for alert in alerts {
      let text = BrokerTexts(desk).alert(alert)
      outbox.add(
        Outbox.Message(Array(text.utf8), to: topics.alert, isCertain: true, isRetained: false))
    }
    send()
  }
}

// The fleet: what hubs say, and what followers want.
extension BrokerDesk {
  /// Takes what hubs have said, oldest first.
  func popHubEvents() -> [HubEvent] {
    defer { fleet.events = [] }
    return fleet.events
  }

  /// Listens to these topics of hubs from now on, and to no others.
  /// - Parameters:
  ///   - topics: below the base of all boards.
  ///   - messages: what hubs are to be told.
  func listen(to topics: Set<String>, saying messages: [HubFeed.Message]) {
    guard link.isConnected else { return }
    let wanted = Set(topics.map(self.topics.ofAll))
    fleet.followed.subtracting(wanted).forEach(transport.unsubscribe)
    for topic in wanted.subtracting(fleet.followed).sorted() { subscribe(topic, hearsKept: true) }
    fleet.followed = wanted
    for message in messages {
      outbox.put(
        Outbox.Message(
          Array(message.payload.utf8), to: self.topics.ofAll(message.topic), isCertain: true,
          isRetained: false))
    }
    if !messages.isEmpty { send() }
  }

  /// Adds what followers look at. It is asked for in the same way as what the page on the screen shows.
  func addWants(to requirements: inout DataRequirements, _ desk: Desk, at now: Int64) {
    fleet.hub?.addWants(to: &requirements, desk, at: now)
  }
}
