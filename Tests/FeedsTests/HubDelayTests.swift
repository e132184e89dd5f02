import MarketData
import TestSupport
import Testing
import Timing

@testable import Feeds

@Suite struct HubDelayTests {
  private static let market = Market(
    exchange: "upbit", code: "KRW-BTC", base: "BTC", quote: "KRW")
  private static let clock: Int64 = 1_795_328_262_000

  /// When the exchange was heard, as a follower takes it from beats of which each was heard a tenth of
  /// a second before it left.
  private static func heard(
    _ beats: [(sentAt: Int64, arrivesAt: Int64)], clockStep: Int64 = 0
  ) -> [Int64] {
    var feed = HubFeed(
      HubFeed.Options(hubs: ["hub"], board: "desk"), markets: [(MarketID(0), market)], seed: 1)
    var heard: [Int64] = []
    func take(_ update: Update) {
      if case .link(_, .streaming, let at?) = update { heard.append(at) }
    }
    feed.follow([MarketID(0)], at: Moment(monotonic: 0, wall: 0), take)
    feed.handle(.connected, at: Moment(monotonic: 0, wall: 0), take)
    for (index, beat) in beats.enumerated() {
      let told = HubBeat(
        sources: [
          HubBeat.Source(
            "upbit", age: 100, clock: clock + beat.sentAt + (index == 0 ? 0 : clockStep))
        ],
        markets: [HubBeat.Market("\(market)", Ticker(price: 100))])
      feed.handle(
        .message(
          hub: "hub", path: HubTopics.beat, payload: Array(told.json.utf8), isRetained: false),
        at: Moment(monotonic: beat.arrivesAt, wall: 0), take)
    }
    return heard
  }

  @Test("a beat that waited somewhere has the age of what it says")
  func waited() {
    let heard = Self.heard([(1_000, 1_020), (2_000, 7_020), (2_500, 7_020), (7_500, 7_520)])
    #expect(heard == [920, 1_920, 2_420, 7_420])
  }

  @Test("an age is counted from the fastest beat")
  func fastest() {
    let heard = Self.heard([(1_000, 6_000), (6_500, 6_510), (7_000, 7_400)])
    #expect(heard == [5_900, 6_410, 6_910])
  }

  @Test("beats that wait for minutes stay late")
  func stayLate() {
    let late = (1...36).map { number in
      let sentAt = 1_000 + Int64(number) * 5_000
      return (sentAt: sentAt, arrivesAt: sentAt + 10_000)
    }
    let heard = Self.heard([(1_000, 1_020)] + late)
    // By the end the clock may have fallen by a second in each half of a minute.
    #expect(heard.count == 37)
    for (at, beat) in zip(heard, [(1_000, 1_020)] + late) {
      #expect(at <= beat.sentAt + 6_000, "\(beat)")
    }
  }

  @Test("a clock that is set forward makes nothing younger")
  func setForward() {
    let heard = Self.heard([(1_000, 1_020), (2_000, 2_020)], clockStep: 3_600_000)
    #expect(heard == [920, 1_920])
  }

  @Test("a clock that is set back makes nothing older")
  func setBack() {
    let heard = Self.heard([(1_000, 1_020), (2_000, 2_020)], clockStep: -20_000)
    #expect(heard == [920, 1_920])
  }
}
