import Configuration
import Devices
import MarketData
import Timing

/// How bright displays are to be: by the hour, by who is there, and by what ages.
struct Lighting {
  private let plan: Config.Lighting
  private let start: Int64
  private var touchedAt: Int64
  private var isSomebodySeen = false
  private var isNight = false
  private var isAwake = true
  private var isIdle = false
  private(set) var shift = Shift.none
  /// When something of this is another.
  private(set) var deadline = Deadline.immediately

  /// Where an ageing display's picture stands: one pixel smaller than the glass, in its four
  /// corners by turns, so that no edge of it is always in the same place.
  enum Shift: Int {
    case none, topLeft, topRight, bottomRight, bottomLeft

    var offset: (x: Int, y: Int) {
      (self == .topRight || self == .bottomRight ? 1 : 0, rawValue >= 3 ? 1 : 0)
    }
  }

  /// Short lives do not age a display.
  private static let firstShiftMilliseconds: Int64 = 3_600_000
  private static let shiftEveryMilliseconds: Int64 = 600_000

  /// A start counts as a touch: who plugs it in at night sees that it works.
  init(_ plan: Config.Lighting, at now: Moment) {
    self.plan = plan
    start = now.monotonic
    touchedAt = now.monotonic
  }

  /// Goes on with another plan. Who is seen is seen still.
  mutating func reconfigure(as plan: Config.Lighting, at now: Moment) {
    let isSomebodySeen = isSomebodySeen
    self = Lighting(plan, at: now)
    self.isSomebodySeen = isSomebodySeen
  }

  /// Somebody was there.
  mutating func touch(at now: Moment) {
    touchedAt = now.monotonic
    deadline = .immediately
  }

  /// A motion sensor sees somebody, or nobody any more: that is one long touch.
  mutating func see(_ isSomebodySeen: Bool, at now: Moment) {
    guard isSomebodySeen != self.isSomebodySeen else { return }
    self.isSomebodySeen = isSomebodySeen
    touch(at: now)
  }

  /// - Returns: whether anything is another.
  mutating func update(at now: Moment, utcOffsetSeconds: Int) -> Bool {
    guard deadline.isDue(at: now.monotonic) else { return false }
    let before = (isNight, isAwake, isIdle, shift)
    var next = Deadline.never
    /// Whether so long has passed since; else that is a time to look again.
    func isOver(_ milliseconds: Int64, since then: Int64) -> Bool {
      if now.monotonic - then >= milliseconds { return true }
      next.advance(to: Deadline(then + milliseconds))
      return false
    }
    if let hours = plan.night.hours {
      isNight = hours.contains(now.wall, utcOffsetSeconds: utcOffsetSeconds)
      // Clocks are set: whatever they say now holds for a minute.
      next = Deadline(now.monotonic + 60_000 - (now.wall % 60_000 + 60_000) % 60_000)
      isAwake = isSomebodySeen || !isOver(Int64(plan.night.wakeSeconds) * 1_000, since: touchedAt)
    }
    if plan.dimAfterMinutes > 0 {
      isIdle = !isSomebodySeen && isOver(Int64(plan.dimAfterMinutes) * 60_000, since: touchedAt)
    }
    if plan.shifts, isOver(Self.firstShiftMilliseconds, since: start) {
      let count = (now.monotonic - start) / Self.shiftEveryMilliseconds
      shift = Shift(rawValue: Int(count % 4) + 1)!
      next.advance(to: Deadline(start + (count + 1) * Self.shiftEveryMilliseconds))
    }
    deadline = next
    return before != (isNight, isAwake, isIdle, shift)
  }

  /// Percent of the configured brightness; 0 is off.
  func percent(_ lightSource: LightSource) -> Int {
    let day = lightSource == .pixels && isIdle ? plan.dimTo : 100
    guard lightSource != .none, isNight else { return day }
    let night = plan.night.brightness
    return night == 0 ? (isAwake ? min(day, 10) : 0) : min(day, night)
  }

  /// Where the picture of such a display stands.
  func shift(_ lightSource: LightSource) -> Shift { lightSource == .pixels ? shift : .none }
}
