import Glibc

/// A listening socket that never blocks.
final class Listener {
  enum Failure: Error, Equatable, CustomStringConvertible {
    /// No numeric IPv4 or IPv6 address.
    case address(String)
    case system(call: String, errno: Int32)

    var description: String {
      switch self {
      case .address(let text): "\"\(text)\" is not an IPv4 or IPv6 address"
      case .system(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
      }
    }
  }

  let descriptor: Int32
  let port: UInt16

  /// Port 0 takes a free one.
  init(address: String, port: UInt16) throws(Failure) {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address, String(port), &hints, &found) == 0, let found else {
      throw .address(address)
    }
    defer { freeaddrinfo(found) }
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    descriptor = socket(found.pointee.ai_family, type, 0)
    guard descriptor >= 0 else { throw .system(call: "socket", errno: errno) }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0,
      listen(descriptor, 64) == 0
    else {
      let reason = errno
      Glibc.close(descriptor)
      throw .system(call: "bind \(address) port \(port)", errno: reason)
    }
    self.port = Self.localPort(of: descriptor)
  }

  deinit {
    Glibc.close(descriptor)
  }

  /// A waiting connection and its peer's address; nil if none waits.
  func accept() -> (descriptor: Int32, peer: String)? {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        let accepted = Glibc.accept(descriptor, generic, &length)
        guard accepted >= 0 else { return nil }
        _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        var yes: Int32 = 1
        setsockopt(
          accepted, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        var name = [CChar](repeating: 0, count: 64)
        getnameinfo(generic, length, &name, 64, nil, 0, NI_NUMERICHOST)
        let text = String(
          decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return (accepted, text)
      }
    }
  }

  private static func localPort(of descriptor: Int32) -> UInt16 {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        _ = getsockname(descriptor, generic, &length)
      }
      // The port stands at the same place in both families' addresses.
      return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt16(bigEndian: $0.pointee.sin_port)
      }
    }
  }
}
