import Feeds
import MarketData

/// The feeds of what is known beyond any exchange, and where their sources are called.
struct SurroundingFeeds {
  /// A source's endpoint, with what each call to it carries.
  struct Endpoint {
    var rest: String
    var headers: [Header]
    var caFile: String?
  }

  var rates: RateFeed
  /// As many as there are sources of rates, in their order.
  let rateEndpoints: [Endpoint]
  /// What a dollar's worth is asked in.
  let currencies: [String]
  var gecko: GeckoFeed
  let geckoEndpoint: Endpoint

  /// Keyless calls that CoinGecko always grants.
  private static let geckoBucket = TokenBucket(5, per: 60_000)

  /// Calls of the rates' feed and of CoinGecko's are told apart by a place.
  enum Place: Int, CaseIterable {
    case rates, gecko
  }

  mutating func start(at now: Moment) { rates.want(currencies, at: now) }

  /// Tells one of the feeds what happened, or both.
  mutating func handle(
    _ happening: Happening, of place: Place? = nil, at now: Moment, _ say: (Update) -> Void
  ) {
    if place != .gecko { rates.handle(happening, at: now, say) }
    if place != .rates { gecko.handle(happening, at: now, say) }
  }

  /// When `.time` is wanted, by the monotonic clock.
  var deadline: Int64? { [rates.deadline, gecko.deadline].compactMap { $0 }.min() }

  /// Does what the feeds want done.
  /// - Parameter base: the number of the first of them among all sources.
  mutating func run(
    on client: Client, from base: Int, at now: Int64, log: (Severity, String) -> Void
  ) {
    for intent in rates.intents {
      switch intent {
      case .get(let id, let path, let way):
        let request = Self.request(rateEndpoints[way], path)
        client.get((base + Place.rates.rawValue) << 32 | id, request, at: now)
      case .log(let severity, let line): log(severity, line)
      default: break
      }
    }
    for intent in gecko.intents {
      switch intent {
      case .get(let id, let path, _):
        var request = Self.request(geckoEndpoint, path)
        request.bucket = Self.geckoBucket
        client.get((base + Place.gecko.rawValue) << 32 | id, request, at: now)
      case .log(let severity, let line): log(severity, line)
      default: break
      }
    }
    rates.intents = []
    gecko.intents = []
  }

  private static func request(_ endpoint: Endpoint, _ path: String) -> Request {
    Request(url: endpoint.rest + path, headers: endpoint.headers, caFile: endpoint.caFile)
  }
}
