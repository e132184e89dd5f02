import MarketData
import TestSupport
import Testing
import Timing

@testable import Feeds

/// BTC/KRW of two exchanges, and a market that names its own, with a minute of patience.
@Suite final class FailoverSelectorTests {
  private static let shared = [
    FailoverSelector.Candidate(market: 0, exchange: "upbit"),
    FailoverSelector.Candidate(market: 1, exchange: "bithumb"),
    FailoverSelector.Candidate(market: 2, exchange: "kraken"),
  ]
  private var selector = FailoverSelector(
    places: [
      shared, [FailoverSelector.Candidate(market: 3, exchange: "upbit")],
    ], failoverAfterMilliseconds: 60_000)

  /// What is shown, and who is followed, at a time.
  private func at(_ seconds: Int64) -> (shown: [MarketID], followed: [String: [MarketID]]?) {
    let following = selector.select(at: seconds * 1_000)
    return (selector.markets, following)
  }

  private func hear(_ exchange: String, _ link: Link, _ seconds: Int64) {
    selector.apply(.link(exchange: exchange, link, heard: nil), at: seconds * 1_000)
  }

  /// The first exchange falls silent, and the next one turns out not to list the market.
  private func passOverSecond() {
    _ = at(0)
    hear("upbit", .stale, 1)
    #expect(at(62).followed == ["upbit": [0, 3], "bithumb": [1]])
    selector.apply(.listed(market: 1, false), at: 63_000)
    #expect(at(63).followed == ["upbit": [0, 3], "kraken": [2]])
  }

  @Test("only the first is asked while it can be heard")
  func first() {
    #expect(at(0).followed == ["upbit": [0, 3]])
    hear("upbit", .streaming, 1)
    let (shown, followed) = at(3_600)
    #expect(shown == [0, 3] && followed == ["upbit": [0, 3]])
    #expect(at(7_200).followed == nil)
  }

  @Test("an exchange that was silent without a network has its minute again once there is one")
  func withoutNetwork() {
    _ = at(0)
    hear("upbit", .streaming, 1)
    hear("upbit", .offline, 10)
    selector.networkChanged(isUp: false, at: 10_000)
    #expect(at(71).followed == ["upbit": [0, 3], "bithumb": [1]])
    selector.networkChanged(isUp: true, at: 600_000)
    #expect(at(600).followed == ["upbit": [0, 3]])
    #expect(at(660).followed == nil)
    // Another address of a network that was there is no reason to wait longer.
    selector.networkChanged(isUp: true, at: 660_000)
    #expect(at(661).followed == ["upbit": [0, 3], "bithumb": [1]])
  }

  @Test("who was heard the last time that it stood in is not shown before it is heard again")
  func secondTime() {
    _ = at(0)
    hear("upbit", .stale, 0)
    _ = at(61)
    hear("bithumb", .streaming, 62)
    #expect(at(62).shown == [1, 3])
    hear("upbit", .streaming, 70)
    #expect(at(130).shown == [0, 3])
    #expect(at(130).followed == nil)
    // Its stream ends as it is left.
    hear("bithumb", .polling, 130)
    hear("upbit", .stale, 3_600)
    #expect(at(3_661).shown == [0, 3])
    hear("bithumb", .streaming, 3_662)
    #expect(at(3_662).shown == [1, 3])
  }

  @Test("with other places, who speaks at one that stays speaks on")
  func others() {
    _ = at(0)
    hear("upbit", .stale, 100)
    _ = at(161)
    hear("bithumb", .streaming, 162)
    #expect(at(162).shown == [1, 3])
    let third = FailoverSelector.Candidate(market: 4, exchange: "upbit")
    let places = [
      [third],
      Self.shared,
    ]
    selector.reconfigure(as: FailoverSelector(places: places, failoverAfterMilliseconds: 60_000))
    let (shown, followed) = at(163)
    #expect(shown == [4, 1] && followed == ["upbit": [4, 0], "bithumb": [1]])
  }

  @Test("after a minute of silence the next is followed, speaks once it is heard, and no sooner")
  func failover() {
    _ = at(0)
    hear("upbit", .streaming, 1)
    _ = at(1)
    hear("upbit", .stale, 100)
    #expect(at(160).followed == ["upbit": [0, 3]])
    #expect(selector.deadline == Deadline(160_001))
    let (shown, followed) = at(161)
    #expect(shown == [0, 3] && followed == ["upbit": [0, 3], "bithumb": [1]])
    hear("bithumb", .polling, 170)
    #expect(at(170).shown == [1, 3])
  }

  @Test("one that stays silent too is followed by the third, and all go on being tried")
  func third() {
    _ = at(0)
    #expect(at(61).followed == ["upbit": [0, 3], "bithumb": [1]])
    #expect(at(122).followed == ["upbit": [0, 3], "bithumb": [1], "kraken": [2]])
    hear("kraken", .streaming, 123)
    #expect(at(123).shown == [2, 3])
  }

  @Test("the first speaks again when it has been heard for a minute, and the other is left alone")
  func back() {
    _ = at(0)
    _ = at(61)
    hear("bithumb", .streaming, 62)
    #expect(at(62).shown == [1, 3])
    hear("upbit", .streaming, 100)
    #expect(at(159).shown == [1, 3])
    #expect(selector.deadline == Deadline(160_001))
    let (shown, followed) = at(161)
    #expect(shown == [0, 3] && followed == ["upbit": [0, 3]])
  }

  @Test("whoever does not list the market is passed over at once")
  func unlisted() {
    _ = at(0)
    selector.apply(.listed(market: 0, false), at: 2_000)
    let (shown, followed) = at(2)
    #expect(shown == [1, 3])
    #expect(
      followed == ["upbit": [0, 3], "bithumb": [1]], "who follows it learns that it is listed")
    selector.apply(.listed(market: 1, false), at: 3_000)
    selector.apply(.listed(market: 2, false), at: 3_000)
    #expect(at(3).shown == [1, 3])
  }

  @Test("whoever did not list the market is tried again after a minute of silence")
  func triedAgain() {
    passOverSecond()
    #expect(selector.deadline == Deadline(123_000))
    #expect(at(123).followed?["bithumb"] == [1])
    selector.apply(.listed(market: 1, true), at: 124_000)
    hear("bithumb", .streaming, 124)
    #expect(at(124).shown == [1, 3])
  }

  @Test("who is left forgets what it does not list, and the next one is followed all the same")
  func forgotten() {
    passOverSecond()
    selector.apply(.listed(market: 1, true), at: 63_000)
    #expect(at(63).followed == nil)
    hear("kraken", .streaming, 64)
    #expect(at(64).shown == [2, 3])
  }

  @Test("an exchange that was left is believed to list its market once it is heard again")
  func heardAgain() {
    passOverSecond()
    // A feed that is left takes that back.
    selector.apply(.listed(market: 1, true), at: 63_000)
    let tried = at(123)
    #expect(tried.followed == ["upbit": [0, 3], "bithumb": [1], "kraken": [2]])
    #expect(tried.shown == [0, 3])
    hear("bithumb", .polling, 124)
    #expect(at(124).shown == [1, 3])
    selector.apply(.listed(market: 1, false), at: 125_000)
    #expect(at(125).shown == [0, 3])
  }

  @Test("a market whose feed goes on, and does not list it, stays passed over")
  func stillUnlisted() {
    passOverSecond()
    _ = at(123)
    hear("bithumb", .streaming, 124)
    #expect(at(124).shown == [0, 3])
    hear("kraken", .streaming, 125)
    #expect(at(125).shown == [2, 3])
  }

  @Test(
    "a market that is listed again while no place has it is shown once a place has it",
    arguments: [
      // Another place may follow the exchange all the while.
      [[FailoverSelector.Candidate(market: 4, exchange: "bithumb")]], [],
    ])
  func listedWithoutPlace(others: [[FailoverSelector.Candidate]]) {
    let pair = [Self.shared[1], Self.shared[2]]
    func places(_ places: [[FailoverSelector.Candidate]]) {
      selector.reconfigure(
        as: FailoverSelector(places: places + others, failoverAfterMilliseconds: 60_000))
    }
    places([pair])
    _ = at(0)
    hear("bithumb", .streaming, 1)
    selector.apply(.listed(market: 1, false), at: 2_000)
    _ = at(2)
    hear("kraken", .streaming, 3)
    #expect(at(3).shown.first == 2)
    places([[Self.shared[2]]])
    _ = at(10)
    selector.apply(.listed(market: 1, true), at: 11_000)
    places([pair])
    _ = at(20)
    hear("bithumb", .stale, 21)
    hear("bithumb", .streaming, 22)
    #expect(at(90).shown.first == 1)
  }

  @Test("one that is heard, and does not list the market, holds up nobody behind it")
  func passedOver() {
    let own = FailoverSelector.Candidate(market: 4, exchange: "bithumb")
    selector.reconfigure(
      as: FailoverSelector(places: [Self.shared, [own]], failoverAfterMilliseconds: 60_000))
    _ = at(0)
    hear("bithumb", .streaming, 1)
    selector.apply(.listed(market: 1, false), at: 1_000)
    hear("upbit", .stale, 3_600)
    #expect(at(3_661).followed == ["upbit": [0], "bithumb": [1, 4], "kraken": [2]])
    hear("kraken", .streaming, 3_662)
    #expect(at(3_662).shown == [2, 4])
  }

  @Test("who speaks is always one of the place's, whatever happens", arguments: 1...50)
  func anything(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var selector = selector
    var now: Int64 = 0
    for _ in 0..<400 {
      now += Int64.random(in: 0...40_000, using: &random)
      let exchange = ["upbit", "bithumb", "kraken"].randomElement(using: &random)!
      let link = [Link.streaming, .polling, .stale, .offline].randomElement(using: &random)!
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let market = Int.random(in: 0...3, using: &random)
        selector.apply(.listed(market: MarketID(market), Bool.random(using: &random)), at: now)
      case 1, 2: selector.apply(.link(exchange: exchange, link, heard: nil), at: now)
      default: break
      }
      guard let following = selector.select(at: now) else { continue }
      #expect([0, 1, 2].contains(selector.markets[0]) && selector.markets[1] == 3)
      #expect(following.values.joined().contains(selector.markets[0]))
      #expect(!selector.deadline.isDue(at: now))
    }
  }
}
