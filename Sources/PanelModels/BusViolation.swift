/// What no controller would understand.
public struct BusViolation: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
