import MarketData
import Testing

@Suite("Text that is printed")
struct PrintedTextTests {
  /// Controls of C0 and C1, separators of lines, and every mark of direction (UAX #9).
  static let acting: [Unicode.Scalar] =
    (Array(0x00...0x1F) + Array(0x7F...0x9F) + Array(0x202A...0x202E) + Array(0x2066...0x2069)
    + [0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0xE0001]).compactMap { Unicode.Scalar($0) }

  @Test("holds no character that acts on a terminal, as JSON and on one line")
  func acting() {
    for scalar in Self.acting {
      let text = "a\(scalar)b"
      for printed in [text.asJSON, text.onOneLine] {
        #expect(!printed.unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
        #expect(printed.contains("a") && printed.contains("b"))
      }
    }
  }

  @Test("is written out as JSON has it")
  func escapes() {
    #expect("\u{9B}31m\u{202E}".asJSON == #""\u009b31m\u202e""#)
    #expect("\u{E0001}\n\"\\".asJSON == #""\udb40\udc01\u000a\"\\""#)
    #expect("\u{9B}31m\n".onOneLine == #"\u{009B}31m\n"#)
  }

  @Test("stays as it is where nothing in it acts")
  func plain() {
    for text in ["비트코인 · ₿ 1,234.5 é ▲", "", "🙂"] {
      #expect(text.onOneLine == text && text.asJSON == "\"\(text)\"")
    }
  }
}
