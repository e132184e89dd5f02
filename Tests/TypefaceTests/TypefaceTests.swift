import Glibc
import Pixels
import TestSupport
import Testing

@testable import Typeface

@Suite struct TypefaceTests {
  /// Tests of the fonts themselves need the packages; what is without them is tested everywhere.
  private static let hasFonts: Bool = {
    var missing: [String] = []
    let typeface = Typeface { missing.append($0) }
    _ = typeface.lettering(digitHeight: 15, weight: .bold, depth: .mono).glyph("비")
    _ = typeface.lettering(digitHeight: 15, weight: .bold, depth: .colour).glyph("비")
    _ = typeface.lettering(digitHeight: 15, weight: .regular, depth: .colour).glyph("비")
    _ = typeface.lettering(digitHeight: 15, weight: .condensedBold, depth: .colour)
    return missing.isEmpty
  }()

  private func glyphs(_ height: Int, _ weight: Weight, _ depth: Depth) -> any Glyphs {
    Typeface { _ in }.lettering(digitHeight: height, weight: weight, depth: depth)
  }

  @Test("each missing font is named once with its package, and plain letters stand in")
  func missing() {
    var lines: [String] = []
    let typeface = Typeface(folder: "/nowhere") { lines.append($0) }
    for depth in [Depth.mono, .colour] {
      for weight in [Weight.regular, .bold] {
        let glyphs = typeface.lettering(digitHeight: 15, weight: weight, depth: depth)
        #expect(glyphs.ascent == 14)
        #expect(glyphs.glyph("8") != nil)
        #expect(glyphs.glyph("비")?.size.height == HangulGlyphs.lineHeight)
        #expect(glyphs.glyph("中") == nil)
      }
    }
    _ = typeface.lettering(digitHeight: 15, weight: .condensedBold, depth: .colour)
    let packages = [
      "fonts-spleen", "fonts-inter", "fonts-unifont", "fonts-roboto-unhinted", "fonts-nanum",
    ]
    #expect(lines.count == packages.count)
    for package in packages {
      #expect(lines.filter { $0.hasSuffix("apt install \(package)") }.count == 1)
    }
  }

  @Test(
    "Hangul is about as high as the digits beside it, in one bit, too", .enabled(if: hasFonts),
    arguments: [Weight.regular, .bold])
  func hangulHeight(weight: Weight) {
    for depth in [Depth.mono, .colour] {
      for height in 10...60 {
        let letters = Typeface { _ in }.lettering(
          digitHeight: height, weight: weight, depth: depth)
        let hangul = letters.glyph("김")
        let rows = hangul?.size.height ?? 0
        #expect(rows * 4 >= letters.ascent * 3, "\(depth) \(height): \(rows)")
        #expect(hangul?.top ?? 0 <= max(13, letters.ascent), "\(depth) \(height)")
      }
    }
  }

  @Test("no font is opened before it is needed")
  func lazy() {
    var lines: [String] = []
    let typeface = Typeface(folder: "/nowhere") { lines.append($0) }
    _ = typeface.lettering(digitHeight: 7, weight: .bold, depth: .mono).glyph("8")
    #expect(lines.isEmpty)
  }

  @Test("letters of all faces together take no more than they may, and look the same again")
  func kept() {
    let typeface = Typeface(folder: "/nowhere", bytesMax: 100_000) { _ in }
    let faces = [(7, Weight.bold), (14, .regular), (30, .condensedBold)].map {
      typeface.lettering(digitHeight: $0, weight: $1, depth: .colour)
    }
    let first = faces.map { $0.glyph("가") }
    var most = 0
    for value in UInt32(0xAC00)...0xAFFF {
      for face in faces { _ = face.glyph(Unicode.Scalar(value)!) }
      most = max(most, typeface.bytes)
    }
    #expect((50_000...100_000).contains(most))
    #expect(faces.map { $0.glyph("가") } == first && first.allSatisfy { $0 != nil })
  }

  @Test("digits are never higher than asked for, nor much lower", .enabled(if: hasFonts))
  func digitHeights() {
    for height in 9...60 {
      let smooth = glyphs(height, .bold, .colour)
      let tops = "0123456789".unicodeScalars.compactMap { smooth.glyph($0)?.top }
      #expect(tops.max() ?? 0 <= height)
      #expect(tops.max() ?? 0 >= height - 1)
    }
    for (height, regular, bold) in [
      (7, 7, 7), (8, 8, 8), (11, 10, 10), (14, 10, 14), (17, 15, 15), (18, 15, 18), (22, 20, 20),
      (39, 20, 39), (64, 40, 64),
    ] {
      #expect(glyphs(height, .regular, .mono).ascent == regular)
      #expect(glyphs(height, .bold, .mono).ascent == bold)
    }
  }

  @Test("one bit is lit or not, and smooth edges are in between", .enabled(if: hasFonts))
  func depths() {
    for letter in "0159₩비,%".unicodeScalars {
      for height in [7, 10, 20, 40] {
        let coverage = glyphs(height, .bold, .mono).glyph(letter)?.coverage ?? [1]
        #expect(coverage.allSatisfy { $0 == 0 || $0 == 15 }, "\(letter) \(height)")
      }
    }
    let smooth = glyphs(30, .bold, .colour).glyph("0")?.coverage ?? []
    #expect(smooth.contains { $0 > 0 && $0 < 15 })
  }

  @Test("Hangul of one bit comes in whole multiples of its size", .enabled(if: hasFonts))
  func wholeHangul() {
    #expect(glyphs(10, .regular, .mono).glyph("비")?.advance == 16)
    #expect(glyphs(40, .regular, .mono).glyph("비")?.advance == 48)
  }

  @Test("smooth Hangul is as high as digits are and no deeper than asked", .enabled(if: hasFonts))
  func smoothHangul() throws {
    let syllables = "비트코인천도지클래식골드원억만조달러한총를월빛끊김네워없음"
    for weight in [Weight.regular, .bold, .condensedBold] {
      for depth in [Depth.grey, .colour] {
        for height in [7, 8, 9, 10, 12, 14, 16, 18, 22, 29, 36, 48] {
          let face = glyphs(height, weight, depth)
          let drawn = try syllables.unicodeScalars.map { try #require(face.glyph($0)) }
          let above = max(12, face.ascent)
          let tops = drawn.map(\.top)
          #expect(tops.allSatisfy { $0 <= above } && tops.contains(above), "\(weight) \(height)")
          let below = drawn.map { $0.size.height - $0.top }.max() ?? 0
          let deepest = max(2, (face.ascent + 3) / 6)
          #expect(below <= deepest && below >= deepest - 1, "\(weight) \(height)")
          #expect(drawn.allSatisfy { $0.coverage.contains { 0 < $0 && $0 < 15 } })
          let columns = Set(drawn.map(\.advance))
          #expect(columns.count == 1, "every syllable is as wide")
          let right = drawn.map { $0.left + $0.size.width }.max() ?? 0
          let left = drawn.map(\.left).min() ?? 0
          #expect(right - left <= columns.first ?? 0, "\(weight) \(height): none reach each other")
        }
      }
    }
  }

  @Test("bold Hangul is heavier", .enabled(if: hasFonts))
  func boldHangul() throws {
    let ink = try [Weight.regular, .bold].map { weight in
      try #require(glyphs(16, weight, .colour).glyph("원")).coverage.reduce(0) { $0 + Int($1) }
    }
    #expect(ink[1] * 5 > ink[0] * 6)
  }

  @Test("without its own font Hangul on shades is Unifont's", .enabled(if: hasFonts))
  func substitute() throws {
    let folder = TemporaryFolder()
    let target = "\(Typeface.debianFolder)/opentype"
    try #require(symlink(target, "\(folder.path)/opentype") == 0)
    var lines: [String] = []
    let typeface = Typeface(folder: folder.path) { lines.append($0) }
    for weight in [Weight.regular, .bold] {
      let glyph = typeface.lettering(digitHeight: 16, weight: weight, depth: .colour).glyph("비")
      #expect(glyph == glyphs(16, weight, .mono).glyph("비"))
    }
    #expect(lines.count == 1 && lines[0].hasSuffix("apt install fonts-nanum"))
  }

  @Test("the font of smooth Hangul is opened for that alone")
  func others() {
    var lines: [String] = []
    let typeface = Typeface(folder: "/nowhere") { lines.append($0) }
    let mono = typeface.lettering(digitHeight: 16, weight: .bold, depth: .mono)
    for letter in "0Aa★▲₩é中비원".unicodeScalars { _ = mono.glyph(letter) }
    for weight in [Weight.regular, .bold, .condensedBold] {
      let smooth = typeface.lettering(digitHeight: 16, weight: weight, depth: .colour)
      for letter in "0Aa★▲₩é中".unicodeScalars { _ = smooth.glyph(letter) }
    }
    #expect(lines.contains { $0.contains("unifont") } && !lines.contains { $0.contains("nanum") })
    _ = typeface.lettering(digitHeight: 16, weight: .bold, depth: .grey).glyph("비")
    #expect(lines.last?.hasSuffix("apt install fonts-nanum") == true)
  }

  @Test("bold letters of one bit are wider strokes in the same cells", .enabled(if: hasFonts))
  func bold() throws {
    let regular = try #require(glyphs(15, .regular, .mono).glyph("1"))
    let bold = try #require(glyphs(15, .bold, .mono).glyph("1"))
    #expect(bold.advance == regular.advance)
    #expect(bold.coverage.count { $0 > 0 } > regular.coverage.count { $0 > 0 })
  }

  @Test("digits of a price are narrow, and drawn by hand in one bit", .enabled(if: hasFonts))
  func condensed() throws {
    for height in [28, 42, 60] {
      let wide = try #require(glyphs(height, .bold, .colour).glyph("8"))
      let narrow = try #require(glyphs(height, .condensedBold, .colour).glyph("8"))
      #expect(narrow.advance * 10 <= wide.advance * 9)
    }
    for height in [10, 12, 15, 18, 20, 24, 26, 30, 36, 40, 48, 52, 60, 72, 80, 104] {
      let drawn = glyphs(height, .condensedBold, .mono)
      #expect(drawn.ascent == height && glyphs(height + 1, .condensedBold, .mono).ascent == height)
      for digit in "0123456789".unicodeScalars {
        let glyph = try #require(drawn.glyph(digit))
        #expect(glyph.top == height && glyph.size.height == height)
        #expect(glyph.advance * 4 <= height * 3, "\(height)")
      }
    }
    #expect(glyphs(9, .condensedBold, .mono).ascent == 8)
  }

  @Test("packages are named whose fonts are not there")
  func packages() {
    let packages = ["fonts-spleen", "fonts-inter", "fonts-roboto-unhinted", "fonts-unifont"]
    func missing(_ hasHangul: Bool) -> [String] {
      Typeface.missing(in: "/nowhere", hasHangul: hasHangul).map(\.package)
    }
    #expect(missing(false) == packages && missing(true) == packages + ["fonts-nanum"])
  }

  @Test("a minus is as wide as a plus, in every face", .enabled(if: hasFonts))
  func minus() throws {
    for depth in [Depth.mono, .colour] {
      for height in [7, 10, 20] {
        let face = glyphs(height, .bold, depth)
        let plus = try #require(face.glyph("+"))
        #expect(face.glyph("−")?.advance == plus.advance)
      }
    }
  }

  @Test("a letter that is measured is as large as the drawn one", .enabled(if: hasFonts))
  func measures() {
    for height in [7, 9, 12, 15, 23, 40, 77] {
      for weight in [Weight.regular, .bold, .condensedBold] {
        for depth in [Depth.mono, .grey, .colour] {
          let measuring = glyphs(height, weight, depth)
          let drawing = glyphs(height, weight, depth)
          for letter in "0123456789+−-,.:%₩₀ Aq비를中".unicodeScalars {
            var (measured, drawn) = (measuring.measure(letter), drawing.glyph(letter))
            measured?.coverage = []
            drawn?.coverage = []
            #expect(drawn != nil || !letter.isASCII || letter == " ")
            #expect(measured == drawn, "\(letter) at \(height), \(weight), \(depth)")
          }
        }
      }
    }
  }
}
