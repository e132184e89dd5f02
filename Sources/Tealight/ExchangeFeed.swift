import Configuration
import Feeds
import MarketData
import State
import Timing
import Wire

/// One exchange: its feed, and the addresses of its endpoints.
struct ExchangeFeed {
  let id: FeedID
  /// The name of the exchange, which is the same at each of its endpoints.
  let name: String
  private(set) var feed: Feed { didSet { knownDeadline = nil } }
  /// The deadline of the feed, kept until something happens to the feed: each turn asks for it.
  private var knownDeadline: Deadline?
  /// The addresses of the feed's endpoints, in their order.
  let addresses: [EndpointAddress]
  /// The clock offset that the other feeds were told last.
  private var toldClock: Int64?
  /// Where the list of markets is kept; nil where it is not.
  private let lists: ListCache?
  /// How many messages the streams have brought, and how many bytes these and the answers had, unpacked.
  private(set) var messages = 0
  private(set) var receivedBytes = 0

  init(id: FeedID, feed: Feed, addresses: [EndpointAddress], lists: ListCache?) {
    (self.id, self.feed, self.addresses, self.lists) = (id, feed, addresses, lists)
    name = feed.exchange.name
  }

  /// When the feed is to be told that time has passed.
  var deadline: Deadline {
    mutating get {
      let deadline = knownDeadline ?? feed.deadline
      knownDeadline = deadline
      return deadline
    }
  }

  mutating func handle(_ event: TransportEvent, at now: Moment, _ emit: (Update) -> Void) {
    switch event {
    case .message(let bytes, _):
      (messages, receivedBytes) = (messages + 1, receivedBytes + bytes.count)
    case .answered(_, _, _, let body): receivedBytes += body.count
    default: break
    }
    feed.handle(event, at: now, emit)
  }

  /// Follows other markets from now on.
  mutating func reconfigure(as other: ExchangeFeed, at now: Moment) {
    feed.reconfigure(as: other.feed, at: now)
  }

  /// The exchange's clock offset, if it is not the same as at the last call.
  mutating func newClockOffset() -> Int64? {
    guard let offset = feed.measuredClock, offset != toldClock else { return nil }
    toldClock = offset
    return offset
  }

  /// Tells the feed the clock offset of another exchange.
  mutating func compareClock(with offset: Int64) { feed.compareClock(with: offset) }

  /// Continues from what a hub has told of the exchange.
  mutating func takeOver(heard: Int64, hasPrice: Bool) {
    feed.takeOver(heard: heard, hasPrice: hasPrice)
  }

  /// Lets the feed follow these markets, and what the page on the screen needs of them.
  mutating func follow(
    _ markets: [MarketID], _ requirements: DataRequirements, at now: Moment,
    _ emit: (Update) -> Void
  ) {
    feed.follow(
      markets, books: requirements.books.intersection(markets),
      wallets: requirements.wallets.intersection(markets), chart: requirements.chart,
      tape: requirements.tape, at: now, emit)
    let isRanked = requirements.ranking?.exchange == name
    feed.rank(isRanked ? requirements.ranking : nil, at: now, emit)
  }

  /// Does what the feed wants done.
  mutating func run(
    on client: Client, through switchboard: inout Switchboard, at now: Moment,
    log: (Severity, String) -> Void
  ) {
    let wire = client.transport
    for intent in feed.drainIntents() {
      switch intent {
      case .connect(let connection, let index):
        wire.connect(
          switchboard.connect(connection, of: id), url: addresses[index].websocket,
          caFile: addresses[index].caFile)
      case .send(let text, let connection):
        wire.send(switchboard.socket(connection, of: id), text: text)
      case .ping(let number, let connection):
        wire.ping(switchboard.socket(connection, of: id), number: number)
      case .close(let connection): wire.close(switchboard.socket(connection, of: id))
      case .get(let call, let path, let index):
        let httpCall = HTTPCall(
          feed.allEndpoints[index], path, below: addresses[index].rest,
          caFile: addresses[index].caFile)
        client.get(switchboard.call(call, of: id), httpCall, at: now.monotonic)
      case .hold(let index, let time):
        let host = EndpointURL.host(of: addresses[index].rest)
        client.hold(
          CallQueue.Party(host: host, exchange: name), until: time, at: now.monotonic)
      case .save(let listings): save(listings, at: now, log)
      case .log(let severity, let line): log(severity, line)
      }
    }
  }

  func save(_ listings: [Listing], at now: Moment, _ log: (Severity, String) -> Void) {
    guard let lists else { return }
    let archive = ListArchive(
      exchange: name, rest: addresses[0].rest, fetched: now.wall / 1_000, listings: listings)
    lists.save(archive) { log(.warning, $0) }
  }

  /// Closes the feed's sockets.
  func close(on transport: any Transport, _ switchboard: Switchboard) {
    for socket in switchboard.sockets(of: id) { transport.close(socket) }
  }

  /// Whether it is on this machine, and so needs no network.
  var isLocal: Bool { HTTPCall(url: addresses[0].websocket).isLoopback }
}
