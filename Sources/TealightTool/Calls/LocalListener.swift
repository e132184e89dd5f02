import Glibc
import Web

/// A socket of this machine that waits for connections, as the kernel lists it
/// (Documentation/networking/proc_net_tcp.rst).
struct LocalListener: Equatable {
  let place: ListenAddress
  /// The user whose socket it is.
  let user: uid_t

  init(_ place: ListenAddress, user: uid_t) {
    self.place = place
    self.user = user
  }

  /// - Returns: nil for a line of something else.
  init?(line: Substring) {
    let fields = line.split(separator: " ")
    // TCP_LISTEN (include/net/tcp_states.h).
    guard fields.count > 7, fields[3] == "0A", let user = uid_t(fields[7]) else { return nil }
    let parts = fields[1].split(separator: ":")
    guard parts.count == 2, let address = Self.address(parts[0]),
      let port = UInt16(parts[1], radix: 16)
    else { return nil }
    self.init(ListenAddress(address, port: port), user: user)
  }

  /// Reads words of 32 bits in the machine's byte order, with four bytes of the address in each.
  private static func address(_ digits: Substring) -> IPAddress? {
    var bytes: [UInt8] = []
    var rest = digits
    while !rest.isEmpty {
      guard rest.count >= 8, let word = UInt32(rest.prefix(8), radix: 16) else { return nil }
      withUnsafeBytes(of: word) { bytes += Array($0) }
      rest = rest.dropFirst(8)
    }
    return IPAddress(bytes: bytes)
  }

  /// The listeners in the text of such a list.
  static func all(in text: String) -> [LocalListener] {
    text.split(separator: "\n").compactMap { LocalListener(line: $0) }
  }

  /// All listeners of this machine; none if the lists cannot be read, as in a container that hides them.
  static func all() -> [LocalListener] {
    ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { path in
      all(in: String(decoding: (try? read(path)) ?? [], as: UTF8.self))
    }
  }

  /// Whether this socket may get what is sent to an address of this machine. A socket for all addresses
  /// of IPv6 may also get what is sent to those of IPv4.
  func hears(_ other: ListenAddress) -> Bool {
    let isForAll = place.address.isWildcard && place.address.bytes.count == 16
    return place.port == other.port && (isForAll || place.hears(other.address))
  }
}
