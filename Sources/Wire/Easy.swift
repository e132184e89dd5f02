import CCurl
import Glibc

/// One libcurl handle with the settings that every connection of ours shares.
final class Easy {
  /// DNS, TCP and TLS together; and one call in all.
  static let timeoutMilliseconds = 10_000
  static let userAgent = "tealight/0.1.0"

  let handle: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>

  init() {
    handle = curl_easy_init()!
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.pointee = 0
    set(CURLOPT_ERRORBUFFER, errorText)
    // Signals would interrupt the loop, and HTTP/2 chosen in the TLS handshake loses the upgrade.
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    set(CURLOPT_CONNECTTIMEOUT_MS, Self.timeoutMilliseconds)
    set(CURLOPT_TCP_NODELAY, 1)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    TLS.restrict(self)
    _ = tealight_curl_set_tls(handle) { _, context, _ in
      TLS.prepare(context)
      return CURLE_OK
    }
    // A name server that does not answer must not hold up the end of the program.
    set(CURLOPT_QUICK_EXIT, 1)
  }

  deinit {
    curl_easy_cleanup(handle)
    errorText.deallocate()
  }

  /// Where to, and whom to trust there. A proxy is the system's affair.
  func aim(at url: String, trusting anchors: TrustAnchors) {
    set(CURLOPT_URL, url)
    trust(anchors, folder: CURLOPT_CAPATH, file: CURLOPT_CAINFO)
    trust(.system, folder: CURLOPT_PROXY_CAPATH, file: CURLOPT_PROXY_CAINFO)
  }

  private func trust(_ anchors: TrustAnchors, folder: CURLoption, file: CURLoption) {
    let paths = anchors.folderAndFile
    _ = tealight_curl_set_string(handle, folder, paths.folder)
    _ = tealight_curl_set_string(handle, file, paths.file)
  }

  func set(_ option: CURLoption, _ value: Int) { _ = tealight_curl_set_long(handle, option, value) }
  func set(_ option: CURLoption, _ value: String) {
    _ = tealight_curl_set_string(handle, option, value)
  }
  func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer) {
    _ = tealight_curl_set_pointer(handle, option, value)
  }
  func set(_ option: CURLoption, _ callback: @escaping tealight_curl_data) {
    _ = tealight_curl_set_data(handle, option, callback)
  }

  /// Why it failed, in libcurl's words.
  func reason(_ code: CURLcode) -> String {
    if code == CURLE_PEER_FAILED_VERIFICATION,
      let reason = TLS.reason(number(CURLINFO_SSL_VERIFYRESULT))
    {
      return reason
    }
    let detail = String(cString: errorText)
    return detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
  }

  /// What kept the other side from being heard.
  func cause(_ code: CURLcode) -> Wire.Cause {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      // A name server that cannot be reached tells nobody why.
      return Route.leadsOut ? .other : .network
    case CURLE_PEER_FAILED_VERIFICATION:
      return TLS.cause(number(CURLINFO_SSL_VERIFYRESULT))
    default:
      let isDown = [ENETUNREACH, ENETDOWN, EHOSTUNREACH].contains(
        Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO)))
      return isDown ? .network : .other
    }
  }

  private func number(_ info: CURLINFO) -> Int {
    var number = 0
    _ = tealight_curl_get_long(handle, info, &number)
    return number
  }
}
