import CLinux
import Glibc

/// Tells when a network comes or goes, as the kernel reports it (rtnetlink(7)), without polling.
public final class NetworkWatch {
  /// How this machine can reach other networks.
  struct Reach: Equatable {
    /// The addresses of links that are up and running, without loopback and link-local ones.
    var addresses: Set<[UInt8]> = []
    /// Whether the kernel has a route to the Internet.
    var leadsOut = false

    var isUp: Bool { leadsOut && !addresses.isEmpty }

    /// What the change means: true where a network was gained, so that connecting again is worth
    /// trying; false where the last one was lost; nil for anything else.
    func change(from old: Reach) -> Bool? {
      guard isUp else { return old.isUp ? false : nil }
      return !old.isUp || !addresses.isSubset(of: old.addresses) ? true : nil
    }
  }

  let descriptor: Int32
  private var reach: Reach

  /// Nil if the kernel does not report changes, as in some sandboxes; `errno` says why.
  public init?() {
    let kind = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    descriptor = socket(AF_NETLINK, kind, NETLINK_ROUTE)
    reach = descriptor < 0 ? Reach() : .now
    var address = sockaddr_nl()
    address.nl_family = sa_family_t(AF_NETLINK)
    address.nl_groups = UInt32(
      RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE
        | RTMGRP_IPV6_ROUTE)
    let isBound = withUnsafeBytes(of: &address) {
      bind(
        descriptor, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        == 0
    }
    if !isBound { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Reads the kernel's messages. Some may have been lost, so the present state is queried instead
  /// of computed from them.
  func read() -> Bool? {
    var buffer = [UInt8](repeating: 0, count: 8_192)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count < 0, errno != ENOBUFS, errno != EINTR { break }
    }
    let newest = Reach.now
    defer { reach = newest }
    return newest.change(from: reach)
  }
}

extension NetworkWatch.Reach {
  static var now: Self {
    var reach = Self(addresses: [], leadsOut: Route.leadsOut)
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return reach }
    defer { freeifaddrs(list) }
    let wanted = UInt32(IFF_UP | IFF_RUNNING)
    let loopback = UInt32(IFF_LOOPBACK)
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard entry.ifa_flags & (wanted | loopback) == wanted, let address = entry.ifa_addr,
        let bytes = bytes(of: address), !isForNeighbours(bytes)
      else { continue }
      reach.addresses.insert(bytes)
    }
    return reach
  }

  /// 4 or 16 bytes, in network order; nil if it is not an address of the Internet.
  private static func bytes(of address: UnsafeMutablePointer<sockaddr>) -> [UInt8]? {
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      return withUnsafeBytes(of: raw.load(as: sockaddr_in.self).sin_addr) { Array($0) }
    case AF_INET6:
      return withUnsafeBytes(of: raw.load(as: sockaddr_in6.self).sin6_addr) { Array($0) }
    default: return nil
    }
  }

  /// 169.254.0.0/16 (RFC 3927) and fe80::/10 (RFC 4291 section 2.5.6).
  static func isForNeighbours(_ address: [UInt8]) -> Bool {
    address.count == 4
      ? address[0] == 169 && address[1] == 254 : address[0] == 0xFE && address[1] & 0xC0 == 0x80
  }
}
