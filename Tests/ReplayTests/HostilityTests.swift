import Feeds
import Glance
import MarketData
import State
import TestSupport
import Testing
import Timing

/// An exchange that sends anything, at any time, as often as it likes.
private final class Hostility {
  private var feed: Feed
  private var desk: Desk
  private var random: SeededGenerator
  private var monotonic: Int64 = 9_000
  private var calls: [(id: CallID, path: String)] = []
  private var connections = Connections()
  private(set) var failures: [String] = []

  private static let codes = ["KRW-BTC", "KRW-ETH", "KRW-NEW"]
  private static let start: Int64 = 1_795_147_950_000

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let upbit = Upbit()
    feed = Feed(upbit, Self.codes, seed: seed)
    desk = Desk(
      markets: Self.codes.map { MarketState($0, of: upbit) },
      settings: Settings(language: .korean))
    feed.start(at: now) { take($0) }
  }

  private var now: Moment { Moment(monotonic: monotonic, wall: Self.start + monotonic) }

  private func pick<T>(_ choices: [T]) -> T { choices.randomElement(using: &random)! }

  private func happen(_ event: TransportEvent) {
    feed.handle(event, at: now) { take($0) }
  }

  /// Of a slot without a connection nothing comes but time.
  private func happen(on slot: Int, _ event: (ConnectionID) -> TransportEvent) {
    happen(connections.contains(slot) ? event(connections[slot]) : .time)
  }

  private func hear(_ bytes: UnsafeBufferPointer<UInt8>) {
    happen(on: 0) { .message(bytes, $0) }
  }

  private func take(_ update: Update) {
    desk.apply(.update(update))
  }

  private func with(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    Array(text.utf8).withUnsafeBufferPointer(body)
  }

  private var stamp: String {
    let now = Self.start + monotonic
    let near = now + Int64.random(in: -90_000...90_000, using: &random)
    let strange: [Int64] = [0, -1, .max, .min, 1_262_304_000_000, 4_102_444_799_999]
    return "\(pick([now, now, now, near, now - 86_400_000, pick(strange)]))"
  }

  private var number: String {
    pick([
      "100", "101.5", "\"99\"", "1e308", "5e-324", "0", "-1", "1e999", "null", "{}", "0.000952",
    ])
  }

  private var object: String {
    """
    {"type":"\(pick(["trade", "trade", "ticker", "x"]))","code":"\(pick(Self.codes))",\
    "market":"\(pick(Self.codes))","timestamp":\(stamp),"trade_timestamp":\(stamp),\
    "trade_price":\(number),"trade_volume":\(number),"prev_closing_price":\(number),\
    "sequential_id":\(pick([stamp, "7", "18446744073709551615"])),\
    "stream_type":"\(pick(["SNAPSHOT", "REALTIME"]))","market_state":"\(pick(["ACTIVE", "DELISTED"]))"}
    """
  }

  private var candle: String {
    let day = pick(["2026-11-20", "2026-11-20", "2010-01-01", "2099-12-31", "9999-99-99"])
    return """
      {"candle_date_time_utc":"\(day)T04:1\(Int.random(in: 0...9, using: &random)):\
      \(Int.random(in: 10...59, using: &random))","opening_price":5,"high_price":5,"low_price":5,\
      "trade_price":5,"candle_acc_trade_volume":\(pick(["1", "1e308"]))}
      """
  }

  private func list(_ item: () -> String) -> String {
    let count = pick([0, 1, 1, 3, 200])
    var items: [String] = []
    for _ in 0..<count {
      let item = item()
      if !items.contains(item) { items.append(item) }
    }
    return "[" + items.joined(separator: ",") + "]"
  }

  private func body(of path: String) -> String {
    if Int.random(in: 0..<8, using: &random) == 0 { return pick(["", "<html>", "{}", "[[]]"]) }
    if path.hasPrefix("/candles") { return list { candle } }
    if path.hasPrefix("/ticker") { return list { object } }
    return list { "{\"market\":\"\(pick(Self.codes))\"}" }
  }

  private var statuses: [Int] { [200, 200, 200, 404, 418, 429, 403, 503, 101, -1, .max] }
  private var waits: [Int64] { [0, 1, -1, .max, .min, 1_000_000_000_000_000_000] }

  private func answer() {
    guard let call = calls.popLast() else { return }
    guard Int.random(in: 0..<6, using: &random) > 0 else {
      return happen(
        .unanswered(
          id: call.id, TransportFailure(reason: "x", cause: pick([.noNetwork, .unreachable]))))
    }
    let headers = pick([
      [], [Header(name: "retry-after", value: "\(pick(waits))")],
      [Header(name: "remaining-req", value: "group=x; sec=\(pick(waits))")],
    ])
    with(body(of: call.path)) {
      happen(.answered(id: call.id, status: pick(statuses), headers: headers, body: $0))
    }
  }

  func step() {
    monotonic += pick([0, 1, 40, 500, 4_000, 20_000])
    desk.apply(.time(now, utcOffsetSeconds: pick([0, 32_400, -43_200])))
    switch Int.random(in: 0..<12, using: &random) {
    case 0: happen(on: pick([0, 0, 0, 1])) { .opened($0) }
    case 1:
      let failure = TransportFailure(
        reason: "x", status: pick([nil, 429, 418, 403]), retryAfterSeconds: pick(waits),
        cause: pick([.noNetwork, .unreachable]))
      happen(on: pick([0, 0, 0, 1])) { .closed(failure, $0) }
    case 2:
      let number = pick([nil, 0, 1, 2, Int.min])
      happen(on: pick([0, 1])) { .pong(number: number, $0) }
    case 3...4: answer()
    case 5: happen(pick([.network(isUp: true), .network(isUp: false), .retry]))
    case 6: with(pick([list { object }, "{\"error\":{\"name\":\"X\"}}"])) { hear($0) }
    default: with(object) { hear($0) }
    }
    if feed.deadline.isDue(at: monotonic) { happen(.time) }
    for intent in feed.drainIntents() {
      connections.note(intent)
      if case .get(let id, let path, _) = intent { calls.append((id, path)) }
    }
    check()
  }

  private func check() {
    if feed.deadline.isDue(at: monotonic) {
      failures.append("the feed is never done")
    }
    if desk.screenDeadline.isDue(at: monotonic) { failures.append("the desk is never done") }
    // Lists that nobody waits for any more, since another was begun, are among them.
    if calls.count > 12 { failures.append("calls at once: \(calls.map(\.path))") }
    desk.apply(.command(.nextMarket))
    let line = desk.report.json(wall: now.wall)
    if line.contains("inf") || line.contains("nan") { failures.append(line) }
    if let price = desk.glanceScene.price, !(price > 0 && price.isFinite) {
      failures.append("\(price)")
    }
  }
}

@Suite struct HostilityTests {
  @Test(
    "whatever an exchange sends, the loop rests and what is said can be read", arguments: 1...14)
  func anything(seed: UInt64) {
    let hostility = Hostility(seed: seed)
    for step in 0..<1_500 {
      hostility.step()
      guard hostility.failures.isEmpty else {
        Issue.record("step \(step): \(hostility.failures)")
        return
      }
    }
  }
}
