import Broker
import Configuration
import State
import Timing

/// What the broker keeps of this board: the device that Home Assistant finds there, and topics.
/// Topics of an earlier run that are no longer used are cleared.
///
/// It is told what happens at the broker, and returns what must be done there. It touches nothing
/// but the file from which a later run learns what is kept.
struct KeptTopics {
  /// When Home Assistant has started, all boards answer at times that are spread over so long.
  private static let birthMilliseconds: ClosedRange<Int64> = 0...5_000
  /// Home Assistant listens to the topics of removed entities for so long at most. Until then an
  /// empty message there would be an error in its log.
  private static let farewellMilliseconds: Int64 = 5_000
  /// After so long, a broker has noticed that a connection of an earlier run is lost.
  private static let earlierRunMilliseconds: Int64 = 150_000

  /// What is to be done at the broker, in this order.
  struct Steps {
    /// Removes the entities that are no more. A later message must not replace it.
    var farewell: Outbox.Message?
    /// The texts that topics hold from now on.
    var messages: [Outbox.Message] = []
    /// Topics to subscribe to, with what the broker has kept there.
    var statuses: [String] = []
  }

  private let topics: BrokerTopics
  private let isCommanded: Bool
  private let isHub: Bool
  private let file: LinesFile
  private var memory: BrokerMemory
  private var random: SplitMix
  /// Whether a hub's markets are to be shown, and the hub has not named them yet.
  private(set) var awaitsMarkets = false
  /// Whether the broker is told of the markets on the desk: they are no placeholder, or the
  /// exchange of the placeholder is asked.
  private(set) var tellsMarkets = true
  /// What the entities of the last announcement were made from. When that changes, they are
  /// announced again.
  private var announcedSignature: [String]?
  /// When the entities are announced again for another reason, and when topics that are no longer
  /// used are cleared.
  private var announceAt = Deadline.never
  private var clearAt = Deadline.never
  /// The platforms of the entities by their keys, and the number of the announcement until the
  /// broker has it.
  private var platforms: [String: String] = [:]
  private var messageNumber: Int?
  /// The status topics of earlier names of this board. The deadline tells when such a name has been
  /// online for too long to be a remainder of an earlier run: then a copy of the card is another
  /// board. It is `.never` while the name is not online.
  private var earlierStatuses: [String: Deadline] = [:]

  /// - Parameter file: where a later run finds what is kept.
  init(_ mqtt: Config.MQTT, _ topics: BrokerTopics, _ file: LinesFile, seed: UInt64) {
    (self.topics, self.file) = (topics, file)
    (isCommanded, isHub) = (mqtt.allowsControl, mqtt.isHub)
    memory = BrokerMemory(file.lines)
    random = SplitMix(state: seed ^ 0x6272_6F6B_6572)
  }

  /// When `turn` is wanted while the broker is connected.
  var deadline: Deadline {
    var soonest = min(announceAt, clearAt)
    for online in earlierStatuses.values { soonest.advance(to: online) }
    return soonest
  }

  /// - Returns: whether either has changed.
  mutating func setMarkets(areAwaited awaitsMarkets: Bool, areTold tellsMarkets: Bool) -> Bool {
    guard (awaitsMarkets, tellsMarkets) != (self.awaitsMarkets, self.tellsMarkets) else {
      return false
    }
    (self.awaitsMarkets, self.tellsMarkets) = (awaitsMarkets, tellsMarkets)
    // Announces again, to remove what is no more now, although the markets may be the same.
    announcedSignature = nil
    // Until a hub has named its markets, a market that is not shown may still be one of them.
    if awaitsMarkets { clearAt = .never }
    return true
  }
}

// What happens at the broker.
extension KeptTopics {
  /// Forgets what the earlier connection knew: a new one knows nothing.
  mutating func restart() { (announcedSignature, earlierStatuses) = (nil, [:]) }

  /// The connection is lost, and with it the announcement that was under way.
  mutating func closed() { messageNumber = nil }

  /// An announcement is under way; of several, the last one counts.
  mutating func sent(as number: Int) { messageNumber = number }

  /// The broker has received a message.
  mutating func published(_ number: Int, at now: Int64) {
    guard number == messageNumber else { return }
    remember(at: now) { [platforms] in $0.keep(only: platforms) }
  }

  /// The broker has cleared a topic.
  mutating func cleared(
    _ topic: String, _ desk: Desk, _ device: BrokerDevice, at now: Int64
  ) {
    guard !retained(desk, device).contains(topic) else { return }
    remember(at: now) { $0.forget(topic) }
  }

  /// Home Assistant has started.
  mutating func answerBirth(at now: Int64) {
    announceAt = Deadline(now + Int64.random(in: Self.birthMilliseconds, using: &random))
  }

  /// Whether a retained message at this topic counts.
  func hears(_ topic: String) -> Bool { earlierStatuses[topic] != nil }

  /// Notes whether an earlier name of this board is online, if the message says that.
  mutating func hear(_ message: BrokerMessage, at now: Int64) {
    guard let known = earlierStatuses[message.topic] else { return }
    switch (message.payload == Array(BrokerTopics.online.utf8), known.isNever) {
    case (true, true): earlierStatuses[message.topic] = Deadline(now + Self.earlierRunMilliseconds)
    case (false, false):
      earlierStatuses[message.topic] = .never
      if !awaitsMarkets { clearAt = Deadline(now + Self.farewellMilliseconds) }
    default: break
    }
  }
}

// What is to be done there.
extension KeptTopics {
  /// Returns what is due.
  /// - Parameter mayBeAnother: whether to check whether the entities have changed.
  mutating func turn(
    _ desk: Desk, _ device: BrokerDevice, mayBeAnother: Bool, at now: Int64
  ) -> Steps {
    var steps = Steps()
    if announceAt.isDue(at: now) || mayBeAnother && announcedSignature != signature(desk) {
      steps = announce(desk, device, at: now)
    }
    if clearAt.isDue(at: now) { steps.messages += clearances(desk, device) }
    leaveOthers(at: now)
    return steps
  }

  /// What the entities and the kept topics depend on. Names of markets are sorted, because a
  /// ranking changes their order again and again.
  private func signature(_ desk: Desk) -> [String] {
    desk.marketNames.sorted() + desk.allCurrencyNames + desk.askedExchanges.map(\.name)
      + desk.places.map { place in
        let state = desk.markets[place.market]
        return "\(state.exchangeTitle) \(state.market.base)/\(state.market.quote) \(state.decimals)"
      } + (isHub ? HubPublisher.retained(desk) : [])
  }

  /// Announces the entities of the board, and removes those that are no more.
  private mutating func announce(_ desk: Desk, _ device: BrokerDevice, at now: Int64) -> Steps {
    // An earlier run may have used the other exchange of a market, and its card may have failed
    // before that was saved.
    let known =
      announcedSignature != nil || awaitsMarkets
      ? []
      : desk.markets.flatMap { [topics.market($0.market), topics.feed($0.market.source)] }
    (announcedSignature, announceAt) = (signature(desk), .never)
    let retained = retained(desk, device)
    // Until the hub has named its markets, everything of an earlier run may still be needed.
    let isWhole = !awaitsMarkets
    // Removed entities are remembered until the broker has the message that removes them.
    let before = memory.discovery == topics.discovery ? memory.entities : [:]
    let discovery = Discovery(
      desk, topics, device, isCommanded: isCommanded, tellsMarkets: tellsMarkets,
      known: Set(before.keys))
    messageNumber = nil
    platforms =
      isWhole ? discovery.platforms : before.merging(discovery.platforms) { _, new in new }
    var newest = BrokerMemory(
      topics: retained.union(memory.topics).union(known), discovery: topics.discovery,
      entities: before.merging(platforms) { old, _ in old })
    if let old = memory.discovery, old != newest.discovery { newest.keep(old) }
    // The announcement that the broker has kept names the markets of an earlier run, which may well come
    // back. If the kept message did not name them, Home Assistant would start without their entities.
    let isKept = isWhole || before.isEmpty
    var steps = Steps()
    if let topic = topics.discovery {
      let gone = before.filter { platforms[$0.key] != $0.value }
      if !gone.isEmpty {
        let text = discovery.text(
          without: gone.sorted { $0.key < $1.key }.filter { platforms[$0.key] == nil }
            .map { ($0.key, $0.value) })
        steps.farewell = Self.message(text, topic, isRetained: isKept)
      }
      steps.messages.append(Self.message(discovery.text(), topic, isRetained: isKept))
    }
    remember(at: now) { $0 = newest }
    for status in memory.topics
    where BrokerTopics.isStatus(status) && status != topics.status
      && earlierStatuses[status] == nil
    {
      earlierStatuses[status] = .never
      steps.statuses.append(status)
    }
    if !isWhole {
      // What an earlier run has told of a market or an exchange still stands at the broker as if it
      // were new. Until it is known whether it is shown, the broker is told that it is not heard
      // and has no price.
      for topic in memory.topics.subtracting(retained).sorted() {
        guard let text = topics.textOfUnheard(at: topic) else { continue }
        steps.messages.append(Self.message(text, topic))
      }
    }
    if isWhole, memory.topics != retained { clearAt = Deadline(now + Self.farewellMilliseconds) }
    return steps
  }

  /// The messages that clear the topics that are no longer used.
  private mutating func clearances(_ desk: Desk, _ device: BrokerDevice) -> [Outbox.Message] {
    clearAt = .never
    let others = earlierStatuses.filter { !$0.value.isNever }.keys
    return memory.topics.subtracting(retained(desk, device)).sorted()
      .filter { topic in !others.contains { BrokerTopics.areOfOneBoard(topic, status: $0) } }
      .map { Self.message("", $0) }
  }

  /// Forgets the topics of an earlier name of this board once another board uses that name.
  private mutating func leaveOthers(at now: Int64) {
    for (status, online) in earlierStatuses where online.isDue(at: now) {
      remember(at: now) { memory in
        for topic in memory.topics where BrokerTopics.areOfOneBoard(topic, status: status) {
          memory.forget(topic)
        }
      }
      earlierStatuses[status] = nil
    }
  }

  private static func message(
    _ text: String, _ topic: String, isRetained: Bool = true
  ) -> Outbox.Message {
    Outbox.Message(Array(text.utf8), to: topic, isCertain: true, isRetained: isRetained)
  }

  /// Changes the record of what the broker keeps of this board, and saves it for a later run.
  private mutating func remember(at now: Int64, _ change: (inout BrokerMemory) -> Void) {
    change(&memory)
    file.keep(memory.lines, at: now)
  }

  /// All topics that the broker keeps.
  private func retained(_ desk: Desk, _ device: BrokerDevice) -> Set<String> {
    var all: Set = [topics.status, topics.about, topics.state, topics.light]
    if device.sendsPicture { all.insert(topics.picture) }
    if tellsMarkets {
      for place in desk.places { all.insert(topics.market(desk.markets[place.market].market)) }
      for exchange in desk.askedExchanges { all.insert(topics.feed(exchange.name)) }
    }
    if let discovery = topics.discovery { all.insert(discovery) }
    if isHub { all.formUnion(HubPublisher.retained(desk).map(topics.hub)) }
    return all
  }
}
