import Broker
import Configuration
import Feeds
import MarketData
import State
import TestSupport
import Testing
import Timing

@testable import Tealight

@Suite("What a hub tells its followers")
struct HubPublisherTests {
  private var hub = HubPublisher(HubPublisherTests.topics)
  private var desk = Desk(markets: [.upbit("BTC"), .upbit("ETH"), .named("binance:USDT-BTC")])
  private var now: Int64 = 1_000_000

  static let topics: BrokerTopics = {
    var mqtt = Config.MQTT()
    mqtt.name = "hub"
    return BrokerTopics(mqtt)
  }()

  private mutating func apply(_ updates: Update...) {
    for update in updates { desk.apply(.update(update)) }
  }

  /// What is told after so long, when the desk may have changed; below the hub's own topic.
  private mutating func tell(after milliseconds: Int64 = 0) -> [String: Outbox.Message] {
    now += milliseconds
    desk.apply(.time(Moment(monotonic: now, wall: 1_795_147_000_000 + now), utcOffsetSeconds: 0))
    hub.deskMayHaveChanged()
    let messages = hub.turn(desk, at: now)
    #expect(Set(messages.map(\.topic)).count == messages.count, "each topic once")
    return Dictionary(
      uniqueKeysWithValues: messages.map { message in
        (String(message.topic.dropFirst("tealight/hub/".count)), message)
      })
  }

  private mutating func stream() {
    for exchange in ["upbit", "binance"] {
      apply(
        .clock(exchange: exchange, offset: 1_795_147_000_000),
        .link(exchange: exchange, .streaming, heard: now))
    }
  }

  private mutating func trade(_ market: MarketID, _ price: Double) {
    let time = 1_795_147_000_000 + now
    apply(
      .trade(market: market, Trade(id: nil, price: price, volume: 1, time: time)),
      .ticker(market: market, Ticker(price: price, tradeTime: time, baselinePrice: 50)))
  }

  private func readBeat(_ told: [String: Outbox.Message]) -> HubBeat? {
    told["beat"].flatMap { HubBeat($0.payload) }
  }

  @Test("the first beat says everything, and is kept for those who come later")
  mutating func first() throws {
    stream()
    trade(0, 100)
    let told = tell()
    #expect(told["beat"]?.isRetained == true && told["lists"]?.isRetained == true)
    let beat = try #require(readBeat(told))
    #expect(beat.markets.map(\.name) == ["upbit:KRW-BTC"], "the others have no price")
    #expect(beat.markets[0].ticker.baselinePrice == 50)
    #expect(beat.sources.map(\.name) == ["upbit", "binance"])
    #expect(beat.sources[0].clock == 1_795_147_000_000 + now)
    let lists = try #require(told["lists"].flatMap { HubLists($0.payload) })
    #expect(
      lists.entries.map(\.name) == ["upbit:KRW-BTC", "upbit:KRW-ETH", "binance:USDT-BTC"])
  }

  @Test("beats come twice a second at most, with what has changed alone")
  mutating func changes() throws {
    stream()
    for market in [MarketID(0), 1, 2] { trade(market, 100) }
    _ = tell()
    var beats = 0
    for step in 1..<49 {
      trade(1, 100 + Double(step))
      let told = tell(after: 100)
      guard let message = told["beat"] else { continue }
      beats += 1
      #expect(!message.isRetained)
      #expect(HubBeat(message.payload)?.markets.map(\.name) == ["upbit:KRW-ETH"])
      #expect(HubBeat(message.payload)?.sources.map(\.name) == ["upbit"])
    }
    #expect(beats == 9, "in 4.8 seconds")
    let full = tell(after: 300)
    #expect(readBeat(full)?.markets.count == 3 && full["beat"]?.isRetained == true)
  }

  @Test("where nothing changes there is a beat of everything every five seconds, and no other")
  mutating func quiet() {
    stream()
    trade(0, 100)
    var beats: [Int64] = []
    for _ in 0..<200 where tell(after: 100)["beat"] != nil { beats.append(now) }
    #expect(zip(beats.dropFirst(), beats.dropFirst(2)).allSatisfy { $1 - $0 == 5_000 })
    #expect(beats.count == 4 || beats.count == 5, "\(beats)")
  }

  @Test("after a beat that was not sent the next one says everything, half a second later")
  mutating func lost() {
    stream()
    trade(0, 100)
    _ = tell()
    trade(1, 200)
    #expect(readBeat(tell(after: 500))?.markets.count == 1)
    hub.lostBeat()
    #expect(tell(after: 100)["beat"] == nil)
    let beat = tell(after: 400)
    #expect(readBeat(beat)?.markets.count == 2 && beat["beat"]?.isRetained == true)
    #expect(tell(after: 500)["beat"] == nil)
  }

  @Test("a link that breaks is told at once, with its reason")
  mutating func link() throws {
    stream()
    trade(0, 100)
    _ = tell()
    apply(
      .failure(exchange: "upbit", .unreachable),
      .link(exchange: "upbit", .stale, heard: now - 9_000))
    let beat = try #require(readBeat(tell(after: 600)))
    #expect(beat.sources.map(\.link) == [.stale])
    #expect(beat.sources[0].failureReason == .unreachable)
    #expect(beat.sources[0].age == 9_600)
    #expect(beat.markets == [])
  }

  @Test("a market that is not heard is told at once with its age, and the others without")
  mutating func unheard() throws {
    stream()
    trade(0, 100)
    trade(1, 7)
    _ = tell()
    apply(.unheard(market: 1, Unheard(since: now - 20_000)))
    let markets = try #require(readBeat(tell(after: 1_000))).markets
    #expect(markets.map(\.name) == ["upbit:KRW-ETH"] && markets[0].age == 21_000)
    #expect(readBeat(tell(after: 1_000)) == nil, "it grows old by itself")
    apply(.unheard(market: 1, nil))
    let heard = try #require(readBeat(tell(after: 1_000))).markets
    #expect(heard.map(\.name) == ["upbit:KRW-ETH"] && heard[0].age == nil)
    // It follows a hub itself, and has a price that a broker had kept.
    apply(.unheard(market: 1, Unheard(since: nil)))
    let all = try #require(readBeat(tell(after: 5_000))).markets
    #expect(all.map(\.name) == ["upbit:KRW-BTC"])
  }

  @Test("the last minute is repeated, and each market's ring is told in turn and kept")
  mutating func candles() throws {
    stream()
    var rings: [String] = []
    var recents = 0
    for second in 0..<120 {
      for market in [MarketID(0), 1, 2] { trade(market, 100 + Double(second)) }
      let told = tell(after: 1_000)
      for (path, message) in told where path.hasPrefix("ring/") {
        #expect(message.isRetained)
        rings.append(path)
      }
      if let recent = told["recent"] {
        recents += 1
        #expect(!recent.isRetained)
        let all = try #require(HubCandles.read(recent.payload))
        #expect(all.allSatisfy { $0.candles.count <= 13 })
        #expect(all.allSatisfy { $0.end == Candle.bucket(of: 1_795_147_000_000 + now) })
      }
    }
    #expect(recents == 23 || recents == 24)
    let paths = ["ring/upbit/KRW-BTC", "ring/upbit/KRW-ETH", "ring/binance/USDT-BTC"]
    #expect(paths.allSatisfy { path in rings.count { $0 == path } >= 2 }, "\(rings)")
    #expect(rings.count < 12, "\(rings)")
  }

  @Test("a ring is told in time while places change their markets")
  mutating func ringsOfChangingPlaces() {
    stream()
    var toldAt: [String: Int64] = [:]
    for second in 0..<200 {
      for market in [MarketID(0), 1, 2] { trade(market, 100 + Double(second)) }
      let rings = tell(after: 1_000).keys.filter { $0.hasPrefix("ring/") }
      for path in rings {
        if let last = toldAt.updateValue(now, forKey: path) { #expect(now - last < 47_000) }
        apply(.selected(0, desk.places[PlaceID(0)].market == 0 ? 2 : 0))
      }
    }
    #expect(toldAt.count == 3)
  }

  @Test("rates are told every ten seconds, and what cannot be known is not")
  mutating func rates() throws {
    #expect(tell()["rates"] == nil)
    let rates = ExchangeRates(
      base: "USD", units: ["KRW": 1_400], source: "ECB", time: 1_795_147_000_000,
      staleAfterMilliseconds: 86_400_000)
    apply(.rates([rates]))
    var times: [Int64] = []
    for _ in 0..<400 where tell(after: 100)["rates"] != nil { times.append(now) }
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 10_000 } && times.count == 4)
  }

  @Test("lists are told again where they are others, and each minute")
  mutating func lists() {
    stream()
    #expect(tell()["lists"] != nil)
    for _ in 0..<11 { #expect(tell(after: 5_000)["lists"] == nil) }
    #expect(tell(after: 5_000)["lists"] != nil)
    apply(.listed(market: 1, false))
    #expect(
      tell(after: 5_000)["lists"].flatMap { HubLists($0.payload) }?.entries.map(\.listing.isTrading)
        == [true, false, true])
  }

  @Test("what only a holding needs is called not shown")
  mutating func hidden() {
    desk = Desk(markets: [.upbit("BTC"), .upbit("ETH")], places: [Desk.Place([0])])
    stream()
    trade(1, 5)
    let lists = tell()["lists"].flatMap { HubLists($0.payload) }
    #expect(lists?.entries.map(\.isShown) == [true, false])
  }

  @Test("what only stands for the markets of a hub that it follows itself is called not shown")
  mutating func placeholders() {
    stream()
    desk.apply(.time(Moment(monotonic: now, wall: 1_795_147_000_000), utcOffsetSeconds: 0))
    func shown(_ messages: [Outbox.Message]) -> [Bool]? {
      let lists = messages.first { $0.topic == "tealight/hub/lists" }
      return lists.flatMap { HubLists($0.payload) }?.entries.map(\.isShown)
    }
    #expect(shown(hub.turn(desk, awaitsMarkets: true, at: now)) == [false, false, false])
    now += 5_000
    hub.deskMayHaveChanged()
    #expect(shown(hub.turn(desk, awaitsMarkets: false, at: now)) == [true, true, true])
    #expect(hub.deadline > Deadline(now), "it waits for the next beat")
  }

  @Test("to another broker everything is said again")
  mutating func restart() {
    stream()
    trade(0, 100)
    _ = tell()
    #expect(tell(after: 100).isEmpty)
    hub.restart()
    let told = tell()
    #expect(readBeat(told)?.markets.count == 1 && told["lists"] != nil)
  }

  @Test("no more markets are told than followers take")
  mutating func tooMany() throws {
    desk = Desk(markets: (0..<400).map { .upbit("C\($0)") })
    stream()
    for index in 0..<400 { trade(MarketID(index), 1) }
    let told = tell()
    #expect(readBeat(told)?.markets.count == 256)
    #expect(told["lists"].flatMap { HubLists($0.payload) }?.entries.count == 256)
  }
}

@Suite("What followers want of a hub")
struct FollowersWantsTests {
  private var hub = HubPublisher(HubPublisherTests.topics)
  private var desk = Desk(markets: [.upbit("BTC"), .upbit("ETH")])
  private var now: Int64 = 1_000_000

  private mutating func want(_ text: String, _ follower: String = "desk") {
    hub.hear(Array(text.utf8), from: follower, desk, at: now)
  }

  private mutating func needs() -> DataRequirements {
    var requirements = DataRequirements()
    hub.addWants(to: &requirements, desk, at: now)
    return requirements
  }

  private mutating func told(after milliseconds: Int64 = 0, _ path: String) -> HubAnswer? {
    now += milliseconds
    desk.apply(.time(Moment(monotonic: now, wall: 1_795_147_000_000), utcOffsetSeconds: 0))
    let topic = HubPublisherTests.topics.hub(path)
    let kind = String(path.prefix { $0 != "/" })
    let message = hub.turn(desk, at: now).first { $0.topic == topic }
    #expect(message?.isRetained != true)
    return message.flatMap { HubAnswer(kind, $0.payload) }
  }

  @Test("what a follower looks at is asked for and told, once a second at most, where it is new")
  mutating func book() {
    let book = OrderBook(bids: [.init(price: 1, size: 2)], asks: [])
    #expect(needs().books == [])
    want(#"{"book": ["upbit:KRW-BTC", "nobody:HERE"]}"#)
    #expect(needs().books == [0])
    desk.apply(.update(.book(market: 0, book)))
    let path = "book/upbit/KRW-BTC"
    #expect(told(path) == .book(book))
    #expect(told(after: 1_000, path) == nil)
    let other = OrderBook(bids: [.init(price: 3, size: 2)], asks: [])
    desk.apply(.update(.book(market: 0, other)))
    #expect(told(after: 500, path) == nil)
    #expect(told(after: 500, path) == .book(other))
    // One message may be lost.
    #expect(told(after: 19_000, path) == nil)
    #expect(told(after: 1_000, path) == .book(other))
    // Somebody else has heard nothing of it yet.
    want(#"{"book": ["upbit:KRW-BTC"]}"#, "kitchen")
    #expect(told(after: 1_000, path) == .book(other))
  }

  @Test("what a follower looks at is told to the next broker although nobody has asked again")
  mutating func restart() {
    let book = OrderBook(bids: [.init(price: 1, size: 2)], asks: [])
    desk.apply(.update(.book(market: 0, book)))
    want(#"{"book": ["upbit:KRW-BTC"]}"#)
    let path = "book/upbit/KRW-BTC"
    #expect(told(path) == .book(book))
    hub.restart()
    #expect(needs().books == [0])
    #expect(told(path) == .book(book))
    now += 60_000
    #expect(needs().books == [], "a minute after it has said so")
  }

  @Test("who does not say so again within a minute needs it no more")
  mutating func lease() {
    want(#"{"book": ["upbit:KRW-BTC"]}"#)
    now += 40_000
    want(#"{"book": ["upbit:KRW-BTC"]}"#)
    now += 59_999
    #expect(needs().books == [0])
    now += 1
    #expect(needs().books == [])
    want(#"{"book": ["upbit:KRW-BTC"]}"#)
    want("{}")
    #expect(needs().books == [])
  }

  @Test("who changes its mind all the time is heeded once a second, and always in the end")
  mutating func hurry() {
    let (btc, eth) = (#"{"book": ["upbit:KRW-BTC"]}"#, #"{"book": ["upbit:KRW-ETH"]}"#)
    want(btc)
    for step in 1...9 {
      now += 100
      want(step % 2 == 0 ? btc : eth)
      #expect(needs().books == [0])
    }
    now += 100
    #expect(needs().books == [1])
    want("{}")
    #expect(needs().books == [], "that costs nothing")
    want(btc)
    want("{}")
    want(btc)
    now += 999
    #expect(needs().books == [])
    now += 1
    #expect(needs().books == [0])
    now += 59_000
    #expect(needs().books == [], "a minute after it has said so")
  }

  @Test("who turns a page too far and back hears again what it looks at")
  mutating func back() {
    let (btc, eth) = (#"{"book": ["upbit:KRW-BTC"]}"#, #"{"book": ["upbit:KRW-ETH"]}"#)
    let book = OrderBook(bids: [.init(price: 1, size: 2)], asks: [])
    desk.apply(.update(.book(market: 0, book)))
    let path = "book/upbit/KRW-BTC"
    want(eth)
    now += 1_000
    want(btc)
    #expect(told(path) == .book(book))
    now += 400
    want(eth)
    now += 300
    want(btc)
    #expect(needs().books == [0])
    #expect(told(after: 300, path) == .book(book))
    #expect(told(after: 1_000, path) == nil)
    #expect(needs().books == [0])
  }

  @Test("what is had in a shift stays until that ends, unless nobody wants it any more")
  mutating func shift() {
    now += 5_000
    want(#"{"trades": ["upbit:KRW-BTC"]}"#)
    #expect(needs().tape == 0)
    want(#"{"trades": ["upbit:KRW-ETH"]}"#, "kitchen")
    #expect(needs().tape == 0)
    now += 4_999
    #expect(needs().tape == 0)
    want("{}")
    #expect(needs().tape == 1)
  }

  @Test("who comes during a shift has the next one, whoever leaves")
  mutating func newcomer() {
    now = 5_000
    func wants(_ code: String) -> String {
      #"{"trades": ["upbit:KRW-\#(code)"], "chart": {"market": "upbit:KRW-\#(code)", "span": "1h"}}"#
    }
    want(wants("BTC"))
    #expect(needs().tape == 0)
    #expect(needs().chart?.market == 0)
    now += 1_000
    want(wants("ETH"), "kitchen")
    #expect(needs().tape == 0)
    now = 10_000
    #expect(needs().tape == 1)
    #expect(needs().chart?.market == 1)
    now = 15_000
    #expect(needs().tape == 0)
    now = 20_000
    want("{}")
    #expect(needs().tape == 1)
    #expect(needs().chart?.market == 1)
  }

  @Test("charts and trades of several followers take turns, after what the screen here shows")
  mutating func turns() {
    want(#"{"trades": ["upbit:KRW-BTC"], "chart": {"market": "upbit:KRW-BTC", "span": "1h"}}"#)
    want(#"{"trades": ["upbit:KRW-ETH"], "chart": {"market": "upbit:KRW-ETH", "span": "1d"}}"#, "b")
    var (tapes, charts): (Set<MarketID>, Set<MarketID>) = ([], [])
    for _ in 0..<10 {
      now += 5_000
      let needs = needs()
      tapes.formUnion([needs.tape].compactMap { $0 })
      charts.formUnion([needs.chart?.market].compactMap { $0 })
    }
    #expect(tapes == [0, 1] && charts == [0, 1])
    var own = DataRequirements()
    own.tape = 1
    hub.addWants(to: &own, desk, at: now)
    #expect(own.tape == 1)
  }

  @Test("a wallet is told with its age, and again only where it was asked again")
  mutating func wallet() {
    let wallet = WalletState(.init(canDeposit: true, canWithdraw: false))
    desk.apply(.update(.wallet(market: 0, wallet, heard: now - 3_000)))
    want(#"{"wallet": ["upbit:KRW-BTC"]}"#)
    let path = "wallet/upbit/KRW-BTC"
    #expect(told(path) == .wallet(wallet, age: 3_000))
    #expect(told(after: 1_000, path) == nil)
    desk.apply(.update(.wallet(market: 0, wallet, heard: now)))
    #expect(told(after: 1_000, path) == .wallet(wallet, age: 1_000))
  }

  @Test("a crowd of followers, long names and nonsense are bounded")
  mutating func crowd() {
    // Who needs nothing that is here takes no place.
    for index in 0..<2_000 { want(#"{"book": ["nobody:HERE"]}"#, "a\(index)") }
    want(#"{"book": ["upbit:KRW-ETH"]}"#, "late")
    #expect(needs().books == [1])
    want("{}", "late")
    for index in 0..<2_000 { want(#"{"book": ["upbit:KRW-BTC"]}"#, "b\(index)") }
    want(#"{"book": ["upbit:KRW-ETH"]}"#, "late")
    #expect(needs().books == [0])
    now += 60_000
    _ = told("book/upbit/KRW-BTC")
    want(#"{"book": ["upbit:KRW-ETH"]}"#, String(repeating: "x", count: 65))
    want(#"{"book": ["upbit:KRW-ETH"]}"#, "")
    want("nonsense", "late")
    #expect(needs().books == [])
    want(#"{"book": ["upbit:KRW-ETH"]}"#, "late")
    #expect(needs().books == [1])
  }
}
