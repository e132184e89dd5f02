import MarketData
import Testing

@testable import Feeds

@Suite("The connections of a feed")
struct ConnectionsTests {
  private static let stream = StreamLimits(lifeMilliseconds: 86_400_000)

  private var endpoints = Endpoints([Endpoint(Binance()), Endpoint(Binance(), name: "other")])
  private var connections = Connections(Self.stream, seed: 7)
  private var coverage = MarketCoverage()
  private var intents: [Intent] = []

  private mutating func advance(to now: Int64) {
    while let (_, loss) = connections.watch(Feed.Waits(), on: &endpoints, at: now, &intents) {
      _ = loss
    }
    connections.advance(to: now, on: &endpoints, carrying: &coverage, &intents)
  }

  private mutating func connected(at now: Int64) -> ConnectionID? {
    defer { intents = [] }
    advance(to: now)
    for case .connect(let id, _) in intents { return id }
    return nil
  }

  private mutating func lost(
    _ id: ConnectionID, _ failure: TransportFailure, at now: Int64
  ) -> Connections.Loss? {
    connections.lost(id, failure, on: &endpoints, at: now, &intents)
  }

  /// Opens the first one and lets data come on it.
  private mutating func live(at now: Int64) -> ConnectionID {
    connections.connect(on: endpoints, at: now)
    let id = connected(at: now)!
    _ = connections.opened(id, on: endpoints, carrying: &coverage, at: now, &intents)
    _ = connections.becameLive(id, at: now)
    return id
  }

  @Test("a connection that was given up is told from the one that follows it in its slot")
  mutating func generation() {
    connections.connect(on: endpoints, at: 0)
    let first = connected(at: 0)!
    let failure = TransportFailure(reason: "cut")
    _ = lost(first, failure, at: 10)
    var second: ConnectionID?
    for now in stride(from: 10, through: 5_000, by: 10) as StrideThrough<Int64>
    where second == nil {
      second = connected(at: now)
    }
    #expect(second?.slot == first.slot && second != first)
    #expect(!connections.isCurrent(first) && connections.isCurrent(second!))
  }

  @Test("what becomes of the stream: it is tried again, taken over, or leaves its endpoint")
  mutating func losses() {
    let first = live(at: 0)
    let cut = TransportFailure(reason: "cut")
    connections.willEnd(first)
    let second = connected(at: 2_000)!
    #expect(second.slot != first.slot)
    guard case .stream(true, 0, .standby)? = lost(first, cut, at: 2_100) else {
      Issue.record("the standby takes over")
      return
    }
    #expect(connections.isActive(second) && !connections.isLive)
    guard case .stream(false, _, .retry)? = lost(second, cut, at: 2_200) else {
      Issue.record("it is tried again")
      return
    }
    let isNews = lost(second, cut, at: 2_200) != nil
    #expect(!isNews)
    let third = connected(at: 9_000)!
    let blocked = TransportFailure(reason: "HTTP 451", status: 451)
    guard case .stream(false, _, .otherEndpoint)? = lost(third, blocked, at: 9_100) else {
      Issue.record("the endpoint is left")
      return
    }
    #expect(!endpoints.streamResumesAt(0).isDue(at: 909_099))
  }

  @Test("the next connection is opened ten minutes before the exchange cuts the last one")
  mutating func handover() {
    let first = live(at: 0)
    let cutAt: Int64 = 86_400_000
    #expect(connected(at: 1) == nil)
    var second: ConnectionID?
    var now: Int64 = 0
    while second == nil, now < cutAt {
      now += 5_000
      connections.gaveSign(first, on: &endpoints, at: now)
      second = connected(at: now)
    }
    #expect(now == cutAt - 600_000)
    _ = connections.opened(second!, on: endpoints, carrying: &coverage, at: now, &intents)
    let isHandover = connections.becameLive(second!, at: now)
    #expect(isHandover && connections.isActive(second!))
    connections.gaveSign(first, on: &endpoints, at: now + 4_999)
    connections.gaveSign(second!, on: &endpoints, at: now + 4_999)
    advance(to: now + 4_999)
    #expect(intents.isEmpty)
    advance(to: now + 5_000)
    #expect(intents == [.close(connection: first)])
  }

  @Test("a market that finds no room is named once")
  mutating func room() {
    let narrow = StreamLimits(marketsMax: 2)
    let all = [(4, "A"), (2, "B"), (9, "C")].map { (id: MarketID($0), code: $1) }
    var markets = FeedMarkets(all, replaceable: [])
    markets.follow([4, 2, 9])
    let news = coverage.carry(markets, books: [], narrow)
    #expect(news == 1 && coverage.carried == [4, 2] && coverage.uncarried == [9])
    let again = coverage.carry(markets, books: [4], narrow)
    #expect(again == nil && coverage.uncarried == [9])
    markets.follow([4, 2])
    _ = coverage.carry(markets, books: [], narrow)
    #expect(coverage.uncarried.isEmpty)
  }
}
