import MarketData
import Testing

@testable import Feeds

/// What Binance asks of a feed: handovers, farewells, other ways.
@Suite struct BinanceFeedTests {
  func rig(_ codes: String...) -> FeedRig {
    FeedRig(Binance(), codes.isEmpty ? ["BTCUSDT"] : codes)
  }

  func trade(_ rig: FeedRig, _ code: String = "BTCUSDT", id: Int = 1) -> String {
    """
    {"stream":"\(code.lowercased())@trade","data":{"e":"trade","E":\(rig.exchangeTime),\
    "s":"\(code)","t":\(id),"p":"100.0","q":"0.5","T":\(rig.exchangeTime),"m":false}}
    """
  }

  func stream(_ rig: FeedRig, of code: String = "BTCUSDT", line: Int = 0) {
    rig.opened(line)
    rig.message(trade(rig, code), slot: line)
  }

  func sent(_ intents: [Intent], line: Int = 0) -> [String] {
    intents.compactMap {
      if case .send(let text, let own) = $0, own.slot == line { text } else { nil }
    }
  }

  func log(_ rig: FeedRig) -> [String] {
    rig.intents.compactMap { if case .log(_, let line) = $0 { line } else { nil } }
  }

  /// Lets time go on with a trade each ten seconds.
  private func live(_ rig: FeedRig, _ milliseconds: Int64, line: Int = 0) {
    for _ in 0..<milliseconds / 10_000 {
      rig.pass(10_000)
      rig.message(trade(rig), slot: line)
    }
  }

  @Test("before the server cuts at 24 hours the next connection is opened, and takes over")
  func dayCut() {
    let rig = rig()
    stream(rig)
    live(rig, 23 * 3_600_000 + 40 * 60_000)
    _ = rig.wanted()
    live(rig, 11 * 60_000)
    #expect(rig.wanted().contains(.connect(1, endpoint: 0)))
    rig.opened(1)
    #expect(sent(rig.wanted(), line: 1).first?.contains("btcusdt@trade") == true)
    rig.message(#"{"result":null,"id":200}"#, slot: 1)
    rig.pass(6_000)
    #expect(!rig.wanted().contains(.close(0)))
    rig.message(trade(rig), slot: 1)
    #expect(!rig.wanted().contains(.close(0)))
    rig.pass(5_000)
    #expect(rig.wanted().contains(.close(0)))
    #expect(rig.link == .streaming)
  }

  @Test("a server that shuts down is left at once for another, without a gap in the link")
  func shutdown() {
    let rig = rig()
    stream(rig)
    rig.pass(1_000)
    _ = rig.wanted()
    rig.message(#"{"stream":"!serverShutdown","data":{"e":"serverShutdown","E":1}}"#)
    #expect(rig.wanted().contains(.connect(1, endpoint: 0)))
    rig.closed(TransportFailure(reason: "cut"))
    stream(rig, line: 1)
    #expect(rig.link == .streaming)
    #expect(!rig.wanted().contains(.connect(0, endpoint: 0)))
  }

  @Test("no connection is opened while a host has banned us, although its server shuts down")
  func shutdownDuringBan() {
    let rig = rig()
    stream(rig)
    let wait = Header(name: "retry-after", value: "600")
    rig.answer(rig.call("/exchangeInfo")!, "", status: 418, headers: [wait])
    rig.message(#"{"stream":"!serverShutdown","data":{"e":"serverShutdown","E":1}}"#)
    _ = rig.wanted()
    live(rig, 590_000)
    #expect(!rig.wanted().contains(.connect(1, endpoint: 0)))
    live(rig, 20_000)
    #expect(rig.wanted().contains(.connect(1, endpoint: 0)))
  }

  @Test("an acknowledgement and a pong are no data: prices are polled until some comes")
  func silentStream() {
    let rig = rig()
    rig.opened()
    rig.message(#"{"result":null,"id":100}"#)
    rig.pass(2_500)
    #expect(rig.call("/ticker/24hr") != nil)
    for _ in 0..<9 {
      rig.pass(9_000)
      rig.pong()
    }
    #expect(rig.link != .streaming)
    #expect(
      log(rig).filter { $0.contains("no data for") } == [
        "binance: the stream is silent: no data for what was subscribed to; polling"
      ])
    rig.message(trade(rig))
    #expect(rig.link == .streaming)
  }

  @Test("a stream that never sends data is opened anew, though it answers pings")
  func deafStream() {
    let rig = rig()
    rig.opened()
    rig.message(#"{"result":null,"id":100}"#)
    _ = rig.wanted()
    for _ in 0..<15 {
      rig.pass(9_000)
      rig.pong()
    }
    #expect(log(rig).contains { $0.contains("it sends no data") })
    #expect(rig.wanted().contains(.connect(0, endpoint: 0)))
  }

  @Test("a stream that has fallen silent is doubted: what is followed is asked for once a minute")
  func quietStream() {
    let rig = rig()
    stream(rig)
    rig.pass(3_000)
    rig.intents = []
    for _ in 0..<7 {
      rig.pass(9_000)
      rig.pong()
    }
    #expect(rig.call("/ticker/24hr") != nil && rig.link == .streaming)
  }

  @Test("a market that the stream has said nothing of is asked for, and no other")
  func idleMarket() {
    let rig = rig("BTCUSDT", "OLDUSDT")
    stream(rig)
    rig.pass(4_000)
    let calls = rig.intents.compactMap {
      if case .get(_, let path, _) = $0, path.hasPrefix("/ticker") { path } else { nil }
    }
    #expect(calls == ["/ticker/24hr?type=MINI&symbols=%5B%22OLDUSDT%22%5D"])
  }

  @Test("an order book is no price: a market that has told its book alone is asked for")
  func bookAlone() {
    let rig = rig()
    rig.follow([0], books: [0])
    rig.opened()
    let book = #"{"lastUpdateId":1,"bids":[["100.0","1"]],"asks":[["101.0","1"]]}"#
    for _ in 0..<40 {
      rig.message(#"{"stream":"btcusdt@depth20","data":\#(book)}"#)
      rig.pass(100)
    }
    #expect(rig.updates.contains { if case .book = $0 { true } else { false } })
    #expect(rig.call("/ticker/24hr") != nil)
  }

  @Test(
    "five failures lead the other way, but none without a network",
    arguments: [FailureReason.unreachable, .noNetwork])
  func failures(cause: FailureReason) {
    let rig = rig()
    for _ in 0..<6 {
      rig.closed(TransportFailure(reason: "x", cause: cause))
      rig.pass(60_000)
    }
    #expect(rig.feed.exchange.title == (cause == .noNetwork ? "Binance" : "Binance data"))
  }

  @Test("451 leads the other way at once, says so on the screen, and an hour later back")
  func blocked() {
    let rig = rig()
    rig.closed(TransportFailure(reason: "HTTP 451", status: 451))
    #expect(rig.wanted().contains(.connect(0, endpoint: 1)))
    #expect(rig.updates.contains(.title(exchange: "binance", "Binance data")))
    stream(rig)
    #expect(rig.link == .streaming)
    live(rig, 3_590_000)
    #expect(!rig.wanted().contains(.connect(1, endpoint: 0)))
    live(rig, 20_000)
    #expect(rig.wanted().contains(.connect(1, endpoint: 0)))
    // Still blocked: nothing is lost, and it is tried again in an hour.
    rig.closed(TransportFailure(reason: "HTTP 451", status: 451), 1)
    #expect(rig.link == .streaming && rig.feed.exchange.title == "Binance data")
    live(rig, 3_610_000)
    #expect(rig.wanted().contains(.connect(1, endpoint: 0)))
    rig.updates = []
    stream(rig, line: 1)
    #expect(rig.feed.exchange.title == "Binance")
    // What was on its way from the other is lost.
    #expect(rig.updates.contains { if case .missed = $0 { true } else { false } })
    #expect(
      rig.updates.last { if case .title = $0 { true } else { false } }
        == .title(exchange: "binance", "Binance"))
    // The other way may call the same trade otherwise: both are not heard together.
    rig.pass(0)
    #expect(rig.wanted().contains(.close(0)))
  }

  @Test("a server of the other way that shuts down is left at once, although the usual one refuses")
  func shutdownOfOther() {
    let rig = rig()
    rig.closed(TransportFailure(reason: "HTTP 451", status: 451))
    stream(rig)
    live(rig, 3_610_000)
    #expect(rig.wanted().contains(.connect(1, endpoint: 0)))
    rig.closed(TransportFailure(reason: "HTTP 451", status: 451), 1)
    rig.message(#"{"stream":"!serverShutdown","data":{"e":"serverShutdown","E":1}}"#)
    rig.pass(2_000)
    #expect(rig.wanted().contains(.connect(1, endpoint: 1)))
    rig.closed(TransportFailure(reason: "cut"))
    stream(rig, line: 1)
    #expect(rig.link == .streaming && rig.feed.exchange.title == "Binance data")
  }

  @Test("451 to a call leads the other way, too, and what was asked is asked again there")
  func blockedCall() {
    let rig = rig()
    let list = rig.call("/exchangeInfo")!
    rig.answer(list, "", status: 451)
    rig.pass(10)
    #expect(rig.feed.exchange.title == "Binance data")
    let again = rig.intents.contains {
      if case .get(_, let path, 1) = $0 { path.hasPrefix("/exchangeInfo") } else { false }
    }
    #expect(again)
  }

  @Test("where both ways are blocked, each is asked a few times in a quarter of an hour")
  func bothBlocked() {
    let rig = rig()
    var connects = 0
    var calls = 0
    for _ in 0..<400 {
      for intent in rig.wanted() {
        switch intent {
        case .connect(let connection, _):
          connects += 1
          rig.closed(TransportFailure(reason: "HTTP 451", status: 451), connection.slot)
        case .get(let id, _, _):
          calls += 1
          rig.answer(id.number, "", status: 451)
        default: break
        }
      }
      rig.pass(1_000)
    }
    #expect(connects <= 2 && calls <= 12, "\(connects) connects, \(calls) calls")
  }
}
