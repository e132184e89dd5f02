import Feeds
import MarketData
import Timing

/// The feeds of reference data, which does not come from an exchange, and the endpoints of their
/// sources.
struct ReferenceFeeds {
  /// A source's endpoint, with what each call to it carries.
  struct Endpoint {
    var rest: String
    var headers: [Header]
    var caFile: String?
  }

  private var rates: RateFeed
  /// As many as there are sources of rates, in their order.
  let rateEndpoints: [Endpoint]
  /// The currencies in which the value of a dollar is asked for.
  let currencies: [String]
  private var gecko: GeckoFeed
  let geckoEndpoint: Endpoint

  /// The calls without a key that CoinGecko always grants.
  private static let geckoBucket = TokenBucket(5, per: 60_000)

  private let ratesID: FeedID
  private let geckoID: FeedID

  init(
    rates: RateFeed, endpoints rateEndpoints: [Endpoint], currencies: [String],
    id ratesID: FeedID,
    gecko: GeckoFeed, endpoint geckoEndpoint: Endpoint, id geckoID: FeedID
  ) {
    (self.rates, self.rateEndpoints, self.ratesID) = (rates, rateEndpoints, ratesID)
    (self.gecko, self.geckoEndpoint, self.geckoID) = (gecko, geckoEndpoint, geckoID)
    self.currencies = currencies
  }

  /// The titles of the sources on the screen.
  var names: [String] { rates.sources.map(\.title) + [CoinGecko.title] }

  /// Follows trending coins, and the facts of these assets.
  mutating func want(trending: Bool, bases: [String], at now: Moment) {
    gecko.want(trending: trending, bases: bases, at: now)
  }

  mutating func start(at now: Moment) { rates.want(currencies, at: now) }

  /// Tells one of the feeds what happened, or both.
  mutating func handle(
    _ event: TransportEvent, of feed: FeedID? = nil, at now: Moment,
    _ emit: (Update) -> Void
  ) {
    if feed ?? ratesID == ratesID { rates.handle(event, at: now, emit) }
    if feed ?? geckoID == geckoID { gecko.handle(event, at: now, emit) }
  }

  /// When `.time` is wanted, by the monotonic clock.
  var deadline: Deadline { min(rates.deadline, gecko.deadline) }

  /// Does what the feeds want done.
  mutating func run(
    on client: Client, through switchboard: inout Switchboard, at now: Int64,
    log: (Severity, String) -> Void
  ) {
    let intents =
      rates.drainIntents().map { (ratesID, $0) } + gecko.drainIntents().map { (geckoID, $0) }
    for (feed, intent) in intents {
      switch intent {
      case .get(let call, let path, let index):
        let endpoint = feed == geckoID ? geckoEndpoint : rateEndpoints[index]
        var httpCall = HTTPCall(
          url: endpoint.rest + path, headers: endpoint.headers, caFile: endpoint.caFile)
        if feed == geckoID { httpCall.bucket = Self.geckoBucket }
        client.get(switchboard.call(call, of: feed), httpCall, at: now)
      case .log(let severity, let line): log(severity, line)
      // Only feeds of exchanges want these.
      case .connect, .send, .ping, .close, .hold, .save: break
      }
    }
  }
}
