/// One letter as coverage (0…15) a pixel, rows from the top.
public struct Glyph: Equatable, Sendable {
  /// Columns from the pen to the bitmap's left edge, and rows from the baseline up to its top edge.
  public var left: Int
  public var top: Int
  public var size: Size
  /// Columns from this pen position to the next.
  public var advance: Int
  public var coverage: [UInt8]

  public init(left: Int, top: Int, size: Size, advance: Int, coverage: [UInt8]) {
    self.left = left
    self.top = top
    self.size = size
    self.advance = advance
    self.coverage = coverage
  }
}

/// The letters of one face at one size.
public protocol Glyphs: AnyObject {
  /// Rows from the baseline up to the top of the digits, and from it down to the lowest tail.
  var ascent: Int { get }
  var descent: Int { get }
  /// Nil where the face has no such letter.
  func glyph(_ letter: Unicode.Scalar) -> Glyph?
  /// The same, but its coverage may be missing: sizes that are only tried are not drawn.
  func measure(_ letter: Unicode.Scalar) -> Glyph?
}

extension Glyphs {
  public func measure(_ letter: Unicode.Scalar) -> Glyph? { glyph(letter) }
}

/// Where pages get their letters.
public protocol Typesetter: AnyObject {
  /// The letters whose digits are as near to `digitHeight` rows as the face can, never higher.
  /// `mono` faces have no half-lit edges.
  func glyphs(digitHeight: Int, weight: Weight, depth: Depth) -> any Glyphs
}

public enum Weight: Sendable {
  case regular
  case bold
  /// Bold and narrow, for a price: its digits are higher in the same width.
  case condensedBold
}
