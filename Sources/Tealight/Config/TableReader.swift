/// One table of a file, read key by key; what nobody asked for is a mistake in the end.
struct TableReader {
  /// For messages: `[link]`; empty for what stands above all tables.
  let name: String
  let place: Place
  private var entries: [TOML.Entry]
  private var known: [String] = []
  private(set) var mistakes: [Mistake] = []

  init(_ name: String, _ entries: [TOML.Entry], at place: Place) {
    self.name = name
    self.entries = entries
    self.place = place
  }

  /// The entry of a key, once.
  mutating func take(_ key: String) -> TOML.Entry? {
    if !known.contains(key) { known.append(key) }
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
    return entries.remove(at: index)
  }

  /// True where every key that is there was taken.
  var isEmpty: Bool { entries.isEmpty }

  /// True for a key that is there and not taken yet.
  func has(_ key: String) -> Bool { entries.contains { $0.key == key } }

  /// True for a key that is there, not taken yet, and a whole number.
  func holdsInteger(_ key: String) -> Bool {
    entries.contains {
      guard $0.key == key, case .integer = $0.value.value else { return false }
      return true
    }
  }

  func place(of key: String) -> Place { entries.first { $0.key == key }?.place ?? place }

  mutating func complain(_ text: String, at place: Place? = nil) {
    mistakes.append(Mistake(place: place ?? self.place, text: text))
  }

  /// A text that is not empty and fits on a line.
  mutating func text(_ key: String, _ allowed: String) -> (String, Place)? {
    take(key).flatMap { text($0.value, named: key, allowed) }
  }

  mutating func text(_ toml: TOML, named key: String, _ allowed: String) -> (String, Place)? {
    guard case .text(let text) = toml.value, !text.isEmpty,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else {
      complain("\(key) is \(toml.kind); it must be \(allowed)", at: toml.place)
      return nil
    }
    return (text, toml.place)
  }

  /// Complains of a URL, which is said only where it can hold no password and no key: it goes to the
  /// log.
  mutating func complain(_ key: String, url: String, _ complaint: String, at place: Place) {
    let isOpen = !url.contains("@") && !url.contains("?")
    complain(key + (isOpen ? " is \"\(url)\"" : "") + "; \(complaint)", at: place)
  }

  mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
    guard let entry = take(key) else { return nil }
    guard case .integer(let integer) = entry.value.value, let value = Int(exactly: integer),
      range.contains(value)
    else {
      complain(
        "\(key) is \(entry.value.kind); "
          + "it must be a whole number from \(range.lowerBound) to \(range.upperBound)",
        at: entry.value.place)
      return nil
    }
    return value
  }

  mutating func truth(_ key: String) -> Bool? {
    guard let entry = take(key) else { return nil }
    if case .truth(let truth) = entry.value.value { return truth }
    complain("\(key) is \(entry.value.kind); it must be true or false", at: entry.value.place)
    return nil
  }

  /// A number with or without a point.
  mutating func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
    guard let entry = take(key) else { return nil }
    let value: Double? =
      switch entry.value.value {
      case .integer(let integer): Double(integer)
      case .number(let number): number
      default: nil
      }
    if let value, range.contains(value) { return value }
    complain(
      "\(key) is \(entry.value.kind); "
        + "it must be a number from \(range.lowerBound) to \(range.upperBound)",
      at: entry.value.place)
    return nil
  }

  /// One of a few texts.
  mutating func choice<Value>(_ key: String, among choices: [(name: String, Value)]) -> Value? {
    let names = choices.map(\.name)
    guard let (text, place) = text(key, "one of \(quoted(names))") else { return nil }
    if let choice = choices.first(where: { $0.name == text }) { return choice.1 }
    complain("unknown \(key) \"\(text)\"\(hint(text, among: names))", at: place)
    return nil
  }

  /// What is in a list, at least one.
  mutating func list(_ key: String, _ allowed: String) -> [TOML]? {
    guard let entry = take(key) else { return nil }
    guard case .list(let list) = entry.value.value, !list.isEmpty else {
      let found = entry.value.value == .list([]) ? "empty" : entry.value.kind
      complain("\(key) is \(found); it must be \(allowed)", at: entry.place)
      return nil
    }
    return list
  }

  /// A list of a few texts, at least one, each once.
  mutating func choices<Value>(
    _ key: String, each name: String, among choices: [(name: String, Value)]
  ) -> [Value]? {
    let names = choices.map(\.name)
    guard let list = list(key, "a list, at least one of \(quoted(names))") else { return nil }
    var chosen: [String] = []
    for item in list {
      guard let (text, place) = text(item, named: "a \(name)", "one of \(quoted(names))") else {
        continue
      }
      if !names.contains(text) {
        complain("unknown \(name) \"\(text)\"\(hint(text, among: names))", at: place)
      } else if chosen.contains(text) {
        complain("\(text) stands twice; name it once", at: place)
      } else {
        chosen.append(text)
      }
    }
    return chosen.compactMap { name in choices.first { $0.name == name }?.1 }
  }

  /// A table of this one.
  mutating func table(_ key: String) -> TableReader? {
    guard let entry = take(key) else { return nil }
    let name = name.isEmpty ? "[\(key)]" : "\(name.dropLast()).\(key)]"
    guard case .table(let entries) = entry.value.value else {
      complain("\(key) is \(entry.value.kind); it must be a table, \(name)", at: entry.place)
      return nil
    }
    return TableReader(name, entries, at: entry.place)
  }

  /// The tables of a list of tables.
  mutating func tables(_ key: String) -> [TableReader] {
    guard let entry = take(key) else { return [] }
    guard case .list(let list) = entry.value.value else {
      complain(
        "\(key) is \(entry.value.kind); it must be a list of tables, each under [[\(key)]]",
        at: entry.place)
      return []
    }
    return list.compactMap { toml in
      guard case .table(let entries) = toml.value else {
        complain("\(key) holds \(toml.kind); it must hold tables, [[\(key)]]", at: toml.place)
        return nil
      }
      return TableReader("[[\(key)]]", entries, at: toml.place)
    }
  }

  /// Every key that is left, as a table of its own: for tables named by the user.
  mutating func restAsTables() -> [(key: String, TableReader)] {
    var readers: [(key: String, TableReader)] = []
    for key in entries.map(\.key) {
      if let reader = table(key) { readers.append((key, reader)) }
    }
    return readers
  }

  /// Takes what a board says where this table says nothing itself.
  mutating func fill(from board: [TOML.Entry]) {
    entries += board.filter { entry in !entries.contains { $0.key == entry.key } }
  }

  /// Everything that is wrong with the table, unknown keys included.
  func finish() -> [Mistake] {
    let owner = name.isEmpty ? "the file" : name
    return mistakes
      + entries.map { entry in
        Mistake(
          place: entry.place,
          text: "\(owner) has no key \"\(entry.key)\"\(hint(entry.key, among: known))")
      }
  }
}

/// Says what is known, and first what may have been meant.
func hint(_ word: String, among known: [String]) -> String {
  let guess = word.nearest(among: known).map { "did you mean \"\($0)\"? " } ?? ""
  return known.isEmpty ? "" : "; \(guess)known: \(quoted(known))"
}

func quoted(_ words: [String]) -> String {
  words.map { "\"\($0)\"" }.joined(separator: ", ")
}
