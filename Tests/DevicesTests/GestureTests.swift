import Testing
import Timing

@testable import Devices

/// Fingers, as tables: edges and what they mean.
@Suite struct GestureTests {
  enum Event {
    case down(Int64)
    case up(Int64)
  }

  /// What is understood and when, with `time` called exactly at each deadline.
  static func timeline(_ events: [Event], hold: Bool = true, double: Bool) -> [String] {
    var gestures = Gestures(holdIsBound: hold, doublePressIsBound: double)
    var heard: [String] = []
    func note(_ found: [Gesture], _ time: Int64) { heard += found.map { "\($0)@\(time)" } }
    for event in events {
      let (isActive, time) =
        switch event {
        case .down(let time): (true, time)
        case .up(let time): (false, time)
        }
      while case let next = gestures.deadline, next.isDue(at: time) {
        note(gestures.time(next.monotonic), next.monotonic)
      }
      note(gestures.edge(isActive: isActive, at: time), time)
    }
    while case let next = gestures.deadline, !next.isNever {
      note(gestures.time(next.monotonic), next.monotonic)
    }
    return heard
  }

  @Test("a press acts on release")
  func press() {
    #expect(Self.timeline([.down(0), .up(100)], double: false) == ["press@120"])
    #expect(Self.timeline([.down(0), .up(599)], double: false) == ["press@619"])
  }

  @Test("where a double press is bound, a press waits for the second one")
  func pressOrDouble() {
    #expect(Self.timeline([.down(0), .up(100)], double: true) == ["press@350"])
    #expect(
      Self.timeline([.down(0), .up(100), .down(200), .up(300)], double: true)
        == ["doublePress@220"])
    #expect(
      Self.timeline([.down(0), .up(100), .down(349), .up(400)], double: true)
        == ["doublePress@369"])
    #expect(
      Self.timeline([.down(0), .up(100), .down(351), .up(400)], double: true)
        == ["press@350", "press@650"])
    #expect(
      Self.timeline([.down(0), .up(100), .down(200), .up(300)], double: false)
        == ["press@120", "press@320"])
  }

  @Test("a hold acts while it is held, once")
  func hold() {
    #expect(Self.timeline([.down(0), .up(3000)], double: false) == ["hold@600"])
    #expect(Self.timeline([.down(0), .up(3000)], double: true) == ["hold@600"])
    #expect(Self.timeline([.down(0), .up(3000)], hold: false, double: false) == ["press@3020"])
    #expect(
      Self.timeline([.down(0), .up(100), .down(200), .up(2000)], double: true)
        == ["doublePress@220"])
  }

  @Test("thirty bounces in 20 ms are one press")
  func bounces() {
    var events: [Event] = []
    for index in 0..<15 {
      events += [.down(Int64(index * 20 / 15)), .up(Int64(index * 20 / 15))]
    }
    events.append(.down(20))
    for index in 0..<15 {
      events += [.up(100 + Int64(index * 20 / 15)), .down(100 + Int64(index * 20 / 15))]
    }
    events.append(.up(120))
    #expect(Self.timeline(events, double: false) == ["press@140"])
  }

  @Test("a spike is nothing, and none ends a hold")
  func spikes() {
    #expect(Self.timeline([.down(0), .up(19)], double: false) == [])
    #expect(
      Self.timeline([.down(0), .up(300), .down(310), .up(900)], double: false) == ["hold@600"])
  }

  @Test("edges that are read late mean the same")
  func late() {
    var gestures = Gestures(holdIsBound: true, doublePressIsBound: true)
    #expect(gestures.edge(isActive: true, at: 0) == [])
    #expect(gestures.edge(isActive: false, at: 700) == [.hold])
    #expect(gestures.edge(isActive: true, at: 1000) == [])
    #expect(gestures.edge(isActive: false, at: 1100) == [])
    #expect(gestures.edge(isActive: true, at: 1200) == [])
    #expect(gestures.edge(isActive: false, at: 1300) == [.doublePress])
    #expect(gestures.time(5000) == [])
    #expect(gestures.deadline == .never)
  }

  @Test("what was pressed before the machine slept is no hold, whether its release is told or lost")
  func suspended() {
    for releases in [[3_600_000], [3_600_020, 3_600_100], []] as [[Int64]] {
      for firstLook in [1, 20] as [Int64] {
        var gestures = Gestures(holdIsBound: true, doublePressIsBound: false)
        #expect(gestures.edge(isActive: true, at: 0) == [])
        #expect(gestures.time(firstLook) == [])
        var heard: [Gesture] = []
        for time in releases { heard += gestures.edge(isActive: false, at: time) }
        heard += gestures.time(3_600_200)
        #expect(heard == [.press] && gestures.deadline == .never)
        // The next press is one.
        #expect(gestures.edge(isActive: true, at: 3_700_000) == [])
        #expect(gestures.edge(isActive: false, at: 3_700_100) == [])
        #expect(gestures.time(3_700_120) == [.press])
      }
    }
  }

  @Test("a hold that is told a little late is one")
  func lateHold() {
    var gestures = Gestures(holdIsBound: true, doublePressIsBound: false)
    #expect(gestures.edge(isActive: true, at: 0) == [])
    #expect(gestures.time(4_999) == [.hold])
  }

  @Test("a key that the kernel has debounced is a press, however short")
  func debounced() {
    var gestures = Gestures(
      holdIsBound: true, doublePressIsBound: false, debounceMilliseconds: 0)
    #expect(gestures.edge(isActive: true, at: 5) == [])
    #expect(gestures.edge(isActive: false, at: 5) == [])
    #expect(gestures.time(5) == [.press])
    #expect(gestures.edge(isActive: true, at: 10) == [])
    #expect(gestures.time(609) == [])
    #expect(gestures.time(610) == [.hold])
    #expect(gestures.edge(isActive: false, at: 700) == [])
    #expect(gestures.time(9_000) == [])
  }

  @Test("a line that cannot be had is named once and looked for again, and the others work on")
  func missing() {
    var reports: [String] = []
    let lines = InputLines([.init(chip: "no-such-chip", line: 5)]) { reports.append("\($0) \($1)") }
    #expect(reports.count == 1)
    #expect(reports[0].hasPrefix("0 no-such-chip: does not exist"))
    #expect(lines.deadline == .immediately)
    #expect(lines.read(now: 0) == [] && lines.deadline == Deadline(2_000))
    #expect(lines.read(now: 1_999) == [] && lines.deadline == Deadline(2_000))
    #expect(lines.read(now: 2_000) == [] && lines.deadline == Deadline(6_000))
    #expect(!lines.isActive(0) && reports.count == 1)
    #expect(lines.fileDescriptor >= 0)
  }
}
