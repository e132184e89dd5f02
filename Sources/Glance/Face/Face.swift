import Pixels
import State

/// The little frog that shows the mood of the market: a wide mouth, and eyes on top of its head. It is
/// green whatever happens; the market's colour is on its cheeks and on the leaf that it sits on.
public struct Face: Hashable, Sendable {
  /// On fewer pixels the face cannot be recognised.
  public static let smallestSide = 8
  /// From this side on the face is drawn with curves; a smaller one is drawn dot by dot.
  static let smallestCurvedSide = 32

  public var mood: Mood
  /// How the newest finished candle went: 1 up, -1 down. The eyes look in that direction; if they are
  /// closed, the mouth shows it.
  public var lean: Int
  /// Whether open eyes are closed for a moment, in a blink.
  public var isBlinking = false

  public init(_ mood: Mood, lean: Int = 0) {
    self.mood = mood
    self.lean = lean.signum()
  }

  /// Whether there are open eyes to blink with.
  var canBlink: Bool { [.down, .flat, .up].contains(mood) }

  /// The face in a square of `side` pixels, `smallestSide` at least.
  /// - Parameter isTextBright: whether text is brighter than the paper.
  public func draw(side: Int, depth: Depth, isTextBright: Bool = true) -> Frame {
    if side >= Self.smallestCurvedSide {
      return FaceDrawing(self, side: side, depth: depth, isTextBright: isTextBright).frame
    }
    let inks = FaceInks(market: role, depth: depth, isTextBright: isTextBright)
    let art = FrogArt(fitting: side)
    let margin = (side - art.side) / 2
    var frame = Frame(Size(side, side))
    for (y, row) in art.rows(self).enumerated() {
      for (x, dot) in row.enumerated() {
        frame[margin + x, margin + y] = inks.role(of: dot).pixel()
      }
    }
    return frame
  }

  /// The market's colour.
  var role: ColourRole {
    switch mood {
    case .soar, .up: .rise
    case .plunge, .down: .fall
    case .flat: .still
    case .asleep: .dim
    case .lost: .warning
    }
  }
}

/// Which colour role each part of the face has on a surface. In one bit, lit and dark dots tell the
/// parts apart.
struct FaceInks {
  let market: ColourRole
  let depth: Depth
  let isTextBright: Bool

  /// The role of mouths and pupils, and the role of what is around a pupil.
  var dark: ColourRole { depth == .mono || isTextBright ? .paper : .text }
  var bright: ColourRole { depth == .mono || !isTextBright ? .paper : .text }

  /// The role of a dot of `FrogArt`.
  func role(of dot: UInt8) -> ColourRole {
    let isMono = depth == .mono
    switch dot {
    case UInt8(ascii: "#"): return .skin
    case UInt8(ascii: "b"), UInt8(ascii: "h"): return .belly
    case UInt8(ascii: "s"): return .shade
    case UInt8(ascii: "c"): return market
    case UInt8(ascii: "g"): return isMono ? .paper : market
    case UInt8(ascii: "w"): return isMono ? .skin : bright
    case UInt8(ascii: "k"): return dark
    case UInt8(ascii: "o"): return bright
    case UInt8(ascii: "p"): return isMono ? .skin : dark
    case UInt8(ascii: "t"): return isMono ? .paper : .tongue
    case UInt8(ascii: "n"): return isMono ? .paper : .shade
    default: return .paper
    }
  }
}
