import CFreetype
import Pixels

/// A font at one size, letter by letter.
struct SizedFont {
  let ascent: Int
  private let font: Font
  /// In 1/64 pixel.
  private let size: FT_F26Dot6
  let smooth: Bool
  /// Each pixel of a smooth letter is lit or not.
  private let isCrisp: Bool
  /// Columns that each lit pixel is widened by.
  private let widening: Int
  /// Rows that letters stand higher than the font has them.
  private let lift: Int
  /// Columns that they stand further apart.
  private let spacing: Int
  /// The digits as they were measured to find the size, without their coverage; empty if none were.
  private var digits: [Glyph] = []

  /// A font at a whole number of pixels an em: each pixel is lit or not, and letters are `widening`
  /// columns wider.
  init(_ font: Font, pixels: Int, ascent: Int, widening: Int) {
    self.font = font
    self.ascent = ascent
    size = FT_F26Dot6(pixels * 64)
    smooth = false
    isCrisp = false
    self.widening = widening
    lift = 0
    spacing = 0
  }

  /// A smooth font with digits of exactly `digitHeight` rows or a little less; nil if the font lacks a
  /// digit, or no size fits.
  /// With `isCrisp`, a pixel that is covered by half or more is lit, and the others are not.
  init?(_ font: Font, digitHeight: Int, isCrisp: Bool) {
    self.isCrisp = isCrisp
    self.font = font
    ascent = digitHeight
    smooth = true
    widening = 0
    lift = 0
    spacing = 0
    // Digits are about 0.73 em high; their round tops reach further, so try down from there.
    let found = Self.largest(of: "0123456789", in: font, from: digitHeight * 64 * 100 / 70) {
      $0.above <= digitHeight
    }
    guard let found else { return nil }
    size = found.size
    digits = found.glyphs
  }

  /// Smooth Hangul beside digits of `digitHeight` rows: as high as they are, and a sixth below the
  /// line; beside the smallest digits it is higher. Nil where the font has none.
  /// With `isCrisp`, a pixel that is covered by half or more is lit, and the others are not.
  init?(hangul font: Font, digitHeight: Int, isCrisp: Bool) {
    // In fewer rows than these fourteen the strokes of a syllable run together.
    let above = max(12, digitHeight)
    let below = max(2, (digitHeight + 3) / 6)
    // The highest and the lowest of the usual syllables.
    let syllables = "김네비억총를빛"
    // Hangul is about 0.93 em from top to bottom.
    let found = Self.largest(of: syllables, in: font, from: (above + below) * 64 * 100 / 85) {
      $0.above + $0.below <= above + below
    }
    guard let found else { return nil }
    self.font = font
    ascent = digitHeight
    size = found.size
    smooth = true
    self.isCrisp = isCrisp
    widening = 0
    lift = above - found.extent.above
    // Syllables fill their cells: strokes of two of them would touch.
    spacing = 1
  }

  /// Rows that letters reach above the baseline and below it.
  private typealias Extent = (above: Int, below: Int)

  /// The largest size in which the letters fit, from `most` down; nil where the font lacks one of them
  /// or no size fits.
  private static func largest(
    of letters: String, in font: Font, from most: Int, where fits: (Extent) -> Bool
  ) -> (size: FT_F26Dot6, extent: Extent, glyphs: [Glyph])? {
    let step: FT_F26Dot6 = 16
    var size = FT_F26Dot6(most) / step * step
    while size > 4 * 64 {
      guard let (extent, glyphs) = measure(letters, in: font, size: size, while: fits) else {
        return nil
      }
      if fits(extent) { return (size, extent, glyphs) }
      size -= step
    }
    return nil
  }

  /// - Parameter fits: the letters after the first one that does not fit are not looked at.
  private static func measure(
    _ letters: String, in font: Font, size: FT_F26Dot6, while fits: (Extent) -> Bool
  ) -> (Extent, [Glyph])? {
    var (extent, glyphs) = ((above: 0, below: 0), [Glyph]())
    for letter in letters.unicodeScalars where fits(extent) {
      guard let glyph = measure(letter, in: font, size: size) else { return nil }
      extent.above = max(extent.above, glyph.top)
      extent.below = max(extent.below, glyph.size.height - glyph.top)
      glyphs.append(glyph)
    }
    return (extent, glyphs)
  }

  /// Measured from the letter's outline: finding a size takes a dozen tries, and none of them is drawn.
  private static func measure(
    _ letter: Unicode.Scalar, in font: Font, size: FT_F26Dot6
  ) -> Glyph? {
    let face = font.face
    let index = FT_Get_Char_Index(face, FT_ULong(letter.value))
    guard index != 0, FT_Set_Char_Size(face, 0, size, 0, 0) == 0,
      FT_Load_Glyph(face, index, tealight_ft_measure_smooth) == 0
    else { return nil }
    let slot = face.pointee.glyph!
    // Control points, as the bitmap is made around them. In 1/64 pixel.
    var box = FT_BBox()
    FT_Outline_Get_CBox(&slot.pointee.outline, &box)
    let (left, top) = (Int(box.xMin >> 6), Int(box.yMax + 63) >> 6)
    return Glyph(
      left: left, top: top,
      size: Size(Int(box.xMax + 63) >> 6 - left, top - Int(box.yMin >> 6)),
      advance: Int(slot.pointee.advance.x + 32) >> 6, coverage: [])
  }

  /// The letter without its coverage, where that is cheaper; nil where the font has no such letter.
  func measure(_ letter: Unicode.Scalar) -> Glyph? {
    guard smooth else { return glyph(letter) }
    if !digits.isEmpty, ("0"..."9").contains(letter) { return digits[Int(letter.value) - 0x30] }
    guard var glyph = Self.measure(letter, in: font, size: size) else { return nil }
    glyph.top += lift
    glyph.advance += spacing
    return glyph
  }

  /// Nil where the font has no such letter.
  func glyph(_ letter: Unicode.Scalar) -> Glyph? {
    let face = font.face
    let index = FT_Get_Char_Index(face, FT_ULong(letter.value))
    guard index != 0, FT_Set_Char_Size(face, 0, size, 0, 0) == 0,
      FT_Load_Glyph(face, index, smooth ? tealight_ft_load_smooth : tealight_ft_load_mono) == 0
    else { return nil }
    let slot = face.pointee.glyph.pointee
    var glyph = Glyph(
      left: Int(slot.bitmap_left), top: Int(slot.bitmap_top) + lift,
      size: Size(Int(slot.bitmap.width), Int(slot.bitmap.rows)),
      advance: (Int(slot.advance.x + 32) >> 6) + spacing,
      coverage: Self.coverage(slot.bitmap))
    if isCrisp { glyph.coverage = glyph.coverage.map { $0 < 8 ? 0 : 15 } }
    return widening == 0 ? glyph : glyph.widened(by: widening)
  }

  /// A FreeType bitmap of one bit or 256 greys, as coverage.
  private static func coverage(_ bitmap: FT_Bitmap) -> [UInt8] {
    let width = Int(bitmap.width)
    let height = Int(bitmap.rows)
    guard let rows = bitmap.buffer, width * height > 0 else { return [] }
    let isMono = bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_MONO.rawValue)
    var coverage = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      let row = rows + y * Int(bitmap.pitch)
      for x in 0..<width {
        coverage[y * width + x] =
          isMono
          ? row[x / 8] & 0x80 >> UInt8(x % 8) == 0 ? 0 : 15 : UInt8((Int(row[x]) * 15 + 127) / 255)
      }
    }
    return coverage
  }
}

extension Glyph {
  /// Bold by printing it again, a column further each time.
  fileprivate func widened(by columns: Int) -> Glyph {
    let wide = Size(size.width + columns, size.height)
    var bold = [UInt8](repeating: 0, count: wide.width * wide.height)
    for y in 0..<size.height {
      for x in 0..<size.width where coverage[y * size.width + x] != 0 {
        for shift in 0...columns { bold[y * wide.width + x + shift] = 15 }
      }
    }
    return Glyph(left: left, top: top, size: wide, advance: advance, coverage: bold)
  }
}
