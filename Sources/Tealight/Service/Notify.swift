import CLinux
import Glibc

/// Sends messages to the service manager: one datagram for each word (sd_notify(3)).
public struct Notify {
  /// How long the service manager tolerates silence; nil where it does not watch.
  public let watchdogMilliseconds: Int64?
  private let address: [UInt8]?

  public init(environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }) {
    address = environment("NOTIFY_SOCKET").flatMap(Self.address)
    let isOurs = environment("WATCHDOG_PID").map { Int32($0) == getpid() } ?? true
    watchdogMilliseconds =
      isOurs
      ? environment("WATCHDOG_USEC").flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 / 1000 : nil }
      : nil
  }

  /// Whether there is a service manager that listens.
  public var isHeard: Bool { address != nil }

  /// `READY=1`, `STATUS=…`, `WATCHDOG=1` or `STOPPING=1`.
  /// - Returns: false where it did not get through, as when too much waits there already.
  public func send(_ word: String) -> Bool {
    guard let address else { return true }
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    var target = sockaddr_un()
    target.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: address) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + address.count)
    let bytes = Array(word.utf8)
    return withUnsafePointer(to: &target) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(
          socket, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), $0, length)
          == bytes.count
      }
    }
  }

  /// `sun_path`: a path ends with a zero, an abstract name, `@` in the environment, begins with it.
  private static func address(_ text: String) -> [UInt8]? {
    var bytes = Array(text.utf8)
    guard let first = bytes.first, bytes.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
    else { return nil }
    switch first {
    case UInt8(ascii: "@"): bytes[0] = 0
    case UInt8(ascii: "/"): bytes.append(0)
    default: return nil
    }
    return bytes
  }
}
