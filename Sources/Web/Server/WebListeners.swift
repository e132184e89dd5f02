import CMicrohttpd
import Glibc

/// Sockets that listen; rules are made of where they do.
public struct WebListeners: ~Copyable {
  /// With the ports that were taken.
  public let addresses: [ListenAddress]
  /// Those of a protocol that this machine does not have, as where IPv6 is switched off.
  public let missing: [ListenAddress]
  private var descriptors: [Int32]

  /// - Throws: `WebError` for the first address that cannot be had, where it is not missing.
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

  /// They are the caller's from now on.
  mutating func take() -> [Int32] {
    defer { descriptors = [] }
    return descriptors
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}
