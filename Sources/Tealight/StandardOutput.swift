import CLinux

/// The standard output of a program, which is buffered.
public enum StandardOutput {
  /// Writes what the buffer holds.
  /// - Returns: the error number (errno) where something that was printed could not be written, as
  ///   on a full disk; 0 where all of it was.
  public static func finish() -> Int32 { tealight_finish(tealight_output()) }
}
