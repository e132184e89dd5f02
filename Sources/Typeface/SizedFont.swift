import CFreetype
import Pixels

/// A font at one size, letter by letter.
struct SizedFont {
  let ascent: Int
  let descent: Int
  private let font: Font
  /// In 1/64 pixel.
  private let size: FT_F26Dot6
  private let smooth: Bool
  /// Each pixel of a smooth letter is lit or not.
  private let isCrisp: Bool
  /// Columns that each lit pixel is widened by.
  private let widening: Int

  /// At a whole number of pixels an em, each lit or not, and `widening` columns wider.
  init(_ font: Font, pixels: Int, ascent: Int, widening: Int) {
    self.font = font
    self.ascent = ascent
    descent = (pixels + 3) / 5
    size = FT_F26Dot6(pixels * 64)
    smooth = false
    isCrisp = false
    self.widening = widening
  }

  /// Smooth, with digits of exactly `digitHeight` rows or a little less; nil where it has none.
  /// With `isCrisp`, what is covered by half is lit, and the rest is not.
  init?(_ font: Font, digitHeight: Int, isCrisp: Bool) {
    self.isCrisp = isCrisp
    self.font = font
    ascent = digitHeight
    descent = (digitHeight + 2) / 3
    smooth = true
    widening = 0
    // Digits are about 0.73 em high; their round tops reach further, so try down from there.
    let step: FT_F26Dot6 = 16
    var size = FT_F26Dot6(digitHeight * 64 * 100 / 70) / step * step
    while size > 4 * 64 {
      if let height = Self.digitHeight(font, size: size), height <= digitHeight {
        self.size = size
        return
      }
      size -= step
    }
    return nil
  }

  /// Rows that the tallest digit reaches above the baseline.
  private static func digitHeight(_ font: Font, size: FT_F26Dot6) -> Int? {
    guard FT_Set_Char_Size(font.face, 0, size, 0, 0) == 0 else { return nil }
    var height = 0
    for digit in UInt8(ascii: "0")...UInt8(ascii: "9") {
      guard FT_Load_Char(font.face, FT_ULong(digit), tealight_ft_load_smooth) == 0 else {
        return nil
      }
      height = max(height, Int(font.face.pointee.glyph.pointee.bitmap_top))
    }
    return height
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
      left: Int(slot.bitmap_left), top: Int(slot.bitmap_top),
      size: Size(Int(slot.bitmap.width), Int(slot.bitmap.rows)),
      advance: Int(slot.advance.x + 32) >> 6, coverage: Self.coverage(slot.bitmap))
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
