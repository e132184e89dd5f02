/// What a value may be, for those who write about it or check it: manuals, editors.
public indirect enum ValueShape: Sendable {
  case boolean
  /// True, or left out.
  case onlyTrue
  case integer(ClosedRange<Int>)
  /// A time, or 0 for never.
  case integerOrZero(ClosedRange<Int>)
  case oneOfIntegers([Int])
  case number(ClosedRange<Double>)
  case choice([String])
  /// One of a few names with a value: `theme=night`.
  case assignment([String])
  /// - Parameter meaning: what it says: `a text "HH:MM-HH:MM"`.
  case text(_ meaning: String)
  /// The same, or an empty one for none.
  case textOrNone(_ meaning: String)
  case url(schemes: [String])
  /// A file, a folder or a program of this machine.
  case path(_ meaning: String)
  /// A file of this machine with a key in it.
  case secretFile(_ meaning: String)
  /// At least one.
  case list(of: ValueShape, isUnique: Bool)
  /// Exactly two whole numbers.
  case pair(_ meaning: String)
  case either([ValueShape])
  case table(TableDescription)
  case tables(TableDescription, countMax: Int?)
}

extension ValueShape {
  /// Whether it names something of this machine, which another machine does not have.
  var isPath: Bool {
    switch self {
    case .path: true
    case .either(let shapes): shapes.contains(where: \.isPath)
    case .list(let item, _): item.isPath
    default: false
    }
  }
}

/// A key as documents and editors tell of it.
public struct KeyDescription: Sendable {
  public let name: String
  public let shape: ValueShape
  /// What holds where it is left out, as TOML and JSON write it; nil where that is no one value.
  public let defaultValue: String?
  public let isNeeded: Bool
  /// Whether a recording may say it: it shapes feeds or pages, and nothing is run, opened or
  /// written for it.
  public let isRecorded: Bool
}

/// A table as documents and editors tell of it.
public struct TableDescription: Sendable {
  /// As a file writes it: `[link]`, `[[alert]]`, `[exchange.upbit]`.
  public let title: String
  /// One title for all tables that have the same keys: `[exchange.NAME]`.
  public let kind: String
  public let keys: [KeyDescription]
  /// Sets of keys of which a table has one whole, and no other; none where it is free.
  public let alternatives: [[String]]
}
