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

/// The letters of one face at one size. Only a `Lettering` keeps them; others draw a letter each time.
public protocol Glyphs: AnyObject {
  /// Rows from the baseline up to the top of the digits.
  var ascent: Int { get }
  /// Nil where the face has no such letter.
  func glyph(_ letter: Unicode.Scalar) -> Glyph?
  /// The same, but its coverage may be missing: sizes that are only tried are not drawn.
  func measure(_ letter: Unicode.Scalar) -> Glyph?
}

extension Glyphs {
  public func measure(_ letter: Unicode.Scalar) -> Glyph? { glyph(letter) }
}

/// What a page asks of its letters.
public struct LetterFace: Hashable, Sendable {
  /// Rows of its digits, at most.
  public var digitHeight: Int
  public var weight: Weight
  /// Letters of one bit have no half-lit edges.
  public var depth: Depth
  /// Whether Hangul is as low as the smallest digits.
  public var hangulIsLow = false
}

/// Where pages get their letters.
public protocol Typesetter: AnyObject {
  /// The letters that are nearest to what is asked for; the same object each time.
  func lettering(_ face: LetterFace) -> Lettering
}

extension Typesetter {
  public func lettering(digitHeight: Int, weight: Weight, depth: Depth) -> Lettering {
    lettering(LetterFace(digitHeight: digitHeight, weight: weight, depth: depth))
  }
}

public enum Weight: Sendable {
  case regular
  case bold
  /// Bold and narrow, for a price: its digits are higher in the same width.
  case condensedBold
}
