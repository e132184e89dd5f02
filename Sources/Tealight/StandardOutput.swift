import CLinux

/// Where a program prints to. What is printed waits in a buffer.
public enum StandardOutput {
  /// Writes what waits.
  /// - Returns: why something that was printed is not there (errno), as on a full disk; 0 where all of
  ///   it is.
  public static func finish() -> Int32 { tealight_finish(tealight_output()) }
}
