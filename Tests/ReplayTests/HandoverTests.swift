import Feeds
import Glance
import MarketData
import State
import TestSupport
import Testing
import Timing

/// An exchange whose servers shut down every other minute, and whose history nobody can ask for:
/// what a handover misses stays missing.
private final class Handovers {
  private struct Socket {
    var openAt: Int64?
    var isOpen = false
    /// Since when it is subscribed, and when it is cut.
    var since: Int64?
    var cutAt: Int64?
    var late: [(at: Int64, trade: Trade)] = []
  }

  let exchange: ReplayedExchange
  var feed: Feed
  var desk: Desk
  var random: SeededGenerator
  var handovers = 0
  private var monotonic: Int64 = 50_000
  private var sockets = [Socket(), Socket()]
  private var connections = Connections()

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    exchange = ReplayedExchange(&random)
    let binance = Binance()
    feed = Feed(binance, ["BTCUSDT"], seed: seed)
    desk = Desk(
      markets: [MarketState("BTCUSDT", of: binance)], settings: Settings(language: .english))
  }

  var time: Int64 { ReplayedExchange.start + monotonic - 50_000 }
  private var now: Moment { Moment(monotonic: monotonic, wall: time) }

  private func happen(_ event: TransportEvent) {
    feed.handle(event, at: now) { take($0) }
    obey()
  }

  private func take(_ update: Update) {
    desk.apply(.update(update))
  }

  private func hear(_ text: String, _ line: Int) {
    Array(text.utf8).withUnsafeBufferPointer { happen(.message($0, connections[line])) }
  }

  private func obey() {
    for intent in feed.drainIntents() {
      connections.note(intent)
      switch intent {
      case .connect(let line, _): sockets[line.slot] = Socket(openAt: monotonic + 120)
      case .close(let line): sockets[line.slot] = Socket()
      case .send(_, let line): sockets[line.slot].since = sockets[line.slot].since ?? time
      case .get(let id, _, _):
        Array("{}".utf8).withUnsafeBufferPointer {
          happen(.answered(id: id, status: 503, headers: [], body: $0))
        }
      default: break
      }
    }
  }

  func run(milliseconds: Int64) {
    desk.apply(.time(now, utcOffsetSeconds: 0))
    feed.follow([0], at: now) { take($0) }
    obey()
    let end = time + milliseconds
    var shutdownAt = time + 60_000
    while time < end {
      monotonic += 50
      desk.apply(.time(now, utcOffsetSeconds: 0))
      if time >= shutdownAt {
        shutdownAt = time + Int64.random(in: 90_000...150_000, using: &random)
        handovers += 1
        for line in sockets.indices where sockets[line].isOpen {
          sockets[line].cutAt = time + Int64.random(in: 2_000...20_000, using: &random)
          hear(#"{"e":"serverShutdown","E":\#(time)}"#, line)
        }
      }
      for line in sockets.indices { live(line) }
      if feed.deadline.isDue(at: monotonic) { happen(.time) }
    }
  }

  private func live(_ line: Int) {
    if let at = sockets[line].openAt, at <= monotonic {
      sockets[line].openAt = nil
      sockets[line].isOpen = true
      happen(.opened(connections[line]))
    }
    if let at = sockets[line].cutAt, at <= time {
      sockets[line] = Socket()
      happen(.closed(TransportFailure(reason: "cut"), connections[line]))
    }
    guard let since = sockets[line].since else { return }
    // Delivered with a delay, some twice, some two seconds late.
    for trade in exchange.between(max(since, time - 100), max(since, time - 50)) {
      let isLate = Int.random(in: 0..<10, using: &random) == 0
      sockets[line].late.append((time + (isLate ? 2_000 : 0), trade))
      if Int.random(in: 0..<10, using: &random) == 0 {
        sockets[line].late.append((time + 300, trade))
      }
    }
    let due = sockets[line].late.filter { $0.at <= time }
    sockets[line].late.removeAll { $0.at <= time }
    for (_, trade) in due { hear(message(trade), line) }
    if monotonic % 1_000 == 0, sockets[line].since != nil {
      let last = exchange.last(before: time)
      hear(
        #"{"e":"24hrMiniTicker","E":\#(time),"s":"BTCUSDT","c":"\#(last.price)","o":"900"}"#, line)
    }
  }

  private func message(_ trade: Trade) -> String {
    """
    {"stream":"btcusdt@trade","data":{"e":"trade","E":\(time - 50),"s":"BTCUSDT","t":\(trade.id!),\
    "p":"\(trade.price)","q":"\(trade.volume)","T":\(trade.time),"m":false,"M":true}}
    """
  }
}

@Suite struct HandoverTests {
  @Test(
    "no trade is missed and none counts twice from one connection to the next", arguments: 1...6)
  func handovers(seed: UInt64) {
    let replay = Handovers(seed: seed)
    replay.run(milliseconds: 1_500_000)
    #expect(replay.handovers > 8)
    let expected = Dictionary(
      uniqueKeysWithValues: replay.exchange.candles(until: replay.time, count: 240).map {
        ($0.start, $0)
      })
    // The newest ones may still miss a trade that is on its way.
    let ring = replay.desk.markets[0].ring.candles(last: 240).dropFirst().dropLast(2)
    #expect(ring.count == 237)
    for candle in ring {
      #expect(candle != nil && candle == expected[candle?.start ?? 0], "seed \(seed)")
    }
  }
}
