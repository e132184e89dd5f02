import Timing

/// A full quadrature decoder: takes the edges of a rotary encoder's two contacts, gives turns. It
/// reads no clock: the caller passes the time in.
///
/// Turned right, contact `a` becomes active before `b`, and the levels run through a Gray code of
/// four phases. Each move to a neighbouring phase counts a quarter, so the quarters of a bouncing
/// contact cancel out and no debounce is needed. A turn is reported where the knob comes to rest.
public struct Encoder: Sendable {
  public enum Contact: Sendable {
    case a, b
  }

  public enum Turn: Equatable, Sendable {
    case right, left
  }

  /// How long an edge waits for older ones of the other contact: the kernel stamps an edge at once
  /// and delivers it a little later.
  static let orderingMilliseconds: Int64 = 2

  /// Phases from one rest of the knob to the next: 1, 2 or 4.
  private let stepsPerDetent: Int
  private let restPhase: Int
  private var isActive: (a: Bool, b: Bool)
  private var phase: Int
  /// Quarters turned right since the last rest; nil until the next one, when it is not known.
  private var travel: Int?
  private var edges: [(contact: Contact, isActive: Bool, timeNanoseconds: Int64)] = []

  /// - Parameters:
  ///   - a: whether this contact is active now, and so `b`.
  ///   - stepsPerDetent: 1, 2 or 4.
  public init(a: Bool, b: Bool, stepsPerDetent: Int = 4) {
    self.stepsPerDetent = stepsPerDetent
    isActive = (a, b)
    phase = Self.phase(a, b)
    // Knobs rest where both contacts have the same level; otherwise the knob is being turned now.
    restPhase = a == b ? phase : 0
    travel = isAtRest ? 0 : nil
  }

  /// When `time` has to be called; never if only an edge can change anything.
  public var deadline: Deadline {
    edges.first.map {
      Deadline($0.timeNanoseconds / 1_000_000 + Self.orderingMilliseconds + 1)
    } ?? .never
  }

  /// A contact became active or inactive. Edges may come late, and each contact's in order.
  public mutating func edge(_ contact: Contact, isActive: Bool, timeNanoseconds: Int64) {
    let index = edges.lastIndex { $0.timeNanoseconds <= timeNanoseconds }.map { $0 + 1 } ?? 0
    edges.insert((contact, isActive, timeNanoseconds), at: index)
  }

  /// Advances the time to a monotonic millisecond.
  public mutating func time(_ now: Int64) -> [Turn] {
    let end = (now - Self.orderingMilliseconds) * 1_000_000
    let ripe = edges.prefix { $0.timeNanoseconds <= end }
    edges.removeFirst(ripe.count)
    return ripe.compactMap { edge in
      switch edge.contact {
      case .a: isActive.a = edge.isActive
      case .b: isActive.b = edge.isActive
      }
      return move(to: Self.phase(isActive.a, isActive.b))
    }
  }

  /// After lost edges, starts again from the levels, as the direction is unknown.
  public mutating func resynchronise(a: Bool, b: Bool) {
    edges = []
    isActive = (a, b)
    phase = Self.phase(a, b)
    travel = isAtRest ? 0 : nil
  }

  /// Starts as if it were new, after contacts that were missing are there again.
  public mutating func restart(a: Bool, b: Bool) {
    self = Encoder(a: a, b: b, stepsPerDetent: stepsPerDetent)
  }

  private var isAtRest: Bool { (phase - restPhase) % stepsPerDetent == 0 }

  private mutating func move(to next: Int) -> Turn? {
    // One contact moved: to the next phase, to the one before, or nowhere.
    guard next != phase else { return nil }
    travel? += (next - phase) & 3 == 1 ? 1 : -1
    phase = next
    guard isAtRest else { return nil }
    defer { travel = 0 }
    return switch travel {
    case stepsPerDetent: .right
    case -stepsPerDetent: .left
    default: nil
    }
  }

  /// The index in the Gray code, as it runs when turned right: both off, a, both, b.
  private static func phase(_ a: Bool, _ b: Bool) -> Int {
    a ? (b ? 2 : 1) : (b ? 3 : 0)
  }
}
