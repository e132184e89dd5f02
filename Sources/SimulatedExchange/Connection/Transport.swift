import COpenSSL
import Glibc

/// One accepted connection: bytes in and out without ever blocking.
protocol Transport: AnyObject {
  /// The descriptor to poll; nil if there is none.
  var descriptor: Int32? { get }
  var hasHandshaken: Bool { get }
  /// The next time it is closed, the peer sees a reset.
  func resetOnClose()
  /// Appends at most `limit` bytes to `bytes`; true if there may be more at once.
  func read(into bytes: inout [UInt8], limit: Int) throws(TransportFailure) -> Bool
  /// How many of the bytes were taken.
  func write(_ bytes: ArraySlice<UInt8>) throws(TransportFailure) -> Int
  func close()
}

enum TransportFailure: Error {
  case ended
}

/// A connection over a socket, with TLS or without.
final class SocketTransport: Transport {
  private let socket: Int32
  var descriptor: Int32? { socket }
  private let session: OpaquePointer?
  private(set) var hasHandshaken: Bool

  /// Takes over the descriptor and the TLS session.
  init(descriptor: Int32, session: OpaquePointer?) {
    socket = descriptor
    self.session = session
    hasHandshaken = session == nil
  }

  deinit {
    SSL_free(session)
    Glibc.close(socket)
  }

  /// `deinit` closes the socket.
  func close() {}

  func resetOnClose() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
  }

  func read(into bytes: inout [UInt8], limit: Int) throws(TransportFailure) -> Bool {
    var left = limit
    while left > 0 {
      let count = try readOnce(into: &bytes, limit: min(left, 16_384))
      guard count > 0 else { return false }
      left -= count
    }
    return true
  }

  func write(_ bytes: ArraySlice<UInt8>) throws(TransportFailure) -> Int {
    guard !bytes.isEmpty else { return 0 }
    let count = bytes.withUnsafeBytes { buffer in
      session == nil
        ? send(socket, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
        : Int(SSL_write(session, buffer.baseAddress, Int32(buffer.count)))
    }
    return try result(count)
  }

  private func readOnce(into bytes: inout [UInt8], limit: Int) throws(TransportFailure) -> Int {
    var count = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
      count =
        session == nil
        ? recv(socket, buffer.baseAddress, limit, 0)
        : Int(SSL_read(session, buffer.baseAddress, Int32(limit)))
      initialized = max(0, count)
    }
    if session == nil, count == 0 { throw .ended }
    bytes += chunk
    let read = try result(count)
    if let session { hasHandshaken = SSL_is_init_finished(session) == 1 }
    return read
  }

  /// 0 where the call would block.
  private func result(_ count: Int) throws(TransportFailure) -> Int {
    if count > 0 { return count }
    if let session {
      let reason = SSL_get_error(session, Int32(count))
      ERR_clear_error()
      if reason == SSL_ERROR_WANT_READ || reason == SSL_ERROR_WANT_WRITE { return 0 }
    } else if errno == EAGAIN || errno == EINTR {
      return 0
    }
    throw .ended
  }
}
