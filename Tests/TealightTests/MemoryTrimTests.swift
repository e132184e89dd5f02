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

  @Test(
    "memory that only the start needed is given back, and all goes on",
    .disabled(
      if: getenv("TEALIGHT_EMULATED") != nil,
      "an emulator has the program's pages at other addresses than the program knows"))
  func afterTheStart() throws {
    // Code that nobody runs.
    let program = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
    defer { close(program) }
    let size = Int(getpagesize())
    let mapped = mmap(nil, size, PROT_READ | PROT_EXEC, MAP_PRIVATE, program, 0)
    try #require(mapped != MAP_FAILED)
    let page = try #require(mapped)
    defer { munmap(page, size) }
    let before = page.load(as: UInt32.self)
    // Other tests may drop it, too.
    #expect((0..<100).contains { _ in page.load(as: UInt32.self) == before && isMapped(page) })
    var trim = MemoryTrim()
    trim.started(at: 0)
    trim.turn(at: 20_000)
    #expect(!isMapped(page))
    #expect(page.load(as: UInt32.self) == before)
  }

  @Test("what is free between blocks in use is given back again and again")
  func holes() {
    var trim = MemoryTrim()
    trim.started(at: 0)
    trim.turn(at: 20_000)
    let page = Int(getpagesize())
    // No large block, whatever a page has: those are mapped by themselves.
    MemoryTrim.separateLargeBlocks()
    let size = min(8 * page, 192 << 10)
    var keptCount = 0
    for _ in 0..<2 {
      let blocks = (0..<200).map { _ in malloc(size)! }
      for block in blocks { memset(block, 1, size) }
      // Those that stay stand between them.
      let freed = stride(from: 0, to: blocks.count, by: 2).map { blocks[$0] }
      let pages = freed.map {
        UnsafeMutableRawPointer(bitPattern: (Int(bitPattern: $0) + size / 2) / page * page)!
      }
      for block in freed { free(block) }
      // Other tests may take some of them, or give back some.
      let kept = pages.filter(isResident)
      keptCount += kept.count
      trim.turn(at: trim.deadline.milliseconds(from: 0, atMost: .max))
      #expect(kept.count { !isResident($0) } * 2 >= kept.count)
      for index in stride(from: 1, to: blocks.count, by: 2) { free(blocks[index]) }
    }
    #expect(keptCount > 0)
  }

  private func isResident(_ page: UnsafeMutableRawPointer) -> Bool {
    var state: UInt8 = 0
    return mincore(page, 1, &state) == 0 && state & 1 == 1
  }

  /// Bit 63 of what pagemap says of a page (proc_pid_pagemap(5)).
  private func isMapped(_ page: UnsafeMutableRawPointer) -> Bool {
    let file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var entry: UInt64 = 0
    let place = Int(bitPattern: page) / Int(getpagesize()) * 8
    return pread(file, &entry, 8, place) == 8 && entry >> 63 == 1
  }
}
