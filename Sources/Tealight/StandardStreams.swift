import Glibc

/// Standard input, output and error, which whoever starts a program may have left out.
public enum StandardStreams {
  /// Puts something in the place of each that is closed: what is opened next would get its number, and so
  /// what the program prints. Output goes to a pipe that nobody reads, as to a reader that is gone, and is
  /// an error there.
  public static func fill() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      // The lowest number that is free is the one that is looked at.
      guard number == 1 else {
        _ = open("/dev/null", O_RDWR)
        continue
      }
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { continue }
      signal(SIGPIPE, SIG_IGN)
      // It takes the place of the end that would be read.
      dup2(ends[1], ends[0])
      close(ends[1])
    }
  }
}
