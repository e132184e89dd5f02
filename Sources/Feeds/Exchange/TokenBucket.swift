/// A rate limit of a host: calls that together weigh `capacity` within `milliseconds`.
public struct TokenBucket: Equatable, Sendable {
  public var capacity: Int
  public var milliseconds: Int64

  public init(_ capacity: Int, per milliseconds: Int64) {
    self.capacity = max(capacity, 1)
    self.milliseconds = max(milliseconds, 1)
  }
}

/// How much a call weighs, and in which of its host's buckets.
public struct CallWeight: Equatable, Sendable {
  public var bucket: String
  public var weight: Int

  public init(_ bucket: String, _ weight: Int = 1) {
    self.bucket = bucket
    self.weight = max(weight, 1)
  }
}

/// What a host says of the bucket that a call was taken from.
public enum RateLimitUsage: Equatable, Sendable {
  /// The weight that may still be used in the current period.
  case left(Int)
  /// The weight that was used in the current period.
  case used(Int)
}
