import Glibc

/// Standard input, output and error. A program may be started with some of them closed.
public enum StandardStreams {
  /// Opens something in the place of each stream that is closed. Otherwise the file that is opened
  /// next would get its number, and what the program prints would go there. Output becomes a pipe
  /// without a reader: printing to it is an error, as with a reader that is gone.
  public static func fill() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      // open(2) takes the lowest free number: that of the closed stream.
      guard number == 1 else {
        _ = open("/dev/null", O_RDWR)
        continue
      }
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { continue }
      signal(SIGPIPE, SIG_IGN)
      // The writing end takes the number of the reading end.
      dup2(ends[1], ends[0])
      close(ends[1])
    }
  }
}
