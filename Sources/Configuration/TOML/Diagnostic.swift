import MarketData

/// Where something stands: a file, and its line (from 1) where one exists.
public struct Location: Hashable, Sendable {
  public var file: String
  public var line: Int?

  public init(file: String, line: Int? = nil) {
    self.file = file
    self.line = line
  }
}

/// A value of a file, and where it stands.
struct Located<Value: Sendable>: Sendable {
  let value: Value
  let location: Location
}

extension Located: Equatable where Value: Equatable {}

/// One thing that is wrong with a file, or that should be known: where, what, and what is allowed.
public struct Diagnostic: Error, Equatable, Sendable, CustomStringConvertible {
  public let location: Location
  public let text: String
  /// Whether the fault is not the file's: read again later, the file may be good.
  public let mayPass: Bool

  public init(_ text: String, at location: Location, mayPass: Bool = false) {
    self.text = text
    self.location = location
    self.mayPass = mayPass
  }

  /// `FILE:LINE: text`, and `FILE: text` where no line exists.
  public var description: String {
    let line = location.line.map { ":\($0)" } ?? ""
    return "\(location.file)\(line): \(text)".onOneLine
  }
}

extension Diagnostic {
  /// That a file is not UTF-8, with the first line that is not; nil where all of it is.
  public static func notUTF8(_ bytes: [UInt8], in file: String) -> Diagnostic? {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }.map { index in
      Diagnostic(
        "this line has bytes that are not UTF-8; save the file as UTF-8",
        at: Location(file: file, line: index + 1))
    }
  }
}

/// What is said of a file while it is read.
struct Diagnostics: Sendable {
  private var errors: [Diagnostic] = []
  private var warnings: [Diagnostic] = []

  mutating func error(_ text: String, at location: Location) {
    errors.append(Diagnostic(text, at: location))
  }

  mutating func error(_ diagnostic: Diagnostic) { errors.append(diagnostic) }

  mutating func warn(_ text: String, at location: Location) {
    warnings.append(Diagnostic(text, at: location))
  }

  /// In the order of the lines: those of the file itself first, then those of what it names.
  func sorted(in file: String) -> (errors: [Diagnostic], warnings: [Diagnostic]) {
    let order = { (location: Location) in
      (location.file == file ? "" : location.file, location.line ?? 0)
    }
    let sort = { (said: [Diagnostic]) in said.sorted { order($0.location) < order($1.location) } }
    return (sort(errors), sort(warnings))
  }
}
