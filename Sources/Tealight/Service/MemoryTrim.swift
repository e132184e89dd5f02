import CLinux
import Glibc

/// Gives back memory: at once where a block is large, and what only the start needed when it is over.
///
/// Linking forty libraries, reading fonts and the first TLS handshake touch pages that are never
/// looked at again. They are clean copies of files, so the kernel may drop them; it does so only
/// when memory is short, and until then they count as ours. What is needed after all comes back
/// from the page cache.
enum MemoryTrim {
  /// A mapping of a file that cannot be written to, and none of whose pages differ from the file.
  private struct Mapping {
    var start: UInt
    var length: Int

    /// `55d0a000-55d0c000 r-xp 00000000 fe:00 1234 /usr/bin/x`; nil where it is another kind.
    init?(_ line: Substring) {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      let ends = words.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
      guard words.count >= 6, ends.count == 2, ends[0] < ends[1], !words[1].contains("w"),
        words[1].hasSuffix("p"), words[5].hasPrefix("/")
      else { return nil }
      start = ends[0]
      length = Int(ends[1] - ends[0])
    }
  }

  /// Blocks of this size and more are mapped by themselves. What is needed often is smaller: frames,
  /// TLS records, what deflate works with.
  private static let largeBlock: Int32 = 256 << 10

  /// Lets large blocks go back to the kernel whenever they are freed.
  ///
  /// glibc maps them by themselves only until the first one is freed: blocks of that size stand in
  /// the heap from then on, and what is allocated behind one keeps its pages here for ever. One
  /// answer of four megabytes makes that eight.
  static func separateLargeBlocks() {
    mallopt(M_MMAP_THRESHOLD, largeBlock)
  }

  static func trim() {
    malloc_trim(0)
    guard let file = fopen("/proc/self/smaps", "r") else { return }
    defer { fclose(file) }
    var mapping: Mapping?
    var buffer: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(buffer) }
    while getline(&buffer, &capacity, file) > 0, let buffer {
      let line = String(cString: buffer).dropLast()
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      if words.first?.last != ":" {
        mapping = Mapping(line)
      } else if words[0] == "Anonymous:", words[1] == "0", let found = mapping {
        // Relocated pages are no longer the file's, and would be lost: those have Anonymous above
        // 0.
        madvise(UnsafeMutableRawPointer(bitPattern: found.start), found.length, MADV_DONTNEED)
      }
    }
  }
}
