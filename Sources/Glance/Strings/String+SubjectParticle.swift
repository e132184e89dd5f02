extension String {
  /// The Korean particle behind who acts: 이 after a consonant, 가 after a vowel. Hangul tells by its
  /// last part, a digit by what it is called (영, 일, 이…), and a Latin letter by itself.
  var subjectParticle: String {
    guard let letter = unicodeScalars.last else { return "" }
    let endsInVowel =
      switch letter {
      case "가"..."힣": (letter.value - 0xAC00) % 28 == 0
      case "0"..."9": "2459".unicodeScalars.contains(letter)
      default: "aeiouyAEIOUY".unicodeScalars.contains(letter)
      }
    return endsInVowel ? "가" : "이"
  }
}
