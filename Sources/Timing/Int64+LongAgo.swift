extension Int64 {
  /// Before anything happened, by any clock in milliseconds. It is half of the least that there is, so
  /// that what is added to it, and its age, are still numbers.
  @inlinable
  public static var longAgo: Int64 { Int64.min / 2 }
}
