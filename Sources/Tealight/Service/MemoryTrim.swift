import CLinux
import Glibc
import Timing

/// Gives memory back to the kernel: large blocks at once; what only the start needed, once the
/// start is over; and from time to time what is free between blocks that are in use.
///
/// Linking forty libraries, reading fonts and the first TLS handshake run code that is never run again.
/// Its pages are clean copies of files, so the kernel may drop them; it does so only when memory is
/// short, and until then they count as ours. What is needed after all comes back from the page cache.
struct MemoryTrim {
  /// By then the program is connected and has drawn, and needs nothing of the start again.
  private static let settledMilliseconds: Int64 = 20_000
  private static let trimMilliseconds: Int64 = 600_000

  /// Blocks of this size and more are mapped by themselves. Blocks that are needed often are
  /// smaller: frames, TLS records, the buffers of deflate.
  private static let largeBlock: Int32 = 256 << 10

  /// Lets large blocks go back to the kernel whenever they are freed.
  ///
  /// glibc maps them by themselves only until the first one is freed: blocks of that size stand in
  /// the heap from then on, and what is allocated behind one keeps its pages here for ever. One
  /// answer of four megabytes makes that eight.
  static func separateLargeBlocks() {
    mallopt(M_MMAP_THRESHOLD, largeBlock)
  }

  /// When `turn` is wanted.
  private(set) var deadline = Deadline.never
  private var hasSettled = false

  mutating func started(at now: Int64) {
    deadline = Deadline(now + Self.settledMilliseconds)
  }

  mutating func turn(at now: Int64) {
    guard deadline.isDue(at: now) else { return }
    deadline = Deadline(now + Self.trimMilliseconds)
    // Blocks that live long lie between blocks that do not, so free pages would add up.
    malloc_trim(0)
    if !hasSettled { Self.dropCode() }
    hasSettled = true
  }

  private static func dropCode() {
    guard let file = fopen("/proc/self/maps", "r") else { return }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, file) > 0, let line { dropCode(line) }
  }

  /// Drops the pages of a mapping of code: `55d0a000-55d0c000 r-xp 00000000 fe:00 1234 /usr/bin/x`.
  /// Nothing writes to code. Mappings of read-only tables are not dropped: the tables may have been
  /// relocated, and that would be lost.
  private static func dropCode(_ line: UnsafeMutablePointer<CChar>) {
    var rest: UnsafeMutablePointer<CChar>?
    let start = strtoul(line, &rest, 16)
    guard let dash = rest else { return }
    let end = strtoul(dash + 1, &rest, 16)
    guard let rest, start < end, strncmp(rest, " r-xp ", 6) == 0, strchr(rest, 0x2F) != nil else {
      return
    }
    madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
  }
}
