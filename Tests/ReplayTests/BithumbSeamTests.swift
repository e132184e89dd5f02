import Feeds
import Glance
import MarketData
import State
import TestSupport
import Testing
import Timing

/// Bithumb from pages without ids and a stream with them: what was traded, in whatever pieces it
/// comes.
@Suite("The seams of Bithumb's history and stream")
struct BithumbSeamTests {
  @Test(
    "tape and candles are those of the trades, wherever pages and stream meet", arguments: 1...12)
  func seams(seed: Int) {
    let replay = BithumbReplay(seed: UInt64(seed))
    replay.run(for: 30_000)
    replay.cut()
    replay.run(for: 40_000)
    let market = replay.desk.markets[0]
    let told = replay.trades(until: replay.exchangeTime - BithumbReplay.delay)
    let tape = told.suffix(Tape.capacity).reversed().map(text)
    #expect(tape.elementsEqual(market.tape.trades.map(text)))
    var reference = CandleRing()
    for trade in told { reference.add(trade) }
    reference.advance(to: replay.exchangeTime, gaps: .forwardFill)
    let count = CandleRing.capacity - 1
    for (candle, right) in zip(market.ring.candles(last: count), reference.candles(last: count)) {
      #expect(text(candle) == text(right))
    }
  }

  private func text(_ trade: Trade) -> String {
    "\(trade.time) \(trade.price) × \(trade.volume)"
  }

  /// Sums of sizes are of different orders, so they are compared as far as they were counted.
  private func text(_ candle: Candle?) -> String {
    candle.map {
      "\($0.start) \($0.open) \($0.high) \($0.low) \($0.close) \(($0.volume! * 4).rounded())"
    } ?? "gap"
  }
}

/// A feed and a desk that look at Bithumb's trades page.
private final class BithumbReplay {
  /// 2026-11-20 13:12:30 in Seoul, on a bucket's start.
  static let start: Int64 = 1_795_147_950_000
  /// From a trade to its message.
  static let delay: Int64 = 40

  private let trades: [Trade]
  private var feed: Feed
  private(set) var desk: Desk
  private var monotonic: Int64 = 50_000
  private var isOpen = false
  private var connectAt: Int64?
  private var pong: (at: Int64, number: Int)?
  private var answers: [(at: Int64, id: CallID, path: String)] = []
  private var random: SeededGenerator
  private var connections = Connections()

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    trades = Self.trades(&random)
    let bithumb = Bithumb()
    feed = Feed(bithumb, ["KRW-BTC"], seed: seed)
    desk = Desk(
      markets: [MarketState("KRW-BTC", of: bithumb)], settings: Settings(language: .english))
    desk.apply(.time(now, utcOffsetSeconds: 0))
    feed.follow([0], tape: 0, at: now) { desk.apply(.update($0)) }
    obey()
  }

  /// Two of three share their millisecond, many are alike, and some bursts fill a page in a bucket.
  private static func trades(_ random: inout SeededGenerator) -> [Trade] {
    var trades: [Trade] = []
    var time = start - 1_300_000
    while time < start + 100_000 {
      let isBurst = Int.random(in: 0..<60, using: &random) == 0
      for _ in 0..<(isBurst ? 500 : 1) {
        time += Int64.random(in: 1...(isBurst ? 14 : 2_000), using: &random)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          trades.append(
            Trade(
              id: 921_046_844_841_158_138 + Int64(trades.count),
              price: 1_000 + Double(Int.random(in: 0...3, using: &random)),
              volume: Double(Int.random(in: 1...3, using: &random)) / 4, time: time,
              isBuy: Bool.random(using: &random)))
        }
      }
    }
    return trades
  }

  var exchangeTime: Int64 { Self.start + monotonic - 50_000 }
  private var now: Moment { Moment(monotonic: monotonic, wall: exchangeTime + 3_600_000) }

  /// What was made before that time.
  func trades(until end: Int64) -> ArraySlice<Trade> {
    var (low, high) = (0, trades.count)
    while low < high {
      let middle = (low + high) / 2
      if trades[middle].time < end { low = middle + 1 } else { high = middle }
    }
    return trades[..<low]
  }

  func cut() {
    isOpen = false
    happen(.closed(TransportFailure(reason: "cut"), connections[0]))
  }

  func run(for milliseconds: Int64) {
    let end = monotonic + milliseconds
    while monotonic < end {
      let before = exchangeTime
      monotonic += 20
      desk.apply(.time(now, utcOffsetSeconds: 0))
      if isOpen {
        let new = trades(until: exchangeTime - Self.delay)
        for trade in new.suffix(200) where trade.time >= before - Self.delay {
          hear(trade, "REALTIME")
        }
      }
      if let at = connectAt, at <= monotonic {
        (connectAt, isOpen) = (nil, true)
        happen(.opened(connections[0]))
        hear(trades(until: exchangeTime - Self.delay).last!, "SNAPSHOT")
      }
      if let (at, number) = pong, at <= monotonic {
        pong = nil
        happen(.pong(number: number, connections[0]))
      }
      for answer in answers where answer.at <= monotonic {
        Array(body(answer.path).utf8).withUnsafeBufferPointer {
          happen(.answered(id: answer.id, status: 200, headers: [], body: $0))
        }
      }
      answers.removeAll { $0.at <= monotonic }
      if feed.deadline.isDue(at: monotonic) { happen(.time) }
    }
  }

  private func happen(_ event: TransportEvent) {
    feed.handle(event, at: now) { desk.apply(.update($0)) }
    obey()
  }

  private func obey() {
    for intent in feed.drainIntents() {
      connections.note(intent)
      switch intent {
      case .connect: connectAt = monotonic + Int64.random(in: 10...400, using: &random)
      case .ping(let number, _): pong = (monotonic + 60, number)
      case .get(let id, let path, _):
        answers.append((monotonic + Int64.random(in: 1...9, using: &random) * 10, id, path))
      default: break
      }
    }
  }

  private func hear(_ trade: Trade, _ type: String) {
    let text = """
      {"type":"trade","code":"KRW-BTC","timestamp":\(exchangeTime),"trade_timestamp":\(trade.time),\
      "trade_price":\(trade.price),"trade_volume":\(trade.volume),"prev_closing_price":1000,\
      "ask_bid":"\(trade.isBuy! ? "BID" : "ASK")","sequential_id":\(trade.id!),\
      "stream_type":"\(type)"}
      """
    Array(text.utf8).withUnsafeBufferPointer { happen(.message($0, connections[0])) }
  }

  /// The answer to a call: the newest first, with the id of their millisecond.
  private func body(_ path: String) -> String {
    func value(_ name: String) -> Substring? {
      path.firstRange(of: name + "=").map { path[$0.upperBound...].prefix { $0 != "&" } }
    }
    if path.hasPrefix("/v1/market") {
      return path.contains("all") ? #"[{"market":"KRW-BTC","market_warning":"NONE"}]"# : "[]"
    }
    guard path.hasPrefix("/v1/trades"), let count = value("count").flatMap({ Int($0) }) else {
      let last = trades(until: exchangeTime).last!
      return """
        [{"market":"KRW-BTC","trade_price":\(last.price),"prev_closing_price":1000,\
        "trade_timestamp":\(last.time),"timestamp":\(exchangeTime)}]
        """
    }
    var end = exchangeTime
    if let to = value("to").flatMap({ Int64($0) }) {
      // Midnight in Seoul was 13 hours, 12 minutes and 30 seconds before the start.
      let seconds = to / 10_000 * 3_600 + to / 100 % 100 * 60 + to % 100
      end = min(end, Self.start - 47_550_000 + seconds * 1_000)
    }
    let rows = trades(until: end).suffix(count).reversed().map { trade in
      """
      {"market":"KRW-BTC","timestamp":\(trade.time),"trade_price":\(trade.price),\
      "trade_volume":\(trade.volume),"ask_bid":"\(trade.isBuy! ? "BID" : "ASK")",\
      "sequential_id":\(trade.time * 10_000)}
      """
    }
    return "[\(rows.joined(separator: ","))]"
  }
}
