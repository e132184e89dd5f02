import Pixels
import TestSupport
import Testing

@Suite struct LetteringTests {
  let letters = Lettering(BuiltInGlyphs())

  private func picture(_ text: String, _ size: Size, isCut: Bool = false) -> String {
    var frame = Frame(size)
    if isCut { frame.fill(frame.bounds, with: ColourRole.text.pixel()) }
    frame.write(text, x: 0, baseline: 7, role: .text, in: letters, isCut: isCut)
    return frame.roles
  }

  @Test("letters stand on the baseline, tails below it")
  func baseline() {
    #expect(
      picture("a,g1", Size(20, 8)) == """
        .................T..
        ................TT..
        .TTT......TTTT...T..
        ....T....T...T...T..
        .TTTT....T...T...T..
        T...T..T..TTTT...T..
        .TTTT..T.....T..TTT.
        ......T...TTT.......
        """)
  }

  @Test("letters can be cut out of full ground")
  func cut() {
    let cut = picture("₩+", Size(12, 8), isCut: true)
    let written = picture("₩+", Size(12, 8))
    #expect(cut == String(written.map { $0 == "T" ? "." : $0 == "." ? "T" : $0 }))
  }

  @Test("a text is as wide the second time, and as wide as its parts")
  func widths() {
    for text in ["148,737,000", "+1.2%", "−1.2%", "₩5 BTC", "\u{1}7", "한7"] {
      let fresh = Lettering(BuiltInGlyphs())
      let width = fresh.width(text)
      #expect(fresh.width(text) == width)
      #expect(text.reduce(0) { $0 + letters.width(String($1)) } == width)
    }
  }

  /// Counts what it is asked for.
  private final class Counted: Glyphs {
    var drawn: [Unicode.Scalar: Int] = [:]
    var measured: [Unicode.Scalar: Int] = [:]
    var ascent: Int { BuiltInGlyphs.digitHeight }
    func glyph(_ letter: Unicode.Scalar) -> Glyph? {
      drawn[letter, default: 0] += 1
      return BuiltInGlyphs().glyph(letter)
    }
    func measure(_ letter: Unicode.Scalar) -> Glyph? {
      measured[letter, default: 0] += 1
      return BuiltInGlyphs().glyph(letter)
    }
  }

  @Test("a letter is drawn once, whether the face has it or not, and again when it was let go of")
  func kept() {
    let counted = Counted()
    var bytes = 0
    let letters = Lettering(counted) { bytes += $0 }
    var frame = Frame(Size(60, 12))
    for count in 1...2 {
      for _ in 0..<3 { frame.write("a1a한中", x: 0, baseline: 9, role: .text, in: letters) }
      #expect(counted.drawn == ["a": count, "1": count, "한": count, "中": count])
      #expect(letters.extent("a한").above == 8)
      letters.forget()
    }
    let least =
      2
      * "a1한".unicodeScalars.reduce(0) { sum, letter in
        sum + BuiltInGlyphs().glyph(letter)!.coverage.count
      }
    #expect(least...least + 1_000 ~= bytes)
  }

  @Test("of letters that anybody may send no more are kept than a text needs")
  func bounded() {
    let counted = Counted()
    let letters = Lettering(counted)
    let hangul = (0..<UInt32(2 * Lettering.lettersMax)).map { Unicode.Scalar(0xAC00 + $0)! }
    for letter in hangul {
      #expect(letters.measure(letter)?.coverage == [])
      #expect(letters.glyph(letter)?.coverage.isEmpty == false)
    }
    #expect(hangul.allSatisfy { counted.drawn[$0] == 1 })
    for letter in [hangul[0], hangul.last!] { _ = letters.glyph(letter) }
    #expect(counted.drawn[hangul[0]] == 2 && counted.drawn[hangul.last!] == 1)
  }

  @Test("a letter is measured once, and not where it was drawn")
  func measured() {
    let counted = Counted()
    let letters = Lettering(counted)
    counted.measured = [:]
    for _ in 0..<3 {
      _ = letters.width("ab한中")
      _ = letters.extent("a한中")
    }
    #expect(counted.measured == ["a": 1, "b": 1, "한": 1, "中": 1] && counted.drawn.isEmpty)
    letters.forget()
    for letter in "a한".unicodeScalars { _ = letters.glyph(letter) }
    _ = letters.extent("a한")
    #expect(counted.measured["a"] == 1 && counted.measured["한"] == 1)
  }

  @Test("no digit and no sign moves what follows it")
  func tabular() {
    let widths = Set("0123456789".map { letters.width("+\($0),5%") })
    #expect(widths.count == 1)
    #expect(letters.width("+1") == letters.width("−1"))
    #expect(letters.width("1,1") < letters.width("111"))
  }

  @Test(
    "text that is too wide ends in an ellipsis, or is nothing",
    arguments: [("BTC/KRW", 50, "BTC/KRW"), ("BTC/KRW", 30, "BTC/…"), ("BTC/KRW", 5, "")])
  func fitted(text: String, width: Int, expected: String) {
    #expect(letters.fitted(text, width: width) == expected)
  }

  @Test("words are broken into lines, and the last line takes what is left")
  func lines() {
    #expect(
      letters.lines("not listed on Upbit", width: 60, count: 4) == ["not listed", "on Upbit"])
    #expect(letters.lines("not listed on Upbit", width: 62, count: 1) == ["not listed …"])
    #expect(letters.lines("not listed", width: 60, count: 0) == [])
  }

  @Test("a letter that the face lacks is an empty box")
  func missing() {
    #expect(picture("中", Size(6, 2)) == "TTTTT.\nT...T.")
  }

  @Test("the built-in face has every letter of ASCII, and what prices need", arguments: [1, 3])
  func builtIn(scale: Int) {
    let glyphs = BuiltInGlyphs(scale: scale)
    for code in 33...126 {
      let glyph = glyphs.glyph(Unicode.Scalar(UInt8(code)))
      #expect(glyph?.coverage.contains(15) == true, "\(code)")
      #expect(glyph?.size.height == 8 * scale)
    }
    for letter in "₩▲▼–…−".unicodeScalars { #expect(glyphs.glyph(letter) != nil) }
    #expect(glyphs.glyph("é") == nil)
  }
}
