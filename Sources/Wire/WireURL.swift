import CCurl

/// The address of a WebSocket, taken apart.
struct WireURL: Equatable {
  /// The same URL as libcurl understands it: `https` for `wss`, `http` for `ws`.
  let overHTTP: String
  /// For the `Host` header: the port only where it is not the scheme's own.
  let authority: String
  /// Path and query.
  let target: String

  /// Nil where it is not a `ws` or `wss` URL.
  init?(_ text: String) {
    for (scheme, http) in [("wss://", "https://"), ("ws://", "http://")]
    where text.lowercased().hasPrefix(scheme) {
      overHTTP = http + text.dropFirst(scheme.count)
      guard let url = curl_url() else { return nil }
      defer { curl_url_cleanup(url) }
      guard curl_url_set(url, CURLUPART_URL, overHTTP, 0) == CURLUE_OK else { return nil }
      func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(url, part, &text, UInt32(flags)) == CURLUE_OK, let text else {
          return nil
        }
        defer { curl_free(text) }
        return String(cString: text)
      }
      guard let host = part(CURLUPART_HOST) else { return nil }
      authority = host + (part(CURLUPART_PORT, CURLU_NO_DEFAULT_PORT).map { ":" + $0 } ?? "")
      target = (part(CURLUPART_PATH) ?? "/") + (part(CURLUPART_QUERY).map { "?" + $0 } ?? "")
      return
    }
    return nil
  }
}
