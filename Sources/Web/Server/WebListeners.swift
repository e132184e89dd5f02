import CMicrohttpd
import Glibc

/// Listening sockets; the site's rules are made from their addresses.
public struct WebListeners: ~Copyable {
  /// The addresses of the sockets, with the ports that were taken.
  public let addresses: [ListenAddress]
  /// The addresses of a protocol that this machine does not have, for example if IPv6 is switched
  /// off.
  public let missing: [ListenAddress]
  private var descriptors: [Int32]

  /// - Throws: `WebError` for the first address that cannot be listened on, unless it is `missing`.
  public init(_ wanted: [ListenAddress]) throws(WebError) {
    var descriptors: [Int32] = []
    var addresses: [ListenAddress] = []
    var missing: [ListenAddress] = []
    for address in wanted {
      let bytes = address.address.bytes
      let descriptor = tealight_web_listen(bytes, bytes.count, address.port)
      if descriptor == -EAFNOSUPPORT, wanted.count > missing.count + 1 {
        missing.append(address)
        continue
      }
      guard descriptor >= 0 else {
        for open in descriptors { close(open) }
        throw .notListening(address, errno: -descriptor)
      }
      descriptors.append(descriptor)
      addresses.append(
        ListenAddress(address.address, port: tealight_web_port(descriptor)))
    }
    (self.addresses, self.missing) = (addresses, missing)
    self.descriptors = descriptors
  }

  /// The sockets; the caller has to close them from now on.
  mutating func take() -> [Int32] {
    defer { descriptors = [] }
    return descriptors
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}
