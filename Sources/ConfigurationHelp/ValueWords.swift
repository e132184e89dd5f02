import Configuration

/// Says in words what a value may be. Long lists of words are said once, and referred to afterwards.
struct ValueWords {
  private static let shortCount = 8

  /// Long lists that were said, and the key that has them.
  private var said: [(names: [String], key: String)] = []

  /// - Parameter key: whose value it is, as a reader finds it.
  mutating func words(_ shape: ValueShape, of key: String) -> String {
    switch shape {
    case .boolean: "`true` or `false`"
    case .onlyTrue: "`true`, or left out"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .integerOrZero(let range):
      "a whole number from \(range.lowerBound) to \(range.upperBound), or 0 for never"
    case .oneOfIntegers(let numbers): Self.either(numbers.map { "`\($0)`" })
    case .number(let range):
      "a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))"
    case .choice(let names): choice(names, of: key)
    case .assignment(let names):
      choice(names.map { "\($0)=VALUE" }, of: key)
    case .textOrNone(let meaning): Self.typed(meaning) + "; `\"\"` for none"
    case .text(let meaning), .path(let meaning), .secretFile(let meaning): Self.typed(meaning)
    case .url(let schemes): "a URL, \(Self.either(schemes.map { "`\($0)://`" }))"
    case .list(let item, let isUnique):
      "a list of at least one\(isUnique ? ", each once" : ""): \(words(item, of: key))"
    case .pair(let meaning): Self.typed(meaning)
    case .either(let shapes):
      shapes.map { words($0, of: key) }.reduce(into: [String]()) { parts, part in
        // Two lists that were said with one key are referred to once.
        if parts.last?.hasSuffix(part) != true { parts.append(part) }
      }.joined(separator: ", or ")
    case .table, .tables: ""
    }
  }

  private mutating func choice(_ names: [String], of key: String) -> String {
    if let known = said.first(where: { Set($0.names).isSubset(of: names) }) {
      let others = names.filter { !known.names.contains($0) }.map { "`\"\($0)\"`" }
      return (others + ["one of the values of \(known.key)"]).joined(separator: " or ")
    }
    if names.count > Self.shortCount { said.append((names, key)) }
    return Self.either(names.map { "`\"\($0)\"`" })
  }

  static func either(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func plain(_ number: Double) -> String {
    guard let whole = Int(exactly: number) else { return "\(number)" }
    let digits = String(whole)
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    return zeros < 6 ? digits : "\(digits.dropLast(zeros))e\(zeros)"
  }

  /// With what stands in quotation marks between backticks, as something that is typed.
  private static func typed(_ meaning: String) -> String {
    let parts = meaning.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      index % 2 == 0 ? String(part) : "`\"\(part)\"`"
    }.joined()
  }
}

extension String {
  /// As a sentence: a capital first, and a full stop.
  var asSentence: String {
    let isTyped = hasPrefix("`")
    return (isTyped ? self : prefix(1).uppercased() + dropFirst()) + (hasSuffix(".") ? "" : ".")
  }
}
