import MarketData
import TestSupport
import Testing
import Timing

@testable import Feeds

/// A failure that does not end by itself.
@Suite struct PersistentFailureTests {
  @Test("the refusal of a handshake that was given up does not lead back to where it came from")
  func lateRefusal() throws {
    var feed = Feed(Binance(), ["BTCUSDT"])
    let now = Moment(monotonic: 1_000_000, wall: 1_795_147_950_000)
    feed.start(at: now) { _ in }
    var list: CallID?
    var connection: ConnectionID?
    for intent in feed.drainIntents() {
      if case .get(let id, _, _) = intent { list = id }
      if case .connect(let id, _) = intent { connection = id }
    }
    // Both in one turn of the loop: the second is of the host that the first one has left.
    let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    feed.handle(
      .answered(id: try #require(list), status: 451, headers: [], body: nothing), at: now
    ) { _ in }
    #expect(feed.exchange.title == "Binance data")
    let late = TransportFailure(reason: "HTTP 451", status: 451)
    feed.handle(.closed(late, try #require(connection)), at: now) { _ in }
    #expect(feed.exchange.title == "Binance data")
    #expect(feed.drainIntents().map(\.ofSlot).contains(.connect(0, endpoint: 1)))
  }

  @Test("a stream that answers pings and keeps silent about trades is opened anew")
  func withheld() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    // What was asked for at the start is of no matter.
    _ = rig.wanted()
    var asked: Int?
    for _ in 0..<20 where asked == nil {
      rig.pass(9_000)
      rig.pong()
      asked = rig.call("/ticker")
    }
    #expect(asked != nil)
    // Traded ten seconds ago, and the stream has not said so.
    let time = rig.exchangeTime
    rig.answer(
      asked ?? 0,
      """
      [{"market":"KRW-BTC","trade_price":120.0,"prev_closing_price":90.0,\
      "trade_timestamp":\(time - 10_000),"timestamp":\(time)}]
      """)
    #expect(rig.intents.contains(.close()))
    #expect(rig.link == .polling)
  }

  @Test("a feed that is stopped sleeps until it may go on", arguments: [403, 418, 429])
  func closedGate(status: Int) {
    let rig = FeedRig("KRW-BTC")
    rig.closed(TransportFailure(reason: "HTTP", status: status, retryAfterSeconds: 600))
    rig.feed.follow([], at: rig.now) { _ in }
    rig.pass(5_000)
    rig.feed.follow([0], at: rig.now) { _ in }
    var turns = 0
    while turns < 1_000, rig.feed.deadline.isDue(at: rig.now.monotonic + 20_000) {
      rig.now.monotonic = max(rig.now.monotonic, rig.feed.deadline.monotonic)
      rig.happen(.time)
      turns += 1
      if rig.now.monotonic > 1_030_000 { break }
    }
    #expect(turns < 100)
  }

  @Test(
    "a side call that fails is no failure of the exchange while its prices are polled",
    arguments: [404, 400, 503, 429])
  func sideCall(status: Int) throws {
    let rig = FeedRig("KRW-BTC")
    rig.closed(TransportFailure(reason: "lost"))
    rig.pass(10_000)
    rig.answer(try #require(rig.call("/ticker")), rig.ticker())
    #expect(rig.link == .polling)
    rig.pass(200)
    let history = try #require(rig.call("/candles/seconds"))
    rig.updates = []
    rig.answer(history, "{}", status: status)
    #expect(!rig.updates.contains { if case .failure = $0 { true } else { false } })
    // Without prices it is, but for what concerns the call alone.
    let silent = FeedRig("KRW-BTC")
    silent.closed(TransportFailure(reason: "lost"))
    silent.updates = []
    silent.answer(try #require(silent.call("/market/all")), "{}", status: status)
    let isSaid = silent.updates.contains { if case .failure = $0 { true } else { false } }
    #expect(isSaid == (status > 404))
  }
}
