import Configuration
import Wire

extension Secret {
  /// What stands for a key in a recording: which sources are asked depends on whether there was
  /// one, and not on what it was.
  static let recorded = Secret("***")
}

extension TOML {
  /// A configuration with the keys that a recording holds, and that a replay reads: those that
  /// shape feeds and pages.
  ///
  /// People attach recordings to bug reports, so a recording is a foreign file. What is run, opened
  /// or written is never taken from it: hooks, displays, inputs, files and folders come from the
  /// user's own configuration or not at all. Keys that no table knows are left out, too.
  /// - Returns: what is left, and the paths of the first keys that were left out, each once.
  var recordable: (kept: TOML, leftOut: [String]) {
    var leftOut: [String] = []
    return (recordable(Config.description(Catalogue()), [], &leftOut), leftOut)
  }

  private func recordable(
    _ table: TableDescription, _ path: [String], _ leftOut: inout [String]
  ) -> TOML {
    switch value {
    case .table(let entries):
      var kept: [Entry] = []
      for entry in entries {
        let path = path + [entry.key]
        if let key = table.keys.first(where: { $0.name == entry.key }), key.isRecorded,
          let value = entry.value.recordable(key, path, &leftOut)
        {
          kept.append(Entry(key: entry.key, location: entry.location, value: value))
        } else if leftOut.count < Self.leftOutMax, !leftOut.contains(path.joined(separator: ".")) {
          leftOut.append(path.joined(separator: "."))
        }
      }
      return TOML(location: location, value: .table(kept))
    case .list(let items):
      return TOML(
        location: location, value: .list(items.map { $0.recordable(table, path, &leftOut) }))
    default: return self
    }
  }

  /// The value of a key; nil where a table stands in place of a value, or a value in that of a
  /// table.
  private func recordable(
    _ key: KeyDescription, _ path: [String], _ leftOut: inout [String]
  ) -> TOML? {
    switch key.shape {
    case .table(let table), .tables(let table, _):
      isTables ? recordable(table, path, &leftOut) : nil
    case .secretFile:
      holdsTable ? nil : TOML(location: location, value: .text(Secret.recorded.text))
    default: holdsTable ? nil : withoutSecrets
    }
  }

  private var withoutSecrets: TOML {
    switch value {
    case .text(let text): TOML(location: location, value: .text(text.withoutSecrets))
    case .list(let items):
      TOML(location: location, value: .list(items.map(\.withoutSecrets)))
    default: self
    }
  }

  private static let leftOutMax = 9

  private var holdsTable: Bool {
    switch value {
    case .table: true
    case .list(let items): items.contains(where: \.holdsTable)
    default: false
    }
  }

  /// True for a table, and for a list of nothing else.
  private var isTables: Bool {
    switch value {
    case .table: true
    case .list(let items): items.allSatisfy(\.isTables)
    default: false
    }
  }
}
