import Glance
import State
import Testing
import Timing

@testable import Tealight

@Suite("The board's own networks")
struct BoardWatchTests {
  @Test("they are looked at while somebody looks, every ten seconds and when they change")
  func watch() {
    var looks = 0
    var watch = BoardWatch {
      looks += 1
      return BoardNetwork(addresses: ["10.0.0.\(looks)"])
    }
    func see(_ isWanted: Bool, _ now: Int64) -> String? {
      watch.see(isWanted: isWanted, at: now)?.addresses.first
    }
    var seen: [String?] = [see(false, 0), see(true, 100), see(true, 10_099), see(true, 10_100)]
    #expect(seen == [nil, "10.0.0.1", nil, "10.0.0.2"] && watch.deadline == Deadline(20_100))
    watch.refresh()
    seen = [see(true, 10_101), see(false, 30_000), see(true, 30_001)]
    #expect(seen == ["10.0.0.3", nil, "10.0.0.4"])
    _ = see(false, 30_002)
    watch.refresh()
    #expect(watch.deadline == .never)
  }
}
