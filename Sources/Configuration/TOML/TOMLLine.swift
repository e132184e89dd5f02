/// A line of a file as its words and marks, without comment: as much of TOML's grammar as is needed to
/// guess what the author of a wrong line meant.
struct TOMLLine {
  enum Piece: Equatable {
    /// A bare key, a number, or whatever else stands between blanks and marks.
    case word(String)
    /// Text between quotation marks, as it is written between them.
    case text(String, mark: Character)
    /// A quotation mark whose second one is missing.
    case unclosed
    /// What is neither of these: `=`, brackets, a comma.
    case mark(Character)
  }

  private static let marks: Set<Character> = ["=", "[", "]", "{", "}", ",", ";"]
  /// What word processors and phones write in place of quotation marks.
  static let curly: Set<Character> = ["“", "”", "„", "‟", "‘", "’", "‚", "«", "»", "`", "´"]

  let pieces: [Piece]

  init(_ line: String) {
    var pieces: [Piece] = []
    var rest = Substring(line.first == "\u{FEFF}" ? line.dropFirst() : line[...])
    while let letter = rest.first, letter != "#" {
      if letter == "\"" || letter == "'" {
        pieces.append(Self.popText(letter, &rest))
      } else if Self.marks.contains(letter) || Self.curly.contains(letter) {
        pieces.append(.mark(letter))
        rest.removeFirst()
      } else if letter.isWhitespace {
        rest.removeFirst()
      } else {
        let word = rest.prefix {
          !$0.isWhitespace && !"\"'#".contains($0) && !Self.marks.contains($0)
            && !Self.curly.contains($0)
        }
        pieces.append(.word(String(word)))
        rest = rest[word.endIndex...]
      }
    }
    self.pieces = pieces
  }

  private static func popText(_ mark: Character, _ rest: inout Substring) -> Piece {
    rest.removeFirst()
    var text = ""
    while let letter = rest.popFirst() {
      if letter == mark { return .text(text, mark: mark) }
      text.append(letter)
      if letter == "\\", mark == "\"", let escaped = rest.popFirst() { text.append(escaped) }
    }
    return .unclosed
  }

  /// The key that the line gives a value, as it is written; nil where it gives none.
  var key: String? {
    guard pieces.count > 1, pieces[1] == .mark("=") else { return nil }
    switch pieces[0] {
    case .word(let word): return word
    case .text(let text, _): return text
    default: return nil
    }
  }

  /// What stands behind the first `=`; nil where there is none.
  var value: ArraySlice<Piece>? {
    pieces.firstIndex(of: .mark("=")).map { pieces[($0 + 1)...] }
  }

  /// The name of the table that begins here, and whether that is one of a list; nil where none
  /// does.
  var table: (name: String, isListed: Bool)? {
    let opened = pieces.prefix { $0 == .mark("[") }.count
    let names = pieces.dropFirst(opened).prefix { $0 != .mark("]") }
    let closed = pieces.dropFirst(opened + names.count)
    guard 1...2 ~= opened, closed.count == opened, closed.allSatisfy({ $0 == .mark("]") }) else {
      return nil
    }
    let words = names.map { piece in
      switch piece {
      case .word(let text), .text(let text, _): text
      default: ""
      }
    }
    guard !words.isEmpty, !words.contains("") else { return nil }
    return (words.joined(), opened == 2)
  }

  /// How many more brackets of a list are opened than closed.
  var depth: Int {
    pieces.reduce(0) { $0 + ($1 == .mark("[") ? 1 : $1 == .mark("]") ? -1 : 0) }
  }
}
