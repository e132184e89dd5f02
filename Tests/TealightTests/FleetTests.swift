import Broker
import Configuration
import Feeds
import MarketData
import State
import TestSupport
import Testing
import Timing

@testable import Tealight

/// A hub and a follower with a broker between them that loses messages, and no socket: the hub's desk
/// hears a market that follows from the seed.
private struct Fleet {
  static let names = ["KRW-BTC", "KRW-ETH", "binance:USDT-BTC"]
  /// The exchange's clock less the hub's monotonic one.
  static let offset: Int64 = 1_795_147_000_000
  /// The follower's monotonic clock less the hub's. Its wall clock was never set.
  static let apart: Int64 = 777_777

  private(set) var hub = Fleet.makeDesk()
  private(set) var follower = Fleet.makeDesk()
  private var publisher = HubPublisher(HubPublisherTests.topics)
  private var feed: HubFeed
  private var random: SeededGenerator
  private(set) var now: Int64 = 1_000_000
  /// What the broker keeps, what is on its way, and what the follower has subscribed to.
  private var kept: [String: [UInt8]] = [:]
  private var underWay: [(at: Int64, event: HubEvent)] = []
  private var topics: Set<String> = []
  private var prices: [Double] = [100, 50, 2_000]
  private var number: Int64 = 0
  /// In percent.
  var loss = 0
  var isTrading = true
  var isStreaming = true { didSet { tellLink() } }
  var isFollowing = false

  init(seed: Int) {
    random = SeededGenerator(seed: seed)
    feed = HubFeed(
      HubFeed.Options(hubs: ["hub"], board: "desk"),
      markets: hub.markets.indices.map { [hub] in ($0, hub.markets[$0].market) },
      seed: UInt64(seed))
    hub.apply(.time(Moment(monotonic: now, wall: 0), utcOffsetSeconds: 0))
    for exchange in ["upbit", "binance"] {
      tell(.clock(exchange: exchange, offset: Self.offset))
    }
    tellLink()
  }

  private static func makeDesk() -> Desk { Desk(markets: names.map { .named($0) }) }

  private mutating func tell(_ update: Update) { hub.apply(.update(update)) }

  /// What an exchange's own feed says of it.
  private mutating func tellLink() {
    for exchange in ["upbit", "binance"] {
      if !isStreaming {
        let heard = now - 15_000
        for market in hub.markets.indices where hub.markets[market].market.exchange == exchange {
          let end = Candle.bucket(of: Self.offset + now) + Candle.span
          tell(.missed(market: market, Self.offset + heard..<end))
        }
        tell(.failure(exchange: exchange, .unreachable))
        tell(.link(exchange: exchange, .stale, heard: heard))
      } else {
        tell(.failure(exchange: exchange, nil))
        tell(.link(exchange: exchange, .streaming, heard: now))
      }
    }
  }

  private mutating func trade() {
    let index = Int.random(in: prices.indices, using: &random)
    prices[index] *= Double.random(in: 0.99...1.01, using: &random)
    prices[index] = (prices[index] * 1_000).rounded() / 1_000
    number += 1
    let time = Self.offset + now - Int64.random(in: 0...200, using: &random)
    let market = MarketID(index)
    let volume = Double(Int.random(in: 1...1_000, using: &random)) / 100
    tell(
      .trade(market: market, Trade(id: number, price: prices[index], volume: volume, time: time)))
    tell(
      .ticker(
        market: market,
        Ticker(price: prices[index], tradeTime: time, baselinePrice: 100, decimals: 3)))
    tell(.link(exchange: hub.markets[market].market.source, .streaming, heard: now))
  }

  private mutating func hear(_ event: HubEvent) {
    let moment = Moment(monotonic: now + Self.apart, wall: 5_000)
    var said: [Update] = []
    feed.handle(event, at: moment) { said.append($0) }
    for update in said { follower.apply(.update(update)) }
  }

  private mutating func follow() {
    var said: [Update] = []
    feed.follow(Array(hub.markets.indices), at: Moment(monotonic: now + Self.apart, wall: 5_000)) {
      said.append($0)
    }
    for update in said { follower.apply(.update(update)) }
    hear(.connected)
  }

  private mutating func subscribe() {
    for topic in feed.subscriptions.subtracting(topics).sorted() {
      guard let payload = kept[topic] else { continue }
      underWay.append((now, event(topic, payload, isRetained: true)))
    }
    topics = feed.subscriptions
  }

  private func event(_ topic: String, _ payload: [UInt8], isRetained: Bool) -> HubEvent {
    .message(
      hub: "hub", path: String(topic.dropFirst("hub/".count)), payload: payload,
      isRetained: isRetained)
  }

  mutating func pass(_ milliseconds: Int64) {
    for _ in 0..<milliseconds / 100 { step() }
  }

  private mutating func step() {
    now += 100
    hub.apply(.time(Moment(monotonic: now, wall: 0), utcOffsetSeconds: 0))
    if isTrading, isStreaming, Int.random(in: 0..<10, using: &random) < 4 { trade() }
    // A quiet exchange answers pings.
    if isStreaming, now % 5_000 == 0 { tellLink() }
    publisher.deskMayHaveChanged()
    for message in publisher.turn(hub, at: now) {
      let topic = String(message.topic.dropFirst("tealight/".count))
      if message.isRetained { kept[topic] = message.payload }
      guard topics.contains(topic), Int.random(in: 0..<100, using: &random) >= loss else {
        continue
      }
      let delay = Int64.random(in: 0...60, using: &random)
      underWay.append((now + delay, event(topic, message.payload, isRetained: false)))
    }
    guard isFollowing else { return }
    follower.apply(
      .time(Moment(monotonic: now + Self.apart, wall: 5_000), utcOffsetSeconds: 0))
    if topics.isEmpty { follow() }
    let due = underWay.filter { $0.at <= now }
    underWay.removeAll { $0.at <= now }
    for (_, event) in due { hear(event) }
    if feed.deadline.isDue(at: now + Self.apart) { hear(.time) }
    subscribe()
  }

  /// Goes on to the middle of a candle.
  mutating func settle() {
    let middle = Candle.bucket(of: Self.offset + now) + Candle.span + Candle.span / 2
    pass(middle - Self.offset - now)
  }

  /// What the two desks know of a market.
  func reports(_ index: Int) -> (hub: Report, follower: Report) {
    var (mine, theirs) = (hub, follower)
    let name = "\(hub.markets[MarketID(index)].market)"
    mine.apply(.command(.choose(.market(name))))
    theirs.apply(.command(.choose(.market(name))))
    var pair = (hub: mine.report, follower: theirs.report)
    (pair.hub.age, pair.follower.age) = (nil, nil)
    return pair
  }

  func candles(_ index: Int) -> (hub: [Candle?], follower: [Candle?]) {
    func all(_ desk: Desk) -> [Candle?] {
      Array(desk.markets[MarketID(index)].ring.candles(last: 240).drop { $0 == nil })
    }
    return (all(hub), all(follower))
  }

  var isSame: Bool {
    Self.names.indices.allSatisfy { index in
      reports(index).hub == reports(index).follower
        && candles(index).hub == candles(index).follower
    }
  }

  func expectSame(_ comment: Comment) {
    for index in Self.names.indices {
      let reports = reports(index)
      #expect(reports.hub == reports.follower, comment)
      let candles = candles(index)
      #expect(candles.hub.count == candles.follower.count, comment)
      for (own, told) in zip(candles.hub, candles.follower) where own != told {
        Issue.record("\(comment): \(String(describing: own)) is \(String(describing: told))")
        break
      }
    }
  }
}

@Suite("A follower shows what its hub shows")
struct FleetTests {
  @Test(
    "prices, moods and all candles are the hub's, although messages are lost", arguments: 0..<24)
  func same(seed: Int) {
    var fleet = Fleet(seed: seed)
    fleet.pass(Int64(seed) * 4_000 + 7_000)
    fleet.isFollowing = true
    fleet.loss = seed % 4 * 10
    fleet.pass(100_000)
    // What was lost is healed by what is said again within five seconds.
    fleet.loss = 0
    fleet.isTrading = false
    fleet.pass(5_200)
    fleet.settle()
    fleet.expectSame("after the loss")
    #expect(fleet.follower.link(of: 0) == .streaming)
    #expect(fleet.follower.report.price != nil)
  }

  @Test(
    "while trades go on the follower is behind by less than a second", arguments: 0..<8)
  func prompt(seed: Int) {
    var fleet = Fleet(seed: seed)
    fleet.isFollowing = true
    fleet.pass(20_000)
    for _ in 0..<30 {
      fleet.isTrading = true
      fleet.pass(1_700)
      fleet.isTrading = false
      fleet.pass(700)
      let (hub, follower) = fleet.reports(0)
      #expect(hub.price == follower.price && hub.link == follower.link)
      #expect(hub.change == follower.change)
    }
  }

  @Test("what the hub cannot hear is as old here, and its gaps are gaps", arguments: 0..<12)
  func stale(seed: Int) {
    var fleet = Fleet(seed: seed)
    fleet.isFollowing = true
    fleet.loss = seed % 3 * 15
    fleet.pass(40_000)
    fleet.isTrading = false
    fleet.pass(15_000)
    fleet.isStreaming = false
    fleet.loss = 0
    fleet.pass(5_200)
    #expect(fleet.follower.link(of: 0) == .stale)
    let ages = (fleet.hub.age(isShownWhenLive: false), fleet.follower.age(isShownWhenLive: false))
    #expect(abs((ages.0 ?? 0) - (ages.1 ?? .min / 2)) <= 1, "\(ages)")
    #expect(fleet.follower.exchange("upbit")?.failureReason == .unreachable)
    fleet.pass(20_000)
    fleet.settle()
    fleet.expectSame("while it is silent")
    fleet.isStreaming = true
    fleet.isTrading = true
    fleet.pass(30_000)
    fleet.isTrading = false
    fleet.pass(5_200)
    fleet.settle()
    fleet.expectSame("when it is back")
    #expect(fleet.follower.exchange("upbit")?.failureReason == nil)
  }
}
