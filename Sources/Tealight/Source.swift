import Feeds
import MarketData
import Wire

/// One exchange: its feed, and where the endpoints of its ways are.
struct Source {
  struct Endpoints: Equatable {
    var websocket: String
    var rest: String
    var caFile: String?
  }

  /// Its own for as long as the program runs: its lines and calls are told from others' by it.
  var number = 0
  var feed: Feed
  /// As many as the feed has ways, in their order.
  let ways: [Endpoints]
  /// What the others were last told of its clock.
  var toldClock: Int64?
  /// Where its list of markets is kept; nil where nothing is.
  var lists: ListCache?

  /// Does what the feed wants done.
  mutating func run(on client: Client, at now: Int64, log: (Severity, String) -> Void) {
    let wire = client.carrier
    for intent in feed.intents {
      switch intent {
      case .connect(let line, let way):
        wire.connect(number << 1 | line, url: ways[way].websocket, caFile: ways[way].caFile)
      case .send(let text, let line): wire.send(number << 1 | line, text: text)
      case .ping(let line): wire.ping(number << 1 | line)
      case .close(let line): wire.close(number << 1 | line)
      case .get(let id, let path, let way):
        client.get(number << 32 | id, request(for: path, way), at: now)
      case .keep(let listings): keep(listings, log)
      case .log(let severity, let line): log(severity, line)
      }
    }
    feed.intents.removeAll(keepingCapacity: true)
  }

  private func request(for path: String, _ way: Int) -> Request {
    Request(feed.endpoints[way], path, below: ways[way].rest, caFile: ways[way].caFile)
  }

  func keep(_ listings: [Listing], _ log: (Severity, String) -> Void) {
    guard let lists else { return }
    let archive = ListArchive(
      exchange: feed.exchange.name, rest: ways[0].rest, fetched: Clock().now().wall / 1_000,
      listings: listings)
    lists.save(archive) { log(.warning, $0) }
  }

  /// Closes what is open.
  func close(on carrier: any Carrier) {
    carrier.close(number << 1)
    carrier.close(number << 1 | 1)
  }

  /// Whether it is on this machine, and so needs no network.
  var isLocal: Bool { Request(url: ways[0].websocket).isLoopback }
}

extension Wire.Cause {
  fileprivate var forFeeds: Closure.Cause {
    switch self {
    case .network: .network
    case .nameLookup: .nameLookup
    case .certificate: .certificate
    case .clock: .clock
    case .other: .other
    }
  }
}

extension Wire.Event {
  /// The number of the source it concerns, and what it means to its feed.
  func passOn(_ body: (_ number: Int, Happening) -> Void) {
    switch self {
    case .opened(let socket): body(socket >> 1, .opened(line: socket & 1))
    case .message(let socket, let bytes): body(socket >> 1, .message(bytes, line: socket & 1))
    case .pong(let socket): body(socket >> 1, .pong(line: socket & 1))
    case .closed(let socket, let reason, let status, let wait, let cause):
      let closure = Closure(
        reason: reason, status: status, retryAfterSeconds: wait, cause: cause.forFeeds)
      body(socket >> 1, .closed(closure, line: socket & 1))
    case .answered(let call, let status, let fields, let bytes):
      let headers = fields.map { Header(name: $0.name, value: $0.value) }
      body(
        call >> 32,
        .answered(id: call & 0xFFFF_FFFF, status: status, headers: headers, body: bytes))
    case .unanswered(let call, let reason, let cause):
      let closure = Closure(reason: reason, cause: cause.forFeeds)
      body(call >> 32, .unanswered(id: call & 0xFFFF_FFFF, closure))
    case .delayed(let socket, let reason, let cause):
      let closure = Closure(reason: reason, cause: cause.forFeeds)
      body(socket >> 1, .delayed(closure, line: socket & 1))
    case .network: break
    }
  }
}
