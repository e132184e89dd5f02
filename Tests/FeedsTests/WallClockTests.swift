import MarketData
import Testing
import Timing

@testable import Feeds

@Suite("When the board's own clock tells an exchange's time")
struct WallClockTests {
  /// A feed whose exchange shows the right time: the board's is `error` ahead of it.
  private func rig(error: Int64) -> FeedRig {
    let rig = FeedRig("KRW-BTC")
    rig.now.isSynchronised = true
    rig.now.wall += 3_600_000 + error
    return rig
  }

  /// The exchange's time, as `Date` says it.
  private func date(_ rig: FeedRig, error: Int64) -> Header {
    let time = CivilTime(unix: (rig.now.wall - error) / 1_000).text.split(separator: "T")
    let months = ["10": "Oct", "11": "Nov", "12": "Dec"]
    let parts = time[0].split(separator: "-").map(String.init)
    return Header(
      name: "date", value: "Fri, \(parts[2]) \(months[parts[1]]!) \(parts[0]) \(time[1]) GMT")
  }

  /// A snapshot of a market in which nobody has traded for 423 seconds.
  private func joinQuietMarket(_ rig: FeedRig, error: Int64) {
    let time = rig.now.wall - error - 423_000
    rig.opened()
    rig.message(
      """
      {"type":"trade","code":"KRW-BTC","timestamp":\(time),"trade_timestamp":\(time),\
      "trade_price":100.0,"trade_volume":0.5,"ask_bid":"BID","prev_closing_price":90.0,\
      "sequential_id":1,"stream_type":"SNAPSHOT"}
      """)
  }

  @Test("a quiet market is not drawn in the past where the board's clock can be believed")
  func believed() {
    let rig = rig(error: 0)
    joinQuietMarket(rig, error: 0)
    let offset = rig.now.wall - rig.now.monotonic
    #expect(rig.clockOffset == offset - 423_000)
    rig.answer(rig.call("/")!, "[]", headers: [date(rig, error: 0)])
    rig.happen(.time)
    #expect(rig.clockOffset == offset)
    #expect(rig.updates.contains(.clock(exchange: "upbit", offset: offset)))
  }

  @Test("any newer time of the exchange replaces the board's at once")
  func replaced() {
    var clock = ExchangeClock()
    clock.setFloor(1_795_147_953_000)
    #expect(clock.now(5) == 1_795_147_953_005)
    #expect(clock.measured == nil)
    _ = clock.accept(1_795_147_951_000, .live, at: 1_000)
    #expect(clock.now(1_000) == 1_795_147_951_000)
  }

  @Test(
    "a wrong clock tells nothing, whatever the kernel says",
    arguments: [-600_000, 600_000, -9 * 3_600_000, 9 * 3_600_000, -1_795_151_000_000] as [Int64])
  func wrong(error: Int64) {
    let rig = rig(error: error)
    joinQuietMarket(rig, error: error)
    rig.answer(rig.call("/")!, "[]", headers: [date(rig, error: error)])
    rig.happen(.time)
    #expect(rig.clockOffset == rig.now.wall - error - 423_000 - rig.now.monotonic)
  }

  @Test("a right clock that nobody keeps right, or that nobody agrees with, tells nothing")
  func unsure() {
    let rig = rig(error: 0)
    rig.now.isSynchronised = false
    joinQuietMarket(rig, error: 0)
    let call = rig.call("/")!
    rig.answer(call, "[]", headers: [date(rig, error: 0)])
    rig.happen(.time)
    let offset = rig.now.wall - rig.now.monotonic
    #expect(rig.clockOffset == offset - 423_000)
    rig.now.isSynchronised = true
    rig.happen(.time)
    #expect(rig.clockOffset == offset)
    rig.now.wall += 600_000
    rig.happen(.time)
    #expect(rig.clockOffset == offset - 423_000)
  }

  @Test("another exchange's clock is agreement enough, and 5 s apart is none")
  func otherExchange() {
    var wall = WallClock()
    let now = Moment(monotonic: 1_000, wall: 1_795_147_953_000, isSynchronised: true)
    wall.heard(otherExchange: 1_795_147_952_000 - 5_001)
    wall.look(at: now)
    #expect(wall.offset == nil)
    wall.heard(otherExchange: 1_795_147_952_000 + 5_000)
    wall.look(at: now)
    #expect(wall.offset == 1_795_147_952_000)
  }

  @Test("Kraken's acknowledgement and pong tell the time")
  func kraken() {
    for method in ["subscribe", "pong"] {
      let rig = FeedRig(Kraken(), ["BTC/USD"])
      rig.opened()
      rig.message(
        """
        {"method":"\(method)","result":{"channel":"ticker","symbol":"BTC/USD"},"success":true,\
        "time_in":"2026-11-20T04:12:33.123456Z","time_out":"2026-11-20T04:12:33.200000Z"}
        """)
      #expect(rig.feed.measuredClock == 1_795_147_953_200 - rig.now.monotonic)
      // A ticker whose last trade was minutes ago takes nothing back.
      rig.message(
        """
        {"channel":"ticker","type":"snapshot","data":[{"symbol":"BTC/USD","last":104810.0,\
        "timestamp":"2026-11-20T04:05:30.000000Z"}]}
        """)
      #expect(rig.clockOffset == 1_795_147_953_200 - rig.now.monotonic)
    }
  }

  @Test("a date of HTTP is read, and nothing else is")
  func httpDate() {
    #expect(CivilTime(httpDate: "Sun, 06 Nov 1994 08:49:37 GMT")?.unix == 784_111_777)
    #expect(CivilTime(httpDate: "Fri, 20 Nov 2026 04:12:33 GMT")?.unix == 1_795_147_953)
    for bad in [
      "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
      "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
      "Sun, 31 Nov 1994 25:49:37 GMT",
    ] {
      #expect(CivilTime(httpDate: bad) == nil)
    }
  }
}
