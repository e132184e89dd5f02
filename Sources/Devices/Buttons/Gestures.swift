import Timing

/// What the user did with a button.
public enum Gesture: Equatable, Sendable {
  case press, hold, doublePress
}

/// A state machine that takes the edges of one button, and gives gestures. It reads no clock: the
/// caller passes the time in.
///
/// A level counts once it has been stable for 20 ms, and then from the edge that began it. Times are
/// monotonic milliseconds; edges may come late, but in order.
public struct Gestures: Sendable {
  public static let debounceMilliseconds: Int64 = 20
  static let holdMilliseconds: Int64 = 600
  static let doublePressMilliseconds: Int64 = 250
  /// If the next look at a button that went down comes only after this time, a hold cannot be told
  /// from a press: the machine was suspended, and a release meanwhile is reported late or never.
  static let unseenMilliseconds: Int64 = 5_000

  private let debounceMilliseconds: Int64
  private let holdIsBound: Bool
  private let doublePressIsBound: Bool

  /// The last edge, until its level has stood long enough.
  private var unsettled: (isActive: Bool, since: Int64)?
  private var isActive = false
  private var state = State.idle

  private enum State {
    case idle
    case down(since: Int64)
    /// Released once; a second press may follow.
    case released(at: Int64)
    /// The gesture was reported; nothing more comes until the button is released.
    case spent
  }

  /// A button without a hold takes every press as a press, however long.
  /// - Parameter debounceMilliseconds: 0 where the kernel has done it.
  public init(
    holdIsBound: Bool, doublePressIsBound: Bool,
    debounceMilliseconds: Int64 = Self.debounceMilliseconds
  ) {
    self.debounceMilliseconds = debounceMilliseconds
    self.holdIsBound = holdIsBound
    self.doublePressIsBound = doublePressIsBound
  }

  /// When `time` has to be called at the latest; never if only an edge can change anything.
  public var deadline: Deadline {
    guard let unsettled else { return due }
    // A level that began before the gesture was complete can still change it.
    if due < Deadline(unsettled.since) { return due }
    return Deadline(unsettled.since + debounceMilliseconds)
  }

  /// When a gesture is complete because no further edge came.
  private var due: Deadline {
    switch state {
    case .down(let since) where holdIsBound: Deadline(since + Self.holdMilliseconds)
    case .released(let time): Deadline(time + Self.doublePressMilliseconds)
    default: .never
    }
  }

  /// The button became active or inactive.
  public mutating func edge(isActive: Bool, at time: Int64) -> [Gesture] {
    let gestures = self.time(time)
    unsettled = isActive == self.isActive ? nil : (isActive, time)
    return gestures
  }

  /// Advances the time.
  public mutating func time(_ now: Int64) -> [Gesture] {
    var gestures: [Gesture] = []
    while case let next = deadline, next.isDue(at: now) {
      if let (level, since) = unsettled, next == Deadline(since + debounceMilliseconds) {
        unsettled = nil
        isActive = level
        gestures += level ? pressed(since) : released(since)
      } else {
        gestures += expired(at: now)
      }
    }
    return gestures
  }

  private mutating func pressed(_ time: Int64) -> [Gesture] {
    if case .released = state {
      state = .spent
      return [.doublePress]
    }
    state = .down(since: time)
    return []
  }

  private mutating func released(_ time: Int64) -> [Gesture] {
    guard case .down(let since) = state else {
      state = .idle
      return []
    }
    if holdIsBound && time - since >= Self.holdMilliseconds {
      state = .idle
      return [.hold]
    }
    state = doublePressIsBound ? .released(at: time) : .idle
    return doublePressIsBound ? [] : [.press]
  }

  private mutating func expired(at now: Int64) -> [Gesture] {
    switch state {
    case .down(let since) where now - since >= Self.unseenMilliseconds:
      (state, isActive) = (.idle, false)
      return [.press]
    case .down:
      state = .spent
      return [.hold]
    case .released:
      state = .idle
      return [.press]
    case .idle, .spent:
      return []
    }
  }
}
