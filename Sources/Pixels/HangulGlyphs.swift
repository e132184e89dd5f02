/// The smallest readable Hangul: every syllable in 9×9, enlarged by a whole number.
public final class HangulGlyphs: Glyphs {
  /// Rows of a line before it is enlarged, and how many of them are below the baseline: Hangul stands
  /// a row higher than the built-in face's digits, and a row lower.
  public static let lineHeight = HangulSyllable.side
  public static let tail = 1

  private let scale: Int

  /// Hangul that is not larger than digits of that height, except beside the smallest digits.
  public init(digitHeight: Int) {
    scale = max(1, digitHeight / Self.lineHeight)
  }

  public var ascent: Int { (Self.lineHeight - Self.tail) * scale }

  /// Nil for a letter that is not a syllable of Hangul.
  public func glyph(_ letter: Unicode.Scalar) -> Glyph? {
    guard let rows = HangulSyllable(letter)?.rows else { return nil }
    let side = HangulSyllable.side * scale
    var coverage = [UInt8](repeating: 0, count: side * side)
    for y in 0..<side {
      for x in 0..<side where rows[y / scale] >> UInt16(x / scale) & 1 == 1 {
        coverage[y * side + x] = 15
      }
    }
    return Glyph(
      left: 0, top: ascent, size: Size(side, side), advance: side + scale, coverage: coverage)
  }
}

extension Unicode.Scalar {
  /// Whether it is a syllable of Hangul.
  public var isHangul: Bool { HangulSyllable(self) != nil }
}
