import Pixels
import State

/// The little frog that shows the mood of the market: a wide mouth, and eyes on top of its head.
public struct Face: Hashable, Sendable {
  /// It cannot be told apart on fewer pixels.
  public static let smallestSide = 8

  public var mood: Mood
  /// How the newest finished candle went: 1 up, -1 down. The eyes look there and the mouth follows.
  public var lean: Int

  public init(_ mood: Mood, lean: Int = 0) {
    self.mood = mood
    self.lean = lean.signum()
  }

  /// The face in a square of `side` pixels, `smallestSide` at least.
  /// - Parameter isTextBright: brighter than the paper.
  public func draw(side: Int, depth: Depth, isTextBright: Bool = true) -> Frame {
    if side < 16 { return FaceSprite.draw(self, side: side) }
    return FaceDrawing(self, side: side, depth: depth, isTextBright: isTextBright).draw()
  }

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
