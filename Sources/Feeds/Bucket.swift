/// What a host allows: so much within so many milliseconds.
public struct Bucket: Equatable, Sendable {
  public var capacity: Int
  public var milliseconds: Int64

  public init(_ capacity: Int, per milliseconds: Int64) {
    self.capacity = max(capacity, 1)
    self.milliseconds = max(milliseconds, 1)
  }
}

/// What a call takes, and of which of its host's buckets.
public struct Cost: Equatable, Sendable {
  public var group: String
  public var weight: Int

  public init(_ group: String, _ weight: Int = 1) {
    self.group = group
    self.weight = max(weight, 1)
  }
}

/// What a host says of the bucket that a call was taken from.
public enum Spending: Equatable, Sendable {
  /// So much may still be taken in the time that runs.
  case left(Int)
  /// So much was taken in it.
  case used(Int)
}
