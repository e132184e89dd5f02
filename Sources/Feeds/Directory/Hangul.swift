/// How Hangul is put together (Unicode 16, section 3.12), as far as searching needs it.
///
/// A syllable is an initial consonant, a vowel and perhaps a final; each is counted from 0, finals
/// from 1. Consonants that stand alone are the compatibility jamo from U+3131 on.
enum Hangul {
  static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  /// `ㄱ` to `ㅎ`, with the finals that no syllable begins with.
  static let consonants: ClosedRange<UInt32> = 0x3131...0x314E

  private static let initials: [UInt32] = [
    0x3131, 0x3132, 0x3134, 0x3137, 0x3138, 0x3139, 0x3141, 0x3142, 0x3143, 0x3145, 0x3146, 0x3147,
    0x3148, 0x3149, 0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
  ]
  private static let finals: [UInt32] =
    [0] + (0x3131...0x314E).filter { ![0x3138, 0x3143, 0x3149].contains($0) }
  /// Finals of two consonants, and what they are made of.
  private static let pairs: [UInt32: (first: UInt32, second: UInt32)] = [
    0x3133: (0x3131, 0x3145), 0x3135: (0x3134, 0x3148), 0x3136: (0x3134, 0x314E),
    0x313A: (0x3139, 0x3131), 0x313B: (0x3139, 0x3141), 0x313C: (0x3139, 0x3142),
    0x313D: (0x3139, 0x3145), 0x313E: (0x3139, 0x314C), 0x313F: (0x3139, 0x314D),
    0x3140: (0x3139, 0x314E), 0x3144: (0x3142, 0x3145),
  ]

  /// The consonant that a syllable begins with.
  static func initial(of syllable: UInt32) -> UInt32 {
    initials[Int((syllable - 0xAC00) / 588)]
  }

  /// The initials that a keyboard joins where they are typed one after another: `ㄳ` is `ㄱ` and `ㅅ`.
  static func apart(_ consonant: UInt32) -> [UInt32] {
    pairs[consonant].map { [$0.first, $0.second] } ?? [consonant]
  }

  /// Consonants of the block from U+1100 on, which decomposed text is made of.
  static func consonant(conjoining scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x1100...0x1112: initials[Int(scalar - 0x1100)]
    case 0x11A8...0x11C2: finals[Int(scalar - 0x11A7)]
    default: nil
    }
  }

  /// The letter with a conjoining vowel or final added to it; nil where it takes none.
  static func compose(_ letter: UInt32, _ scalar: UInt32) -> UInt32? {
    if 0x1161...0x1175 ~= scalar, let initial = initials.firstIndex(of: letter) {
      return 0xAC00 + (UInt32(initial) * 21 + scalar - 0x1161) * 28
    }
    if 0x11A8...0x11C2 ~= scalar, syllables ~= letter, (letter - 0xAC00) % 28 == 0 {
      return letter + scalar - 0x11A7
    }
    return nil
  }

  /// What a syllable may become while it is being typed: `비` may become `빗`, `고` `과`, `달` `닭`.
  static func grown(_ syllable: UInt32) -> ClosedRange<UInt32> {
    let final = (syllable - 0xAC00) % 28
    if final > 0 {
      let last: UInt32 =
        switch final {
        case 1: 3
        case 4: 6
        case 8: 15
        case 17: 18
        default: final
        }
      return syllable...syllable + last - final
    }
    let vowel = (syllable - 0xAC00) / 28 % 21
    let more: UInt32 =
      switch vowel {
      case 8, 13: 3
      case 18: 1
      default: 0
      }
    return syllable...syllable + more * 28 + 27
  }

  /// A syllable whose last consonant begins the next one while that is being typed: `빝` is `비`
  /// and `ㅌ`. Nil where it ends with its vowel.
  static func split(_ syllable: UInt32) -> (syllable: UInt32, initial: UInt32)? {
    let final = (syllable - 0xAC00) % 28
    guard final > 0 else { return nil }
    let letter = finals[Int(final)]
    guard let (first, second) = pairs[letter] else { return (syllable - final, letter) }
    return (syllable - final + UInt32(finals.firstIndex(of: first)!), second)
  }
}
