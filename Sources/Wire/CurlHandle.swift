import CCurl
import COpenSSL
import Glibc

/// One libcurl handle with the settings that all connections share.
final class CurlHandle {
  let handle: UnsafeMutableRawPointer
  private(set) var url = ""
  /// Scheme, host and port of the URL.
  private(set) var origin = ""
  /// Whether it needs the address of a name that is not in the cache.
  private(set) var needsLookup = false
  /// Since when the handle waits for a lookup, and whether that wait already counts as slow; nil
  /// while it does not wait.
  private(set) var waits: (since: Int64, isSlow: Bool)?
  /// Whether it has waited before. A further lookup is then for another name, as with some proxies.
  private(set) var hasWaited = false
  /// When it began to connect, with its name looked up; nil until that is noted.
  private(set) var begunAt: Int64?
  /// How long its TCP connection took, which is one round trip; nil until TLS begins, which libcurl
  /// does immediately afterwards.
  private(set) var roundTripMilliseconds: Int64?
  private var hasBegunTLS = false
  private let readsAhead: Bool
  private var allowedMilliseconds: Int64 = 0
  private let errorText: UnsafeMutablePointer<CChar>

  /// - Parameters:
  ///   - mayLookUp: whether it asks name servers itself.
  ///   - readsAhead: whether TLS reads all bytes that the socket has. That suits a caller that reads
  ///     all of them before its next wait.
  init(mayLookUp: Bool = false, readsAhead: Bool = false) {
    self.readsAhead = readsAhead
    handle = curl_easy_init()!
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.pointee = 0
    set(CURLOPT_ERRORBUFFER, errorText)
    // Signals would interrupt the loop. HTTP/2, if the TLS handshake chose it, would prevent the
    // upgrade.
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    set(CURLOPT_TCP_NODELAY, 1)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    TLS.restrict(self)
    let me = Unmanaged.passUnretained(self).toOpaque()
    set(CURLOPT_SSL_CTX_DATA, me)
    _ = tealight_curl_set_tls(handle) { _, context, me in
      let curl = Unmanaged<CurlHandle>.fromOpaque(me!).takeUnretainedValue()
      curl.hasBegunTLS = true
      TLS.prepare(context)
      if curl.readsAhead { tealight_tls_read_ahead(context) }
      return CURLE_OK
    }
    if !mayLookUp {
      set(CURLOPT_RESOLVER_START_DATA, me)
      _ = tealight_curl_set_lookup(handle) { _, _, me in
        Unmanaged<CurlHandle>.fromOpaque(me!).takeUnretainedValue().needsLookup = true
        return 1
      }
    }
    // A name server that does not answer must not delay the program's exit.
    set(CURLOPT_QUICK_EXIT, 1)
  }

  deinit {
    curl_easy_cleanup(handle)
    errorText.deallocate()
  }

  /// Sets the URL and the CAs to trust. A proxy is trusted by the system's CAs.
  func aim(at url: String, trusting anchors: TrustAnchors) {
    set(CURLOPT_URL, url)
    self.url = url
    origin = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
      .prefix(3).joined(separator: "/").prefix { $0 != "?" }.lowercased()
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

  /// How long the connection may take, in milliseconds. libcurl is told because it divides that
  /// time among several addresses. Its limit is a second longer, so that our own message for a
  /// time-out is used.
  func allow(_ milliseconds: Int64) {
    guard milliseconds != allowedMilliseconds else { return }
    allowedMilliseconds = milliseconds
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(milliseconds) + 1_000)
  }

  /// Makes the handle wait until a lookup has ended.
  func wait(since now: Int64) {
    needsLookup = false
    hasWaited = true
    waits = (now, false)
    begunAt = nil
  }

  /// From now on libcurl looks up names for this handle itself, within its time limit.
  func lookUpAlone() {
    needsLookup = false
    _ = tealight_curl_set_lookup(handle, nil)
  }

  func callSlow() { waits?.isSlow = true }

  /// Continues after the lookup has ended.
  func resume(at now: Int64) {
    waits = nil
    begunAt = now
  }

  /// Notes when the connection began, if that was since the last turn, and how long TCP took.
  func note(at now: Int64) {
    guard waits == nil else { return }
    begunAt = begunAt ?? now
    if hasBegunTLS, roundTripMilliseconds == nil { roundTripMilliseconds = now - begunAt! }
  }

  /// Whether the connection is made, TLS included, and the request is being sent.
  var isConnected: Bool { microseconds(CURLINFO_PRETRANSFER_TIME_T) > 0 }

  private func microseconds(_ info: CURLINFO) -> Int64 {
    var time: curl_off_t = 0
    _ = tealight_curl_get_time(handle, info, &time)
    return Int64(time)
  }

  /// Why it failed: libcurl's message.
  func reason(_ code: CURLcode) -> String {
    if code == CURLE_PEER_FAILED_VERIFICATION,
      let reason = TLS.reason(number(CURLINFO_SSL_VERIFYRESULT))
    {
      return reason
    }
    let detail = String(cString: errorText)
    return detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
  }

  /// Why the server cannot be reached.
  func cause(_ code: CURLcode) -> Wire.Cause {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      // Without a route no name server can be reached, so the network is the cause.
      return Route.leadsOut ? .nameLookup : .network
    case CURLE_PEER_FAILED_VERIFICATION:
      return TLS.cause(number(CURLINFO_SSL_VERIFYRESULT))
    default:
      let isDown = [ENETUNREACH, ENETDOWN, EHOSTUNREACH].contains(
        Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO)))
      // One host may be out of reach while others are not.
      return isDown && !Route.leadsOut ? .network : .other
    }
  }

  private func number(_ info: CURLINFO) -> Int {
    var number = 0
    _ = tealight_curl_get_long(handle, info, &number)
    return number
  }
}
