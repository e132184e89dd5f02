/// The digits of prices for one bit, and all other letters from another face. Each drawn height also
/// exists twice and four times as large, with finer stairs.
public final class DigitGlyphs: Glyphs {
  public let ascent: Int
  private let cut: DigitPicture.Cut
  /// How often the drawing is doubled.
  private let doublings: Int
  private let others: any Glyphs

  /// The highest digits of no more than `digitHeight` rows; nil if all are higher.
  public init?(digitHeight: Int, others: any Glyphs) {
    let choices = (0...2).flatMap { doublings in
      DigitPicture.cuts.map { (height: $0.height << doublings, cut: $0, doublings: doublings) }
    }
    let fitting = choices.filter { $0.height <= digitHeight }
    // Of equal heights, the one that is doubled less often is drawn finer.
    guard let best = fitting.map(\.height).max(),
      let choice = fitting.first(where: { $0.height == best })
    else { return nil }
    (ascent, cut, doublings) = choice
    self.others = others
  }

  public func glyph(_ letter: Unicode.Scalar) -> Glyph? {
    cut.art[letter].map(draw) ?? others.glyph(letter)
  }

  /// Rows from the top, the leftmost dot in the lowest bit; rows without a dot are left out.
  private func draw(_ rows: [UInt16]) -> Glyph {
    let first = rows.firstIndex { $0 != 0 } ?? 0
    let last = rows.lastIndex { $0 != 0 } ?? 0
    let columns = 16 - rows.reduce(0, |).leadingZeroBitCount
    // Digits that are narrower than others stand in a cell as wide as theirs.
    var picture = rows[first...last].map { row in (0..<columns).map { row >> UInt16($0) & 1 == 1 } }
    for _ in 0..<doublings { picture = Self.doubled(picture) }
    let size = Size(columns << doublings, picture.count)
    return Glyph(
      left: 0, top: (cut.height - first) << doublings, size: size,
      advance: size.width + cut.gap << doublings, coverage: picture.joined().map { $0 ? 15 : 0 })
  }

  /// Twice as large: a corner of a pixel follows two neighbours that agree (Scale2x).
  private static func doubled(_ picture: [[Bool]]) -> [[Bool]] {
    let (height, width) = (picture.count, picture[0].count)
    func dot(_ x: Int, _ y: Int) -> Bool {
      (0..<height).contains(y) && (0..<width).contains(x) && picture[y][x]
    }
    return (0..<2 * height).map { row in
      (0..<2 * width).map { column in
        let (x, y) = (column / 2, row / 2)
        let beside = dot(x + (column % 2 == 0 ? -1 : 1), y)
        let opposite = dot(x + (column % 2 == 0 ? 1 : -1), y)
        let near = dot(x, y + (row % 2 == 0 ? -1 : 1))
        let far = dot(x, y + (row % 2 == 0 ? 1 : -1))
        return beside == near && beside != far && near != opposite ? beside : dot(x, y)
      }
    }
  }
}
