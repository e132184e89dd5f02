import CCurl

/// The lookup of one host's name. Every connection to that host waits for it, and it goes on after
/// they have given up, so that the next connection waits for the same lookup and starts no second
/// one.
///
/// libcurl asks the system's resolver in a thread that cannot be stopped, and counts that time as
/// the connection's. So connections look up nothing by themselves: this handle does, opens no
/// socket, and leaves the addresses in the cache that all handles of a wire share.
final class Lookup {
  /// How long a connection waits for a name server.
  static let limitMilliseconds: Int64 = 30_000
  /// A name server that takes longer is slow. The system's resolver asks again after the same time.
  static let slowMilliseconds: Int64 = 5_000

  let origin: String
  let curl = CurlHandle(mayLookUp: true)
  let begunAt: Int64
  private var hasAddress = false

  /// - Parameters:
  ///   - url: the URL of the connection that needs it; if a proxy stands between, the proxy is
  ///     looked up.
  init(_ url: String, origin: String, at now: Int64) {
    self.origin = origin
    begunAt = now
    curl.aim(at: url, trusting: .system)
    curl.set(CURLOPT_CONNECT_ONLY, 1)
    // An open connection would be reused, and nothing looked up.
    curl.set(CURLOPT_FRESH_CONNECT, 1)
    // The resolver has its own time limits.
    curl.set(CURLOPT_CONNECTTIMEOUT_MS, 600_000)
    curl.set(CURLOPT_OPENSOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
    _ = tealight_curl_set_open(curl.handle) { me, _, _ in
      Unmanaged<Lookup>.fromOpaque(me!).takeUnretainedValue().hasAddress = true
      return CURL_SOCKET_BAD
    }
  }

  /// Why there is no address; nil where there is one.
  func failure(_ code: CURLcode, at now: Int64) -> (reason: String, cause: Wire.Cause)? {
    if hasAddress { return nil }
    guard Route.leadsOut else { return (curl.reason(code), .network) }
    return (now - begunAt < Self.slowMilliseconds ? curl.reason(code) : silence, .nameLookup)
  }

  /// The message if no name server has answered for long. Its words are the same each time, so that
  /// the log has it only once.
  var silence: String { "no name server answers for \(host)" }

  /// Host and port.
  private var host: Substring { origin.split(separator: "/").last ?? "" }
}
