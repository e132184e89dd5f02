import Glibc

/// What is wrong with a line that is not TOML, in words for people who do not know TOML's grammar.
///
/// The parser says where it stopped. What was meant is guessed from that line and those before it;
/// where there is none of the usual mistakes, the parser's own words must do. No value is ever
/// repeated: it may be a secret. A word is repeated only where it is surely a key: a value stands
/// behind its `=`.
struct TOMLMistake {
  let text: String
  /// Where the mistake is, from 1: perhaps before the line at which the parser saw it.
  let line: Int

  /// - Parameters:
  ///   - lines: those of the file.
  ///   - number: the line at which the parser stopped, from 1.
  init?(in lines: [String], at number: Int) {
    guard lines.indices.contains(number - 1) else { return nil }
    // Between these marks a text may span several lines, and no line tells whether it is inside one.
    guard !lines.contains(where: { strstr($0, "\"\"\"") != nil || strstr($0, "'''") != nil }) else {
      return nil
    }
    let line = TOMLLine(lines[number - 1])
    if let mistake = Self.quotation(line) {
      self.init(text: mistake, line: number)
    } else if let begin = Self.openList(in: lines, before: number) {
      if line.pieces.isEmpty || line.key != nil || line.table != nil {
        self.init(text: Self.endlessList, line: begin)
      } else {
        self.init(text: Self.value(line.pieces[...]) ?? Self.missingComma, line: number)
      }
    } else if let mistake = Self.table(line) ?? Self.setting(line) {
      self.init(text: mistake, line: number)
    } else if let mistake = Self.repetition(in: lines, at: number) {
      self.init(text: mistake, line: number)
    } else {
      return nil
    }
  }

  private init(text: String, line: Int) {
    self.text = text
    self.line = line
  }

  private static let endlessList = "this list is not closed; add ] after its last value"
  private static let missingComma = "a comma is missing between two values of this list"

  private static func quotation(_ line: TOMLLine) -> String? {
    for case .mark(let mark) in line.pieces where TOMLLine.curly.contains(mark) {
      return "\(mark) is not a quotation mark in TOML; write \""
    }
    guard line.pieces.contains(.unclosed) else { return nil }
    return "a quotation mark is missing; a text has one at its beginning and one at its end"
  }

  /// The line of a list that begins before another line and does not end before it.
  private static func openList(in lines: [String], before number: Int) -> Int? {
    var depth = 0
    for index in lines.indices.prefix(number - 1).reversed() {
      let line = TOMLLine(lines[index])
      if line.table != nil { return nil }
      depth += line.depth
      if line.key != nil { return depth > 0 ? index + 1 : nil }
    }
    return nil
  }

  private static func table(_ line: TOMLLine) -> String? {
    guard line.pieces.first == .mark("["), line.table == nil else { return nil }
    return
      "a table begins with its name between [ and ], or between [[ and ]], on a line of its own"
  }

  /// What is wrong with a line that sets a key.
  private static func setting(_ line: TOMLLine) -> String? {
    guard case .word(let first)? = line.pieces.first else { return nil }
    if first.hasPrefix("//") { return "a comment begins with #" }
    if first.hasSuffix(":") { return "write = in place of the colon, as in: language = \"en\"" }
    guard let value = line.value else {
      return "there is no = on this line; a line has a key and its value, as in: language = \"en\""
    }
    guard let key = line.key else {
      let isWords = line.pieces.prefix(value.startIndex - 1).allSatisfy {
        if case .word(let word) = $0 { !word.contains(".") } else { false }
      }
      return isWords
        ? "a key is one word, but there are several before the =; join them with _" : nil
    }
    guard let begin = value.first else { return "there is no value after the =" }
    // A secret in base64 may end with ==: it is no key.
    guard begin != .mark("=") else {
      return "a key has one =, and its value behind it, as in: language = \"en\""
    }
    return self.value(begin == .mark("[") ? value : value.prefix(1))
      ?? remainder(behind: begin, value, of: key)
  }

  /// What is wrong with a value, or with one of a list.
  private static func value(_ pieces: ArraySlice<TOMLLine.Piece>) -> String? {
    guard !pieces.contains(.mark("{")) else { return nil }
    for case .text(let text, mark: "\"") in pieces where hasLoneBackslash(text) {
      return
        "a backslash is written \\\\ between these quotation marks; between ' and ' it is written \\"
    }
    for case .word(let word) in pieces {
      if ["true", "false"].contains(word) { continue }
      if ["true", "false", "yes", "no", "on", "off"].contains(word.lowercased()) {
        return "write true or false, in small letters and without quotation marks"
      }
      if word.first?.isNumber != true, word.first != "-", word.first != "+", word.first != "." {
        return "a text needs quotation marks: \"…\""
      }
      if !word.allSatisfy({ "0123456789._+-".contains($0) }), Double(word) == nil {
        return "a number is written without a unit, and a text needs quotation marks: \"…\""
      }
      if word.first == "." || word.last == "." {
        return "a number has a digit on both sides of its point: 0.5"
      }
      if word.count > 1, word.first == "0", word.allSatisfy(\.isNumber) {
        return "a number does not begin with 0"
      }
    }
    return nil
  }

  /// What is wrong behind the beginning of a value.
  private static func remainder(
    behind begin: TOMLLine.Piece, _ value: ArraySlice<TOMLLine.Piece>, of key: String
  ) -> String? {
    guard begin == .mark("[") else {
      if value.count < 2 || begin == .mark("{") { return nil }
      if case .word(let digits) = begin, value.dropFirst().first == .mark(",") {
        let groups = value.dropFirst().filter { $0 != .mark(",") }
        let isGrouped = groups.allSatisfy {
          if case .word(let group) = $0 {
            group.count == 3 && group.allSatisfy(\.isNumber)
          } else {
            false
          }
        }
        return isGrouped && digits.count <= 3
          ? "a number has no commas between thousands: 150000 or 150_000"
          : "a number has a point and no comma: 1.5"
      }
      return "there is text after the value of \(key.clipped); begin a new line for each key"
    }
    let items = zip(value, value.dropFirst())
    if items.contains(where: { $0.isValue && $1.isValue }) { return missingComma }
    let depth = value.reduce(0) { $0 + ($1 == .mark("[") ? 1 : $1 == .mark("]") ? -1 : 0) }
    if depth > 0 { return endlessList }
    return depth < 0 ? "this list has more ] than [" : nil
  }

  /// A backslash before a letter that must not follow one (TOML 1.0, "String").
  private static func hasLoneBackslash(_ text: String) -> Bool {
    var letters = text[...]
    while let letter = letters.popFirst() {
      if letter == "\\", !"btnfr\"\\uU".contains(letters.popFirst() ?? " ") { return true }
    }
    return false
  }

  /// What stands twice, and where it stands first.
  private static func repetition(in lines: [String], at number: Int) -> String? {
    let line = TOMLLine(lines[number - 1])
    let earlier = lines.indices.prefix(number - 1)
    if let table = line.table {
      let name = table.isListed ? "[[\(table.name.clipped)]]" : "[\(table.name.clipped)]"
      let same = earlier.first { TOMLLine(lines[$0]).table?.name == table.name }
      guard let same, let other = TOMLLine(lines[same]).table else { return nil }
      guard other.isListed == table.isListed else {
        return "\(name) has other brackets on line \(same + 1); write both the same way"
      }
      return "\(name) is already on line \(same + 1); put all keys below one of the two"
    }
    guard let key = line.key else { return nil }
    for index in earlier.reversed() {
      let other = TOMLLine(lines[index])
      if other.table != nil { return nil }
      if other.key == key {
        return "\(key.clipped) is already on line \(index + 1); delete one of the two"
      }
    }
    return nil
  }
}

extension TOMLLine.Piece {
  fileprivate var isValue: Bool {
    switch self {
    case .word, .text: true
    default: false
    }
  }
}

extension StringProtocol {
  /// As much of a name as a message needs.
  fileprivate var clipped: String { String(prefix(60)) }
}
