import MarketData
import TestSupport
import Testing
import Timing

@testable import Feeds

/// A feed on a bench: time is turned by hand, and all that it says and wants is kept.
final class FeedRig {
  var feed: Feed
  var now = Moment(monotonic: 1_000_000, wall: 1_795_147_950_000)
  var updates: [Update] = []
  /// What was wanted since the test looked last, with all connections of a slot taken for one.
  var intents: [Intent] = []
  /// The calls that were not answered yet, and their paths.
  var underWay: [Int: String] = [:]
  /// The newest connection of each slot.
  private var connections: [Int: ConnectionID] = [:]
  /// The number of the newest ping of each slot.
  private var pings: [Int: Int] = [:]

  /// The exchange's clock is an hour ahead of the board's.
  var exchangeTime: Int64 { now.wall + 3_600_000 }

  convenience init(
    _ codes: String..., of exchange: any Exchange = Upbit(), waits: Feed.Waits = Feed.Waits(),
    seed: UInt64 = 7
  ) {
    self.init(exchange, codes, waits: waits, seed: seed)
  }

  init(
    _ exchange: any Exchange, _ codes: [String], waits: Feed.Waits = Feed.Waits(),
    seed: UInt64 = 7
  ) {
    feed = Feed(exchange, codes, waits: waits, seed: seed)
    take { $0.start(at: $1, $2) }
  }

  private func take(_ body: (inout Feed, Moment, (Update) -> Void) -> Void) {
    var said: [Update] = []
    body(&feed, now) { said.append($0) }
    for intent in feed.drainIntents() {
      if case .connect(let connection, _) = intent { connections[connection.slot] = connection }
      if case .ping(let number, let connection) = intent { pings[connection.slot] = number }
      if case .get(let id, let path, _) = intent { underWay[id.number] = path }
      intents.append(intent.ofSlot)
    }
    updates += said
  }

  func follow(
    _ wanted: [MarketID], books: Set<MarketID> = [], wallets: Set<MarketID> = [],
    chart: Chart? = nil,
    tape: MarketID? = nil
  ) {
    take {
      $0.follow(wanted, books: books, wallets: wallets, chart: chart, tape: tape, at: $1, $2)
    }
  }

  func rank(_ wish: RankingWish?) { take { $0.rank(wish, at: $1, $2) } }

  func happen(_ event: TransportEvent) { take { $0.handle(event, at: $1, $2) } }

  /// The newest connection of a slot.
  func connection(_ slot: Int = 0) -> ConnectionID {
    connections[slot] ?? ConnectionID(slot: slot, generation: 0)
  }

  func opened(_ slot: Int = 0) { happen(.opened(connection(slot))) }
  /// The newest ping is answered, or one that was sent before it.
  func pong(_ slot: Int = 0, before count: Int = 0) {
    happen(.pong(number: pings[slot].map { $0 - count }, connection(slot)))
  }
  func closed(_ failure: TransportFailure, _ slot: Int = 0) {
    happen(.closed(failure, connection(slot)))
  }

  func message(_ text: String, slot: Int = 0) {
    Array(text.utf8).withUnsafeBufferPointer { happen(.message($0, connection(slot))) }
  }

  func answer(_ id: Int, _ text: String, status: Int = 200, headers: [Header] = []) {
    underWay[id] = nil
    Array(text.utf8).withUnsafeBufferPointer {
      happen(.answered(id: CallID(id), status: status, headers: headers, body: $0))
    }
  }

  /// The calls for tickers among what was wanted are answered with one of `KRW-BTC` alone.
  func answerTickers() {
    for case .get(let id, let path, _) in wanted() where path.hasPrefix("/ticker") {
      answer(id.number, ticker())
    }
  }

  func unanswered(_ id: Int, _ failure: TransportFailure) {
    underWay[id] = nil
    happen(.unanswered(id: CallID(id), failure))
  }

  /// Time passes without a turn.
  func sleep(_ milliseconds: Int64) { step(to: now.monotonic + milliseconds) }

  /// Lets time go on, with a turn at every deadline on the way.
  func pass(_ milliseconds: Int64) {
    let end = now.monotonic + milliseconds
    while feed.deadline.isDue(at: end) {
      step(to: max(feed.deadline.monotonic, now.monotonic))
      happen(.time)
    }
    step(to: end)
  }

  /// Lets time go on, so many milliseconds at once, until something holds; gives up after an hour.
  func pass(_ step: Int64, until holds: (FeedRig) -> Bool) -> Bool {
    let giveUpAt = now.monotonic + 3_600_000
    while !holds(self) {
      guard now.monotonic < giveUpAt else { return false }
      pass(step)
    }
    return true
  }

  private func step(to monotonic: Int64) {
    now.wall += monotonic - now.monotonic
    now.monotonic = monotonic
  }

  /// Takes what was wanted since the last call.
  func wanted() -> [Intent] {
    defer { intents = [] }
    return intents.filter { if case .log = $0 { false } else { true } }
  }

  /// The number of the last call for a path that begins so.
  func call(_ path: String) -> Int? {
    for case .get(let id, let asked, _) in intents.reversed() where asked.hasPrefix(path) {
      return id.number
    }
    return nil
  }

  /// What was said of the exchange's clock last.
  var clockOffset: Int64? {
    for case .clock(_, let offset) in updates.reversed() { return offset }
    return nil
  }

  /// The markets that were said to be listed last, or of which nothing was said.
  var listed: Set<MarketID> {
    var listed = Set(feed.allMarkets.map(\.id))
    for case .listed(let market, let isListed, _) in updates {
      if isListed { listed.insert(market) } else { listed.remove(market) }
    }
    return listed
  }

  /// The markets that are not heard by themselves, as was said last.
  var unheard: [MarketID: Unheard] {
    var markets: [MarketID: Unheard] = [:]
    for case .unheard(let market, let unheard) in updates { markets[market] = unheard }
    return markets
  }

  var link: Link? {
    for case .link(_, let link, _) in updates.reversed() { return link }
    return nil
  }

  var prices: [Double] {
    updates.compactMap { if case .ticker(_, let ticker) = $0 { ticker.price } else { nil } }
  }

  func trade(
    _ code: String = "KRW-BTC", _ price: String = "100.0", id: Int = 1, ago: Int64 = 0,
    kind: String = "REALTIME"
  ) -> String {
    let time = exchangeTime - ago
    return """
      {"type":"trade","code":"\(code)","timestamp":\(time),"trade_timestamp":\(time),\
      "trade_price":\(price),"trade_volume":0.5,"ask_bid":"BID","prev_closing_price":90.0,\
      "sequential_id":\(id),"stream_type":"\(kind)"}
      """
  }

  func ticker(_ code: String = "KRW-BTC", _ price: String = "100.0") -> String {
    """
    [{"market":"\(code)","trade_price":\(price),"prev_closing_price":90.0,\
    "trade_timestamp":\(exchangeTime),"timestamp":\(exchangeTime)}]
    """
  }

  /// History in which nothing was traded since long ago.
  func quietHistory(_ code: String = "KRW-BTC") -> String {
    """
    [{"market":"\(code)","candle_date_time_utc":"2026-01-01T00:00:00","opening_price":100.0,\
    "high_price":100.0,"low_price":100.0,"trade_price":100.0,"candle_acc_trade_volume":1.0}]
    """
  }

  /// Opens the socket and hears a first trade.
  func stream() {
    opened()
    message(trade())
  }
}

extension Intent {
  static func connect(_ slot: Int = 0, endpoint: Int = 0) -> Intent {
    .connect(connection: ConnectionID(slot: slot, generation: 0), endpoint: endpoint)
  }

  static func close(_ slot: Int = 0) -> Intent {
    .close(connection: ConnectionID(slot: slot, generation: 0))
  }

  static func send(_ text: String, _ slot: Int) -> Intent {
    .send(text, connection: ConnectionID(slot: slot, generation: 0))
  }

  static func ping(_ slot: Int = 0) -> Intent {
    .ping(number: 0, connection: ConnectionID(slot: slot, generation: 0))
  }

  static func get(_ number: Int, _ path: String) -> Intent {
    .get(id: CallID(number), path: path, endpoint: 0)
  }

  /// The same, with all connections of a slot, and all pings, taken for one.
  var ofSlot: Intent {
    switch self {
    case .connect(let connection, let endpoint): .connect(connection.slot, endpoint: endpoint)
    case .send(let text, let connection):
      .send(text, connection.slot)
    case .ping(_, let connection): .ping(connection.slot)
    case .close(let connection): .close(connection.slot)
    default: self
    }
  }
}
