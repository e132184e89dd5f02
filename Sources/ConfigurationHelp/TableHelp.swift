import Configuration

/// What people are told of a table and its keys: in manuals, and by editors. It is no part of the
/// daemon, which only reads. What a key may be and its default come from its description.
///
/// Text between backticks is typed as it is.
struct TableHelp: Sendable {
  /// Nil for a table that needs no explanation.
  let sentence: String?
  /// By their names.
  let keys: [String: KeyHelp]

  init(_ sentence: String? = nil, keys: [String: KeyHelp]) {
    (self.sentence, self.keys) = (sentence, keys)
  }
}

/// What a key does.
struct KeyHelp: Sendable, ExpressibleByStringLiteral {
  let sentence: String
  /// What holds where the key is left out, if that is not a single value.
  let defaultText: String?

  init(_ sentence: String, default defaultText: String? = nil) {
    (self.sentence, self.defaultText) = (sentence, defaultText)
  }

  init(stringLiteral sentence: String) { self.init(sentence) }
}

extension TableDescription {
  /// Its kind without brackets: `link`, `exchange.NAME`; empty for the file itself.
  var name: String {
    kind.hasPrefix("[") ? String(kind.filter { $0 != "[" && $0 != "]" }) : ""
  }

  /// What the table is for; nil where it needs no explanation.
  var sentence: String? { TableHelp.all[name]?.sentence }

  func help(for key: KeyDescription) -> KeyHelp? { TableHelp.all[name]?.keys[key.name] }

  /// What documents say of each of its keys that is no table.
  func entries(_ words: inout ValueWords) -> [KeyEntry] {
    keys.filter { $0.shape.table == nil }.map { key in
      let help = help(for: key)
      let reference = name.isEmpty ? "`\(key.name)`" : "`\(key.name)` of `\(kind)`"
      return KeyEntry(
        name: key.name, sentence: help?.sentence ?? "",
        value: words.words(key.shape, of: reference).asSentence,
        defaultText: help?.defaultText ?? key.defaultValue.map { "`\($0)`" },
        isNeeded: key.isNeeded)
    }
  }

  /// The table and all tables in it, of those with the same keys only the first.
  var kinds: [TableDescription] {
    var kinds = [self]
    for key in keys {
      guard let table = key.shape.table else { continue }
      for kind in table.kinds where !kinds.contains(where: { $0.kind == kind.kind }) {
        kinds.append(kind)
      }
    }
    return kinds
  }

  /// The titles of all tables with the same keys; what they have in common where those are many.
  func titles(for table: TableDescription) -> [String] {
    let titles = titles(of: table.kind)
    return titles.count <= 3 ? titles : [table.kind]
  }

  private func titles(of kind: String) -> [String] {
    (self.kind == kind ? [title] : []) + keys.flatMap { $0.shape.table?.titles(of: kind) ?? [] }
  }
}

/// What documents say of a key, with what is typed between backticks.
struct KeyEntry {
  let name: String
  let sentence: String
  /// What it may be, as a sentence.
  let value: String
  /// What holds where it is left out; nil where nothing does.
  let defaultText: String?
  let isNeeded: Bool
}

extension ValueShape {
  /// The table that it is, or is a list of.
  var table: TableDescription? {
    switch self {
    case .table(let table), .tables(let table, _): table
    default: nil
    }
  }
}
