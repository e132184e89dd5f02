import Broker
import Configuration
import Devices
import MarketData
import State
import Timing

/// Decides what a broker is told of the desk and when: what has changed, and no more often than the
/// configuration says, since Home Assistant writes down each message.
struct Announcer {
  /// How often the desk is looked at.
  private static let lookMilliseconds: Int64 = 1_000

  private let topics: BrokerTopics
  private let priceMilliseconds: Int64
  private let pictureMilliseconds: Int64?
  /// What was told last, by its topic.
  private var told: [String: String] = [:]
  private var prices: [MarketID: (topic: String, link: Link, hasPrice: Bool, at: Int64)] = [:]
  private var picture: (frames: Int, isOff: Bool, at: Int64)?
  private var isChanged = true
  /// When `turn` is wanted; never while nothing has changed.
  private(set) var deadline = Deadline.never
  private var nextLook = Deadline.immediately

  init(_ mqtt: Config.MQTT, _ topics: BrokerTopics) {
    self.topics = topics
    priceMilliseconds = Int64(mqtt.priceEverySeconds) * 1_000
    pictureMilliseconds = mqtt.pictureEverySeconds.map { Int64($0) * 1_000 }
  }

  /// Tells everything again: the broker is another, or has forgotten everything.
  mutating func restart() {
    (told, prices, picture) = ([:], [:], nil)
    (nextLook, isChanged, deadline) = (.immediately, true, .immediately)
  }

  /// Forgets what was told at a topic: the broker no longer has it.
  mutating func forget(_ topic: String) {
    told[topic] = nil
    prices = prices.filter { $0.value.topic != topic }
  }

  /// There may be something new on the desk.
  mutating func deskMayHaveChanged() {
    guard !isChanged else { return }
    (isChanged, deadline) = (true, nextLook)
  }

  /// What is to be published now.
  /// - Parameter tellsMarkets: false while the market on the desk is a placeholder whose exchange is not
  ///   asked. Home Assistant would keep it.
  mutating func turn(
    _ desk: Desk, _ screens: Screens, tellsMarkets: Bool, at now: Int64
  ) -> [Outbox.Message] {
    guard deadline.isDue(at: now) else { return [] }
    isChanged = false
    nextLook = .shared(every: Self.lookMilliseconds, after: now, isPaced: true)
    deadline = .never
    let texts = BrokerTexts(desk)
    var messages: [Outbox.Message] = []
    func tell(_ text: String, _ topic: String) {
      guard told.updateValue(text, forKey: topic) != text else { return }
      messages.append(Outbox.Message(Array(text.utf8), to: topic))
    }
    tell(texts.state(tellsMarkets: tellsMarkets), topics.state)
    tell(
      BrokerTexts.light(isOn: !screens.isAnyOff, percent: screens.lighting.percent(.lamp)),
      topics.light)
    for exchange in tellsMarkets ? desk.askedExchanges : [] {
      guard let state = desk.exchange(exchange.name) else { continue }
      tell(texts.feed(state), topics.feed(exchange.name))
    }
    for place in desk.places where tellsMarkets {
      let state = desk.markets[place.market]
      let link = desk.link(of: place.market)
      let hasPrice = state.isListed && state.price != nil
      // This check comes before the text is made: most looks come too early.
      if let last = prices[place.market], last.link == link, last.hasPrice == hasPrice,
        now - last.at < priceMilliseconds
      {
        deadline.advance(to: Deadline(last.at + priceMilliseconds))
        continue
      }
      let (topic, text) = (topics.market(state.market), texts.market(place.market))
      guard told[topic] != text else { continue }
      prices[place.market] = (topic, link, hasPrice, now)
      tell(text, topic)
    }
    if let message = picture(of: screens, at: now) { messages.append(message) }
    return messages
  }

  private mutating func picture(of screens: Screens, at now: Int64) -> Outbox.Message? {
    guard let pictureMilliseconds, let screen = screens.all.first,
      picture.map({ $0.frames != screen.frames || $0.isOff != screen.isOff }) ?? true,
      let frame = screen.publicFrame
    else { return nil }
    if let picture, now - picture.at < pictureMilliseconds {
      deadline.advance(to: Deadline(picture.at + pictureMilliseconds))
      return nil
    }
    picture = (screen.frames, screen.isOff, now)
    return Outbox.Message(PNGDisplay.encode(frame, screen.look), to: topics.picture)
  }
}
