import MarketData
import TestSupport
import Testing
import Timing

@testable import Feeds

/// A feed of hubs on a bench: time is turned by hand, and all that it says is kept.
final class HubRig {
  var feed: HubFeed
  var now = Moment(monotonic: 1_000_000, wall: 1_795_147_950_000)
  private(set) var updates: [Update] = []
  /// What it wanted to say, oldest first.
  private(set) var messages: [HubFeed.Message] = []
  private(set) var lines: [String] = []
  /// What is listened to now.
  var topics: Set<String> { feed.subscriptions }

  /// The exchange's clock is an hour ahead of the board's.
  var exchangeTime: Int64 { now.monotonic + 1_795_150_550_000 }

  init(
    _ names: String..., hubs: [String] = ["hub"], seed: UInt64 = 7,
    setting change: (inout HubFeed.Options) -> Void = { _ in }
  ) {
    var options = HubFeed.Options(hubs: hubs, board: "desk")
    change(&options)
    feed = HubFeed(options, markets: Self.markets(names), seed: seed)
    follow(names.indices.map { MarketID($0) })
  }

  static func markets(_ names: [String]) -> [(id: MarketID, market: Market)] {
    names.enumerated().map { index, name in
      let parts = name.split(separator: ":").map(String.init)
      return (
        MarketID(index), Market(exchange: parts[0], code: parts[1], base: parts[1], quote: "KRW")
      )
    }
  }

  private func take(_ body: (inout HubFeed, Moment, (Update) -> Void) -> Void) {
    var said: [Update] = []
    body(&feed, now) { said.append($0) }
    updates += said
    messages += feed.drainMessages()
    lines += feed.drainLog().map { "\($0): \($1)" }
  }

  func follow(
    _ ids: [MarketID], books: Set<MarketID> = [], wallets: Set<MarketID> = [], chart: Chart? = nil,
    tape: MarketID? = nil
  ) {
    take {
      $0.follow(ids, books: books, wallets: wallets, chart: chart, tape: tape, at: $1, $2)
    }
  }

  func leave() { take { $0.leave(at: $1, $2) } }

  func happen(_ event: HubEvent) { take { $0.handle(event, at: $1, $2) } }

  func reconfigure(
    _ names: String..., hubs: [String], setting change: (inout HubFeed.Options) -> Void = { _ in }
  ) {
    var options = HubFeed.Options(hubs: hubs, board: "desk")
    change(&options)
    let other = HubFeed(options, markets: Self.markets(names), seed: 1)
    take { $0.reconfigure(as: other, at: $1, $2) }
  }

  func hear(_ path: String, _ text: String, from hub: String = "hub", isRetained: Bool = false) {
    happen(.message(hub: hub, path: path, payload: Array(text.utf8), isRetained: isRetained))
  }

  /// A beat in which each exchange streams, and each market has that price.
  func beat(
    _ prices: [String: Double], from hub: String = "hub", isRetained: Bool = false,
    age: Int64? = 0, link: Link = .streaming, late: Int64 = 0
  ) {
    let names = Set(prices.keys.map { String($0.prefix { $0 != ":" }) }).sorted()
    let clock = exchangeTime - late
    let start = Candle.bucket(of: clock)
    let beat = HubBeat(
      sources: names.map { HubBeat.Source($0, link, age: age, clock: clock) },
      markets: prices.sorted { $0.key < $1.key }.map { name, price in
        HubBeat.Market(
          name, Ticker(price: price, tradeTime: clock, decimals: 1), .flat(at: price, start: start))
      })
    hear(HubTopics.beat, beat.json, from: hub, isRetained: isRetained)
  }

  /// What was said of the first market's being unheard since the last call.
  func takeUnheard() -> [Unheard?] {
    defer { clear() }
    return updates.compactMap {
      if case .unheard(0, let unheard) = $0 { .some(unheard) } else { nil }
    }
  }

  func list(
    _ names: [String], hidden: Set<String> = [], from hub: String = "hub", isTrading: Bool = true,
    isHalted: Bool = false
  ) {
    let lists = HubLists(
      names.map { name in
        let code = String(name.drop { $0 != ":" }.dropFirst())
        var listing = Listing(
          code: code, base: code, quote: "KRW", names: MarketNames(english: code, korean: code))
        listing.isTrading = isTrading
        var entry = HubLists.Entry(name, listing, isShown: !hidden.contains(name))
        entry.isHalted = isHalted
        return entry
      })
    hear(HubTopics.lists, lists.json, from: hub, isRetained: true)
  }

  /// So many candles, of which the last has just ended.
  func candles(_ candles: [Double?], of name: String = "upbit:KRW-BTC") -> String {
    let start = Candle.bucket(of: exchangeTime) - Int64(candles.count) * Candle.span
    return HubCandles.json([
      HubCandles(
        market: name, start: start,
        candles.enumerated().map { index, price in
          price.map { .flat(at: $0, start: start + Int64(index) * Candle.span) }
        })
    ])
  }

  /// A whole ring, of which these are the newest candles.
  func ring(_ newest: [Double?]) -> String {
    candles(Array(repeating: 9, count: CandleRing.capacity - 1 - newest.count) + newest)
  }

  /// Lets time go on, with a turn at every deadline on the way.
  func pass(_ milliseconds: Int64) {
    let end = now.monotonic + milliseconds
    for _ in 0..<10_000 {
      guard feed.deadline.isDue(at: end) else { return step(to: end) }
      step(to: max(feed.deadline.monotonic, now.monotonic))
      happen(.time)
    }
    Issue.record("it wants a turn again and again")
    step(to: end)
  }

  /// The same, with a beat every five seconds.
  func pass(_ milliseconds: Int64, beating prices: [String: Double], from hub: String = "hub") {
    for _ in 0..<(milliseconds / 5_000) {
      pass(5_000)
      beat(prices, from: hub)
    }
  }

  private func step(to monotonic: Int64) {
    now.wall += monotonic - now.monotonic
    now.monotonic = monotonic
  }

  /// Forgets what was said so far.
  func clear() { (updates, messages, lines) = ([], [], []) }

  var links: [Link] {
    updates.compactMap { if case .link(_, let link, _) = $0 { link } else { nil } }
  }

  /// Milliseconds since the source last spoke, as it was said last; nil where it was not said.
  var age: Int64? {
    for case .link(_, _, let heard) in updates.reversed() {
      return heard.map { now.monotonic - $0 }
    }
    return nil
  }

  var prices: [Double] {
    updates.compactMap { if case .ticker(_, let ticker) = $0 { ticker.price } else { nil } }
  }

  var clockOffset: Int64? {
    for case .clock(_, let offset) in updates.reversed() { return offset }
    return nil
  }

  var failures: [FailureReason?] {
    updates.compactMap { if case .failure(_, let reason) = $0 { .some(reason) } else { nil } }
  }

  /// What was said last of each market that is listed, or not.
  var listed: [MarketID: Bool] {
    var listed: [MarketID: Bool] = [:]
    for case .listed(let market, let isListed, _) in updates { listed[market] = isListed }
    return listed
  }
}
