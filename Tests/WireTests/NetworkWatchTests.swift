import Glibc
import Testing

@testable import Wire

@Suite(.serialized) struct NetworkWatchTests {
  private typealias Reach = NetworkWatch.Reach
  private static let none = Reach()
  private static let home = Reach(addresses: [[10, 0, 0, 7]], leadsOut: true)
  private static let moved = Reach(addresses: [[10, 0, 0, 8]], leadsOut: true)
  private static let both = Reach(addresses: [[10, 0, 0, 7], [10, 0, 0, 8]], leadsOut: true)
  private static let island = Reach(addresses: [[10, 0, 0, 7]], leadsOut: false)
  private static let empty = Reach(addresses: [], leadsOut: true)

  @Test("feeds hear of the last way out that goes, and of whatever is better than before")
  func changes() {
    let table: [(old: Reach, new: Reach, change: Bool?)] = [
      (Self.none, Self.home, true), (Self.home, Self.none, false), (Self.home, Self.home, nil),
      (Self.home, Self.moved, true), (Self.home, Self.both, true), (Self.both, Self.home, nil),
      (Self.home, Self.island, false), (Self.island, Self.none, nil), (Self.none, Self.island, nil),
      (Self.home, Self.empty, false), (Self.empty, Self.home, true),
    ]
    for row in table { #expect(row.new.change(from: row.old) == row.change) }
  }

  @Test(
    "addresses that only neighbours can reach are none",
    arguments: [
      ([169, 254, 3, 4], true), ([169, 253, 3, 4], false), ([10, 0, 0, 1], false),
      ([0xFE, 0x80] + [UInt8](repeating: 1, count: 14), true),
      ([0xFD, 0x80] + [UInt8](repeating: 1, count: 14), false),
    ])
  func neighbours(address: [UInt8], isForNeighbours: Bool) {
    #expect(Reach.isForNeighbours(address) == isForNeighbours)
  }

  @Test(
    "a network that goes and comes is noticed at once",
    .enabled(if: Namespace.isAllowed, "it needs root for a network namespace, and ip"))
  func namespace() throws {
    let namespace = try #require(Namespace())
    for line in [
      "link set lo up", "link add veth0 type veth peer name veth1", "link set veth0 up",
      "link set veth1 up", "addr add 10.9.0.1/24 dev veth0", "route add default via 10.9.0.2",
    ] {
      #expect(namespace.ip(line))
    }
    // The kernel says a little later that a link has a carrier.
    for _ in 0..<500 where !Reach.now.isUp { usleep(20_000) }
    let wire = Wire(watching: NetworkWatch())
    /// What is told of a change. The kernel may take its time for so many words; in the tenth of a second
    /// after them there is to be no other.
    func told(_ change: String, words count: Int) -> [Bool] {
      #expect(namespace.ip(change))
      var told: [Bool] = []
      func turn() {
        var nobody: [Wire.Watch] = []
        wire.wait(&nobody, milliseconds: 20)
        wire.turn(at: 0) { if case .network(let isUp) = $0 { told.append(isUp) } }
      }
      for _ in 0..<100 where told.count < count { turn() }
      for _ in 0..<5 { turn() }
      return told
    }
    #expect(told("link set veth1 down", words: 1) == [false])
    #expect(told("link set veth1 up", words: 1) == [true])
    #expect(told("addr del 10.9.0.1/24 dev veth0", words: 1) == [false])
    #expect(told("link set lo down", words: 0) == [])
    #expect(told("addr add 10.9.0.1/24 dev veth0", words: 0) == [])
    #expect(told("route add default via 10.9.0.2", words: 1) == [true])
    #expect(told("addr add 10.9.0.9/24 dev veth0", words: 1) == [true])
  }
}

// Extensions of Linux, which Glibc's module does not have. Declared here they would be Swift functions,
// and those of C where another module's headers declare them: Swift 6.0.3 stumbles over both.
private func unshare(_ what: Int32) -> Int32 {
  typealias Function = @convention(c) (Int32) -> Int32
  return unsafeBitCast(dlsym(nil, "unshare"), to: Function.self)(what)
}
private func setns(_ descriptor: Int32, _ kind: Int32) -> Int32 {
  typealias Function = @convention(c) (Int32, Int32) -> Int32
  return unsafeBitCast(dlsym(nil, "setns"), to: Function.self)(descriptor, kind)
}
private let newNetwork: Int32 = 0x4000_0000

/// A network of the test's own, on its own thread, until it is given back.
private final class Namespace {
  private let before: Int32

  static var isAllowed: Bool { geteuid() == 0 && Namespace() != nil }

  /// Nil where the kernel does not allow it.
  init?() {
    before = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)
    guard before >= 0, unshare(newNetwork) == 0 else { return nil }
  }

  deinit {
    if before >= 0 {
      _ = setns(before, newNetwork)
      close(before)
    }
  }

  /// Runs `ip` inside.
  func ip(_ arguments: String) -> Bool {
    let words = ["ip"] + arguments.split(separator: " ").map(String.init)
    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, "ip", nil, nil, &pointers, environ) == 0 else { return false }
    var status: Int32 = 0
    return waitpid(child, &status, 0) == child && status == 0
  }
}
