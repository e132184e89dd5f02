import COpenSSL
import Glibc

/// A client that sends and receives bytes and knows no protocol. It never blocks.
final class RawClient {
  enum End: Equatable {
    case closed
    case reset
    /// TLS failed, in OpenSSL's words.
    case refused(String)
  }

  private(set) var received: [UInt8] = []
  private(set) var end: End?
  private let descriptor: Int32
  private var context: OpaquePointer?
  private var session: OpaquePointer?
  private var output: [UInt8] = []

  /// With a PEM it speaks TLS, verifies that CA alone, and wants the name `localhost`.
  init(port: UInt16, caPEM: String? = nil) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if connected != 0 { end = .reset }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var yes: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    if let caPEM { startTLS(caPEM) }
  }

  deinit {
    SSL_free(session)
    SSL_CTX_free(context)
    close(descriptor)
  }

  func send(_ bytes: [UInt8]) {
    output += bytes
  }

  /// Takes what came since the last call.
  func take() -> [UInt8] {
    defer { received = [] }
    return received
  }

  /// One read at most, and whatever can be written.
  func step() {
    guard end == nil else { return }
    if !output.isEmpty {
      let count = output.withUnsafeBytes { bytes in
        session == nil
          ? Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
          : Int(SSL_write(session, bytes.baseAddress, Int32(bytes.count)))
      }
      if count > 0 { output.removeFirst(count) } else { noteEnd(count) }
    }
    guard end == nil else { return }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count =
      session == nil
      ? recv(descriptor, &chunk, chunk.count, 0)
      : Int(SSL_read(session, &chunk, Int32(chunk.count)))
    if count > 0 { received += chunk.prefix(count) } else { noteEnd(count) }
  }

  private func noteEnd(_ count: Int) {
    guard let session else {
      if count == 0 { end = .closed } else if errno != EAGAIN { end = .reset }
      return
    }
    let reason = SSL_get_error(session, Int32(count))
    guard reason != SSL_ERROR_WANT_READ, reason != SSL_ERROR_WANT_WRITE else { return }
    let wrong = SSL_get_verify_result(session)
    if wrong != 0 {
      end = .refused(String(cString: X509_verify_cert_error_string(wrong)))
    } else {
      end = reason == SSL_ERROR_SYSCALL && errno == ECONNRESET ? .reset : .closed
    }
    ERR_clear_error()
  }

  private func startTLS(_ caPEM: String) {
    context = SSL_CTX_new(TLS_client_method())
    let memory = BIO_new_mem_buf(caPEM, Int32(caPEM.utf8.count))
    let certificate = PEM_read_bio_X509(memory, nil, nil, nil)
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate)
    X509_free(certificate)
    BIO_free(memory)
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    session = SSL_new(context)
    SSL_set1_host(session, "localhost")
    SSL_set_fd(session, descriptor)
    SSL_set_connect_state(session)
  }
}
