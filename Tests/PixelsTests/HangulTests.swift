import Testing

@testable import Pixels

@Suite("Hangul of nine rows")
struct HangulTests {
  private static let all = (0xAC00...0xD7A3).compactMap { Unicode.Scalar(UInt32($0)) }

  @Test("all 11,172 syllables have role, lie in 9×9, and no two look alike")
  func syllables() {
    var seen: [[UInt16]: Unicode.Scalar] = [:]
    for letter in Self.all {
      let rows = HangulSyllable(letter)?.rows ?? []
      #expect(rows.count == 9 && rows.allSatisfy { $0 >> 9 == 0 }, "\(letter)")
      #expect(rows.filter { $0 != 0 }.count >= 5, "\(letter)")
      let other = seen.updateValue(letter, forKey: rows)
      #expect(other == nil, "\(letter) looks like \(String(describing: other))")
    }
    #expect(seen.count == 11_172)
  }

  @Test("a syllable is as wide as any, and one more in front of it moves it as far")
  func widths() {
    let letters = Lettering(HangulGlyphs(digitHeight: 7))
    #expect(Self.all.allSatisfy { letters.width(String($0)) == 10 })
    #expect(letters.width("비트코인이더리움리플도지") <= 128)
  }

  @Test(
    "what is no syllable is left to other faces",
    arguments: ["A", "ㄱ", "\u{ABFF}", "\u{D7A4}", "中"])
  func others(letter: String) {
    let scalar = letter.unicodeScalars.first!
    #expect(!scalar.isHangul && HangulGlyphs(digitHeight: 7).glyph(scalar) == nil)
  }

  @Test("it is enlarged in whole steps, and is no larger than digits are", arguments: 7...60)
  func sizes(digitHeight: Int) throws {
    let glyph = try #require(HangulGlyphs(digitHeight: digitHeight).glyph("빨"))
    #expect(glyph.size.height % 9 == 0 && glyph.size.height <= max(9, digitHeight))
    #expect(glyph.size.height + 9 > digitHeight && glyph.advance == glyph.size.width * 10 / 9)
  }

  @Test("a typesetter takes it for Hangul, and its own letters for all else")
  func typesetter() {
    for height in [7, 12] {
      let own = BuiltInGlyphs()
      let low = LowHangul(BuiltInTypesetter())
        .lettering(digitHeight: height, weight: .bold, depth: .mono)
      #expect(low.ascent == own.ascent && low.glyph("8") == own.glyph("8"))
      #expect(low.glyph("é") == nil)
      #expect(low.glyph("금") == HangulGlyphs(digitHeight: 7).glyph("금"))
    }
    let high = LowHangul(BuiltInTypesetter(), upTo: 20)
      .lettering(digitHeight: 21, weight: .bold, depth: .mono)
    #expect(high.glyph("금") == BuiltInGlyphs(scale: 3).glyph("금"))
  }
}
