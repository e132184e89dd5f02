import COpenSSL

/// The server's certificates: the right one, and a wrong one for each fault.
final class ServerTLS {
  private let authority = PrivateAuthority()
  private var contexts: [FaultKind?: OpaquePointer] = [:]

  /// What can be wrong with a certificate.
  static let faults: [FaultKind] = [
    .otherAuthority, .expiredCertificate, .longExpired, .futureCertificate, .wrongHost,
  ]

  private static let names = "DNS:localhost,IP:127.0.0.1,IP:::1"
  private static let year = 365 * 86_400
  private static let today = -3_600...30 * 86_400

  deinit {
    for context in contexts.values { SSL_CTX_free(context) }
  }

  var pem: String { authority.pem }

  /// The server's end of one connection, with the certificate that `fault` spoils.
  func accept(on descriptor: Int32, fault: FaultKind?) -> OpaquePointer? {
    let context = contexts[fault] ?? makeContext(fault)
    contexts[fault] = context
    let session = SSL_new(context)
    SSL_set_fd(session, descriptor)
    SSL_set_accept_state(session)
    return session
  }

  private func makeContext(_ fault: FaultKind?) -> OpaquePointer {
    switch fault {
    case .otherAuthority:
      PrivateAuthority().serverContext(names: Self.names, validSeconds: Self.today)
    case .expiredCertificate:
      authority.serverContext(names: Self.names, validSeconds: -2 * 86_400 ... -86_400)
    case .longExpired:
      authority.serverContext(names: Self.names, validSeconds: -3 * Self.year ... -2 * Self.year)
    case .futureCertificate:
      authority.serverContext(names: Self.names, validSeconds: 2 * Self.year...3 * Self.year)
    case .wrongHost:
      authority.serverContext(names: "DNS:exchange.invalid", validSeconds: Self.today)
    default:
      authority.serverContext(names: Self.names, validSeconds: Self.today)
    }
  }
}
