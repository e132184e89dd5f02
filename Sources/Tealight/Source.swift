import Feeds
import MarketData
import Wire

/// One exchange: its feed, and the addresses of its endpoints.
struct Source {
  struct Address: Equatable {
    var websocket: String
    var rest: String
    var caFile: String?
  }

  let id: SourceID
  var feed: Feed
  /// Of the feed's endpoints, in their order.
  let addresses: [Address]
  /// What the others were last told of its clock.
  var toldClock: Int64?
  /// Where its list of markets is kept; nil where nothing is.
  var lists: ListCache?

  /// Does what the feed wants done.
  mutating func run(
    on client: Client, through switchboard: inout Switchboard, at now: Int64,
    log: (Severity, String) -> Void
  ) {
    let wire = client.carrier
    for intent in feed.drainIntents() {
      switch intent {
      case .connect(let connection, let index):
        wire.connect(
          switchboard.connect(connection, of: id), url: addresses[index].websocket,
          caFile: addresses[index].caFile)
      case .send(let text, let connection):
        wire.send(switchboard.socket(connection, of: id), text: text)
      case .ping(let connection): wire.ping(switchboard.socket(connection, of: id))
      case .close(let connection): wire.close(switchboard.socket(connection, of: id))
      case .get(let call, let path, let index):
        let request = Request(
          feed.allEndpoints[index], path, below: addresses[index].rest,
          caFile: addresses[index].caFile)
        client.get(switchboard.call(call, of: id), request, at: now)
      case .save(let listings): save(listings, log)
      case .log(let severity, let line): log(severity, line)
      }
    }
  }

  func save(_ listings: [Listing], _ log: (Severity, String) -> Void) {
    guard let lists else { return }
    let archive = ListArchive(
      exchange: feed.exchange.name, rest: addresses[0].rest, fetched: Clock().now().wall / 1_000,
      listings: listings)
    lists.save(archive) { log(.warning, $0) }
  }

  /// Closes what is open.
  func close(on carrier: any Carrier, _ switchboard: Switchboard) {
    for socket in switchboard.sockets(of: id) { carrier.close(socket) }
  }

  /// Whether it is on this machine, and so needs no network.
  var isLocal: Bool { Request(url: addresses[0].websocket).isLoopback }
}
