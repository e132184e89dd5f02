import MarketData
import Testing
import Timing

@testable import Feeds

/// Whatever happens, and however often, connections are opened a second apart at least.
@Suite struct ReconnectFloorTests {
  /// Lets events happen 127 ms apart for 30 s; when each connection was opened.
  private func connects(_ rig: FeedRig, _ happen: (Int) -> Void) -> [Int64] {
    var times: [Int64] = []
    func note() {
      for case .connect in rig.wanted() { times.append(rig.now.monotonic) }
    }
    note()
    for number in 0..<237 {
      for _ in 0..<127 {
        rig.pass(1)
        note()
      }
      happen(number)
      note()
    }
    return times
  }

  private func isApart(_ times: [Int64]) -> Bool {
    zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 1_000 }
  }

  @Test(
    "networks that change, and people who are in a hurry, open no connection sooner",
    arguments: [0, 1, 2, 3])
  func hurry(kind: Int) {
    let rig = FeedRig("KRW-BTC")
    let times = connects(rig) { number in
      switch kind {
      case 0: rig.happen(.network(isUp: true))
      case 1: rig.happen(.retry)
      case 2: rig.happen(.network(isUp: number % 2 == 1))
      default:
        rig.closed(TransportFailure(reason: "refused"))
        rig.happen(.network(isUp: true))
      }
    }
    #expect(isApart(times))
    // And no later either, once there is a network.
    #expect(20...31 ~= times.count)
  }

  @Test("a hurry asks for no more lists and sends no more pings")
  func siblings() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    _ = rig.wanted()
    var pings = 0
    var lists = 0
    for _ in 0..<237 {
      rig.pass(127)
      rig.happen(.network(isUp: true))
      for intent in rig.wanted() {
        switch intent {
        case .ping, .send: pings += 1
        case .get(let id, let path, _) where path.hasPrefix("/market"):
          lists += 1
          rig.answer(id.number, "", status: 500)
        default: break
        }
      }
      rig.pong()
    }
    #expect(pings <= 31 && lists <= 7)
  }

  @Test("an event that was put off is not forgotten: the last change of a network counts")
  func putOff() {
    let rig = FeedRig("KRW-BTC")
    rig.pass(5_000)
    rig.happen(.network(isUp: true))
    #expect(rig.wanted().contains(.connect()))
    rig.pass(100)
    rig.happen(.network(isUp: true))
    rig.pass(899)
    #expect(!rig.wanted().contains(.connect()))
    rig.pass(1)
    #expect(rig.wanted().contains(.connect()))
  }

  @Test("a source that failed is not asked sooner than after five seconds")
  func patience() {
    var schedule = RetrySchedule()
    schedule.failed(.later, at: 1_000)
    schedule.retry(at: 1_100)
    #expect(schedule.deadline == Deadline(6_000))
    schedule.retry(at: 20_000)
    #expect(schedule.deadline == Deadline(6_000))
  }
}
