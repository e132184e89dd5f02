/// Messages on their way to a broker: only the newest of each topic, so that a slow broker does not
/// make them pile up. It has no socket.
public struct Outbox: Sendable {
  public struct Message: Equatable, Sendable {
    public var topic: String
    public var payload: [UInt8]
    /// Whether the broker has to confirm the message.
    public var isCertain: Bool
    public var isRetained: Bool

    public init(
      _ payload: [UInt8], to topic: String, isCertain: Bool = false, isRetained: Bool = true
    ) {
      (self.topic, self.payload) = (topic, payload)
      (self.isCertain, self.isRetained) = (isCertain, isRetained)
    }
  }

  /// The most messages on their way at once.
  private static let underWayMax = 16
  /// The most events that wait; newer ones do not replace them.
  private static let eventsMax = 64

  /// Topics in the order in which they became due.
  private var order: [String] = []
  private var newest: [String: Message] = [:]
  /// Messages that are sent once and never replaced: a press, an alert.
  private var events: [Message] = []
  private var underWay: Set<Int> = []
  /// How many events found no room, and how many messages the broker has refused.
  public private(set) var dropped = 0
  private let muted: String?

  /// - Parameter muted: the start of the topics to which nothing is sent; nil for none.
  public init(muted: String? = nil) { self.muted = muted }

  public var isEmpty: Bool { order.isEmpty && events.isEmpty }

  /// Adds the message of a present state, in place of one of the same topic that waits.
  /// - Returns: whether it replaced a message that waited.
  @discardableResult
  public mutating func put(_ message: Message) -> Bool {
    if isMuted(message) { return false }
    if newest.updateValue(message, forKey: message.topic) != nil { return true }
    order.append(message.topic)
    return false
  }

  /// Adds the message of an event, which no newer one replaces.
  public mutating func add(_ message: Message) {
    if isMuted(message) { return }
    if events.count < Self.eventsMax { events.append(message) } else { dropped += 1 }
  }

  private func isMuted(_ message: Message) -> Bool {
    muted.map(message.topic.hasPrefix) ?? false
  }

  /// Sends the messages that may be sent now.
  /// - Parameter send: sends one message. The message stays if there is no connection, and is
  ///   dropped if the broker refuses it, since others wait behind it.
  public mutating func send(_ send: (Message) -> PublishResult) {
    while underWay.count < Self.underWayMax {
      guard let message = events.first ?? order.first.flatMap({ newest[$0] }) else { return }
      switch send(message) {
      case .notConnected: return
      case .underWay(let number): underWay.insert(number)
      case .refused: dropped += 1
      }
      if events.isEmpty { newest[order.removeFirst()] = nil } else { events.removeFirst() }
    }
  }

  public mutating func sent(_ number: Int) { underWay.remove(number) }

  /// Empties the outbox for a new connection: messages under way are lost, those that waited are
  /// old.
  public mutating func reset() {
    let dropped = dropped
    self = Outbox(muted: muted)
    self.dropped = dropped
  }
}
