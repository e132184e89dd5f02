import MarketData
import Pixels
import TestSupport
import Testing
import Typeface

@testable import Glance
@testable import State

@Suite struct NumeralsTests {
  private func price(
    _ price: Double?, _ decimals: Int = 0, width: Int = 99, _ language: Language = .english
  ) -> String {
    NumberFormatter(words: language.words).price(price, decimals: decimals) {
      $0.unicodeScalars.count <= width
    }
  }

  private func change(_ fraction: Double?, width: Int = 99) -> String {
    NumberFormatter(words: .english).change(fraction) { $0.unicodeScalars.count <= width }
  }

  @Test(
    "decimal text is rounded as people round",
    arguments: [
      (0.285, 2, "0.29"), (1.005, 2, "1.01"), (999.995, 2, "1,000.00"), (0.000952, 6, "0.000952"),
      (148_737_000, 0, "148,737,000"), (0.1 + 0.2, 1, "0.3"), (1e15, 2, "1,000,000,000,000,000.00"),
      (1e-12, 12, "0.000000000001"), (0, 2, "0.00"), (4.35, 1, "4.4"), (0.4, 0, "0"), (0.5, 0, "1"),
    ])
  func decimals(value: Double, decimals: Int, text: String) {
    #expect(Decimal(value)?.text(decimals) == text)
  }

  @Test("what has no end or is none is no decimal", arguments: [Double.nan, .infinity, -.infinity])
  func unending(value: Double) {
    #expect(Decimal(value) == nil)
    #expect(price(value) == "–")
    #expect(change(value) == "–")
  }

  @Test(
    "prices keep their digits while there is room",
    arguments: [
      (148_737_000, 0, 11, "148,737,000"), (148_737_000, 0, 10, "148.7370M"),
      (148_737_000, 0, 7, "148.74M"), (148_737_000, 0, 4, "149M"), (148_737_000, 0, 3, "–"),
      (0.000952, 6, 8, "0.000952"), (0.000952, 6, 7, "0.0₃952"), (0.000952, 2, 8, "0.000952"),
      (3_521.5, 1, 7, "3,521.5"), (3_521.5, 1, 6, "3,522"), (43_000.25, 2, 7, "43,000"),
      (999_999, 0, 6, "1,000K"), (1_234_567_890_123, 0, 7, "1.2346T"), (1e300, 0, 9, "1.00e300"),
      (95.2, 1, 99, "95.2"), (95.25, 0, 99, "95.3"), (0.5, 0, 99, "0.5"), (0.05, 0, 4, "0.05"),
      (12, 0, 1, "–"), (12, 0, 0, ""), (0.123456, 6, 6, "0.1235"), (0.1, 8, 5, "0.100"),
    ])
  func english(value: Double, decimals: Int, width: Int, text: String) {
    #expect(price(value, decimals, width: width) == text)
  }

  @Test(
    "a price whose zeros are counted has no digit that its market does not tell",
    arguments: [
      (0.00000069, 8, 10, "0.00000069"), (0.00000069, 8, 9, "0.0₆69"), (0.00000069, 8, 5, "0.0₆7"),
      (0.00000155, 8, 9, "0.0₅155"), (0.0000012, 10, 8, "0.0₅1200"), (0.00000069, 2, 9, "0.0₆69"),
    ])
  func countedZeros(value: Double, decimals: Int, width: Int, text: String) {
    #expect(price(value, decimals, width: width) == text)
  }

  @Test(
    "Korean counts in ten thousands",
    arguments: [
      (148_737_000, 8, "1.4874억"), (1_234_567_890_123, 8, "1.2346조"), (56_780, 5, "5.68만"),
      (1_234, 5, "1,234"),
    ])
  func korean(value: Double, width: Int, text: String) {
    #expect(price(value, width: width, .korean) == text)
  }

  @Test("no price of any size is wider than its rectangle", arguments: Language.allCases)
  func widths(language: Language) {
    var random = SeededGenerator(seed: 7)
    var wrong: [String] = []
    for power in -12...15 {
      for decimals in [0, 2, 8] {
        let scale = (0..<abs(power)).reduce(1.0) { scale, _ in power < 0 ? scale / 10 : scale * 10 }
        let value = .random(in: 1..<10, using: &random) * scale
        for width in 0...24 {
          let text = price(value, decimals, width: width, language)
          let digits = text.unicodeScalars.filter { ("0"..."9").contains($0) }
          let isSaid = digits.contains { $0 != "0" } || text == "–" || text.isEmpty
          if text.unicodeScalars.count > width || !isSaid { wrong.append("\(value) as \(text)") }
        }
      }
    }
    #expect(wrong == [])
  }

  @Test(
    "in pixels, no number is wider than its rectangle, and its last digit moves nothing",
    arguments: Language.allCases)
  func pixelWidths(language: Language) {
    let letters = Typeface { _ in }.lettering(digitHeight: 8, weight: .bold, depth: .mono)
    let numbers = NumberFormatter(words: language.words)
    var random = SeededGenerator(seed: 11)
    var wrong: [String] = []
    func check(_ texts: [String], _ width: Int) {
      // Digits have cells of one width, and so have signs.
      let shapes = texts.map { String($0.map { $0.isNumber ? "0" : $0 == "−" ? "+" : $0 }) }
      if shapes[0] != shapes[1] || texts.contains(where: { letters.width($0) > width }) {
        wrong.append("\(texts) in \(width)")
      }
    }
    for power in -12...15 {
      // Five digits that end in 4 and in 6.
      let digits = Int.random(in: 1_111..<8_888, using: &random) * 10
      let decimals = max(0, 4 - power)
      for width in 8...240 {
        let fits: (String) -> Bool = { letters.width($0) <= width }
        check(
          [digits + 4, digits + 6].map {
            numbers.price(Double("\($0)e\(power - 4)"), decimals: decimals, fits: fits)
          }, width)
        guard power <= 3 else { continue }
        check(
          [digits + 4, -digits - 6].map {
            numbers.change(Double("\($0)e\(power - 4)"), fits: fits)
          }, width)
      }
    }
    #expect(wrong == [])
  }

  @Test(
    "changes have a sign, and none where nothing changed",
    arguments: [
      (0.0123, "+1.23%"), (-0.0123, "−1.23%"), (0, "0.00%"), (-0.0, "0.00%"), (-0.00004, "0.00%"),
      (-0.00005, "−0.01%"), (0.07, "+7.00%"), (12.5, "+1250.00%"), (0.285, "+28.50%"),
    ])
  func changes(fraction: Double, text: String) {
    #expect(change(fraction) == text)
  }

  @Test("a change that is too wide loses decimals first, then itself")
  func wideChanges() {
    #expect(change(1.2345, width: 7) == "+123.5%")
    #expect(change(1.2345, width: 5) == "+123%")
    #expect(change(1.2345, width: 4) == "")
    #expect(change(nil) == "–")
    #expect(change(nil, width: 0) == "")
  }

  @Test(
    "ages are whole and in their largest unit",
    arguments: [
      (-1, "0 s", "0초"), (12, "12 s", "12초"), (59, "59 s", "59초"), (60, "1 min", "1분"),
      (3_599, "59 min", "59분"), (7_200, "2 h", "2시간"), (172_800, "2 d", "2일"),
    ])
  func ages(seconds: Int, english: String, korean: String) {
    #expect(NumberFormatter(words: .english).age(seconds) == english)
    #expect(NumberFormatter(words: .korean).age(seconds) == korean)
  }

  private static let amounts: [(Double, Int, String, String)] = [
    (0, 9, "0", "0"), (5, 9, "5", "5"), (0.25, 9, "0.25", "0.25"), (999.96, 9, "1,000", "1,000"),
    (4_123.456, 9, "4,123", "4,123"), (61_234_567_890, 9, "61.23B", "612.3억"),
    (1.98e12, 9, "1.98T", "1.98조"), (612_345_678_901, 6, "612.3B", "6,123억"),
    (612_345_678_901, 4, "612B", "0.6조"),
    (-1_234_567, 9, "−1.235M", "−123.5만"), (1e25, 9, "1.00e25", "1.00e25"), (1e25, 2, "–", "–"),
    (1e-9, 20, "0.0₈1", "0.0₈1"), (0.000123456, 9, "0.0001235", "0.0001235"),
    (.nan, 9, "–", "–"), (.infinity, 9, "–", "–"),
  ]

  @Test("amounts have four digits and a unit, or fewer digits where those do not fit")
  func amounts() {
    for (amount, room, english, korean) in Self.amounts {
      let texts = [Strings.english, .korean].map {
        NumberFormatter(words: $0).amount(amount) { $0.count <= room }
      }
      #expect(texts == [english, korean], "\(amount)")
    }
    #expect(NumberFormatter(words: .english).amount(nil) { _ in true } == NumberFormatter.unknown)
  }

  private static let briefs: [(Double, Int, Int, String, String)] = [
    (148_753_000, 0, 9, "148.8M", "1.488억"), (63_960_000, 0, 9, "63.96M", "6,396만"),
    (63_960_000, 0, 5, "64.0M", "0.64억"), (62_669_639, 0, 9, "62.67M", "6,267만"),
    (9_837_079, 0, 9, "9.837M", "983.7만"), (16_100_000, 0, 9, "16.10M", "1,610만"),
    (9_999.96, 2, 9, "10.00K", "1.000만"), (999_960_000, 0, 9, "1.000B", "10.00억"),
    (4_343, 0, 9, "4,343", "4,343"), (0.030521, 6, 9, "0.03052", "0.03052"),
    (0.00000155, 8, 9, "0.0₅155", "0.0₅155"), (0.00000155, 8, 6, "0.0₅16", "0.0₅16"),
    (3_160, 0, 9, "3,160", "3,160"), (0.21, 2, 9, "0.21", "0.21"), (95.2, 1, 9, "95.2", "95.2"),
  ]

  @Test("numbers of a column have four digits, in the units of their language alone")
  func briefly() {
    for (number, decimals, room, english, korean) in Self.briefs {
      let texts = [Strings.english, .korean].map {
        NumberFormatter(words: $0).brief(number, decimals: decimals) {
          $0.unicodeScalars.count <= room
        }
      }
      #expect(texts == [english, korean], "\(number) in \(room)")
    }
  }

  @Test("an end of a range is rounded away from what lies in it")
  func ends() {
    let numbers = NumberFormatter(words: .english)
    let ends: [(Double, String, String)] = [
      (146_617_000, "146M", "147M"), (148_287_000, "148M", "149M"), (148_000_000, "148M", "148M"),
      (999_500_000, "999M", "1.0B"), (4_343_700, "4.3M", "4.4M"),
    ]
    for (price, low, high) in ends {
      let texts = [Decimal.Rounding.towardZero, .awayFromZero].map {
        numbers.brief(price, decimals: 0, rounding: $0) { $0.count <= 4 }
      }
      #expect(texts == [low, high], "\(price)")
    }
  }

  @Test("in Korean less than ten thousand has no unit, and at last no comma")
  func thousands() {
    let numbers = NumberFormatter(words: .korean)
    for (room, text) in [(5, "1,308"), (4, "1308"), (3, "–")] {
      let fits: (String) -> Bool = { $0.unicodeScalars.count <= room }
      #expect(numbers.sizes([1_308, 2.5], fits: fits)[0] == text)
      #expect(numbers.brief(1_308, decimals: 0, fits: fits) == text)
    }
  }

  @Test("no number in Korean has an English unit, and none a power of ten below a quadrillion")
  func units() {
    let numbers = NumberFormatter(words: .korean)
    var wrong: [String] = []
    for power in -12...15 {
      for digits in [1.0, 1.98, 6.396, 9.99996] {
        let value = (0..<abs(power)).reduce(digits) { value, _ in
          power < 0 ? value / 10 : value * 10
        }
        for room in 1...20 {
          let fits: (String) -> Bool = { $0.unicodeScalars.count <= room }
          wrong += [
            numbers.price(value, decimals: 0, fits: fits),
            numbers.brief(value, decimals: 0, fits: fits), numbers.amount(value, fits: fits),
            numbers.sizes([value], fits: fits)[0],
          ].filter { $0.contains { "KMBTe".contains($0) } }
        }
      }
    }
    #expect(wrong == [])
  }

  @Test("digits that count zeros are in every face, and stand lower than others")
  func lowered() {
    let typeface = Typeface { _ in }
    var faces: [any Glyphs] = [DotGlyphs(), BuiltInGlyphs(scale: 1), BuiltInGlyphs(scale: 3)]
    for depth in [Depth.mono, .colour] {
      for height in [7, 8, 10, 12, 15, 20, 26, 40] {
        for weight in [Weight.regular, .bold, .condensedBold] {
          faces.append(typeface.lettering(digitHeight: height, weight: weight, depth: depth))
        }
      }
    }
    for face in faces {
      for count in 0..<10 as Range<UInt32> {
        let (digit, low) = (
          face.glyph(Unicode.Scalar(0x30 + count)!), face.glyph(Unicode.Scalar(0x2080 + count)!)
        )
        guard let digit, let low else {
          Issue.record("\(count) in \(face.ascent) rows")
          continue
        }
        #expect(low.top < digit.top, "\(count) in \(face.ascent) rows")
        #expect(low.size.height <= digit.size.height, "\(count) in \(face.ascent) rows")
      }
    }
  }

  @Test("in the smallest digits a comma hangs below the line that a point stands on")
  func commas() {
    let typeface = Typeface { _ in }
    for height in [7, 8, 10, 15] {
      let letters = typeface.lettering(digitHeight: height, weight: .regular, depth: .mono)
      let pictures = [",", "."].map { letter in
        var frame = Frame(Size(12, 28))
        frame.write(letter, x: 4, baseline: 20, role: .text, in: letters)
        return frame
      }
      #expect(zip(pictures[0].pixels, pictures[1].pixels).count { $0 != $1 } >= 3, "\(height)")
      #expect(pictures[0].inked.bottom > 20 && pictures[1].inked.bottom <= 20, "\(height)")
    }
  }
}
