/// How a value of one type stands in a file: what it may be, how it is read, and how it is written.
struct ValueType<Value>: Sendable {
  let shape: ValueShape
  /// - Parameter name: what messages call the value.
  /// - Returns: nil where it is not what it must be, which is then said.
  let read: @Sendable (TOML, _ name: String, inout Diagnostics) -> Value?
  /// As TOML and JSON write it; nil where that is not one value.
  let literal: @Sendable (Value) -> String?

  init(
    _ shape: ValueShape,
    read: @escaping @Sendable (TOML, _ name: String, inout Diagnostics) -> Value?
  ) {
    self.init(shape: shape, read: read, literal: { _ in nil })
  }

  private init(
    shape: ValueShape, read: @escaping @Sendable (TOML, String, inout Diagnostics) -> Value?,
    literal: @escaping @Sendable (Value) -> String?
  ) {
    self.shape = shape
    self.read = read
    self.literal = literal
  }

  /// The same type, with how its values are written.
  func writing(_ literal: @escaping @Sendable (Value) -> String?) -> ValueType {
    ValueType(shape: shape, read: read, literal: literal)
  }
}

extension TOML {
  /// A text that is not empty and fits on a line; nil where it is something else.
  var line: String? {
    guard case .text(let text) = value, !text.isEmpty,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    return text
  }

  /// A text that is not empty and fits on a line; else it is said what must be there.
  func text(
    _ name: String, _ meaning: String, _ diagnostics: inout Diagnostics
  ) -> String? {
    if let line { return line }
    refuse(name, meaning, &diagnostics)
    return nil
  }

  func refuse(_ name: String, _ meaning: String, _ diagnostics: inout Diagnostics) {
    diagnostics.error("\(name) is \(kind); it must be \(meaning)", at: location)
  }
}

extension ValueType<Bool> {
  static let boolean = ValueType(.boolean) { toml, name, diagnostics in
    if case .boolean(let isTrue) = toml.value { return isTrue }
    toml.refuse(name, "true or false", &diagnostics)
    return nil
  }.writing { "\($0)" }

  /// It must be true, or left out.
  static let onlyTrue = ValueType(.onlyTrue) { toml, name, diagnostics in
    guard let isTrue = boolean.read(toml, name, &diagnostics) else { return nil }
    if isTrue { return true }
    diagnostics.error("\(name) is false; it must be true, or left out", at: toml.location)
    return nil
  }
}

extension ValueType<Int> {
  static func integer(_ range: ClosedRange<Int>) -> ValueType {
    ValueType(.integer(range)) { toml, name, diagnostics in
      if case .integer(let integer) = toml.value, let value = Int(exactly: integer),
        range.contains(value)
      {
        return value
      }
      toml.refuse(
        name, "a whole number from \(range.lowerBound) to \(range.upperBound)", &diagnostics)
      return nil
    }.writing { "\($0)" }
  }
}

extension ValueType<Int?> {
  /// A time after which something happens by itself, or 0 for never.
  static func integerOrNever(_ range: ClosedRange<Int>) -> ValueType {
    ValueType(.integerOrZero(range)) { toml, name, diagnostics in
      if case .integer(let integer) = toml.value, let value = Int(exactly: integer) {
        if value == 0 { return .some(nil) }
        if range.contains(value) { return value }
      }
      toml.refuse(
        name, "0, for never, or a whole number from \(range.lowerBound) to \(range.upperBound)",
        &diagnostics)
      return nil
    }.writing { "\($0 ?? 0)" }
  }
}

extension ValueType<Double> {
  /// With or without a point.
  static func number(_ range: ClosedRange<Double>) -> ValueType {
    ValueType(.number(range)) { toml, name, diagnostics in
      let value: Double? =
        switch toml.value {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
      if let value, range.contains(value) { return value }
      toml.refuse(name, "a number from \(range.lowerBound) to \(range.upperBound)", &diagnostics)
      return nil
    }.writing { "\($0)" }
  }
}

extension ValueType where Value: Equatable & Sendable {
  /// One of a few whole numbers.
  static func integers(_ choices: [(number: Int, value: Value)]) -> ValueType {
    let numbers = choices.map { $0.number }
    return ValueType(
      .oneOfIntegers(numbers)
    ) { toml, name, diagnostics in
      if case .integer(let integer) = toml.value, let number = Int(exactly: integer),
        let choice = choices.first(where: { $0.number == number })
      {
        return choice.value
      }
      let allowed = numbers.map { "\($0)" }.joined(separator: ", ")
      toml.refuse(name, "one of \(allowed)", &diagnostics)
      return nil
    }.writing { value in choices.first { $0.value == value }.map { "\($0.number)" } }
  }

  /// One of a few texts.
  static func choice(_ choices: [(name: String, value: Value)]) -> ValueType {
    let names = choices.map { $0.name }
    return ValueType(
      .choice(names)
    ) { toml, name, diagnostics in
      guard let text = toml.text(name, "one of \(names.quoted)", &diagnostics) else { return nil }
      if let choice = choices.first(where: { $0.name == text }) { return choice.value }
      diagnostics.error(
        "unknown \(name) \"\(text)\"\(text.hint(among: names))", at: toml.location)
      return nil
    }.writing { value in choices.first { $0.value == value }.map { "\"\($0.name)\"" } }
  }
}

extension ValueType
where Value: RawRepresentable & CaseIterable & Sendable & Equatable, Value.RawValue == String {
  /// One of its cases, by its name.
  static var choice: ValueType { choice(Value.allCases.map { ($0.rawValue, $0) }) }
}

extension ValueType where Value: Sendable {
  /// A text that means something, or nothing.
  /// - Parameters:
  ///   - meaning: what it must be.
  ///   - complaint: what is said of a text that means nothing, by its key's name and the text.
  static func text(
    _ meaning: String,
    complaint: @escaping @Sendable (_ name: String, _ text: String) -> String,
    parse: @escaping @Sendable (String) -> Value?
  ) -> ValueType {
    ValueType(.text(meaning)) { toml, name, diagnostics in
      guard let text = toml.text(name, meaning, &diagnostics) else { return nil }
      if let value = parse(text) { return value }
      diagnostics.error(
        "\(complaint(name, text)); it must be \(meaning)", at: toml.location)
      return nil
    }
  }
}

extension ValueType<String> {
  /// Any text.
  static func text(_ meaning: String) -> ValueType {
    ValueType(.text(meaning)) { toml, name, diagnostics in
      toml.text(name, meaning, &diagnostics)
    }.writing { "\"\($0)\"" }
  }

  /// The path of something that must be there.
  /// - Parameter complaint: what is wrong with a path; nil where nothing is.
  static func path(
    _ meaning: String, complaint: @escaping @Sendable (String) -> String?
  ) -> ValueType {
    ValueType(.path(meaning)) { toml, name, diagnostics in
      guard let path = toml.text(name, meaning, &diagnostics) else { return nil }
      if let complaint = complaint(path) {
        diagnostics.error("\(name) is \"\(path)\"; \(complaint)", at: toml.location)
      }
      return path
    }
  }

  static let pemFile = path(pemMeaning, complaint: FileBytes.complaint)

  /// The PEM file of a private key.
  static let keyFile = ValueType(.path(pemMeaning)) { toml, name, diagnostics in
    if let path = toml.line, Secret.isPath(path) {
      return pemFile.read(toml, name, &diagnostics)
    }
    diagnostics.error(Secret.Kind.key.noFile(name, pemMeaning), at: toml.location)
    return nil
  }

  private static let pemMeaning = "the path of a PEM file"

  /// A folder of the user's own pictures.
  static func folder(of files: String) -> ValueType {
    path("the path of a folder with \(files) files", complaint: FileBytes.folderComplaint)
  }

  /// - Parameters:
  ///   - schemes: the one with TLS first, then the one without TLS.
  ///   - mayAsk: whether a query may stand at its end.
  static func url(_ schemes: [String], mayAsk: Bool, countMax: Int = .max) -> ValueType {
    ValueType(.url(schemes: schemes)) { toml, name, diagnostics in
      guard let url = toml.text(name, "a URL, \(schemes[0])://…", &diagnostics) else { return nil }
      let complaint =
        url.utf8.count > countMax
        ? "it must have at most \(countMax) characters"
        : EndpointURL.complaint(url, schemes: schemes, mayAsk: mayAsk)
      guard let complaint else { return url }
      // The URL is repeated only where it can hold no password and no key: messages go to the log.
      let isOpen = !url.contains("@") && !url.contains("?")
      diagnostics.error(
        name + (isOpen ? " is \"\(url)\"" : "") + "; \(complaint)", at: toml.location)
      return nil
    }
  }
}
