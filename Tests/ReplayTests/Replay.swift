import Feeds
import Glance
import MarketData
import State
import TestSupport
import Testing
import Timing

/// A feed and a desk through half an hour of faults, faster than life.
final class Replay {
  let exchange: ReplayedExchange
  var feed: Feed
  var desk: Desk
  var random: SeededGenerator
  var monotonic: Int64 = 50_000
  /// The board's own clock is hours wrong.
  let wallError: Int64 = -7 * 3_600_000
  var isOpen = false
  var connects = 0
  var late: [(at: Int64, trade: Trade)] = []
  var answers: [(at: Int64, id: CallID, path: String)] = []
  var connectAt: Int64?
  var pong: (at: Int64, number: Int)?
  /// Whether the exchange answers calls for history with an error.
  var isHistoryDown: (Int64) -> Bool = { _ in false }
  /// Whether nothing comes through an open socket, and nothing is lost in it either.
  var isStuck: (Int64) -> Bool = { _ in false }
  /// The HTTP status with which a handshake is refused.
  var rejection: (Int64) -> Int? = { _ in nil }
  /// What was sent on the connection that is open.
  var sent: [String] = []
  private(set) var connections = Connections()

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    exchange = ReplayedExchange(&random)
    let upbit = Upbit()
    let codes = ["KRW-BTC", "KRW-ETH", "KRW-XRP"]
    feed = Feed(upbit, codes, seed: seed)
    desk = Desk(
      markets: codes.map { MarketState($0, of: upbit) }, settings: Settings(language: .english))
  }

  var exchangeTime: Int64 { ReplayedExchange.start + monotonic - 50_000 }
  var now: Moment { Moment(monotonic: monotonic, wall: exchangeTime + wallError) }

  func happen(_ event: TransportEvent) {
    feed.handle(event, at: now) { take($0) }
    obey()
  }

  func take(_ update: Update) {
    desk.apply(.update(update))
  }

  func hear(_ text: String) {
    Array(text.utf8).withUnsafeBufferPointer { happen(.message($0, connections[0])) }
  }

  func obey() {
    for intent in feed.drainIntents() {
      connections.note(intent)
      switch intent {
      case .connect: connectAt = monotonic + 120
      case .close: isOpen = false
      case .send(let text, _): sent.append(text)
      case .ping(let number, _): if isOpen { pong = (monotonic + 60, number) }
      case .get(let id, let path, _): answers.append((monotonic + 90, id, path))
      default: break
      }
    }
  }

  /// Lives until `end`; the socket lives while `isUp` says so.
  func run(until end: Int64, isUp: (Int64) -> Bool) {
    if monotonic == 50_000 {
      desk.apply(.time(now, utcOffsetSeconds: 0))
      feed.follow([0], at: now) { take($0) }
      obey()
    }
    while exchangeTime < end {
      monotonic += 50
      desk.apply(.time(now, utcOffsetSeconds: 0))
      let time = exchangeTime
      if isOpen, !isUp(time) {
        isOpen = false
        happen(.closed(TransportFailure(reason: "cut"), connections[0]))
      }
      if let (at, number) = pong, at <= monotonic, !isStuck(time) {
        pong = nil
        happen(.pong(number: number, connections[0]))
      }
      if let at = connectAt, at <= monotonic { connect(isUp(time)) }
      // Delivered with a delay, some twice, some seconds late.
      for trade in exchange.between(time - 100, time - 50) {
        late.append((time + (Int.random(in: 0..<10, using: &random) == 0 ? 2_000 : 0), trade))
        if Int.random(in: 0..<10, using: &random) == 0 { late.append((time + 300, trade)) }
      }
      let due = isStuck(time) ? [] : late.filter { $0.at <= time }
      if !isStuck(time) { late.removeAll { $0.at <= time } }
      for (_, trade) in due where isOpen {
        hear(ReplayedExchange.message(trade, sent: time - 50))
      }
      let ready = answers.filter { $0.at <= monotonic }
      answers.removeAll { $0.at <= monotonic }
      for (_, id, path) in ready {
        let status = path.hasPrefix("/candles") && isHistoryDown(time) ? 503 : 200
        Array(exchange.answer(path, now: time - 40).utf8).withUnsafeBufferPointer {
          happen(.answered(id: id, status: status, headers: [], body: $0))
        }
      }
      if feed.deadline.isDue(at: monotonic) { happen(.time) }
    }
  }

  private func connect(_ isUp: Bool) {
    connectAt = nil
    connects += 1
    late = []  // What was under way on the old connection is lost.
    sent = []
    let status = rejection(exchangeTime)
    let isUp = isUp && status == nil
    isOpen = isUp
    let failure = TransportFailure(reason: "refused", status: status)
    happen(isUp ? .opened(connections[0]) : .closed(failure, connections[0]))
    guard isUp else { return }
    let last = exchange.last(before: exchangeTime - 50)
    hear(ReplayedExchange.message(last, sent: last.time, isSnapshot: true))
  }
}

/// The newest connections that a feed has asked for.
struct Connections {
  private var newest: [Int: ConnectionID] = [:]

  mutating func note(_ intent: Intent) {
    if case .connect(let connection, _) = intent { newest[connection.slot] = connection }
  }

  /// - Parameter slot: one in which there was a connection.
  subscript(slot: Int) -> ConnectionID { newest[slot]! }

  func contains(_ slot: Int) -> Bool { newest[slot] != nil }
}
