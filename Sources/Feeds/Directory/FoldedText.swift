/// A text as searching compares it: only letters and digits, in lower case, without accents, Hangul
/// composed. It also keeps where words begin.
struct FoldedText {
  /// Unicode scalars, the first of each word with `wordStart` added.
  private(set) var letters: [UInt32] = []

  static let wordStart: UInt32 = 1 << 31

  init(_ text: String) {
    letters.reserveCapacity(text.utf8.count)
    var isStart = true
    for scalar in text.unicodeScalars { add(scalar.value, &isStart) }
  }

  /// The letters without the marks of words.
  var plain: [UInt32] { letters.map { $0 & ~Self.wordStart } }

  private mutating func add(_ scalar: UInt32, _ isStart: inout Bool) {
    switch scalar {
    case 0x30...0x39, 0x61...0x7A: append(scalar, &isStart)
    case 0x41...0x5A: append(scalar + 32, &isStart)
    case 0..<0xC0, 0x2000...0x206F, 0x3000...0x3003: isStart = true
    case 0xC0...0x17F: append(Self.latin[Int(scalar - 0xC0)], &isStart)
    // Accents that follow their letter, and variation selectors.
    case 0x300...0x36F, 0xFE00...0xFE0F: break
    case 0x1100...0x11FF: addConjoining(scalar, &isStart)
    case Hangul.consonants:
      for consonant in Hangul.apart(scalar) { append(consonant, &isStart) }
    case 0xFF01...0xFF5E: add(scalar - 0xFEE0, &isStart)
    case 0x2E80...: append(scalar, &isStart)
    default:
      let small = Unicode.Scalar(scalar)?.properties.lowercaseMapping.unicodeScalars.first?.value
      append(small ?? scalar, &isStart)
    }
  }

  private mutating func addConjoining(_ scalar: UInt32, _ isStart: inout Bool) {
    if !isStart, let last = letters.last,
      let whole = Hangul.compose(last & ~Self.wordStart, scalar)
    {
      letters[letters.count - 1] = whole | last & Self.wordStart
    } else {
      let letter = Hangul.consonant(conjoining: scalar) ?? scalar
      for consonant in Hangul.apart(letter) { append(consonant, &isStart) }
    }
  }

  private mutating func append(_ letter: UInt32, _ isStart: inout Bool) {
    letters.append(isStart ? letter | Self.wordStart : letter)
    isStart = false
  }

  /// U+00C0 to U+017F without case and accents.
  private static let latin: [UInt32] = Array(
    ("aaaaaaæceeeeiiiiðnooooo×ouuuuyþßaaaaaaæceeeeiiiiðnooooo÷ouuuuyþy"
      + "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllll"
      + "nnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs")
      .unicodeScalars.map(\.value))
}
