import MarketData

extension JSON {
  /// An object whose names come from outside.
  static func map(_ members: [(String, String)]) -> String {
    "{" + members.map { "\($0.0.asJSON):\($0.1)" }.joined(separator: ",") + "}"
  }
}

extension JSONScanner {
  /// Reads a hub's message, which is one object.
  static func readHub(
    _ bytes: [UInt8], _ take: (inout JSONScanner, JSONText) -> Void
  ) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = JSONScanner(buffer)
      return scanner.readObject(take) && scanner.isComplete
    }
  }

  /// Reads an object with a value for each name; nil where there is no object, a value makes no sense, a
  /// name occurs twice, or there are more names than any hub has.
  mutating func readHubMap<Value>(
    _ value: (String, inout JSONScanner) -> Value?
  ) -> [Value]? {
    var values: [Value]? = []
    var names: Set<String> = []
    let isObject = readObject { scanner, key in
      let name = key.string
      let next = value(name, &scanner)
      if let next, names.count < HubLimits.marketsMax, HubLimits.isName(name),
        names.insert(name).inserted
      {
        values?.append(next)
      } else {
        values = nil
      }
    }
    return isObject ? values : nil
  }

  /// Reads a number, or null, which stands for none.
  /// - Parameter allowed: nil for a number that may not stand there.
  /// - Returns: whether it is null or allowed.
  mutating func readHubNumber<Value>(
    into value: inout Value?, _ allowed: (JSONDecimal) -> Value?
  ) -> Bool {
    value = nil
    if kind == .literal { return boolean() == nil }
    value = number().flatMap(allowed)
    return value != nil
  }

  /// Reads a text for the screen; empty where there is none, or it has characters that cannot be drawn.
  mutating func readHubLabel() -> String {
    guard let text = label(), !text.unicodeScalars.contains(where: \.isInvisibleControl) else {
      return ""
    }
    return text
  }

  /// Reads a text that stands for a case.
  mutating func readWord<Word: RawRepresentable<String>>(into word: inout Word) -> Bool {
    guard let next = string().flatMap({ Word(rawValue: $0.string) }) else { return false }
    word = next
    return true
  }
}
