import Configuration
import Devices
import MarketData
import Pixels
import State
import Testing
import Timing

@testable import Glance
@testable import Tealight

@Suite("Brightness by the hour, by the last touch, and for what ages")
struct LightingTests {
  /// Midnight UTC, milliseconds.
  static let midnight: Int64 = 1_795_132_800_000

  static func moment(_ minutes: Int64) -> Moment {
    Moment(monotonic: 5_000 + minutes * 60_000, wall: midnight + minutes * 60_000)
  }

  static func plan(_ hours: String, brightness: Int = 10) -> Config.Lighting {
    var night = Config.Night(LocalHours(hours)!)
    night.brightness = brightness
    var plan = Config.Lighting()
    plan.night = night
    plan.dimAfterMinutes = 0
    plan.shifts = false
    return plan
  }

  @Test(
    "a night may end on the day after, and is in local time",
    arguments: [
      ("22:30-07:00", 0, 22 * 60 + 29, 100), ("22:30-07:00", 0, 22 * 60 + 30, 10),
      ("22:30-07:00", 0, 6 * 60 + 59, 10), ("22:30-07:00", 0, 7 * 60, 100),
      ("01:00-02:00", 0, 60, 10), ("01:00-02:00", 0, 120, 100), ("01:00-02:00", 0, 59, 100),
      ("22:30-07:00", 9 * 3600, 13 * 60 + 30, 10), ("22:30-07:00", 9 * 3600, 22 * 60, 100),
    ])
  func hours(hours: String, offset: Int, minute: Int, percent: Int) {
    let now = Self.moment(Int64(minute))
    var lighting = Lighting(Self.plan(hours), at: now)
    _ = lighting.update(at: now, utcOffsetSeconds: offset)
    #expect(lighting.percent(.lamp) == percent)
    #expect(lighting.percent(.none) == 100)
  }

  @Test("off at night is on for a while after a start and after a touch")
  func waking() {
    var lighting = Lighting(Self.plan("00:00-06:00", brightness: 0), at: Self.moment(0))
    var changes: [(minute: Int64, percent: Int)] = []
    for minute: Int64 in 0...400 {
      if minute == 30 { lighting.touch(at: Self.moment(30)) }
      // The loop comes by when it is asked to, and not otherwise.
      let now = Self.moment(minute)
      guard lighting.deadline.isDue(at: now.monotonic) else { continue }
      if lighting.update(at: now, utcOffsetSeconds: 0) {
        changes.append((minute, lighting.percent(.lamp)))
      }
    }
    #expect(changes.map(\.minute) == [0, 1, 30, 31, 360])
    #expect(changes.map(\.percent) == [10, 0, 10, 0, 100])
  }

  /// When the sensor sees somebody, from minute to minute, and what becomes of an hour that is dark.
  private static let sights: [(seen: [Range<Int64>], changes: String)] = [
    ([30..<32], "0 10, 1 0, 30 10, 33 0, 360 100"),
    ([30..<500], "0 10, 1 0, 30 10, 360 100"),
    ([0..<3], "0 10, 4 0, 360 100"),
    ([30..<31, 32..<40], "0 10, 1 0, 30 10, 41 0, 360 100"),
    ([30..<31, 33..<40], "0 10, 1 0, 30 10, 32 0, 33 10, 41 0, 360 100"),
    ([], "0 10, 1 0, 360 100"),
    ([350..<370], "0 10, 1 0, 350 10, 360 100"),
  ]

  @Test("who is seen is one long touch", arguments: sights)
  func seeing(seen: [Range<Int64>], expected: String) {
    var plan = Self.plan("00:00-06:00", brightness: 0)
    plan.night.wakeSeconds = 60
    var lighting = Lighting(plan, at: Self.moment(0))
    var changes: [String] = []
    var percent = 100
    for minute: Int64 in 0...400 {
      let now = Self.moment(minute)
      lighting.see(seen.contains { $0.contains(minute) }, at: now)
      guard lighting.deadline.isDue(at: now.monotonic) else { continue }
      let isChanged = lighting.update(at: now, utcOffsetSeconds: 0)
      guard lighting.percent(.lamp) != percent else { continue }
      #expect(isChanged)
      percent = lighting.percent(.lamp)
      changes.append("\(minute) \(percent)")
    }
    #expect(changes.joined(separator: ", ") == expected)
  }

  @Test("who is seen is seen by another plan too, and nothing is dimmed before their eyes")
  func seeingOn() {
    func percent(_ minute: Int64) -> [Int] {
      _ = lighting.update(at: Self.moment(minute), utcOffsetSeconds: 0)
      return [lighting.percent(.pixels), lighting.percent(.lamp)]
    }
    var lighting = Lighting(Config.Lighting(), at: Self.moment(0))
    lighting.see(true, at: Self.moment(10))
    #expect(percent(200) == [100, 100])
    lighting.reconfigure(as: Self.plan("00:00-06:00", brightness: 0), at: Self.moment(201))
    #expect(percent(300) == [10, 10])
    lighting.see(false, at: Self.moment(301))
    #expect(percent(301) == [10, 10])
    #expect(percent(302) == [0, 0])
    lighting.reconfigure(as: Config.Lighting(), at: Self.moment(303))
    #expect(percent(362) == [100, 100])
    #expect(percent(363) == [40, 100])
  }

  @Test("only what ages is dimmed when nobody touches anything, and a touch ends that")
  func idle() {
    var lighting = Lighting(Config.Lighting(), at: Self.moment(0))
    let changes = [Int64](arrayLiteral: 0, 60, 61).map { minute in
      if minute == 61 { lighting.touch(at: Self.moment(61)) }
      #expect(lighting.deadline <= Deadline(Self.moment(minute).monotonic))
      let isChanged = lighting.update(at: Self.moment(minute), utcOffsetSeconds: 0)
      return (isChanged, lighting.percent(.pixels), lighting.percent(.lamp))
    }
    #expect("\(changes)" == "[(false, 100, 100), (true, 40, 100), (true, 100, 100)]")
  }

  @Test("what ages moves by a pixel every ten minutes, after the first hour, and round about")
  func shifting() {
    var lighting = Lighting(Config.Lighting(), at: Self.moment(0))
    var shifts: [Lighting.Shift] = []
    for minute: Int64 in stride(from: 0, through: 120, by: 10) {
      _ = lighting.update(at: Self.moment(minute), utcOffsetSeconds: 0)
      shifts.append(lighting.shift(.pixels))
      #expect(lighting.shift(.lamp) == .none)
    }
    let round: [Lighting.Shift] = [.bottomRight, .bottomLeft, .topLeft, .topRight]
    let expected: [Lighting.Shift] =
      [Lighting.Shift](repeating: .none, count: 6) + round + Array(round[..<3])
    #expect(shifts == expected)
    #expect(
      round.map { "\($0.offset)" } == [
        "(x: 1, y: 1)", "(x: 0, y: 1)", "(x: 0, y: 0)", "(x: 1, y: 0)",
      ])
  }

  /// What a lamp does at each of these minutes, by a plan of 10 % from 06:00 to 12:00.
  private func percents(
    at minutes: [Int64], plan: Config.Lighting = plan("06:00-12:00"),
    _ act: (inout Lighting, Int64) -> Void
  ) -> [Int] {
    var lighting = Lighting(plan, at: Self.moment(0))
    return minutes.map { minute in
      let now = Self.moment(minute)
      act(&lighting, minute)
      if lighting.deadline.isDue(at: now.monotonic) {
        _ = lighting.update(at: now, utcOffsetSeconds: 0)
      }
      return lighting.percent(.lamp)
    }
  }

  @Test("an ordered brightness holds until the next step of the plan, whichever that is")
  func brightness() {
    let percents = percents(at: [0, 30, 359, 360, 400, 719, 720]) { lighting, minute in
      if minute == 30 { lighting.obey(.brightness(50), at: Self.moment(30)) }
      if minute == 400 { lighting.obey(.brightness(80), at: Self.moment(400)) }
    }
    #expect(percents == [100, 50, 50, 10, 80, 80, 100])
  }

  @Test("without a plan it holds, and what ages is dimmed all the same")
  func brightnessAlone() {
    var lighting = Lighting(Config.Lighting(), at: Self.moment(0))
    _ = lighting.update(at: Self.moment(60), utcOffsetSeconds: 0)
    lighting.obey(.brightness(70), at: Self.moment(61))
    _ = lighting.update(at: Self.moment(61), utcOffsetSeconds: 0)
    #expect(lighting.percent(.pixels) == 70)
    _ = lighting.update(at: Self.moment(121), utcOffsetSeconds: 0)
    #expect(lighting.percent(.pixels) == 40 && lighting.percent(.lamp) == 70)
  }

  @Test(
    "what is switched off is dark at once and until it is on, and a touch lights it for a while")
  func screen() {
    let minutes: [Int64] = [0, 10, 20, 21, 360, 720, 800, 801]
    let percents = percents(at: minutes) { lighting, minute in
      if minute == 10 {
        lighting.touch(at: Self.moment(10))
        lighting.obey(.screen(isOn: false), at: Self.moment(10))
        #expect(lighting.percent(.lamp) == 0 && lighting.percent(.none) == 100)
      }
      if minute == 20 { lighting.touch(at: Self.moment(20)) }
      if minute == 360 { lighting.see(true, at: Self.moment(360)) }
      if minute == 720 { lighting.see(false, at: Self.moment(720)) }
      if minute == 800 { lighting.obey(.screen(isOn: true), at: Self.moment(800)) }
    }
    #expect(percents == [100, 0, 100, 0, 0, 0, 100, 100])
  }

  @Test("a brightness of 0 is off as at night, and on lights what the plan keeps dark for a while")
  func dark() {
    let day = percents(at: [0, 5, 6, 7, 360]) { lighting, minute in
      if minute == 5 { lighting.obey(.brightness(0), at: Self.moment(5)) }
      if minute == 6 { lighting.touch(at: Self.moment(6)) }
    }
    #expect(day == [100, 0, 10, 0, 10])
    let plan = Self.plan("00:00-06:00", brightness: 0)
    let night = percents(at: [0, 1, 2, 3], plan: plan) { lighting, minute in
      if minute == 2 { lighting.obey(.screen(isOn: true), at: Self.moment(2)) }
    }
    #expect(night == [10, 0, 10, 0])
  }

  @Test("on is on after a brightness of 0, too")
  func onAfterZero() {
    let percents = percents(at: [0, 1, 2, 30]) { lighting, minute in
      if minute == 1 { lighting.obey(.brightness(0), at: Self.moment(1)) }
      if minute == 2 { lighting.obey(.screen(isOn: true), at: Self.moment(2)) }
    }
    #expect(percents == [100, 0, 100, 100])
  }

  @Test("another plan ends an ordered brightness, and lights nothing that is off")
  func follows() {
    let percents = percents(at: [0, 1, 2, 3]) { lighting, minute in
      if minute == 1 { lighting.obey(.brightness(50), at: Self.moment(1)) }
      if minute == 2 { lighting.reconfigure(as: Self.plan("06:00-07:00"), at: Self.moment(2)) }
      if minute == 3 {
        lighting.obey(.screen(isOn: false), at: Self.moment(3))
        lighting.reconfigure(as: Self.plan("06:00-07:00"), at: Self.moment(3))
      }
    }
    #expect(percents == [100, 50, 100, 0])
  }

  /// A display that remembers what it was told.
  private final class Lamp: Display {
    let name = "lamp"
    let surface = Surface(Size(64, 48), .mono)
    let lightSource: LightSource
    let hasStarted = true
    var frames: [Frame] = []
    var told: [String] = []

    init(_ lightSource: LightSource) { self.lightSource = lightSource }

    func show(_ frame: Frame) { frames.append(frame) }
    func flush(now: Int64) -> Deadline { .never }
    func sleep() { told.append("sleep") }
    func dim(to percent: Int) { told.append("\(percent)") }
  }

  @Test("a display that is off is not drawn for, and draws anew when it is lit")
  func off() {
    let lamp = Lamp(.lamp)
    let screen = Screen(lamp, typesetter: BuiltInTypesetter(), art: nil)
    var lighting = Lighting(Self.plan("00:00-06:00", brightness: 0), at: Self.moment(0))
    func minute(_ minute: Int64) -> Bool {
      _ = lighting.update(at: Self.moment(minute), utcOffsetSeconds: 0)
      let wantsFrame = screen.follow(lighting)
      screen.draw(Scene(GlanceScene()), at: 0)
      return wantsFrame
    }
    #expect([minute(0), minute(1), minute(2), minute(360)] == [false, false, false, true])
    #expect(lamp.frames.count == 2)
    #expect(lamp.told == ["10", "sleep", "100"])
  }

  @Test("a picture that moves is whole in every corner")
  func corners() {
    let lamp = Lamp(.pixels)
    let screen = Screen(lamp, typesetter: BuiltInTypesetter(), art: nil)
    var lighting = Lighting(Config.Lighting(), at: Self.moment(0))
    var pictures: [[Pixel]] = []
    for minute: Int64 in [60, 70, 80, 90] {
      _ = lighting.update(at: Self.moment(minute), utcOffsetSeconds: 0)
      #expect(screen.follow(lighting))
      screen.draw(Scene(GlanceScene()), at: 0)
      let (x, y) = lighting.shift.offset
      let frame = lamp.frames.last!
      #expect(frame.size == lamp.size)
      pictures.append((0..<47).flatMap { row in (0..<63).map { frame[x + $0, y + row] } })
      #expect((0..<64).allSatisfy { frame[$0, y == 0 ? 47 : 0] == 0 })
    }
    #expect(Set(pictures).count == 1)
    #expect(pictures[0].contains { $0 != 0 })
  }
}
