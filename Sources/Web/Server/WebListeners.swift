import CMicrohttpd
import Glibc

/// Sockets that listen; rules are made of where they do.
public struct WebListeners: ~Copyable {
  /// With the ports that were taken.
  public let addresses: [ListenAddress]
  private var descriptors: [Int32]

  /// - Throws: `WebError` for the first address that cannot be had.
  public init(_ wanted: [ListenAddress]) throws(WebError) {
    var descriptors: [Int32] = []
    var addresses: [ListenAddress] = []
    for address in wanted {
      let bytes = address.address.bytes
      let descriptor = tealight_web_listen(bytes, bytes.count, address.port)
      guard descriptor >= 0 else {
        for open in descriptors { close(open) }
        throw .notListening(address, errno: -descriptor)
      }
      descriptors.append(descriptor)
      addresses.append(
        ListenAddress(address.address, port: tealight_web_port(descriptor)))
    }
    self.addresses = addresses
    self.descriptors = descriptors
  }

  /// They are the caller's from now on.
  mutating func take() -> [Int32] {
    defer { descriptors = [] }
    return descriptors
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}
