import Broker
import Configuration
import State
import Timing

/// What the broker keeps of this board: the device that Home Assistant finds there, and topics, of which
/// those of an earlier run are taken back.
///
/// It is told what happens at the broker, and says what is to be done there. It touches nothing but the
/// file in which a later run finds what is kept.
struct KeptTopics {
  /// Home Assistant has started: so many boards answer within so long.
  private static let birthMilliseconds: ClosedRange<Int64> = 0...5_000
  /// After entities were taken back, Home Assistant listens so long to their topics at most: an empty
  /// message there would be a mistake on its log.
  private static let farewellMilliseconds: Int64 = 5_000
  /// A broker has noticed by then that a connection of an earlier run is lost.
  private static let earlierRunMilliseconds: Int64 = 150_000

  /// What is to be done at the broker, in this order.
  struct Steps {
    /// Names the entities that are no more, and is not replaced by what is said later.
    var farewell: Outbox.Message?
    /// What topics hold from now on.
    var messages: [Outbox.Message] = []
    /// Topics that are to be heard, with what the broker has kept there.
    var statuses: [String] = []
  }

  private let topics: BrokerTopics
  private let isCommanded: Bool
  private let isHub: Bool
  private let file: LinesFile
  private var memory: BrokerMemory
  private var random: SplitMix
  /// A hub's markets are shown, and it has not said yet which those are.
  private(set) var awaitsMarkets = false
  /// The broker is told of the markets on the desk: they are no placeholder, or one
  /// whose exchange is asked.
  private(set) var tellsMarkets = true
  /// What the entities that were announced last are made of; when that is another, they are announced
  /// again.
  private var announcedSignature: [String]?
  /// When they are announced again otherwise, and when topics that are no more are cleared.
  private var announceAt = Deadline.never
  private var clearAt = Deadline.never
  /// Their platforms by their keys, and the number of the message until the broker has it.
  private var platforms: [String: String] = [:]
  private var messageNumber: Int?
  /// Where a name that is remembered says whether it is online, and when it has been so for too long to
  /// be what an earlier run left: then a copy of the card is another board. `.never` while it is not.
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

  /// - Returns: whether that is news.
  mutating func setMarkets(areAwaited awaitsMarkets: Bool, areTold tellsMarkets: Bool) -> Bool {
    guard (awaitsMarkets, tellsMarkets) != (self.awaitsMarkets, self.tellsMarkets) else {
      return false
    }
    (self.awaitsMarkets, self.tellsMarkets) = (awaitsMarkets, tellsMarkets)
    // What is no more is taken back now, although the markets may be the same.
    announcedSignature = nil
    // Until a hub has named its markets, those that are not shown are not known to be no more.
    if awaitsMarkets { clearAt = .never }
    return true
  }
}

// What happens at the broker.
extension KeptTopics {
  /// A new connection knows nothing.
  mutating func restart() { (announcedSignature, earlierStatuses) = (nil, [:]) }

  /// The connection is lost, and what was under way with it.
  mutating func closed() { messageNumber = nil }

  /// A message to Home Assistant's topic is under way; the last one counts.
  mutating func sent(as number: Int) { messageNumber = number }

  /// The broker has a message.
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

  /// Whether what the broker has kept there says anything.
  func hears(_ topic: String) -> Bool { earlierStatuses[topic] != nil }

  /// A name of an earlier run may say whether it is online.
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
  /// What is due.
  /// - Parameter mayBeAnother: whether to look whether the board is another one.
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

  /// What the entities follow from, and what the broker keeps. Markets that are ranked change their order
  /// again and again.
  private func signature(_ desk: Desk) -> [String] {
    desk.marketNames.sorted() + desk.allCurrencyNames + desk.askedExchanges.map(\.name)
      + desk.places.map { place in
        let state = desk.markets[place.market]
        return "\(state.exchangeTitle) \(state.market.base)/\(state.market.quote) \(state.decimals)"
      } + (isHub ? HubPublisher.retained(desk) : [])
  }

  /// Says what the board is, and takes back what it is no more.
  private mutating func announce(_ desk: Desk, _ device: BrokerDevice, at now: Int64) -> Steps {
    // An earlier run may have been served by the other exchange of a market, with a card that failed.
    let known =
      announcedSignature != nil || awaitsMarkets
      ? []
      : desk.markets.flatMap { [topics.market($0.market), topics.feed($0.market.source)] }
    (announcedSignature, announceAt) = (signature(desk), .never)
    let retained = retained(desk, device)
    // Until its hub has said what it has, nothing of an earlier run is no more.
    let isWhole = !awaitsMarkets
    // Entities that are no more are known until the broker has heard so.
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
    // What the broker has kept names the markets of an earlier run, which may well come back: Home Assistant
    // would start without their entities if the kept message did not name them.
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
      // What an earlier run has told of a market, or of an exchange, stands at the broker as if it were of
      // now: until it is known whether it is shown, it has no price and is not heard.
      for topic in memory.topics.subtracting(retained).sorted() {
        guard let text = topics.textOfUnheard(at: topic) else { continue }
        steps.messages.append(Self.message(text, topic))
      }
    }
    if isWhole, memory.topics != retained { clearAt = Deadline(now + Self.farewellMilliseconds) }
    return steps
  }

  /// What clears the topics that are no more.
  private mutating func clearances(_ desk: Desk, _ device: BrokerDevice) -> [Outbox.Message] {
    clearAt = .never
    let others = earlierStatuses.filter { !$0.value.isNever }.keys
    return memory.topics.subtracting(retained(desk, device)).sorted()
      .filter { topic in !others.contains { BrokerTopics.areOfOneBoard(topic, status: $0) } }
      .map { Self.message("", $0) }
  }

  /// Forgets what another board says under a name that this card had before.
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

  /// Changes what the broker keeps of this board, for a later run as well.
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
