import Feeds
import MarketData
import Wire

/// One exchange: its feed, and where its endpoints are.
struct Source {
  var feed: Feed
  let websocket: String
  let rest: String
  let caFile: String?

  /// Does what the feed wants done.
  /// - Parameters:
  ///   - place: the number that this source's socket has on the wire.
  mutating func run(on wire: Wire, as place: Int, log: (Severity, String) -> Void) {
    for intent in feed.intents {
      switch intent {
      case .connect: wire.connect(place, url: websocket, caFile: caFile)
      case .send(let text): wire.send(place, text: text)
      case .ping: wire.ping(place)
      case .close: wire.close(place)
      case .get(let id, let path): wire.get(place << 32 | id, url: rest + path, caFile: caFile)
      case .log(let severity, let line): log(severity, line)
      }
    }
    feed.intents.removeAll(keepingCapacity: true)
  }
}

extension Wire.Event {
  /// Which source it concerns, and what it means to its feed.
  func passOn(_ body: (_ place: Int, Happening) -> Void) {
    switch self {
    case .opened(let place): body(place, .opened)
    case .message(let place, let bytes): body(place, .message(bytes))
    case .pong(let place): body(place, .pong)
    case .closed(let place, let reason, let status, let wait, let isDown):
      let closure = Closure(
        reason: reason, status: status, retryAfterSeconds: wait, isNetworkDown: isDown)
      body(place, .closed(closure))
    case .answered(let call, let status, let fields, let bytes):
      let headers = fields.map { Header(name: $0.name, value: $0.value) }
      body(
        call >> 32,
        .answered(id: call & 0xFFFF_FFFF, status: status, headers: headers, body: bytes))
    case .unanswered(let call, let reason, let isDown):
      body(
        call >> 32, .unanswered(id: call & 0xFFFF_FFFF, reason: reason, isNetworkDown: isDown))
    }
  }
}
