extension String {
  /// Says what is known, and first what may have been meant.
  public func hint(among known: [String]) -> String {
    known.isEmpty ? "" : "; \(guess(among: known))known: \(known.quoted)"
  }

  /// The question which word was meant, with a blank after it; empty where none is near enough.
  public func guess(among known: [String]) -> String {
    nearest(among: known).map { "did you mean \"\($0)\"? " } ?? ""
  }
}

extension [String] {
  /// Each in quotation marks.
  public var quoted: String { map { "\"\($0)\"" }.joined(separator: ", ") }
}

extension String {
  /// The word that was most likely meant: the only one that begins so, else the one with the fewest
  /// wrong letters; nil where none is near enough.
  func nearest(among known: [String]) -> String? {
    let longer = known.filter { count > 2 && $0.hasPrefix(self) }
    if longer.count == 1 { return longer[0] }
    let letters = Array(lowercased().utf8.prefix(64))
    let reach = max(letters.count > 3 ? 2 : 1, letters.count / 3)
    return known.map { (name: $0, edits: edits(letters, Array($0.lowercased().utf8))) }
      .filter { $0.edits <= reach }
      .min { $0.edits < $1.edits }?.name
  }
}

/// How many letters must be changed, added or taken away (Levenshtein, 1965).
private func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var row = Array(0...b.count)
  for (i, letter) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for j in b.indices {
      let change = diagonal + (letter == b[j] ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(change, row[j] + 1, diagonal + 1)
    }
  }
  return row[b.count]
}
