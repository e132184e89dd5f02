import CCurl
import COpenSSL
import Glibc

/// The rules for every TLS connection.
enum TLS {
  /// A certificate that ended longer ago than this cannot be one that an exchange forgot to
  /// replace: this machine's clock must be ahead.
  private static let oversightDays: Int32 = 7

  /// Allows no version before 1.2 (RFC 8996), whatever the library and the system allow.
  static func restrict(_ curl: CurlHandle) {
    for option in [CURLOPT_SSLVERSION, CURLOPT_PROXY_SSLVERSION] {
      curl.set(option, Int(CURL_SSLVERSION_TLSv1_2))
    }
  }

  /// Prepares the context of one connection, which libcurl has made.
  static func prepare(_ context: UnsafeMutableRawPointer?) {
    SSL_CTX_set_cert_verify_callback(OpaquePointer(context), { store, _ in TLS.verify(store) }, nil)
  }

  /// Judges a server's certificate as OpenSSL does, and notes where the cause is this machine's
  /// clock rather than the certificate.
  private static func verify(_ store: OpaquePointer?) -> Int32 {
    let verdict = X509_verify_cert(store)
    guard verdict != 1, X509_STORE_CTX_get_error(store) == X509_V_ERR_CERT_HAS_EXPIRED else {
      return verdict
    }
    var days: Int32 = 0
    var seconds: Int32 = 0
    let end = X509_get0_notAfter(X509_STORE_CTX_get0_cert(store))
    if ASN1_TIME_diff(&days, &seconds, end, nil) == 1, days >= oversightDays {
      X509_STORE_CTX_set_error(store, clockIsAhead)
    }
    return verdict
  }

  /// OpenSSL leaves this code to applications.
  private static let clockIsAhead = X509_V_ERR_APPLICATION_VERIFICATION

  /// The cause of a refused certificate, by OpenSSL's code.
  static func cause(_ code: Int) -> Wire.Cause {
    [X509_V_ERR_CERT_NOT_YET_VALID, clockIsAhead].contains(Int32(truncatingIfNeeded: code))
      ? .clock : .certificate
  }

  /// Why a certificate is refused where OpenSSL's own message is unclear.
  static func reason(_ code: Int) -> String? {
    guard cause(code) == .clock else { return nil }
    let relation = code == Int(clockIsAhead) ? "expired long ago" : "is not valid yet"
    return "the certificate \(relation), and this machine's clock says \(today)"
  }

  /// The date by this machine's clock, in UTC.
  private static var today: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    let (month, day) = (parts.tm_mon + 1, parts.tm_mday)
    return "\(parts.tm_year + 1900)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }
}
