extension Int64 {
  /// A time before everything that happened, by any clock in milliseconds. It is half of the
  /// smallest number, so that sums with it, and its age, do not overflow.
  @inlinable
  public static var longAgo: Int64 { Int64.min / 2 }
}
