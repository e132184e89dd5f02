import CLinux
import Glibc
import TestSupport

/// A name server that has one address for every name, 127.0.0.1, or no name at all, on a loopback
/// address of its own, for one thread and those that it makes: nobody else's lookups come here.
final class NameServer {
  enum Manners {
    case answers
    /// It has no such name (RFC 1035 section 4.1.1, a name error).
    case knowsNone
    /// Questions for IPv6 addresses are not even refused.
    case ignoresIPv6
    /// Questions are kept until it speaks again.
    case silent
  }

  var manners: Manners
  /// How often it was asked for an IPv4 address.
  private(set) var questions = 0
  /// Another one for each process: several may test at once.
  private static let address = {
    let id = getpid()
    return "127.\(64 + id >> 16 & 63).\(id >> 8 & 255).\(id & 255)"
  }()
  private let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
  private var kept: [(question: [UInt8], from: sockaddr_in)] = []

  /// Nil where somebody else listens there.
  private init?(_ manners: Manners) {
    self.manners = manners
    var own = sockaddr_in()
    own.sin_family = sa_family_t(AF_INET)
    own.sin_port = UInt16(53).bigEndian
    inet_pton(AF_INET, Self.address, &own.sin_addr)
    let isBound = withUnsafeBytes(of: &own) {
      bind(
        descriptor, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        == 0
    }
    guard isBound else { return nil }
  }

  deinit { close(descriptor) }

  /// Answers what was asked (RFC 1035 section 4).
  func turn() {
    var buffer = [UInt8](repeating: 0, count: 512)
    while true {
      var from = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let count = withUnsafeMutableBytes(of: &from) {
        recvfrom(
          descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT),
          $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), &length)
      }
      guard count > 16 else { break }
      kept.append((Array(buffer.prefix(count)), from))
      if Self.isIPv4(kept[kept.count - 1].question) { questions += 1 }
    }
    guard manners != .silent else { return }
    for (question, from) in kept { answer(question, from) }
    kept = []
  }

  /// Whether its one question is of type A. An additional record may follow it.
  private static func isIPv4(_ question: [UInt8]) -> Bool {
    question[questionEnd(question) - 3] == 1
  }

  private static func questionEnd(_ question: [UInt8]) -> Int {
    var end = 12
    while end < question.count, question[end] != 0 { end += Int(question[end]) + 1 }
    return min(end + 5, question.count)
  }

  private func answer(_ question: [UInt8], _ from: sockaddr_in) {
    let isIPv4 = Self.isIPv4(question)
    guard isIPv4 || manners != .ignoresIPv6 else { return }
    let hasAddress = isIPv4 && manners != .knowsNone
    var message = Array(question[..<Self.questionEnd(question)])
    (message[2], message[3]) = (0x81, manners == .knowsNone ? 0x83 : 0x80)
    message[4..<12] = [0, 1, 0, hasAddress ? 1 : 0, 0, 0, 0, 0]
    if hasAddress { message += [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1] }
    var to = from
    _ = withUnsafeBytes(of: &to) {
      sendto(
        descriptor, message, message.count, 0,
        $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
  }

  /// Whether this process may have a view of the files of its own (mount_namespaces(7)).
  static let canRun = run { isolated("") } ?? false

  /// Does something in a thread whose name server this one is.
  /// - Parameter options: as resolv.conf(5) has them.
  static func with<Value>(
    _ manners: Manners, options: String, _ body: @escaping (NameServer) throws -> Value
  ) -> Value? {
    run {
      guard isolated("nameserver \(address)\noptions \(options)\n"),
        let server = NameServer(manners)
      else { return nil }
      return try? body(server)
    } ?? nil
  }

  /// Gives the calling thread a resolv.conf of its own.
  private static func isolated(_ text: String) -> Bool {
    let (newNamespace, recursive, bindMount, isPrivate) = (0x20000, 16_384, 4_096, 1 << 18)
    guard unshare(Int32(newNamespace)) == 0,
      mount("none", "/", nil, UInt(recursive | isPrivate), nil) == 0
    else { return false }
    let file = ScratchFile(text)
    return mount(file.path, "/etc/resolv.conf", nil, UInt(bindMount), nil) == 0
  }

  private static func run<Value>(_ body: @escaping () -> Value) -> Value? {
    var value: Value?
    withUnsafeMutablePointer(to: &value) { place in
      nonisolated(unsafe) let place = place
      let work = Work { place.pointee = body() }
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        { me in
          Unmanaged<Work>.fromOpaque(me!).takeRetainedValue().body()
          return nil
        }, Unmanaged.passRetained(work).toOpaque())
      pthread_join(thread, nil)
    }
    return value
  }

  /// What a thread is to do.
  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
