/// A table of the configuration: its keys, and what holds where a file says nothing.
///
/// It is their only description: what is read, which keys messages name, what the manual and the
/// manual page list, and what editors check all come from here.
struct Table<Values: Sendable>: Sendable {
  /// As a file writes it: `[link]`, `[[alert]]`; `the file` of what stands above all tables.
  let title: String
  private let kind: String
  private let defaults: Values
  let keys: [Key<Values>]
  private let alternatives: [[Key<Values>]]
  /// Checks the keys against each other.
  private let check: @Sendable (inout TableValues<Values>, inout Diagnostics) -> Void
  /// What is wrong with a key that is none of these; nil where it is simply unknown.
  private let complaint: @Sendable (TOML.Entry) -> Diagnostic?

  /// - Parameters:
  ///   - kind: one title for all tables that have the same keys.
  ///   - alternatives: sets of keys; a table must have exactly one whole set. This only describes it:
  ///     `check` reports where it is not so.
  init(
    _ title: String, kind: String? = nil, _ defaults: Values, _ keys: [Key<Values>],
    oneOf alternatives: [[Key<Values>]] = [],
    check: @escaping @Sendable (inout TableValues<Values>, inout Diagnostics) -> Void = { _, _ in },
    unknown complaint: @escaping @Sendable (TOML.Entry) -> Diagnostic? = { _ in nil }
  ) {
    self.title = title
    self.kind = kind ?? title
    self.defaults = defaults
    self.keys = keys
    self.alternatives = alternatives
    self.complaint = complaint
    self.check = check
  }

  var description: TableDescription {
    TableDescription(
      title: title, kind: kind, keys: keys.map { $0.describe(defaults) },
      alternatives: alternatives.map { $0.map(\.name) })
  }

  func read(_ table: TOMLTable, _ diagnostics: inout Diagnostics) -> TableValues<Values> {
    read(table, into: defaults, &diagnostics)
  }

  /// Reads a table as far as it can be read, and names all that is wrong with it.
  /// - Parameter values: what holds where it says nothing.
  func read(
    _ table: TOMLTable, into values: Values, _ diagnostics: inout Diagnostics
  ) -> TableValues<Values> {
    var result = TableValues(values: values, location: table.location)
    for key in keys {
      guard let entry = table.entries.first(where: { $0.key == key.name }) else {
        switch key.need {
        case .none: break
        case .name: diagnostics.error("\(title) needs \(key.name)", at: table.location)
        case .reason(let reason):
          diagnostics.error("\(title) needs \(key.name): \(reason)", at: table.location)
        }
        continue
      }
      let isGood = key.read(entry, &result.values, &diagnostics)
      result.note(entry, isGood: isGood)
    }
    check(&result, &diagnostics)
    let known = keys.map { $0.name }
    for entry in table.entries where !known.contains(entry.key) {
      // In TOML every key below a table's name belongs to that table. A board's file is a table
      // without a name.
      let isBelow = table.title.hasPrefix("[") && entry.location.file == table.location.file
      let hint =
        isBelow && RootTable.topNames.contains(entry.key)
        ? "; it belongs above the first [table]" : entry.key.hint(among: known)
      diagnostics.error(
        complaint(entry)
          ?? Diagnostic("\(table.title) has no key \"\(entry.key)\"\(hint)", at: entry.location))
    }
    return result
  }

  /// The table that an entry of the table around it must be.
  func find(in entry: TOML.Entry, _ diagnostics: inout Diagnostics) -> TOMLTable? {
    if case .table(let entries) = entry.value.value {
      return TOMLTable(title: title, entries: entries, location: entry.location)
    }
    diagnostics.error(
      "\(entry.key) is \(entry.value.kind); it must be a table, \(title)", at: entry.location)
    return nil
  }

  /// The tables that an entry must be a list of.
  func findAll(in entry: TOML.Entry, _ diagnostics: inout Diagnostics) -> [TOMLTable] {
    guard case .list(let list) = entry.value.value else {
      diagnostics.error(
        "\(entry.key) is \(entry.value.kind); it must be a list of tables, each under \(title)",
        at: entry.location)
      return []
    }
    return list.compactMap { item in
      if case .table(let entries) = item.value {
        return TOMLTable(title: title, entries: entries, location: item.location)
      }
      diagnostics.error(
        "\(entry.key) holds \(item.kind); it must hold tables, \(title)", at: item.location)
      return nil
    }
  }
}

/// A table as it stands in a file.
struct TOMLTable: Sendable {
  /// What messages call it.
  var title: String
  var entries: [TOML.Entry]
  let location: Location

  func has<Values>(_ key: Key<Values>) -> Bool { entries.contains { $0.key == key.name } }

  /// Where a key stands; where the table does if it has none.
  func location<Values>(of key: Key<Values>) -> Location {
    entries.first { $0.key == key.name }?.location ?? location
  }
}

/// What a table of a file says, and where it says it.
@dynamicMemberLookup
struct TableValues<Values: Sendable>: Sendable {
  var values: Values
  let location: Location
  private var locations: [String: Location] = [:]
  private var good: Set<String> = []

  init(values: Values, location: Location) {
    self.values = values
    self.location = location
  }

  fileprivate mutating func note(_ entry: TOML.Entry, isGood: Bool) {
    locations[entry.key] = entry.location
    if isGood { good.insert(entry.key) }
  }

  subscript<Value>(dynamicMember path: KeyPath<Values, Value>) -> Value { values[keyPath: path] }

  /// Whether the file has the key, right or wrong.
  func has<Other>(_ key: Key<Other>) -> Bool { locations[key.name] != nil }

  /// Whether the file has the key, and it is what it must be.
  func holds<Other>(_ key: Key<Other>) -> Bool { good.contains(key.name) }

  /// Where a key stands; where the table does if it has none.
  func location<Other>(of key: Key<Other>) -> Location { locations[key.name] ?? location }
}
