import COpenSSL

/// A certificate authority that lives as long as the process: P-256, known to nobody else.
final class PrivateAuthority {
  private let key: OpaquePointer
  private let certificate: OpaquePointer

  init() {
    key = Self.makeKey()
    certificate = Self.makeCertificate(
      name: "tealight simulated CA", key: key, validSeconds: -3_600...30 * 86_400)
    Self.extend(certificate, NID_basic_constraints, "critical,CA:TRUE", issuer: certificate)
    Self.extend(certificate, NID_key_usage, "critical,keyCertSign,cRLSign", issuer: certificate)
    Self.extend(certificate, NID_subject_key_identifier, "hash", issuer: certificate)
    precondition(X509_sign(certificate, key, EVP_sha256()) > 0)
  }

  deinit {
    X509_free(certificate)
    EVP_PKEY_free(key)
  }

  /// The authority's certificate, for a client's `ca_file`.
  var pem: String {
    let memory = BIO_new(BIO_s_mem())
    defer { BIO_free(memory) }
    PEM_write_bio_X509(memory, certificate)
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = BIO_read(memory, &bytes, Int32(bytes.count))
    return String(decoding: bytes.prefix(Int(max(0, count))), as: UTF8.self)
  }

  /// A server's TLS context. `names` as OpenSSL spells them: `DNS:localhost,IP:127.0.0.1`.
  func serverContext(names: String, validSeconds: ClosedRange<Int>) -> OpaquePointer {
    let serverKey = Self.makeKey()
    let server = Self.makeCertificate(
      name: "tealight simulated exchange", key: serverKey, validSeconds: validSeconds)
    X509_set_issuer_name(server, X509_get_subject_name(certificate))
    Self.extend(server, NID_subject_alt_name, names, issuer: certificate)
    Self.extend(server, NID_ext_key_usage, "serverAuth", issuer: certificate)
    Self.extend(server, NID_authority_key_identifier, "keyid", issuer: certificate)
    precondition(X509_sign(server, key, EVP_sha256()) > 0)
    let context = SSL_CTX_new(TLS_server_method())!
    SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
    // A retried write may come from another place: output buffers grow and move.
    let mode = SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
    SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(mode), nil)
    precondition(SSL_CTX_use_certificate(context, server) == 1)
    precondition(SSL_CTX_use_PrivateKey(context, serverKey) == 1)
    X509_free(server)
    EVP_PKEY_free(serverKey)
    return context
  }

  private static func makeKey() -> OpaquePointer {
    let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    precondition(
      EVP_PKEY_keygen_init(context) > 0
        && EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) > 0
        && EVP_PKEY_keygen(context, &key) > 0)
    return key!
  }

  private static func makeCertificate(
    name: String, key: OpaquePointer, validSeconds: ClosedRange<Int>
  ) -> OpaquePointer {
    let certificate = X509_new()!
    X509_set_version(certificate, 2)
    // Clients refuse two certificates of one issuer with one serial number.
    var random = SystemRandomNumberGenerator()
    ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), random.next() >> 1)
    X509_gmtime_adj(X509_getm_notBefore(certificate), validSeconds.lowerBound)
    X509_gmtime_adj(X509_getm_notAfter(certificate), validSeconds.upperBound)
    X509_set_pubkey(certificate, key)
    X509_NAME_add_entry_by_txt(
      X509_get_subject_name(certificate), "CN", MBSTRING_UTF8, name, -1, -1, 0)
    X509_set_issuer_name(certificate, X509_get_subject_name(certificate))
    return certificate
  }

  private static func extend(
    _ certificate: OpaquePointer, _ nid: Int32, _ value: String, issuer: OpaquePointer
  ) {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, issuer, certificate, nil, nil, 0)
    let made = X509V3_EXT_conf_nid(nil, &context, nid, value)
    precondition(made != nil, "OpenSSL refuses \(value)")
    X509_add_ext(certificate, made, -1)
    X509_EXTENSION_free(made)
  }
}
