/// A program of the user's that is told what has happened.
public struct Hook: Equatable, Sendable {
  /// The program's path, from the root, and what follows it.
  public var arguments: [String]
  public var timeoutSeconds = 10

  public init(_ arguments: [String]) { self.arguments = arguments }
}
