import Glibc
import Testing

@testable import Tealight

@Suite("Memory that is given back")
struct MemoryTrimTests {
  @Test("a large block goes back to the kernel, however many were freed before")
  func largeBlocks() {
    MemoryTrim.separateLargeBlocks()
    for _ in 0..<3 {
      // What other tests have freed may have room for some of them.
      let blocks = (0..<40).map { _ in malloc(31 << 20)! }
      defer { for block in blocks { free(block) } }
      // glibc writes a block's size before it, and says with its second bit whether it is mapped by
      // itself.
      #expect(blocks.contains { $0.load(fromByteOffset: -8, as: UInt.self) & 2 == 2 })
    }
  }
}
