import Configuration
import Devices
import State
import Timing

/// How bright displays must be: by what a user orders, else by the hour and by who is there. Displays
/// whose pixels age are also dimmed while nobody is there.
struct Lighting {
  private let plan: Config.Lighting
  private let start: Int64
  private var touchedAt: Int64
  private var isSomebodySeen = false
  private var isNight = false
  private var isAwake = true
  private var isIdle = false
  /// The percent of the configured brightness that a user ordered; it holds until the next step of
  /// the plan.
  private var orderedPercent: Int?
  private var isSwitchedOff = false
  /// Whether a touch lights displays that are off by order, and until when. The motion sensor does
  /// not light them: the user who gave the order may well be there.
  private var isPressed = false
  private var pressedUntil = Deadline.immediately
  private(set) var shift = Shift.none
  /// When `update` has something to do.
  private(set) var deadline = Deadline.immediately

  /// Where an ageing display's picture stands: one pixel smaller than the glass, in its four
  /// corners by turns, so that no edge of it is always in the same place.
  enum Shift: Int {
    case none, topLeft, topRight, bottomRight, bottomLeft

    var offset: (x: Int, y: Int) {
      (self == .topRight || self == .bottomRight ? 1 : 0, rawValue >= 3 ? 1 : 0)
    }
  }

  /// A short run does not age a display.
  private static let firstShiftMilliseconds: Int64 = 3_600_000
  private static let shiftEveryMilliseconds: Int64 = 600_000

  /// A start counts as a touch, so that a user who plugs the board in at night sees it light up.
  init(_ plan: Config.Lighting, at now: Moment) {
    self.plan = plan
    start = now.monotonic
    touchedAt = now.monotonic
  }

  /// Continues with another plan, which ends an ordered brightness. What the motion sensor sees
  /// still counts, and displays that are switched off stay off.
  mutating func reconfigure(as plan: Config.Lighting, at now: Moment) {
    let before = self
    self = Lighting(plan, at: now)
    (isSomebodySeen, isSwitchedOff) = (before.isSomebodySeen, before.isSwitchedOff)
  }

  /// A user has done something.
  mutating func touch(at now: Moment) {
    touchedAt = now.monotonic
    pressedUntil = Deadline(now.monotonic + Int64(plan.night.wakeSeconds) * 1_000)
    deadline = .immediately
  }

  /// Takes what the motion sensor sees: the whole time in which it sees somebody counts as one touch.
  mutating func see(_ isSomebodySeen: Bool, at now: Moment) {
    guard isSomebodySeen != self.isSomebodySeen else { return }
    self.isSomebodySeen = isSomebodySeen
    touchedAt = now.monotonic
    deadline = .immediately
  }

  /// Follows the order of a user, which counts as a touch. An order to be dark takes effect at once.
  mutating func obey(_ order: LightOrder, at now: Moment) {
    touch(at: now)
    switch order {
    case .brightness(let percent): orderedPercent = percent
    case .screen(let isOn):
      isSwitchedOff = !isOn
      // An order to switch on overrides an ordered brightness of 0, too.
      if isOn, orderedPercent == 0 { orderedPercent = nil }
    }
    if order == .brightness(0) || order == .screen(isOn: false) {
      (isPressed, pressedUntil) = (false, .immediately)
    }
  }

  /// - Returns: whether anything has changed.
  mutating func update(at now: Moment, utcOffsetSeconds: Int) -> Bool {
    guard deadline.isDue(at: now.monotonic) else { return false }
    let before = (isNight, isAwake, isPressed, isIdle, shift)
    var next = Deadline.never
    /// Whether so much time has passed since then. If not, `update` looks again when it has.
    func isOver(_ milliseconds: Int64, since then: Int64) -> Bool {
      if now.monotonic - then >= milliseconds { return true }
      next.advance(to: Deadline(then + milliseconds))
      return false
    }
    if let hours = plan.night.hours {
      isNight = hours.contains(now.wall, utcOffsetSeconds: utcOffsetSeconds)
      if isNight != before.0 { orderedPercent = nil }
      // The wall clock may be set, so what it says now holds only for the rest of the minute.
      next = Deadline(now.monotonic + 60_000 - (now.wall % 60_000 + 60_000) % 60_000)
      isAwake = isSomebodySeen || !isOver(Int64(plan.night.wakeSeconds) * 1_000, since: touchedAt)
    }
    if isOrderedDark {
      isPressed = !pressedUntil.isDue(at: now.monotonic)
      if isPressed { next.advance(to: pressedUntil) }
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
    return before != (isNight, isAwake, isPressed, isIdle, shift)
  }

  /// Percent of the configured brightness; 0 is off.
  func percent(_ lightSource: LightSource) -> Int {
    let most = lightSource == .pixels && isIdle ? plan.dimTo : 100
    guard lightSource != .none else { return most }
    let wanted = orderedPercent ?? (isNight ? plan.night.brightness : 100)
    let isDark = isOrderedDark ? !isPressed : wanted == 0 && !isAwake
    if isDark { return 0 }
    return min(most, wanted == 0 ? 10 : wanted)
  }

  private var isOrderedDark: Bool { isSwitchedOff || orderedPercent == 0 }

  /// The shift of the picture on a display with this light source.
  func shift(_ lightSource: LightSource) -> Shift { lightSource == .pixels ? shift : .none }
}
