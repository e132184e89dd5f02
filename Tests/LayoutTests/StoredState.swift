/// Plain values: whoever holds one may write all of it, and no field of it depends on another.
let plainValues: Set = [
  "Candle", "Config", "ConfiguredAddress", "Frame", "GlanceScene", "JSONScanner", "KoreanMessage",
  "Preferences", "Rect", "TableValues", "WalletState",
]

/// Finds the stored properties of the types of a file.
///
/// A type is a struct, a class or an enum, at whatever depth; its extensions store nothing. A stored
/// property is a `let` or `var` one level inside its braces, without `static`, and without a body
/// that computes it: `{` at the end of its line begins one, unless the next line says `didSet` or
/// `willSet`. `lazy` ones count. A tuple of names counts each. A type decides something where it is a
/// class or has a function that is `mutating`, in its own braces or in an extension of the same
/// module. Its state is closed where every `var` is private to the file, or can only be read outside
/// of it.
struct StoredState: Equatable {
  let type: String
  let path: String
  var count = 0
  /// Those that others can write.
  var open: [String] = []
  var decides = false

  var complaints: [String] {
    guard decides else { return [] }
    let name = "\(path): \(type)"
    return
      (count > 20 && !plainValues.contains(type)
      ? ["\(name) stores \(count) things, and 20 are enough"] : [])
      + (open.isEmpty || plainValues.contains(type)
        ? [] : ["\(name) lets others write \(open.joined(separator: ", "))"])
  }

  /// - Parameter sources: all files of one module.
  static func all(in sources: [Source]) -> [StoredState] {
    var found: [StoredState] = []
    var mutating: Set<String> = []
    for source in sources {
      var parser = Parser(source)
      parser.run()
      found += parser.found
      mutating.formUnion(parser.mutating)
    }
    return found.map { state in
      var state = state
      state.decides = state.decides || mutating.contains(state.type)
      return state
    }
  }

  private struct Parser {
    private struct Scope {
      /// The type whose braces these are; nil for others.
      var type: String?
      /// Where it stands among those that were found; nil for an extension.
      var index: Int?
      /// Whether nobody outside of the file sees it.
      var isPrivate = false
    }

    let source: Source
    private(set) var found: [StoredState] = []
    private(set) var mutating: Set<String> = []
    private var scopes: [Scope] = []

    init(_ source: Source) { self.source = source }

    mutating func run() {
      let lines = source.code.map { Self.plain($0) }
      for (place, line) in lines.enumerated() {
        let next = place + 1 < lines.count ? lines[place + 1] : ""
        read(line, before: next)
      }
    }

    private mutating func read(_ line: String, before next: String) {
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
        .map(String.init)
      var opened: Scope?
      if let scope = scopes.last, let type = scope.type {
        if words.contains("mutating"), words.contains("func") { self.mutating.insert(type) }
        if let index = scope.index {
          store(line, words, before: next, into: index, isPrivate: scope.isPrivate)
        }
      }
      let kinds = ["struct", "class", "enum", "extension"]
      if let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
        words[..<kind].allSatisfy(Self.modifiers.contains), line.contains("{")
      {
        let name = words[kind + 1].split(separator: ".").last.map(String.init) ?? ""
        let isPrivate = words[..<kind].contains { $0 == "private" || $0 == "fileprivate" }
        opened = Scope(type: name, isPrivate: isPrivate || scopes.last?.isPrivate == true)
        if words[kind] != "extension" {
          opened?.index = found.count
          found.append(
            StoredState(type: name, path: source.path, decides: words[kind] == "class"))
        }
      }
      for letter in line {
        if letter == "{" {
          scopes.append(opened ?? Scope())
          opened = nil
        } else if letter == "}" {
          _ = scopes.popLast()
        }
      }
    }

    private mutating func store(
      _ line: String, _ words: [String], before next: String, into index: Int, isPrivate: Bool
    ) {
      guard let kind = words.firstIndex(where: { $0 == "let" || $0 == "var" }),
        words[..<kind].allSatisfy(Self.modifiers.contains), !words[..<kind].contains("static")
      else { return }
      let observers = ["didSet", "willSet"]
      let isObserved = observers.contains { line.contains($0) || next.contains($0) }
      let head = line.prefix { $0 != "=" }
      guard !head.contains("{") || isObserved else { return }
      found[index].count += 1
      let isReadOnly =
        isPrivate || words[..<kind].contains { $0 == "private" || $0 == "fileprivate" }
      if words[kind] == "var", !isReadOnly, kind + 1 < words.count {
        found[index].open.append(words[kind + 1])
      }
    }

    private static let modifiers: Set<String> = [
      "public", "package", "internal", "fileprivate", "private", "final", "indirect", "static",
      "lazy", "weak", "unowned", "nonisolated", "unsafe", "set", "override", "Sendable",
    ]

    /// Without text between quotes and without what a comment says.
    private static func plain(_ line: Substring) -> String {
      var plain = ""
      var isText = false
      var before: Character = " "
      for letter in line {
        if letter == "\"", before != "\\" {
          isText.toggle()
        } else if !isText {
          if letter == "/", before == "/" { return String(plain.dropLast()) }
          plain.append(letter)
        }
        before = letter
      }
      return plain
    }
  }
}
