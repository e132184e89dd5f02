import Glibc
import Testing

@testable import Tealight

@Suite struct StandardStreamsTests {
  @Test("what was closed at the start is open, and who would read standard output is gone")
  func closed() {
    for closed in [[], [0], [1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2]] as [[Int]] {
      let mask = closed.reduce(0) { $0 | 1 << $1 }
      #expect(Self.found(without: mask) == (mask & 2 == 0 ? "open" : "gone"), "\(closed)")
    }
  }

  /// What becomes of standard output where some of the three are closed.
  /// - Parameter mask: a bit for each that is.
  private static func found(without mask: Int) -> String {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { UnsafeMutableRawPointer(bitPattern: lookAt(without: Int(bitPattern: $0))) },
      UnsafeMutableRawPointer(bitPattern: mask))
    var answer: UnsafeMutableRawPointer?
    pthread_join(thread, &answer)
    return ["failed", "open", "gone"][Int(bitPattern: answer)]
  }
}

/// Looks in the calling thread, whose descriptors become its own: those of other tests stay as they are, and
/// none of them is held open. The three are full but for those that are left out.
/// - Returns: 0 where one is still closed, 2 where standard output has no reader, 1 where it has.
private func lookAt(without mask: Int) -> Int {
  // Glibc's module does not have it.
  typealias CloseRange = @convention(c) (UInt32, UInt32, Int32) -> Int32
  let (end, unshare): (UInt32, Int32) = (.max, 2)
  let closeRange = unsafeBitCast(dlsym(nil, "close_range"), to: CloseRange.self)
  guard closeRange(0, end, unshare) == 0 else { return 0 }
  for _ in 0...2 { _ = open("/dev/null", O_RDWR) }
  for number: Int32 in 0...2 where mask >> Int(number) & 1 == 1 { close(number) }
  StandardStreams.fill()
  guard (0...2).allSatisfy({ fcntl($0, F_GETFD) >= 0 }) else { return 0 }
  // Nothing else was opened, or is left.
  guard fcntl(3, F_GETFD) < 0 else { return 0 }
  var output = pollfd(fd: 1, events: Int16(POLLOUT), revents: 0)
  poll(&output, 1, 0)
  return output.revents & Int16(POLLERR) == 0 ? 1 : 2
}
