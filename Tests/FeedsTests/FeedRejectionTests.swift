import MarketData
import Testing

@testable import Feeds

/// What a feed does where it is refused.
@Suite struct FeedRejectionTests {
  @Test(
    "reconnects back off with jitter between one second and a minute, and start over after a good minute"
  )
  func backoff() {
    let rig = FeedRig("KRW-BTC")
    var waits: [Int64] = []
    for _ in 0..<40 {
      rig.closed(TransportFailure(reason: "refused"))
      let lost = rig.now.monotonic
      _ = rig.wanted()
      #expect(rig.pass(250) { $0.intents.contains(.connect()) })
      waits.append(rig.now.monotonic - lost)
    }
    #expect(waits.allSatisfy { 1_000...60_250 ~= $0 })
    #expect(Set(waits).count > 10)
    #expect(waits.suffix(20).max()! > 20_000)
    rig.opened()
    for _ in 0..<8 {
      rig.message(rig.trade())
      rig.pass(8_900)
    }
    rig.message(rig.trade())
    rig.closed(TransportFailure(reason: "cut"))
    _ = rig.wanted()
    rig.pass(2_100)
    #expect(rig.intents.contains(.connect()))
  }

  @Test(
    "a stopped handshake waits its time while polling goes on, unless all calls are banned",
    arguments: [
      (429, Int64?(7), Int64(7_000)), (418, nil, 60_000), (403, nil, 900_000), (451, nil, 900_000),
    ])
  func stops(status: Int, retryAfter: Int64?, wait: Int64) {
    let rig = FeedRig("KRW-BTC")
    _ = rig.wanted()
    rig.closed(TransportFailure(reason: "refused", status: status, retryAfterSeconds: retryAfter))
    rig.pass(wait - 100)
    let meanwhile = rig.wanted()
    #expect(!meanwhile.contains(.connect()))
    let polls = meanwhile.contains {
      if case .get(_, let path, _) = $0 { path.hasPrefix("/ticker") } else { false }
    }
    #expect(polls == (status != 418))
    let holds = meanwhile.contains { if case .hold(0, _) = $0 { true } else { false } }
    #expect(holds == (status == 418), "calls that wait for their limit are banned, too")
    rig.pass(60_000)
    #expect(rig.wanted().contains(.connect()))
  }

  @Test("after a good minute a ban is the first again")
  func banForgotten() {
    let rig = FeedRig("KRW-BTC")
    for _ in 0..<3 {
      rig.closed(TransportFailure(reason: "banned", status: 418))
      _ = rig.wanted()
      rig.pass(60_000)
      #expect(rig.wanted().contains(.connect()))
      rig.opened()
      for _ in 0..<8 {
        rig.message(rig.trade())
        rig.pass(8_900)
      }
      rig.message(rig.trade())
      rig.closed(TransportFailure(reason: "cut"))
      rig.pass(2_100)
    }
  }

  @Test("a refused poll waits, and then polls half as often")
  func slowPolls() {
    let rig = FeedRig("KRW-BTC")
    rig.closed(TransportFailure(reason: "cut"))
    rig.answer(rig.call("/ticker")!, "", status: 429)
    _ = rig.wanted()
    var times: [Int64] = []
    for _ in 0..<40 {
      rig.pass(1_000)
      if let call = rig.call("/ticker") {
        times.append(rig.now.monotonic)
        rig.intents = []
        rig.answer(call, rig.ticker())
      }
    }
    #expect(times.count <= 5 && times.count >= 3)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 9_000 })
  }

  @Test("the exchange's count of calls left is obeyed")
  func remaining() {
    let rig = FeedRig("KRW-BTC", "KRW-ETH", "KRW-XRP")
    rig.stream()
    rig.pass(200)
    let header = Header(name: "remaining-req", value: "group=candles; min=600; sec=0")
    rig.answer(rig.call("/candles")!, "[]", headers: [header])
    rig.intents = []
    rig.pass(900)
    #expect(rig.call("/candles") == nil)
    rig.pass(200)
    #expect(rig.call("/candles") != nil)
  }

  @Test("an error object with status 200 is no answer")
  func errorObject() {
    let rig = FeedRig("KRW-BTC")
    rig.closed(TransportFailure(reason: "cut"))
    rig.pass(0)
    for text in [#"{"error":{"name":500,"message":"x"}}"#, "<html>", "", "[]", "null", "[1,2]"] {
      rig.answer(rig.call("/ticker")!, text)
      rig.pass(5_000)
    }
    #expect(rig.link == .offline)
    #expect(rig.prices.isEmpty)
  }
}
