import Feeds
import Timing
import Wire

/// What carries messages: the wire itself, or a recording in its place.
protocol Transport: AnyObject {
  /// Called once, before anything is asked.
  func begin(at now: Moment)

  func connect(_ id: SocketID, url: String, caFile: String?)
  func send(_ id: SocketID, text: String)
  func ping(_ id: SocketID, number: Int)
  func close(_ id: SocketID)
  func get(_ id: TransferID, url: String, headers: [(name: String, value: String)], caFile: String?)

  /// When `turn` is wanted although nothing arrives.
  var deadline: Deadline { get }
  /// Waits until something arrives, a watched descriptor wakes it, or the time is over.
  func wait(_ watches: inout [Wire.Watch], milliseconds: Int64)
  /// Delivers what has happened.
  func turn(at now: Moment, _ deliver: (Wire.Event) -> Void)
  /// Keeps an event of the hubs that are followed, which comes another way.
  func keep(_ event: HubEvent)
  /// The kept events of hubs that have come since the last call.
  func popHubEvents() -> [HubEvent]
  /// True where nothing will ever come again, and so the program ends.
  var isOver: Bool { get }
}

extension Transport {
  func begin(at now: Moment) {}
  func keep(_ event: HubEvent) {}
  func popHubEvents() -> [HubEvent] { [] }
  var isOver: Bool { false }
}

extension Wire: Transport {
  func turn(at now: Moment, _ deliver: (Event) -> Void) { turn(at: now.monotonic, deliver) }
}
