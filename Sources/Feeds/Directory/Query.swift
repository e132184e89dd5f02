import MarketData

/// A search among markets: words that must all be found in codes and names.
///
/// Case, accents and punctuation do not count. Hangul is found by its initial consonants too (`ㅂㅌ`
/// finds 비트코인), and while its last syllable is being typed (`빝` does as well).
public struct Query: Sendable {
  /// How well a market fits, the best first.
  public enum Rank: Int, CaseIterable, Comparable, Sendable {
    /// The very code, `BASE/QUOTE` or `exchange:CODE`.
    case code
    case base, name
    /// The beginning of a code or name, or of a word in them.
    case prefix, word
    /// The initial consonants of a whole name, or of its beginning or that of a word in it.
    case nameInitials, initials
    /// Anything within a word.
    case inside

    public static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  private let words: [Word]
  /// All words as if they were one: names are written with and without spaces.
  private let whole: Word

  public init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).map { Word(String($0)) }
    whole = Word(text)
  }

  /// True where nothing is looked for, and everything fits.
  public var isEmpty: Bool { words.isEmpty }

  /// The entries that fit, the best first; those that fit equally well keep their order.
  public func found(in entries: [DirectoryEntry]) -> [DirectoryEntry] {
    guard !isEmpty else { return entries }
    var groups = [[DirectoryEntry]](repeating: [], count: Rank.allCases.count)
    for entry in entries {
      if let rank = rank(of: entry) { groups[rank.rawValue].append(entry) }
    }
    return Array(groups.joined())
  }

  /// How well a market fits; nil where it does not.
  func rank(of entry: DirectoryEntry) -> Rank? {
    let fields = Fields(entry)
    let together = whole.rank(in: fields)
    guard words.count > 1 else { return together }
    var worst = Rank.code
    for word in words {
      guard let rank = word.rank(in: fields) else { return together }
      worst = max(worst, rank)
    }
    return together.map { min($0, worst) } ?? worst
  }

  /// The texts of a market that are compared.
  struct Fields {
    let exchange: FoldedText
    let code: FoldedText
    /// `BASE/QUOTE`
    let pair: FoldedText
    let baseCount: Int
    let names: [FoldedText]

    init(_ entry: DirectoryEntry) {
      let listing = entry.listing
      exchange = FoldedText(entry.exchange)
      code = FoldedText(listing.code)
      pair = FoldedText("\(listing.base)/\(listing.quote)")
      baseCount = FoldedText(listing.base).letters.count
      let korean = listing.names.korean
      names =
        [FoldedText(listing.names.english)]
        + (korean == listing.names.english ? [] : [FoldedText(korean)])
    }
  }

  /// One word of a query.
  struct Word: Sendable {
    private let letters: [UInt32]
    private let hasInitials: Bool

    init(_ text: String) {
      letters = FoldedText(text).plain
      hasInitials = letters.contains(where: Hangul.consonants.contains)
    }

    func rank(in fields: Fields) -> Rank? {
      // A word of punctuation alone has no letters left, and no market is called so.
      guard !letters.isEmpty else { return nil }
      if equals(fields.code.letters[...]) || equals(fields.pair.letters[...])
        || equals(fields.exchange.letters + fields.code.letters)
      {
        return .code
      }
      if equals(fields.pair.letters.prefix(fields.baseCount)) { return .base }
      // The code is the pair in another order: matches within it are found in the pair.
      var best: Rank? = end(in: fields.code.letters, from: 0) == nil ? nil : .prefix
      for text in [fields.pair] + fields.names {
        if best.map({ $0 <= .prefix }) ?? false { break }
        if let rank = rank(in: text.letters) { best = best.map { min($0, rank) } ?? rank }
      }
      return best
    }

    private func rank(in text: [UInt32]) -> Rank? {
      if equals(text[...]) { return .name }
      var best: Rank?
      for start in text.indices {
        guard let end = end(in: text, from: start) else { continue }
        if text[start] & FoldedText.wordStart != 0 {
          if !hasInitials { return start == 0 ? .prefix : .word }
          return start == 0 && end == text.count ? .nameInitials : .initials
        }
        // A match inside a word must not go beyond that word: WBT is not a match for KRW-BTC.
        if !text[start..<end].contains(where: { $0 & FoldedText.wordStart != 0 }) { best = .inside }
      }
      return best
    }

    private func equals(_ text: some RandomAccessCollection<UInt32>) -> Bool {
      text.count == letters.count
        && zip(letters, text).allSatisfy { $0 == $1 & ~FoldedText.wordStart }
    }

    /// Where the text goes on after this word, if the word stands at `start`.
    private func end(in text: [UInt32], from start: Int) -> Int? {
      guard text.count - start >= letters.count else { return nil }
      let last = letters.count - 1
      for index in 0..<last where !Self.fits(letters[index], text[start + index]) { return nil }
      let (letter, other) = (letters[last], text[start + last])
      guard Hangul.syllables ~= letter else {
        return Self.fits(letter, other) ? start + letters.count : nil
      }
      let plain = other & ~FoldedText.wordStart
      if Hangul.grown(letter) ~= plain { return start + letters.count }
      guard let (syllable, initial) = Hangul.split(letter), syllable == plain,
        start + letters.count < text.count, Self.fits(initial, text[start + letters.count])
      else { return nil }
      return start + letters.count + 1
    }

    private static func fits(_ wanted: UInt32, _ letter: UInt32) -> Bool {
      let plain = letter & ~FoldedText.wordStart
      return wanted == plain
        || Hangul.consonants ~= wanted && Hangul.syllables ~= plain
          && Hangul.initial(of: plain) == wanted
    }
  }
}
