/// A syllable of Hangul taken apart into its letters (Unicode 16, section 3.12), and drawn from them.
struct HangulSyllable {
  private let initial: Unicode.Scalar
  private let vowel: Unicode.Scalar
  private let final: Unicode.Scalar?

  private static let first: UInt32 = 0xAC00
  private static let initials = Array(HangulPicture.initialLetters.unicodeScalars)
  private static let vowels = Array(HangulPicture.vowelLetters.unicodeScalars)
  private static let finals = [nil] + HangulPicture.finalLetters.unicodeScalars.map(Optional.some)

  /// Columns and rows.
  static let side = 9

  /// Nil for a letter that is not a syllable.
  init?(_ letter: Unicode.Scalar) {
    guard letter.value >= Self.first else { return nil }
    let index = Int(letter.value - Self.first)
    let endings = Self.finals.count
    let initialIndex = index / (endings * Self.vowels.count)
    guard initialIndex < Self.initials.count else { return nil }
    initial = Self.initials[initialIndex]
    vowel = Self.vowels[index / endings % Self.vowels.count]
    final = Self.finals[index % endings]
  }

  /// Its rows from the top, the leftmost dot in the lowest bit.
  var rows: [UInt16] {
    var rows = [UInt16](repeating: 0, count: Self.side)
    for part in parts {
      for (y, row) in part.rows.enumerated() { rows[part.y + y] |= row << UInt16(part.x) }
    }
    return rows
  }

  private struct Part {
    var rows: [UInt16]
    var x: Int
    var y: Int

    init(_ rows: [UInt16]?, x: Int, y: Int) { (self.rows, self.x, self.y) = (rows ?? [], x, y) }
  }

  private var parts: [Part] { verticalParts ?? compoundParts ?? horizontalParts }

  private var verticalParts: [Part]? {
    guard let whole = HangulPicture.verticalVowels[9]?[vowel] else { return nil }
    guard let final else {
      return [Part(sideInitials[7]?[initial], x: 0, y: 1), Part(whole, x: 5, y: 0)]
    }
    let rows = rowsBesideVertical(over: final)
    let stem = HangulPicture.verticalVowels[rows == 3 ? 3 : 5]?[vowel]?.prefix(rows)
    // A shape that ends in the last column is closed there, too.
    let x = whole[0] & 0b1000 == 0 ? 1 : 2
    return [
      Part(sideInitials[rows]?[initial], x: 0, y: 0),
      Part(stem.map(Array.init), x: 5, y: 0),
      Part(HangulPicture.finals[8 - rows]?[final], x: x, y: 1 + rows),
    ]
  }

  private var compoundParts: [Part]? {
    guard let whole = HangulPicture.compoundVowels[9]?[vowel] else { return nil }
    guard let final else {
      return [Part(HangulPicture.cornerInitials[5]?[initial], x: 0, y: 0), Part(whole, x: 0, y: 0)]
    }
    let rows = HangulPicture.finals[2]?[final] == nil ? 3 : 2
    let x = whole[0] >> 8 == 0 ? 1 : 2
    return [
      Part(HangulPicture.cornerInitials[rows == 2 && !hasLeg ? 4 : 3]?[initial], x: 0, y: 0),
      Part(HangulPicture.compoundVowels[9 - rows]?[vowel], x: 0, y: 0),
      Part(HangulPicture.finals[rows]?[final], x: x, y: 9 - rows),
    ]
  }

  private var horizontalParts: [Part] {
    guard let final else {
      return [
        Part(HangulPicture.wideInitials[5]?[initial], x: 1, y: 0),
        Part(HangulPicture.horizontalVowels[4]?[vowel], x: 0, y: 5),
      ]
    }
    let rows = rowsAboveHorizontal(over: final)
    return [
      Part(HangulPicture.wideInitials[rows.initial]?[initial], x: 1, y: 0),
      Part(HangulPicture.horizontalVowels[3]?[vowel], x: 0, y: rows.vowel),
      Part(HangulPicture.finals[rows.final]?[final], x: 1, y: 9 - rows.final),
    ]
  }

  private var sideInitials: [Int: DotArt] {
    "ㅔㅖ".unicodeScalars.contains(vowel)
      ? HangulPicture.slimInitials : HangulPicture.cornerInitials
  }

  /// The vowel has a stroke down from its bar.
  private var hasLeg: Bool { "ㅜㅠㅝㅞㅟ".unicodeScalars.contains(vowel) }

  /// The strokes of these lie close to each other in three rows.
  private func isTall(_ final: Unicode.Scalar) -> Bool {
    "ㄶㄹㄺㄻㄼㄽㄾㄿㅀㅂㅄㅊㅋㅌㅎ".unicodeScalars.contains(final)
  }

  /// Rows of the initial where a row is free below it.
  private func rowsBesideVertical(over final: Unicode.Scalar) -> Int {
    let isLow = "ㄱㄲㄴㄷㄸㅁㅅㅆㅇㅈㅉ".unicodeScalars.contains(initial)
    if isLow, HangulPicture.finals[5]?[final] != nil, sideInitials[3] != nil { return 3 }
    return isTall(final) && initial != "ㄹ" && initial != "ㅌ" ? 4 : 5
  }

  private func rowsAboveHorizontal(
    over final: Unicode.Scalar
  ) -> (initial: Int, vowel: Int, final: Int) {
    let hasLow = HangulPicture.wideInitials[2]?[initial] != nil
    if vowel == "ㅡ", hasLow { return (2, 2, 4) }
    if hasLeg, initial == "ㄱ" || initial == "ㄴ" { return (2, 2, 3) }
    let isTall = "ㄹㅂㅃㅊㅋㅌㅎ".unicodeScalars.contains(initial)
    if isTall, HangulPicture.finals[2]?[final] != nil { return (4, 4, 2) }
    // Its feet may stand on the bar.
    if initial == "ㅊ", hasLeg { return (4, 3, 3) }
    return (3, 3, 3)
  }
}
