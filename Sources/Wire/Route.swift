import Glibc

/// The routes to the Internet, as the kernel knows them.
enum Route {
  /// True if there is one. Nothing is sent: a datagram socket is only connected to an address that
  /// is reserved for documentation (RFC 5737, RFC 3849).
  static var leadsOut: Bool {
    var four = sockaddr_in()
    four.sin_family = sa_family_t(AF_INET)
    four.sin_port = 9
    inet_pton(AF_INET, "192.0.2.1", &four.sin_addr)
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_port = 9
    inet_pton(AF_INET6, "2001:db8::1", &six.sin6_addr)
    return leads(to: &four, AF_INET) || leads(to: &six, AF_INET6)
  }

  private static func leads<Address>(to address: inout Address, _ family: Int32) -> Bool {
    let socket = Glibc.socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    return withUnsafeBytes(of: &address) {
      connect(
        socket, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count)) == 0
    }
  }
}
