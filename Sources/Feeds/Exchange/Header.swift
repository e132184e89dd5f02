/// One line of an HTTP head; the name in lower case.
public struct Header: Equatable, Sendable {
  public let name: String
  public let value: String

  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension [Header] {
  /// How long a host asks to be left alone, where it says so.
  public var retryAfterSeconds: Int64? {
    last { $0.name == "retry-after" }.flatMap { Int64($0.value) }
  }
}
