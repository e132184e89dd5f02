/// Messages on their way to a broker: of each topic the newest, so that a slow broker makes nothing
/// pile up. It has no socket.
public struct Outbox: Sendable {
  public struct Message: Equatable, Sendable {
    public var topic: String
    public var payload: [UInt8]
    /// Whether the broker has to say that it has it.
    public var isCertain: Bool
    public var isRetained: Bool

    public init(
      _ payload: [UInt8], to topic: String, isCertain: Bool = false, isRetained: Bool = true
    ) {
      (self.topic, self.payload) = (topic, payload)
      (self.isCertain, self.isRetained) = (isCertain, isRetained)
    }
  }

  /// So many are on their way at once.
  private static let underWayMax = 16
  /// So many events, which are not replaced by newer ones, wait at most.
  private static let eventsMax = 64

  /// Topics in the order in which they became due.
  private var order: [String] = []
  private var newest: [String: Message] = [:]
  /// What is said once and is never replaced: a press, an alert.
  private var events: [Message] = []
  private var underWay: Set<Int> = []
  /// How many events found no room, and how many messages the broker has refused.
  public private(set) var dropped = 0
  private let muted: String?

  /// - Parameter muted: what topics begin with that nothing is said to; nil for none.
  public init(muted: String? = nil) { self.muted = muted }

  public var isEmpty: Bool { order.isEmpty && events.isEmpty }

  /// Says how something is now.
  /// - Returns: whether one that waited is not sent any more.
  @discardableResult
  public mutating func put(_ message: Message) -> Bool {
    if isMuted(message) { return false }
    if newest.updateValue(message, forKey: message.topic) != nil { return true }
    order.append(message.topic)
    return false
  }

  /// Says that something has happened.
  public mutating func add(_ message: Message) {
    if isMuted(message) { return }
    if events.count < Self.eventsMax { events.append(message) } else { dropped += 1 }
  }

  private func isMuted(_ message: Message) -> Bool {
    muted.map(message.topic.hasPrefix) ?? false
  }

  /// Gives away what may leave now.
  /// - Parameter send: sends one. It stays where there is no connection, and is dropped where the broker
  ///   refuses it: others wait behind it.
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

  /// The connection is another: what was under way is lost, what waited is old.
  public mutating func reset() {
    let dropped = dropped
    self = Outbox(muted: muted)
    self.dropped = dropped
  }
}
