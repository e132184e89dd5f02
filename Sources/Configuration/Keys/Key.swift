/// Whether a table can do without a key, and what the message says where it cannot.
enum Need: Sendable {
  case none
  /// The message says that the key is needed.
  case name
  /// The message also says what the key must be.
  case reason(String)
}

/// One key of a table: its name, what it may be, and where in the table's values it goes.
struct Key<Values>: Sendable {
  let name: String
  let need: Need
  /// Takes what a file says into the values; false where it is not what it must be.
  let read: @Sendable (TOML.Entry, inout Values, inout Diagnostics) -> Bool
  /// Describes it as a key of a table that has these values where the file says nothing.
  let describe: @Sendable (_ defaults: Values) -> KeyDescription

  /// - Parameter isRecorded: false where a recording may not say it, though it names no file.
  init(
    _ name: String, need: Need = .none, isRecorded: Bool = true,
    shape: @autoclosure @escaping @Sendable () -> ValueShape,
    defaultValue: @escaping @Sendable (Values) -> String? = { _ in nil },
    read: @escaping @Sendable (TOML.Entry, inout Values, inout Diagnostics) -> Bool
  ) {
    self.name = name
    self.need = need
    self.read = read
    describe = { values in
      let found = shape()
      var isNeeded = true
      if case .none = need { isNeeded = false }
      return KeyDescription(
        name: name, shape: found, defaultValue: defaultValue(values), isNeeded: isNeeded,
        isRecorded: isRecorded && !found.isPath)
    }
  }

  /// A key that always has a value.
  init<Value>(
    _ name: String, _ path: any WritableKeyPath<Values, Value> & Sendable,
    _ type: ValueType<Value>, need: Need = .none, isRecorded: Bool = true
  ) {
    self.init(
      name, need: need, isRecorded: isRecorded, shape: type.shape,
      defaultValue: { type.literal($0[keyPath: path]) },
      read: { entry, values, diagnostics in
        guard let value = type.read(entry.value, name, &diagnostics) else { return false }
        values[keyPath: path] = value
        return true
      })
  }

  /// A key that has a value only where the file gives it one.
  init<Value>(
    _ name: String, optional path: any WritableKeyPath<Values, Value?> & Sendable,
    _ type: ValueType<Value>, need: Need = .none, isRecorded: Bool = true
  ) {
    self.init(
      name, need: need, isRecorded: isRecorded, shape: type.shape,
      defaultValue: { $0[keyPath: path].flatMap(type.literal) },
      read: { entry, values, diagnostics in
        guard let value = type.read(entry.value, name, &diagnostics) else { return false }
        values[keyPath: path] = value
        return true
      })
  }

  /// The same key of a table that has these values among its own.
  func within<Outer>(_ path: any WritableKeyPath<Outer, Values> & Sendable) -> Key<Outer> {
    let (read, describe) = (read, describe)
    return Key<Outer>(
      name: name, need: need,
      read: { entry, values, diagnostics in read(entry, &values[keyPath: path], &diagnostics) },
      describe: { describe($0[keyPath: path]) })
  }

  private init(
    name: String, need: Need,
    read: @escaping @Sendable (TOML.Entry, inout Values, inout Diagnostics) -> Bool,
    describe: @escaping @Sendable (Values) -> KeyDescription
  ) {
    self.name = name
    self.need = need
    self.read = read
    self.describe = describe
  }
}

// Keys that are tables. A table is made only where a file has it: most files have few of them, and the
// runtime makes the types of a table's keys at the first use. Each key says whether a recording may
// have its table: one that runs, opens or writes anything is never taken from a recording.
extension Key {
  static func table<Inner>(
    _ name: String, _ path: any WritableKeyPath<Values, Inner> & Sendable,
    _ table: @autoclosure @escaping @Sendable () -> Table<Inner>,
    isRecorded: Bool
  ) -> Key {
    Key(name, isRecorded: isRecorded, shape: .table(table().description)) {
      entry, values, diagnostics in
      let table = table()
      guard let found = table.find(in: entry, &diagnostics) else { return false }
      values[keyPath: path] =
        table.read(found, into: values[keyPath: path], &diagnostics).values
      return true
    }
  }

  /// A table that is nil where the file does not have it.
  static func table<Inner>(
    _ name: String, optional path: any WritableKeyPath<Values, Inner?> & Sendable,
    _ table: @autoclosure @escaping @Sendable () -> Table<Inner>,
    isRecorded: Bool
  ) -> Key {
    Key(name, isRecorded: isRecorded, shape: .table(table().description)) {
      entry, values, diagnostics in
      let table = table()
      guard let found = table.find(in: entry, &diagnostics) else { return false }
      values[keyPath: path] = table.read(found, &diagnostics).values
      return true
    }
  }

  /// A table that is asked later for what it holds, and where.
  static func table<Inner>(
    _ name: String, whole path: any WritableKeyPath<Values, TableValues<Inner>?> & Sendable,
    _ table: @autoclosure @escaping @Sendable () -> Table<Inner>,
    isRecorded: Bool
  ) -> Key {
    Key(name, isRecorded: isRecorded, shape: .table(table().description)) {
      entry, values, diagnostics in
      let table = table()
      guard let found = table.find(in: entry, &diagnostics) else { return false }
      values[keyPath: path] = table.read(found, &diagnostics)
      return true
    }
  }

  /// A list of tables.
  static func tables<Inner>(
    _ name: String, _ path: any WritableKeyPath<Values, [TableValues<Inner>]> & Sendable,
    _ table: @autoclosure @escaping @Sendable () -> Table<Inner>,
    countMax: Int? = nil, isRecorded: Bool
  ) -> Key {
    Key(name, isRecorded: isRecorded, shape: .tables(table().description, countMax: countMax)) {
      entry, values, diagnostics in
      let table = table()
      values[keyPath: path] = table.findAll(in: entry, &diagnostics).map {
        table.read($0, &diagnostics)
      }
      return true
    }
  }

  /// A list of tables that are read later.
  static func tables<Inner>(
    _ name: String, unread path: any WritableKeyPath<Values, [TOMLTable]> & Sendable,
    _ table: @autoclosure @escaping @Sendable () -> Table<Inner>,
    isRecorded: Bool
  ) -> Key {
    Key(name, isRecorded: isRecorded, shape: .tables(table().description, countMax: nil)) {
      entry, values, diagnostics in
      values[keyPath: path] = table().findAll(in: entry, &diagnostics)
      return true
    }
  }
}
