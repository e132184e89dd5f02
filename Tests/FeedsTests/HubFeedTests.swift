import MarketData
import TestSupport
import Testing
import Timing

@testable import Feeds

@Suite("A board that follows hubs")
struct HubFeedTests {
  private static let btc = "upbit:KRW-BTC"
  private static let eth = "upbit:KRW-ETH"
  private static let xbt = "kraken:BTC/USD"

  /// One that follows a hub, and hears it.
  private func following(
    _ change: (inout HubFeed.Options) -> Void = { _ in }
  ) -> HubRig {
    let rig = HubRig(Self.btc, setting: change)
    rig.happen(.connected)
    rig.list([Self.btc])
    rig.beat([Self.btc: 100])
    return rig
  }

  /// Another market is followed as well.
  private func following(_ other: String, at price: Double) -> HubRig {
    let rig = HubRig(Self.btc, other)
    rig.happen(.connected)
    rig.list([Self.btc, other])
    rig.beat([Self.btc: 100, other: price])
    return rig
  }

  @Test("a live beat makes link, clock, price and the forming candle")
  func live() {
    let rig = following()
    #expect(rig.links == [.streaming])
    #expect(rig.age == 0)
    #expect(rig.prices == [100])
    #expect(rig.clockOffset == rig.exchangeTime - rig.now.monotonic)
    let start = Candle.bucket(of: rig.exchangeTime)
    #expect(
      rig.updates.contains(
        .history(
          market: 0, [.flat(at: 100, start: start)], covering: start..<start + 1)))
    rig.pass(2_300)
    rig.beat([Self.btc: 101])
    #expect(
      rig.updates.last
        == .history(
          market: 0, [.flat(at: 101, start: start)], covering: start..<start + 2_300),
      "more of it is to come")
    #expect(rig.lines == ["notice: upbit: from hub \"hub\""])
  }

  @Test("a day of delisting is told, and taken back by a beat without it")
  func delisting() {
    let rig = following()
    for text in [#","delists":"2026-12-01""#, ""] {
      rig.hear(
        HubTopics.beat,
        #"{"sources":{"upbit":{}},"markets":{"upbit:KRW-BTC":{"price":5\#(text)}}}"#)
    }
    let tickers = rig.updates.compactMap {
      if case .ticker(0, let ticker) = $0 { ticker } else { nil }
    }
    #expect(tickers.map { $0.delistsOn?.description } == [nil, "2026-12-01", nil])
    #expect(tickers.allSatisfy { $0.isWhole })
  }

  @Test("what a hub does not hear although it hears the exchange is as old here")
  func unheard() {
    let rig = HubRig(Self.btc, setting: { $0.fallsBack = true })
    rig.happen(.connected)
    rig.list([Self.btc])
    func hear(_ text: String) {
      rig.hear(
        HubTopics.beat,
        #"{"sources":{"upbit":{}},"markets":{"upbit:KRW-BTC":{"price":5\#(text)}}}"#)
    }
    hear("")
    #expect(rig.takeUnheard() == [])
    hear(#","age":30000"#)
    #expect(rig.takeUnheard() == [Unheard(since: rig.now.monotonic - 30_000)])
    hear("")
    #expect(rig.takeUnheard() == [nil])
    hear(#","age":5000"#)
    #expect(rig.takeUnheard() == [Unheard(since: rig.now.monotonic - 5_000, isStale: false)])
    rig.pass(9_999)
    #expect(rig.takeUnheard() == [])
    rig.pass(1)
    #expect(rig.takeUnheard() == [Unheard(since: rig.now.monotonic - 15_000)])
    hear(#","age":30000"#)
    rig.clear()
    // The hub is silent, and the exchange is asked.
    rig.pass(200_000)
    #expect(rig.takeUnheard() == [nil])
  }

  @Test("a price from before a lost connection is old until its market is spoken of again")
  func lostConnection() {
    let rig = following(Self.eth, at: 5)
    let heard = rig.now.monotonic
    rig.pass(2_000)
    rig.happen(.closed)
    rig.pass(1_000)
    rig.happen(.connected)
    // Of the other one the hub spoke while nobody listened.
    rig.beat([Self.eth: 5])
    #expect(rig.takeUnheard() == [Unheard(since: heard, isStale: false)])
    rig.beat([Self.eth: 5])
    rig.happen(.connected)
    rig.beat([Self.eth: 5])
    #expect(rig.takeUnheard() == [], "it is as old as before")
    rig.pass(10_000, beating: [Self.eth: 5])
    rig.pass(heard + 14_999 - rig.now.monotonic)
    #expect(rig.takeUnheard() == [])
    rig.pass(1)
    #expect(rig.takeUnheard() == [Unheard(since: heard)], "it is not spoken of for long")
    rig.beat([Self.btc: 101])
    #expect(rig.takeUnheard() == [nil])
    rig.beat([Self.eth: 5])
    #expect(rig.takeUnheard() == [])
  }

  @Test("a price that the broker had kept is of no known age until its market is spoken of")
  func keptPrice() {
    let rig = HubRig(Self.btc, Self.eth)
    rig.happen(.connected)
    rig.list([Self.btc, Self.eth])
    rig.beat([Self.btc: 100, Self.eth: 5], isRetained: true)
    rig.beat([Self.eth: 5])
    #expect(rig.takeUnheard() == [Unheard(since: nil)])
    rig.beat([Self.btc: 101])
    #expect(rig.takeUnheard() == [nil])
  }

  @Test(
    "a price from before a message that was not read is old until its market is spoken of again",
    arguments: [true, false])
  func lostMessage(isRead: Bool) {
    let rig = following(Self.eth, at: 5)
    let heard = rig.now.monotonic
    rig.pass(500)
    if isRead {
      rig.hear(HubTopics.beat, "{")
    } else {
      rig.happen(.lost)
    }
    rig.pass(500)
    rig.beat([Self.eth: 6])
    #expect(rig.takeUnheard() == [Unheard(since: heard, isStale: false)])
    rig.beat([Self.btc: 101])
    #expect(rig.takeUnheard() == [nil])
  }

  @Test("a price of one hub is old until the next one speaks of it")
  func nextHub() {
    let rig = HubRig(Self.btc, Self.eth, hubs: ["hub", "spare"])
    rig.happen(.connected)
    rig.list([Self.btc, Self.eth])
    rig.beat([Self.btc: 100, Self.eth: 5])
    rig.hear(HubTopics.status, HubTopics.offline)
    rig.list([Self.btc, Self.eth], from: "spare")
    let heard = rig.now.monotonic
    rig.pass(1_000)
    rig.beat([Self.eth: 6], from: "spare")
    #expect(rig.takeUnheard() == [Unheard(since: heard, isStale: false)])
    rig.beat([Self.btc: 101, Self.eth: 6], from: "spare")
    #expect(rig.takeUnheard() == [nil])
  }

  /// A rig whose hub told of both markets, at that time, and has ended since: it may ask the exchange.
  private func leftByHub() -> (rig: HubRig, heard: Int64) {
    let rig = HubRig(Self.btc, Self.eth) { $0.fallsBack = true }
    rig.happen(.connected)
    rig.list([Self.btc, Self.eth])
    rig.beat([Self.btc: 100, Self.eth: 5])
    let heard = rig.now.monotonic
    rig.hear(HubTopics.status, HubTopics.offline)
    rig.pass(200_000)
    return (rig, heard)
  }

  @Test(
    "what its exchange told itself is of then until a hub speaks of it", arguments: [true, false])
  func backFromExchange(isItselfHeard: Bool) {
    let (rig, heard) = leftByHub()
    #expect(rig.feed.asksItself("upbit"))
    if isItselfHeard { rig.feed.learn(from: .link(exchange: "upbit", .streaming, heard: nil)) }
    rig.happen(.connected)
    rig.clear()
    rig.beat([Self.eth: 5])
    #expect(!rig.feed.asksItself("upbit"))
    let left = rig.now.monotonic
    rig.pass(1_000)
    rig.beat([Self.eth: 5])
    let unheard =
      isItselfHeard ? Unheard(since: left, isStale: false) : Unheard(since: heard, isStale: true)
    #expect(rig.takeUnheard() == [unheard])
    rig.beat([Self.btc: 101])
    #expect(rig.takeUnheard() == [nil])
  }

  @Test("what its exchange has not told itself is old until a hub speaks of it")
  func notToldByExchange() {
    let (rig, heard) = leftByHub()
    // Its stream is back, and has told of the other market alone.
    rig.feed.learn(from: .unheard(market: 0, Unheard(since: heard, isStale: true)))
    rig.feed.learn(from: .link(exchange: "upbit", .streaming, heard: rig.now.monotonic))
    rig.happen(.connected)
    rig.clear()
    rig.beat([Self.eth: 5])
    rig.pass(1_000)
    rig.beat([Self.eth: 5])
    #expect(!rig.feed.asksItself("upbit") && rig.takeUnheard() == [])
    rig.beat([Self.btc: 101])
    #expect(rig.takeUnheard() == [nil])
  }

  @Test("a source that a hub does not hear is taken from the next one that does, until it is back")
  func deafHub() {
    let rig = HubRig(Self.btc, Self.xbt, hubs: ["hub", "spare"])
    rig.happen(.connected)
    rig.list([Self.btc, Self.xbt])
    func pass(_ seconds: Int, hubHears: Bool) {
      for _ in 0..<seconds {
        rig.pass(1_000)
        rig.beat([Self.xbt: 7])
        rig.beat([Self.btc: 100], age: hubHears ? 0 : 20_000, link: hubHears ? .streaming : .stale)
        guard rig.topics.contains("spare/beat") else { continue }
        rig.list([Self.btc, Self.xbt], from: "spare")
        rig.beat([Self.btc: 101, Self.xbt: 8], from: "spare")
      }
    }
    pass(10, hubHears: true)
    #expect(!rig.topics.contains("spare/beat"))
    pass(6, hubHears: false)
    #expect(!rig.topics.contains("spare/beat"), "it may be back soon")
    pass(2, hubHears: false)
    #expect(rig.lines.last == "notice: upbit: from hub \"spare\"")
    #expect(rig.prices.last == 101)
    // The other source is heard by the first one.
    #expect(rig.lines.count { $0.contains("kraken") } == 1)
    pass(28, hubHears: true)
    #expect(rig.lines.last == "notice: upbit: from hub \"spare\"")
    pass(1, hubHears: false)
    pass(29, hubHears: true)
    #expect(rig.lines.last == "notice: upbit: from hub \"spare\"", "it was deaf in between")
    pass(3, hubHears: true)
    #expect(rig.lines.last == "notice: upbit: from hub \"hub\"")
    #expect(!rig.topics.contains("spare/beat"))
  }

  @Test(
    "a hub that falls silent before a source is taken from it again has to hear that anew",
    arguments: [10, 25])
  func silentReturn(silence: Int) {
    let rig = HubRig(Self.btc, Self.xbt, hubs: ["hub", "spare"])
    rig.happen(.connected)
    rig.list([Self.btc, Self.xbt])
    func newest() -> String? { rig.lines.last { $0.contains("upbit") } }
    func pass(_ seconds: Int, hubSays say: () -> Void) {
      for _ in 0..<seconds {
        rig.pass(1_000)
        say()
        guard rig.topics.contains("spare/beat") else { continue }
        rig.list([Self.btc, Self.xbt], from: "spare")
        rig.beat([Self.btc: 101, Self.xbt: 8], from: "spare")
      }
    }
    pass(10) { rig.beat([Self.btc: 100, Self.xbt: 7]) }
    pass(8) {
      rig.beat([Self.xbt: 7])
      rig.beat([Self.btc: 100], age: 20_000, link: .stale)
    }
    #expect(newest() == "notice: upbit: from hub \"spare\"")
    pass(10) { rig.beat([Self.btc: 100, Self.xbt: 7]) }
    pass(silence) {}
    pass(15) { rig.beat([Self.xbt: 7]) }
    #expect(newest() == "notice: upbit: from hub \"spare\"", "it says nothing of that source")
    pass(29) { rig.beat([Self.btc: 100, Self.xbt: 7]) }
    #expect(newest() == "notice: upbit: from hub \"spare\"")
    pass(3) { rig.beat([Self.btc: 100, Self.xbt: 7]) }
    #expect(newest() == "notice: upbit: from hub \"hub\"")
  }

  @Test("where beats of a hub cannot be read again and again the next one is taken")
  func garbledHub() {
    let rig = HubRig(Self.btc, hubs: ["hub", "spare"])
    rig.happen(.connected)
    rig.list([Self.btc])
    func pass(_ seconds: Int, garbledEvery interval: Int?) {
      for second in 1...seconds {
        rig.pass(1_000)
        if let interval, second % interval == 0 { rig.hear("beat", "{") } else { rig.beat([:]) }
        rig.beat([Self.btc: 100])
        guard rig.topics.contains("spare/beat") else { continue }
        rig.list([Self.btc], from: "spare")
        rig.beat([Self.btc: 101], from: "spare")
      }
    }
    pass(10, garbledEvery: nil)
    rig.hear("beat", "{")
    rig.pass(200)
    rig.beat([Self.btc: 100])
    rig.pass(4_700)
    rig.beat([Self.btc: 100])
    rig.pass(5_000)
    rig.beat([Self.btc: 100])
    pass(60, garbledEvery: 8)
    #expect(!rig.topics.contains("spare/beat"), "what is lost now and then is repeated soon")
    pass(17, garbledEvery: 5)
    #expect(rig.lines.last == "notice: upbit: from hub \"spare\"")
    #expect(rig.prices.last == 101)
    pass(26, garbledEvery: nil)
    pass(6, garbledEvery: 3)
    pass(28, garbledEvery: nil)
    #expect(rig.lines.last == "notice: upbit: from hub \"spare\"", "beats were lost in between")
    pass(10, garbledEvery: nil)
    #expect(rig.lines.last == "notice: upbit: from hub \"hub\"")
    #expect(!rig.topics.contains("spare/beat"))
  }

  @Test("a source that no hub hears stays with the first one")
  func allDeaf() {
    let rig = HubRig(Self.btc, hubs: ["hub", "spare"])
    rig.happen(.connected)
    for hub in ["hub", "spare"] { rig.list([Self.btc], from: hub) }
    for _ in 0..<40 {
      rig.pass(1_000)
      for hub in ["hub", "spare"] {
        rig.beat([Self.btc: 100], from: hub, age: 20_000, link: .stale)
      }
    }
    #expect(rig.lines == ["notice: upbit: from hub \"hub\""])
    #expect(rig.topics.contains("spare/beat"))
  }

  @Test("what a hub calls live is stale once this board's own limit is over")
  func ownLimit() {
    let rig = following { $0.fallsBack = true }
    rig.clear()
    rig.beat([Self.btc: 100], age: 14_000)
    #expect(rig.links == [.streaming])
    // The beat that says more is lost.
    rig.pass(999)
    #expect(rig.links == [.streaming])
    rig.pass(1)
    #expect(rig.links == [.streaming, .stale])
    // The hub waits longer.
    rig.clear()
    rig.beat([Self.btc: 100], age: 15_000)
    rig.beat([Self.btc: 100], age: nil)
    #expect(rig.links == [.stale, .stale])
    rig.beat([Self.btc: 100], age: 200)
    #expect(rig.links == [.stale, .stale, .streaming])
    // The exchange is asked itself, and what the hub last said counts no more.
    rig.hear(HubTopics.status, HubTopics.offline)
    rig.clear()
    rig.pass(100_000)
    #expect(rig.links == [])
  }

  @Test("what the broker had kept shows a price, and makes nothing live")
  func retained() {
    let rig = HubRig(Self.btc)
    rig.happen(.connected)
    rig.list([Self.btc])
    rig.hear(HubTopics.status, "online", isRetained: true)
    rig.beat([Self.btc: 100], isRetained: true)
    rig.hear(HubTopics.recent, rig.candles([1, 2]), isRetained: true)
    rig.hear(HubTopics.ring(Self.btc), rig.candles([1, 2]), isRetained: true)
    #expect(rig.prices == [100])
    #expect(rig.links == [.stale])
    #expect(rig.age == nil)
    #expect(rig.clockOffset == nil)
    #expect(!rig.updates.contains { if case .history = $0 { true } else { false } })
    // A live price is not replaced by an old one.
    rig.beat([Self.btc: 101])
    rig.clear()
    rig.beat([Self.btc: 100], isRetained: true)
    #expect(rig.updates == [])
  }

  @Test("an age is counted on by the monotonic clock, whatever the wall clock does")
  func age() {
    let rig = following()
    rig.clear()
    rig.now.wall -= 86_400_000 * 365
    rig.beat([Self.btc: 100], age: 4_000, link: .stale)
    #expect(rig.age == 4_000)
    rig.now.wall += 86_400_000 * 700
    rig.pass(3_000)
    #expect(rig.age == 7_000)
    #expect(rig.links == [.stale])
    #expect(rig.clockOffset == nil, "the source's clock goes on as before")
  }

  @Test("a hub that does not know the time yet says nothing of it, whatever clock this board has")
  func noTime() {
    let rig = following()
    rig.clear()
    rig.now.wall = rig.exchangeTime + 3_600_000
    rig.hear(
      HubTopics.beat, HubBeat(sources: [HubBeat.Source("upbit", .offline, age: nil)]).json)
    rig.beat([Self.btc: 100])
    #expect(rig.age == 0)
    #expect(rig.clockOffset == nil, "the source's clock goes on as before")
  }

  @Test("the clock is that of the fastest message of the last minute")
  func clock() {
    let rig = following()
    let offset = rig.exchangeTime - rig.now.monotonic
    rig.pass(1_000)
    rig.beat([Self.btc: 100], late: 800)
    rig.pass(1_000)
    rig.beat([Self.btc: 100], late: 20)
    #expect(rig.clockOffset == offset)
    // All are late now: after a minute that is how it is.
    for _ in 0..<14 {
      rig.pass(5_000)
      rig.beat([Self.btc: 100], late: 300)
    }
    #expect(rig.clockOffset == offset - 300)
    rig.beat([Self.btc: 100], late: 100)
    #expect(rig.clockOffset == offset - 100)
  }

  @Test("a message that lay unread through a long silence is as old as it is")
  func unread() {
    let rig = following()
    rig.pass(3_600_000)
    rig.clear()
    rig.beat([Self.btc: 101], late: 3_595_000)
    #expect(rig.links == [.stale])
    #expect(rig.age == 3_595_000)
    #expect(rig.clockOffset == nil, "the clock of before goes on")
    #expect(!rig.updates.contains { if case .history = $0 { true } else { false } })
    rig.beat([Self.btc: 102])
    #expect(rig.links == [.stale, .streaming])
    #expect(rig.age == 0)
  }

  @Test("what a late hub tells first of an exchange is as old as what it tells of others")
  func lateNewcomer() {
    let rig = HubRig(Self.btc, Self.xbt)
    rig.happen(.connected)
    rig.list([Self.btc, Self.xbt])
    rig.beat([Self.btc: 100])
    for late: Int64 in [4_000, 8_000, 12_000, 16_000] {
      rig.pass(4_000)
      rig.beat([Self.btc: 100], late: late)
    }
    rig.pass(4_000)
    rig.clear()
    rig.beat([Self.btc: 100, Self.xbt: 5], late: 20_000)
    let now = rig.now.monotonic
    #expect(rig.updates.contains(.link(exchange: "kraken", .stale, heard: now - 20_000)))
    #expect(rig.clockOffset == rig.exchangeTime - now)
    rig.beat([Self.btc: 100, Self.xbt: 5])
    #expect(rig.updates.contains(.link(exchange: "kraken", .streaming, heard: now)))
  }

  /// One whose first hub has fallen silent, and that the second one serves.
  private func servedBySecondHub() -> HubRig {
    let rig = HubRig(Self.btc, hubs: ["hub", "hub2"])
    rig.happen(.connected)
    rig.list([Self.btc])
    rig.beat([Self.btc: 100])
    rig.pass(15_000)
    rig.list([Self.btc], from: "hub2")
    rig.beat([Self.btc: 101], from: "hub2")
    return rig
  }

  @Test("a hub whose words are late does not take over from one that is in time")
  func lateReturn() {
    let rig = servedBySecondHub()
    #expect(rig.links.last == .streaming)
    rig.clear()
    rig.beat([Self.btc: 99], late: 18_000)
    rig.beat([Self.btc: 102], from: "hub2")
    #expect(rig.prices == [102])
    #expect(!rig.links.contains(.stale))
    for price in [103, 104] as [Double] { rig.beat([Self.btc: price]) }
    #expect(rig.prices.last == 104)
    #expect(rig.lines.last == "notice: upbit: from hub \"hub\"")
  }

  @Test("what a hub said of an exchange before it fell silent does not count any more")
  func wordBeforeSilence() {
    let rig = servedBySecondHub()
    rig.clear()
    rig.list([Self.btc])
    rig.beat([Self.btc: 102], from: "hub2")
    #expect(rig.prices == [102])
    rig.beat([Self.btc: 103])
    #expect(rig.lines.last == "notice: upbit: from hub \"hub\"")
  }

  @Test("who serves is listened to until a hub before it has said what it has")
  func lateBeginner() {
    let rig = HubRig(Self.btc, hubs: ["hub", "hub2"])
    rig.happen(.connected)
    rig.pass(6_000)
    rig.list([Self.btc], from: "hub2")
    rig.beat([Self.btc: 101], from: "hub2")
    rig.clear()
    rig.beat([Self.btc: 99], late: 18_000)
    rig.beat([Self.btc: 102], from: "hub2")
    #expect(rig.prices == [102])
    #expect(!rig.links.contains(.stale))
    rig.list([Self.btc])
    rig.beat([Self.btc: 103])
    #expect(rig.prices.last == 103)
    #expect(rig.lines.last == "notice: upbit: from hub \"hub\"")
  }

  @Test("a clock that was set back during a silence is believed within a minute")
  func clockAfterSilence() {
    let rig = following()
    let offset = rig.exchangeTime - rig.now.monotonic
    rig.pass(3_600_000)
    for _ in 0..<7 {
      rig.beat([Self.btc: 100], late: 20_000)
      rig.pass(5_000)
    }
    #expect(rig.clockOffset == offset - 20_000)
    #expect(rig.links.last == .streaming)
  }

  @Test("a clock that was set back is believed, although another hub was listened to meanwhile")
  func clockAfterAnotherHub() {
    let rig = HubRig(Self.btc, hubs: ["hub", "other"])
    rig.beat([Self.btc: 100], late: -3_600_000)
    #expect(rig.links.last == .streaming)
    rig.pass(120_000)
    #expect(rig.links.last == .stale)
    rig.beat([Self.btc: 101])
    #expect(rig.links.last == .streaming)
    #expect(rig.clockOffset == rig.exchangeTime - rig.now.monotonic)

    // The same where the other one has spoken, late by that clock.
    let both = HubRig(Self.btc, hubs: ["hub", "other"])
    both.beat([Self.btc: 100], late: -3_600_000)
    both.hear(HubTopics.status, "offline")
    both.beat([Self.btc: 100], from: "other")
    #expect(both.links.last == .stale)
    both.beat([Self.btc: 101])
    both.beat([Self.btc: 101], from: "other")
    #expect(both.links.last == .streaming)
  }

  @Test("a hub that says nothing for fifteen seconds is silent: its prices are old, with their age")
  func silence() {
    let rig = following()
    rig.clear()
    rig.pass(14_999)
    #expect(rig.updates == [])
    rig.pass(1)
    #expect(rig.failures == [.hubSilent])
    #expect(rig.links == [.stale])
    #expect(rig.age == 15_000)
    #expect(rig.updates.contains(.serviceFailure(service: "hub", .unreachable)))
    #expect(rig.lines == ["warning: hub \"hub\" is silent"])
    // What stood still in the meantime may have moved.
    let missed = rig.updates.compactMap {
      if case .missed(_, let range) = $0 { range } else { nil }
    }
    #expect(missed.map(\.lowerBound) == [rig.exchangeTime - 15_000])
    #expect(missed.allSatisfy { $0.upperBound > rig.exchangeTime })
    rig.clear()
    rig.pass(3_600_000)
    #expect(rig.updates == [], "it is said once")
    rig.beat([Self.btc: 105])
    #expect(rig.failures == [nil])
    #expect(rig.links == [.streaming])
    #expect(rig.updates.contains(.serviceFailure(service: "hub", nil)))
  }

  @Test("what other hubs do not tell is old from the moment that they are followed")
  func otherHubs() {
    let rig = following()
    rig.clear()
    rig.reconfigure(Self.btc, hubs: ["attic"])
    #expect(rig.links == [.stale])
    rig.pass(30_000)
    #expect(rig.failures == [.hubSilent] && rig.links == [.stale])
  }

  @Test("a hub whose clock was ahead leaves nothing of it to another one that is followed instead")
  func clockOfOtherHubs() {
    let rig = HubRig(Self.btc)
    rig.happen(.connected)
    rig.list([Self.btc])
    rig.beat([Self.btc: 100], late: -3_600_000)
    #expect(rig.links.last == .streaming)
    rig.reconfigure(Self.btc, hubs: ["attic"])
    rig.list([Self.btc], from: "attic")
    rig.beat([Self.btc: 101], from: "attic")
    #expect(rig.links.last == .streaming)
    #expect(rig.clockOffset == rig.exchangeTime - rig.now.monotonic)
  }

  @Test("who follows no hub any more has old prices, and no hub on the screen")
  func noHubs() {
    let rig = following()
    rig.clear()
    rig.leave()
    #expect(rig.links == [.stale])
    #expect(rig.updates.contains(.serviceHeard(service: "hub", false)))
  }

  @Test("who follows no hub any more calls no market unheard because of one that is silent")
  func unheardBySilentHub() {
    let rig = following()
    rig.hear(
      HubTopics.beat,
      #"{"sources":{"upbit":{}},"markets":{"upbit:KRW-BTC":{"price":5,"age":30000}}}"#)
    rig.pass(60_000)
    #expect(rig.takeUnheard() == [Unheard(since: rig.now.monotonic - 90_000)])
    rig.leave()
    #expect(rig.takeUnheard() == [nil])
  }

  @Test("an exchange of which nothing is followed any more is not called live")
  func leftExchange() {
    let rig = following(Self.xbt, at: 101)
    rig.clear()
    rig.follow([0])
    #expect(rig.links == [.stale])
    rig.beat([Self.btc: 100, Self.xbt: 101])
    #expect(rig.links == [.stale, .streaming])
  }

  @Test("what it follows again comes back with the hub's next word")
  func followedAgain() {
    let rig = following(Self.eth, at: 50)
    rig.follow([0])
    rig.follow([0, 1])
    rig.clear()
    rig.beat([Self.btc: 100, Self.eth: 51])
    #expect(rig.updates.contains { if case .ticker(1, _) = $0 { true } else { false } })
  }

  @Test("a hub has a moment for a market that it is just asked for")
  func newcomer() {
    let rig = HubRig(Self.btc, Self.eth)
    rig.follow([0])
    rig.happen(.connected)
    rig.list([Self.btc])
    rig.pass(20_000, beating: [Self.btc: 100])
    rig.clear()
    rig.follow([0, 1])
    rig.pass(5_000, beating: [Self.btc: 100])
    #expect(rig.listed[1] == nil)
    rig.pass(5_000, beating: [Self.btc: 100])
    #expect(rig.listed[1] == false)
    #expect(rig.lines == ["warning: upbit:KRW-ETH is not among the markets of hub"])
  }

  @Test("a hub that says goodbye is silent at once")
  func offline() {
    let rig = following()
    rig.clear()
    rig.hear(HubTopics.status, "offline")
    #expect(rig.failures == [.hubSilent])
    #expect(rig.links == [.stale])
  }

  @Test("what the broker kept of a hub that is called otherwise now is emptied without a word")
  func emptied() {
    let rig = following()
    rig.hear(HubTopics.status, "offline")
    rig.clear()
    for topic in [HubTopics.status, HubTopics.beat, HubTopics.lists] { rig.hear(topic, "") }
    #expect(rig.links.isEmpty && rig.failures.isEmpty && rig.lines.isEmpty)
  }

  @Test("who was never heard is missed after ten seconds, and has no price")
  func neverHeard() {
    let rig = HubRig(Self.btc)
    rig.pass(9_999)
    #expect(rig.links == [])
    rig.pass(1)
    #expect(rig.failures == [.hubSilent])
    #expect(rig.links == [.offline])
  }

  @Test("the second hub takes over, and the first is preferred again once it is heard")
  func secondHub() {
    let rig = HubRig(Self.btc, hubs: ["hub", "hub2"])
    rig.happen(.connected)
    rig.list([Self.btc])
    rig.beat([Self.btc: 100])
    #expect(!rig.topics.contains { $0.hasPrefix("hub2/") }, "one is enough")
    rig.beat([Self.btc: 300], from: "hub2")
    #expect(rig.prices == [100], "nobody listens to it")
    rig.hear(HubTopics.status, "offline")
    #expect(rig.topics.contains("hub2/beat") && rig.topics.contains("hub/beat"))
    rig.clear()
    rig.beat([Self.btc: 200], from: "hub2")
    #expect(rig.prices == [200])
    #expect(rig.links == [.streaming])
    rig.pass(5_000)
    rig.beat([Self.btc: 210], from: "hub2")
    rig.clear()
    rig.beat([Self.btc: 120])
    rig.beat([Self.btc: 220], from: "hub2")
    #expect(rig.prices == [120])
    #expect(!rig.topics.contains { $0.hasPrefix("hub2/") })
  }

  @Test("a hub that is not heard at the start is waited for no longer than six seconds")
  func patience() {
    let rig = HubRig(Self.btc, hubs: ["hub", "hub2", "hub3"])
    rig.happen(.connected)
    #expect(Set(rig.topics.map { $0.prefix { $0 != "/" } }) == ["hub"])
    rig.pass(6_000)
    #expect(Set(rig.topics.map { $0.prefix { $0 != "/" } }) == ["hub", "hub2"])
    rig.pass(6_000)
    #expect(Set(rig.topics.map { $0.prefix { $0 != "/" } }) == ["hub", "hub2", "hub3"])
  }

  @Test("a further hub is listened to for what the first lacks")
  func prefix() {
    let rig = HubRig(Self.btc, Self.xbt, hubs: ["hub", "hub2", "hub3"])
    rig.happen(.connected)
    rig.list([Self.btc])
    rig.beat([Self.btc: 100])
    #expect(Set(rig.topics.map { $0.prefix { $0 != "/" } }) == ["hub", "hub2"])
    rig.list([Self.btc, Self.xbt], from: "hub2")
    rig.beat([Self.btc: 200, Self.xbt: 50], from: "hub2")
    #expect(rig.prices == [100, 50], "each exchange comes from the first hub that has its markets")
    #expect(Set(rig.topics.map { $0.prefix { $0 != "/" } }) == ["hub", "hub2"])
    #expect(rig.listed[1] != false)
  }

  @Test("the ring of a market is listened to until it came")
  func ring() {
    let rig = following()
    let topic = "hub/ring/upbit/KRW-BTC"
    #expect(rig.topics.contains(topic))
    #expect(rig.updates.contains(.filling(market: 0, true)))
    rig.hear(HubTopics.ring(Self.btc), rig.ring([1, nil, 3]), isRetained: true)
    #expect(!rig.topics.contains(topic))
    #expect(rig.updates.contains(.filling(market: 0, false)))
    let end = Candle.bucket(of: rig.exchangeTime)
    let gap = end - 2 * Candle.span..<end - Candle.span
    #expect(rig.updates.contains(.retracted(market: 0, gap)))
    #expect(
      rig.updates.contains(
        .history(
          market: 0, [.flat(at: 3, start: end - Candle.span)], covering: end - Candle.span..<end)))
  }

  @Test(
    "a hub that has just begun tells a part of its ring: another one is waited for, for a minute")
  func youngRing() {
    let rig = following()
    let topic = "hub/ring/upbit/KRW-BTC"
    rig.hear(HubTopics.ring(Self.btc), rig.candles([1, 2]), isRetained: true)
    #expect(rig.updates.contains(.filling(market: 0, false)))
    #expect(rig.topics.contains(topic))
    rig.pass(60_000, beating: [Self.btc: 100])
    rig.hear(HubTopics.ring(Self.btc), rig.candles([1, 2]))
    #expect(!rig.topics.contains(topic), "it may be all that there is")
  }

  @Test("a ring that a broker has kept from long ago is shown, and another one is waited for")
  func oldRing() {
    let rig = following()
    let topic = "hub/ring/upbit/KRW-BTC"
    let old = rig.candles([1, 2])
    rig.pass(60_000, beating: [Self.btc: 100])
    rig.clear()
    rig.hear(HubTopics.ring(Self.btc), old, isRetained: true)
    #expect(rig.updates.contains(.filling(market: 0, false)))
    #expect(rig.updates.contains { if case .history = $0 { true } else { false } })
    #expect(rig.topics.contains(topic))
    rig.hear(HubTopics.ring(Self.btc), rig.ring([3]))
    #expect(!rig.topics.contains(topic))
  }

  @Test("what a hub has missed of an exchange is asked for once it has its history")
  func hubMissed() {
    let rig = following()
    let topic = "hub/ring/upbit/KRW-BTC"
    rig.hear(HubTopics.ring(Self.btc), rig.ring([1]), isRetained: true)
    for _ in 0..<120 {
      rig.pass(500)
      rig.beat([Self.btc: 100], age: 30_000, link: .stale)
    }
    rig.pass(59_000, beating: [Self.btc: 100])
    #expect(!rig.topics.contains(topic))
    rig.pass(20_000, beating: [Self.btc: 100])
    #expect(rig.topics.contains(topic))
  }

  @Test("candles of a time that has not come are not believed")
  func fromTheFuture() {
    let rig = following()
    rig.clear()
    rig.now.monotonic += 60_000
    let text = rig.candles([1, 2])
    rig.now.monotonic -= 60_000
    rig.hear(HubTopics.recent, text)
    #expect(rig.updates == [])
    #expect(rig.feed.counts.dropped == 1)
  }

  @Test("after a long gap rings are asked for again within fifteen seconds, each board at its time")
  func longGap() {
    var delays: Set<Int64> = []
    for seed in 0..<20 {
      let rig = HubRig(Self.btc, seed: UInt64(seed))
      rig.happen(.connected)
      rig.list([Self.btc])
      rig.beat([Self.btc: 100])
      rig.hear(HubTopics.ring(Self.btc), rig.ring([1]), isRetained: true)
      rig.happen(.closed)
      rig.pass(60_000)
      rig.happen(.connected)
      rig.beat([Self.btc: 101])
      var waited: Int64 = 0
      while !rig.topics.contains("hub/ring/upbit/KRW-BTC"), waited < 20_000 {
        rig.pass(100)
        rig.beat([Self.btc: 101])
        waited += 100
      }
      #expect(waited <= 15_000)
      delays.insert(waited / 1_000)
    }
    #expect(delays.count > 5)
  }

  @Test("after a short gap the repeated candles are enough")
  func shortGap() {
    let rig = following()
    rig.hear(HubTopics.ring(Self.btc), rig.ring([1]), isRetained: true)
    rig.happen(.closed)
    rig.pass(20_000)
    rig.happen(.connected)
    rig.beat([Self.btc: 101])
    rig.pass(30_000, beating: [Self.btc: 101])
    #expect(!rig.topics.contains("hub/ring/upbit/KRW-BTC"))
  }

  @Test("a market that no hub has is named once")
  func missing() {
    let rig = HubRig(Self.btc, Self.eth)
    rig.happen(.connected)
    rig.list([Self.btc])
    rig.beat([Self.btc: 100])
    rig.pass(60_000, beating: [Self.btc: 100])
    let line = "warning: upbit:KRW-ETH is not among the markets of hub"
    #expect(rig.lines.filter { $0 == line }.count == 1)
    #expect(rig.listed[1] == false && rig.listed[0] != false)
    rig.clear()
    rig.list([Self.btc, Self.eth])
    #expect(rig.listed[1] == true)
  }

  @Test("a market that its exchange has halted is halted here, whichever hub says so")
  func halted() {
    let rig = HubRig(Self.btc, hubs: ["hub", "hub2"])
    rig.happen(.connected)
    rig.list([Self.btc], isTrading: false)
    rig.beat([Self.btc: 100])
    #expect(rig.listed[0] == false)
    rig.hear(HubTopics.status, "offline")
    rig.list([Self.btc], from: "hub2")
    rig.beat([Self.btc: 100], from: "hub2")
    #expect(rig.listed[0] == true)
    rig.beat([Self.btc: 100])
    #expect(rig.listed[0] == false)
  }

  @Test("one that was not traded, and is on the list of its exchange no more, is not listed here")
  func haltedAndGone() {
    let rig = following()
    var last: Update? { rig.updates.last { if case .listed = $0 { true } else { false } } }
    for _ in 0..<2 {
      rig.list([Self.btc], isTrading: false, isHalted: true)
      #expect(last == .listed(market: 0, false, isHalted: true))
      rig.list([Self.btc], isTrading: false)
      #expect(last == .listed(market: 0, false))
    }
  }

  @Test("what cannot be read is said once, and nothing comes of it")
  func unreadable() {
    let rig = following()
    rig.clear()
    for _ in 0..<1_000 {
      for path in ["beat", "recent", "lists", "rates", "ring/upbit/KRW-BTC", "book/x", "nonsense"] {
        rig.hear(path, "{\"markets\": 3")
      }
    }
    rig.happen(.message(hub: "stranger", path: "beat", payload: [], isRetained: false))
    #expect(rig.updates == [])
    #expect(rig.lines == ["warning: ignored a message of hub \"hub\" that could not be read"])
    #expect(rig.feed.counts.dropped == 7_000)
  }

  @Test("of a flood of beats some are taken, and what is told in the others is not known")
  func flood() {
    let rig = following()
    rig.clear()
    for _ in 0..<1_000 { rig.beat([Self.btc: 5]) }
    #expect(rig.prices.count == 127, "one has come before")
    #expect(rig.feed.counts.dropped == 873)
    #expect(
      rig.lines == ["warning: ignored a message of hub \"hub\" that came with too many others"])
    rig.pass(1_000)
    rig.clear()
    for _ in 0..<1_000 { rig.beat([Self.btc: 5]) }
    #expect(rig.prices.count == 31)
    let heard = rig.now.monotonic
    rig.pass(1_000)
    rig.beat([Self.eth: 5])
    #expect(rig.takeUnheard() == [Unheard(since: heard, isStale: false)])
  }

  @Test("rates count where they are told now, by the hub that is heard")
  func rates() {
    let rig = following()
    let told = ExchangeRates(
      base: "USD", units: ["KRW": 1_400], source: "ECB", time: rig.now.wall - 5_000,
      staleAfterMilliseconds: 1_000_000)
    let json = HubRates.json([told], wall: rig.now.wall)
    rig.clear()
    rig.hear(HubTopics.rates, json, isRetained: true)
    #expect(rig.updates == [])
    rig.hear(HubTopics.rates, json)
    #expect(rig.updates == [.rates([told])])
  }

  @Test("rates are those of the first hub that has some")
  func ratesOfTwo() {
    let rig = HubRig("upbit:KRW-BTC", "kraken:BTC/USD", hubs: ["hub", "hub2"])
    let json = HubRates.json(
      [
        ExchangeRates(
          base: "USD", units: ["KRW": 1_400], source: "ECB", time: rig.now.wall,
          staleAfterMilliseconds: 1_000_000)
      ], wall: rig.now.wall)
    func isTaken(from hub: String) -> Bool {
      rig.beat(["upbit:KRW-BTC": 100], from: "hub")
      rig.beat(["kraken:BTC/USD": 1], from: "hub2")
      rig.clear()
      rig.hear(HubTopics.rates, json, from: hub)
      return rig.updates.contains { if case .rates = $0 { true } else { false } }
    }
    // The other one is listened to once it is plain that the first has not all that is wanted.
    for _ in 0..<3 {
      rig.beat(["upbit:KRW-BTC": 100])
      rig.pass(3_000)
    }
    #expect(isTaken(from: "hub2"))
    #expect(isTaken(from: "hub") && !isTaken(from: "hub2"))
    for _ in 0..<6 {
      rig.pass(5_000)
      rig.beat(["upbit:KRW-BTC": 100], from: "hub")
    }
    #expect(isTaken(from: "hub2"))
  }
}

@Suite("Boards that ask exchanges where no hub tells")
struct HubFallbackTests {
  private static let btc = "upbit:KRW-BTC"
  private static let xbt = "kraken:BTC/USD"

  @Test("when no hub is heard, exchanges are asked within a minute, each board at its time")
  func spread() {
    var waits: [Int64] = []
    for seed in 0..<60 {
      let rig = HubRig(Self.btc, seed: UInt64(seed)) { $0.fallsBack = true }
      rig.happen(.connected)
      rig.list([Self.btc])
      rig.beat([Self.btc: 100])
      #expect(!rig.feed.asksItself("upbit"))
      rig.hear(HubTopics.status, "offline")
      let silent = rig.now.monotonic
      rig.pass(0)
      while !rig.feed.asksItself("upbit"), rig.now.monotonic - silent < 70_000 { rig.pass(100) }
      waits.append(rig.now.monotonic - silent)
      let isNews = rig.feed.popNews()
      #expect(isNews)
      #expect(rig.failures.last == .some(nil), "the exchange has not failed yet")
    }
    #expect(waits.allSatisfy { 0...60_100 ~= $0 })
    let tenths = Set(waits.map { $0 / 10_000 })
    #expect(tenths.count >= 6, "\(waits.sorted())")
  }

  @Test("once a hub is heard again exchanges are left")
  func back() {
    let rig = HubRig(Self.btc) { $0.fallsBack = true }
    rig.pass(71_000)
    #expect(rig.feed.asksItself("upbit"))
    let news = [rig.feed.popNews(), rig.feed.popNews()]
    #expect(news == [true, false])
    rig.happen(.connected)
    rig.list([Self.btc])
    rig.clear()
    rig.beat([Self.btc: 100])
    rig.pass(5_000)
    rig.beat([Self.btc: 101])
    #expect(!rig.feed.asksItself("upbit"))
    let isNews = rig.feed.popNews()
    #expect(isNews)
    #expect(rig.prices.last == 101)
    #expect(rig.links.last == .streaming)
  }

  @Test("an exchange that is asked itself is not left for a hub that does not hear it")
  func deafHub() {
    let rig = onItsOwn()
    rig.beat([Self.btc: 101], age: 536_000, link: .stale)
    rig.pass(5_000)
    rig.beat([Self.btc: 101], age: 541_000, link: .stale)
    #expect(rig.feed.asksItself("upbit"))
    #expect(rig.links == [])
    rig.beat([Self.btc: 102])
    rig.beat([Self.btc: 103])
    #expect(!rig.feed.asksItself("upbit"))
    #expect(rig.links.last == .streaming)
  }

  @Test("words are late by the clock of an exchange that is asked itself, whatever hubs have said")
  func clockOfItsOwn() {
    let rig = onItsOwn()
    rig.feed.learn(from: .link(exchange: "upbit", .streaming, heard: nil))
    rig.feed.learn(from: .clock(exchange: "upbit", offset: rig.exchangeTime - rig.now.monotonic))
    // What is twenty seconds late stays so, however long it is heard.
    for _ in 0..<20 {
      rig.beat([Self.btc: 100], late: 20_000)
      rig.pass(5_000)
    }
    #expect(rig.feed.asksItself("upbit"))
    rig.beat([Self.btc: 101])
    rig.pass(5_000)
    rig.beat([Self.btc: 101])
    #expect(!rig.feed.asksItself("upbit"))
    #expect(rig.links.last == .streaming)
  }

  @Test("while nothing else tells the time, a hub whose clock was wrong is heard again in a minute")
  func clockOfHubs() {
    let rig = onItsOwn()
    rig.beat([Self.btc: 100], age: 60_000, link: .stale, late: -3_600_000)
    for _ in 0..<14 {
      rig.pass(5_000)
      rig.beat([Self.btc: 101])
    }
    #expect(!rig.feed.asksItself("upbit"))
    #expect(rig.links.last == .streaming)
  }

  @Test("an exchange of which the hub lacks a market is asked itself, and no other")
  func lacking() {
    let rig = HubRig(Self.btc, Self.xbt) { $0.fallsBack = true }
    rig.happen(.connected)
    rig.list([Self.btc])
    rig.beat([Self.btc: 100])
    rig.pass(10_000, beating: [Self.btc: 100])
    #expect(rig.feed.asksItself("kraken") && !rig.feed.asksItself("upbit"))
    rig.list([Self.btc, Self.xbt])
    rig.beat([Self.btc: 100, Self.xbt: 50])
    #expect(!rig.feed.asksItself("kraken"))
    #expect(rig.listed[1] != false)
  }

  @Test("where a hub drops a market, each board of a fleet asks for it at its time")
  func dropped() {
    let waits = (0..<20).map { seed in
      let rig = HubRig(Self.btc, Self.xbt, seed: UInt64(seed)) { $0.fallsBack = true }
      let prices = [Self.btc: 100.0, Self.xbt: 50]
      rig.happen(.connected)
      rig.list([Self.btc, Self.xbt])
      rig.beat(prices)
      rig.pass(20_000, beating: prices)
      rig.list([Self.btc])
      let dropped = rig.now.monotonic
      while !rig.feed.asksItself("kraken"), rig.now.monotonic - dropped < 70_000 {
        rig.pass(5_000, beating: [Self.btc: 100])
      }
      return rig.now.monotonic - dropped
    }
    #expect(waits.allSatisfy { $0 <= 65_000 })
    #expect(Set(waits).count >= 6, "\(waits)")
  }

  @Test(
    "when a hub ends for a moment, a fleet that asks one exchange itself does not ask all of them")
  func spreadOfMore() {
    let waits = (0..<20).map { seed in
      let rig = HubRig(Self.btc, Self.xbt, seed: UInt64(seed)) { $0.fallsBack = true }
      rig.happen(.connected)
      rig.list([Self.btc])
      rig.pass(90_000, beating: [Self.btc: 100])
      #expect(rig.feed.asksItself("kraken") && !rig.feed.asksItself("upbit"))
      rig.hear(HubTopics.status, "offline")
      rig.pass(0)
      let ended = rig.now.monotonic
      while !rig.feed.asksItself("upbit"), rig.now.monotonic - ended < 70_000 { rig.pass(1_000) }
      #expect(rig.feed.asksItself("kraken"))
      return rig.now.monotonic - ended
    }
    #expect(waits.allSatisfy { $0 <= 62_000 })
    #expect(Set(waits.map { $0 / 5_000 }).count >= 6, "\(waits)")
  }

  @Test(
    "an exchange that is to be asked waits until another one was left for long enough",
    arguments: 0..<20 as Range<UInt64>)
  func rest(seed: UInt64) {
    let rig = HubRig(Self.btc, Self.xbt, hubs: ["one", "two"], seed: seed) { $0.fallsBack = true }
    rig.happen(.connected)
    rig.list([Self.btc], from: "one")
    rig.list([Self.xbt], from: "two")
    func beat(_ names: [String: Double], from hub: String) {
      rig.beat(names, from: hub)
      rig.pass(1_000)
    }
    for _ in 0..<20 {
      beat([Self.btc: 100], from: "one")
      beat([Self.xbt: 50], from: "two")
    }
    rig.hear(HubTopics.status, "offline", from: "one")
    for _ in 0..<70 { beat([Self.xbt: 50], from: "two") }
    #expect(rig.feed.asksItself("upbit") && !rig.feed.asksItself("kraken"))
    rig.hear(HubTopics.status, "offline", from: "two")
    rig.pass(1_000)
    rig.hear(HubTopics.status, "online", from: "one")
    rig.list([Self.btc], from: "one")
    // A deadline that has passed and changes nothing would fail the rig.
    for _ in 0..<100 { beat([Self.btc: 100], from: "one") }
    #expect(rig.feed.asksItself("kraken") && !rig.feed.asksItself("upbit"))
  }

  @Test("without fallback no exchange is ever asked, and a published market has none")
  func never() {
    let rig = HubRig(Self.btc)
    rig.pass(200_000)
    #expect(!rig.feed.asksItself("upbit"))
    let published = HubRig("hub:POWER") { $0.fallsBack = true }
    published.pass(200_000)
    #expect(!published.feed.asksItself("hub:POWER"))
  }

  /// One that has heard its hub, and asks the exchange itself since that is silent.
  private func onItsOwn() -> HubRig {
    let rig = HubRig(Self.btc) { $0.fallsBack = true }
    rig.happen(.connected)
    rig.list([Self.btc])
    rig.beat([Self.btc: 100])
    rig.pass(90_000)
    #expect(rig.feed.asksItself("upbit"))
    rig.clear()
    return rig
  }

  @Test("fallback that is switched off by a reload ends at once")
  func switchedOff() {
    let rig = HubRig(Self.btc) { $0.fallsBack = true }
    rig.pass(71_000)
    #expect(rig.feed.asksItself("upbit"))
    rig.reconfigure(Self.btc, hubs: ["hub"])
    #expect(!rig.feed.asksItself("upbit"))
  }

  @Test("what a board has asked for itself is old once it asks no more and no hub tells of it")
  func switchedOffInSilence() {
    let rig = onItsOwn()
    rig.reconfigure(Self.btc, hubs: ["hub"])
    #expect(!rig.feed.hasHub(for: "upbit") && rig.failures.last == .hubSilent)
  }

  @Test("what no hub has is listed until its exchange says otherwise, once that is asked itself")
  func listedAgain() {
    let rig = HubRig(Self.btc, Self.xbt)
    rig.happen(.connected)
    rig.list([Self.btc])
    rig.beat([Self.btc: 100])
    rig.pass(7_000)
    #expect(rig.updates.contains(.listed(market: 1, false)))
    rig.clear()
    rig.reconfigure(Self.btc, Self.xbt, hubs: ["hub"]) { $0.fallsBack = true }
    rig.pass(1_000)
    #expect(rig.feed.asksItself("kraken"))
    #expect(rig.updates.contains(.listed(market: 1, true)))
    #expect(!rig.updates.contains(.listed(market: 1, false)))
  }

  @Test("a trouble that a board has had itself is over once its hub tells of the exchange again")
  func ownTrouble() {
    let rig = onItsOwn()
    rig.beat([Self.btc: 101])
    #expect(!rig.feed.asksItself("upbit") && rig.failures.last == .some(nil))
  }
}

@Suite("Markets that programs publish")
struct PublishedMarketTests {
  private func hear(_ rig: HubRig, _ members: String) {
    rig.hear(HubTopics.beat, #"{"markets": {"hub:POWER": {\#(members)}}}"#)
  }

  @Test("a price alone makes a market: live, with its unit and candles of samples")
  func samples() {
    let rig = HubRig("hub:POWER")
    rig.happen(.connected)
    hear(rig, #""price": 0.284, "quote": "EUR""#)
    #expect(rig.links == [.streaming])
    #expect(rig.prices == [0.284])
    #expect(rig.updates.contains(.sample(market: 0, price: 0.284, time: rig.now.wall)))
    let units = rig.updates.compactMap {
      if case .listing(_, let listing) = $0 { listing.quote } else { nil }
    }
    #expect(units == ["EUR"])
    rig.pass(5_000)
    hear(rig, #""price": 0.3, "quote": "EUR""#)
    #expect(rig.prices == [0.284, 0.3])
    #expect(
      rig.updates.count { if case .listing = $0 { true } else { false } } == 1, "it is said once")
    rig.pass(15_000)
    #expect(rig.links.last == .stale)
  }

  @Test("what its change is counted from has no name: programs say only a number")
  func baseline() { #expect(PublishedMarkets().baseline.isEmpty) }

  @Test("its time goes on although the board's clock is set back, or was never set")
  func wallClock() {
    let rig = HubRig("hub:POWER")
    rig.happen(.connected)
    hear(rig, #""price": 1"#)
    let offset = rig.clockOffset
    rig.now.wall -= 7_200_000
    hear(rig, #""price": 2"#)
    #expect(rig.clockOffset == offset)
    let unset = HubRig("hub:POWER")
    unset.now.wall = 1_000
    unset.happen(.connected)
    hear(unset, #""price": 1, "time": 1795147950000"#)
    #expect(unset.prices == [1])
    #expect(unset.clockOffset == 1_795_147_950_000 - unset.now.monotonic)
  }

  @Test("its time is left where the board's clock was ahead and is right now")
  func wallClockAhead() {
    for time in ["", ", \"time\": 1795147950000"] {
      let rig = HubRig("hub:POWER")
      let offset = rig.now.wall - rig.now.monotonic
      rig.happen(.connected)
      rig.now.wall += 32_400_000
      hear(rig, #""price": 1"#)
      #expect(rig.clockOffset == offset + 32_400_000)
      rig.now.wall -= 32_400_000
      hear(rig, #""price": 2"# + time)
      #expect(rig.clockOffset == offset + 32_400_000, "nobody knows that it is right")
      rig.now.isSynchronised = true
      hear(rig, #""price": 3"# + time)
      #expect(rig.clockOffset == offset)
    }
  }

  @Test("a program that has told a time to come is believed again once its time is right")
  func timeToCome() {
    let rig = HubRig("hub:POWER")
    rig.happen(.connected)
    let wall = rig.now.wall
    hear(rig, "\"price\": 100, \"time\": \(wall + 3_600_000)")
    rig.pass(5_000)
    hear(rig, "\"price\": 110, \"time\": \(wall + 5_000)")
    #expect(rig.clockOffset == rig.now.wall - rig.now.monotonic)
    #expect(rig.prices == [100, 110])
  }

  @Test("a hub that falls silent is missed although a program is heard")
  func hubBesideProgram() {
    let rig = HubRig("upbit:KRW-BTC", "hub:POWER", hubs: ["hub", "power"])
    rig.happen(.connected)
    for _ in 0..<3 {
      rig.beat(["upbit:KRW-BTC": 100])
      rig.hear("beat", #"{"markets": {"hub:POWER": {"price": 3}}}"#, from: "power")
      rig.pass(5_000)
    }
    rig.hear("status", "offline")
    rig.hear("beat", #"{"markets": {"hub:POWER": {"price": 4}}}"#, from: "power")
    rig.pass(1_000)
    #expect(rig.updates.contains(.failure(exchange: "upbit", .hubSilent)))
    #expect(!rig.updates.contains(.failure(exchange: "hub:POWER", .hubSilent)))
    #expect(!rig.updates.contains(.listed(market: MarketID(0), false)))
  }

  @Test("one program that falls silent leaves the others alone")
  func oneByOne() {
    let rig = HubRig("hub:POWER", "upbit:KRW-BTC", hubs: ["meter", "hub"])
    rig.happen(.connected)
    rig.hear(HubTopics.beat, #"{"markets": {"hub:POWER": {"price": 1}}}"#, from: "meter")
    rig.pass(6_000)
    rig.list(["upbit:KRW-BTC"], from: "hub")
    rig.beat(["upbit:KRW-BTC": 100], from: "hub")
    rig.clear()
    rig.pass(15_000, beating: ["upbit:KRW-BTC": 100])
    let stale = rig.updates.compactMap {
      if case .link(let source, .stale, _) = $0 { source } else { nil }
    }
    #expect(stale == ["hub:POWER"])
  }

  @Test("one program that falls silent under a name that others use, too, leaves them alone")
  func oneByOneUnderAName() {
    let rig = HubRig("hub:POWER", "hub:TEMP", hubs: ["home"])
    rig.happen(.connected)
    func beat(_ name: String) {
      rig.hear(HubTopics.beat, "{\"markets\": {\"\(name)\": {\"price\": 1}}}", from: "home")
    }
    beat("hub:POWER")
    beat("hub:TEMP")
    rig.clear()
    for _ in 0..<4 {
      rig.pass(5_000)
      beat("hub:POWER")
    }
    func stale() -> [String] {
      rig.updates.compactMap { if case .link(let source, .stale, _) = $0 { source } else { nil } }
    }
    #expect(stale() == ["hub:TEMP"])
    #expect(rig.updates.contains { if case .missed(1, _) = $0 { true } else { false } })
    #expect(rig.listed[1] != false, "it may come back")
    rig.clear()
    beat("hub:TEMP")
    #expect(rig.links == [.streaming] && stale() == [])
  }

  @Test("without markets of its own a board is offered those of the hub")
  func offered() {
    let rig = HubRig("upbit:KRW-BTC") { $0.takesAll = true }
    rig.happen(.connected)
    #expect(rig.feed.offered == nil)
    rig.list(["kraken:BTC/USD", "upbit:KRW-ETH"])
    #expect(rig.feed.offered == nil, "what the broker kept is not enough")
    rig.beat(["kraken:BTC/USD": 1])
    #expect(rig.feed.offered == ["kraken:BTC/USD", "upbit:KRW-ETH"])
    rig.list(["kraken:BTC/USD", "upbit:KRW-ETH"], hidden: ["upbit:KRW-ETH"])
    #expect(rig.feed.offered == ["kraken:BTC/USD"])
    rig.beat(["kraken:BTC/USD": 1, "upbit:KRW-XRP": 1, "hub:POWER": 1])
    #expect(
      rig.feed.offered == ["kraken:BTC/USD", "hub:POWER"], "of the others its lists say more")
    #expect(rig.lines.allSatisfy { !$0.contains("not among") })
    #expect(HubRig("upbit:KRW-BTC").feed.offered == nil)
  }

  @Test("what stands in for the markets of a hub is asked for nowhere while that hub begins")
  func standIn() {
    let rig = HubRig("upbit:KRW-BTC") { ($0.takesAll, $0.fallsBack) = (true, true) }
    rig.happen(.connected)
    rig.list(["kraken:BTC/USD"])
    rig.beat(["kraken:BTC/USD": 1])
    rig.pass(1_000)
    #expect(rig.feed.offered == ["kraken:BTC/USD"])
    #expect(!rig.feed.asksItself("upbit"))
  }
}

@Suite("What a follower says that it wants")
struct OwnWantsTests {
  private static let btc = "upbit:KRW-BTC"

  private func following(_ hubs: [String] = ["hub"]) -> HubRig {
    let rig = HubRig(Self.btc, hubs: hubs)
    rig.happen(.connected)
    rig.list([Self.btc])
    rig.beat([Self.btc: 100])
    rig.clear()
    return rig
  }

  @Test("wants are said at once, again every twenty seconds, and taken back")
  func wants() {
    let rig = following()
    rig.follow([0], books: [0], wallets: [0], chart: Chart(market: 0, span: .hour), tape: 0)
    let names = #"["upbit:KRW-BTC"]"#
    let chart = #"{"market":"upbit:KRW-BTC","span":"1h"}"#
    let text = #"{"book":\#(names),"trades":\#(names),"wallet":\#(names),"chart":\#(chart)}"#
    let message = HubFeed.Message(topic: "hub/want/desk", payload: text)
    #expect(rig.messages == [message])
    #expect(
      rig.topics.isSuperset(of: [
        "hub/book/upbit/KRW-BTC", "hub/trades/upbit/KRW-BTC", "hub/wallet/upbit/KRW-BTC",
        "hub/chart/upbit/KRW-BTC",
      ]))
    rig.pass(20_000, beating: [Self.btc: 100])
    rig.pass(20_000, beating: [Self.btc: 100])
    #expect(rig.messages == [message, message, message])
    rig.clear()
    rig.follow([0])
    #expect(rig.messages == [HubFeed.Message(topic: "hub/want/desk", payload: "{}")])
    #expect(!rig.topics.contains("hub/book/upbit/KRW-BTC"))
    rig.pass(60_000, beating: [Self.btc: 100])
    #expect(rig.messages.count == 1)
  }

  @Test("of many wallets a hub is asked for as many as it takes, and not for none")
  func manyWallets() throws {
    let names = (0..<40).map { "bithumb:KRW-C\($0)" }
    let rig = HubRig()
    rig.feed = HubFeed(
      HubFeed.Options(hubs: ["hub"], board: "desk"), markets: HubRig.markets(names), seed: 1)
    rig.follow(names.indices.map { MarketID($0) })
    rig.happen(.connected)
    rig.list(names)
    rig.beat(Dictionary(uniqueKeysWithValues: names.map { ($0, 100) }))
    rig.follow(
      names.indices.map { MarketID($0) }, wallets: Set(names.indices.map { MarketID($0) }))
    let wants = try #require(HubWants(Array(rig.messages[0].payload.utf8)))
    #expect(wants.wallets == Array(names.prefix(32)))
  }

  @Test("candles of five seconds need nothing more")
  func ringChart() {
    let rig = following()
    rig.follow([0], chart: Chart(market: 0, span: .fiveSeconds))
    #expect(rig.messages == [])
  }

  @Test("after a reconnect, and to another hub, everything is said again")
  func again() {
    let rig = following(["hub", "hub2"])
    rig.follow([0], books: [0])
    rig.clear()
    rig.happen(.closed)
    rig.happen(.connected)
    #expect(rig.messages.map(\.topic) == ["hub/want/desk"])
    rig.clear()
    rig.hear(HubTopics.status, "offline")
    rig.list([Self.btc], from: "hub2")
    rig.beat([Self.btc: 1], from: "hub2")
    #expect(rig.messages.map(\.topic).contains("hub2/want/desk"))
    rig.clear()
    rig.reconfigure(Self.btc, hubs: ["other"])
    rig.list([Self.btc], from: "other")
    rig.beat([Self.btc: 1], from: "other")
    #expect(rig.messages.map(\.topic) == ["other/want/desk"])
  }

  @Test("answers become what an exchange would have said, where they were wanted")
  func answers() {
    let rig = following()
    let book = OrderBook(bids: [.init(price: 1, size: 2)], asks: [.init(price: 3, size: 4)])
    let json = HubAnswer.book(book).json
    rig.hear(HubTopics.book(Self.btc), json)
    #expect(rig.updates == [], "nobody asked")
    rig.follow(
      [0], books: [0], wallets: [0], chart: Chart(market: 0, span: .minute), tape: 0)
    rig.clear()
    rig.hear(HubTopics.book(Self.btc), json, isRetained: true)
    #expect(rig.updates == [], "it is old")
    rig.hear(HubTopics.book(Self.btc), json)
    let trade = Trade(id: 4, price: 1, volume: 2, time: 1_795_147_950_000, isBuy: true)
    rig.hear(HubTopics.trades(Self.btc), HubAnswer.trades([trade]).json)
    let wallet = WalletState(.init(canDeposit: true))
    rig.hear(HubTopics.wallet(Self.btc), HubAnswer.wallet(wallet, age: 700).json)
    let history = CandleHistory(span: .minute, candles: [], time: 1_795_147_950_000)
    rig.hear(HubTopics.chart(Self.btc), HubAnswer.chart(history).json)
    let other = CandleHistory(span: .day, candles: [], time: 1_795_147_950_000)
    rig.hear(HubTopics.chart(Self.btc), HubAnswer.chart(other).json)
    #expect(
      rig.updates == [
        .book(market: 0, book), .tape(market: 0, [trade]),
        .wallet(market: 0, wallet, heard: rig.now.monotonic - 700), .candles(market: 0, history),
      ])
  }

  @Test("a book that is left is emptied")
  func emptied() {
    let rig = following()
    rig.follow([0], books: [0])
    rig.clear()
    rig.follow([0])
    #expect(rig.updates == [.book(market: 0, OrderBook(bids: [], asks: []))])
  }

  @Test("whatever hubs say, in whatever order, nothing breaks", arguments: 0..<60)
  func anything(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let rig = HubRig(
      Self.btc, "kraken:BTC/USD", "hub:POWER", hubs: ["hub", "hub2", "hub3"], seed: UInt64(seed)
    ) { $0.fallsBack = seed % 2 == 0 }
    let names = [Self.btc, "kraken:BTC/USD", "hub:POWER", "x:y"]
    for _ in 0..<300 {
      let hub = ["hub", "hub2", "hub3"].randomElement(using: &random)!
      let some = names.filter { _ in Bool.random(using: &random) }
      let isRetained = Bool.random(using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: rig.happen(.connected)
      case 1: rig.happen(.closed)
      case 2: rig.list(some, from: hub)
      case 3...5:
        rig.beat(
          Dictionary(uniqueKeysWithValues: some.map { ($0, 100) }), from: hub,
          isRetained: isRetained, age: Int64.random(in: 0..<1 << 40, using: &random),
          late: Int64.random(in: -100_000_000...100_000_000, using: &random))
      case 6: rig.hear("recent", rig.candles([1, nil, 2]), from: hub, isRetained: isRetained)
      case 7: rig.hear("status", isRetained ? "offline" : "online", from: hub)
      case 8: rig.follow([MarketID(Int.random(in: 0...2, using: &random))], books: [0, 1])
      case 9: rig.reconfigure(names[0], names[1], names[2], hubs: [hub])
      case 10: rig.now.wall = Int64.random(in: -1_000...4_102_444_800_000, using: &random)
      default: rig.pass(Int64.random(in: 0...40_000, using: &random))
      }
    }
    #expect(rig.feed.hearing.count >= 1)
  }
}
