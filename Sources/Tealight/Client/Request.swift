import Feeds
import Glibc

/// One call over HTTP, as somebody wants it made.
struct Request {
  var url: String
  /// For keys, too: they are never logged, never recorded, and sent only where `isPrivate`.
  var headers: [Header] = []
  /// PEM file of the CAs to trust; nil for the system's.
  var caFile: String?
  var weight = CallWeight("calls")
  /// What the host documents for the bucket of the weight.
  var bucket = TokenBucket(10, per: 1_000)
  /// What an answer's headers say of that bucket.
  var usage: ([Header]) -> RateLimitUsage? = { _ in nil }

  /// Whether nobody on the way can read it: it goes over TLS, or stays on this machine.
  var isPrivate: Bool { url.hasPrefix("https://") || isLoopback }

  /// Whether it stays on this machine (RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.3, RFC 6761
  /// section 6.3).
  var isLoopback: Bool {
    // What stands before an @ is no host.
    guard !host.contains("@") else { return false }
    let name =
      host.hasPrefix("[")
      ? String(host.dropFirst().prefix { $0 != "]" }) : String(host.prefix { $0 != ":" })
    var six = in6_addr()
    if inet_pton(AF_INET6, name, &six) == 1 {
      return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }
    var four = in_addr()
    if inet_pton(AF_INET, name, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
    return name.lowercased() == "localhost"
  }

  /// Host and port: what limits are counted by, and requests.
  var host: String {
    let rest = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    return rest.count == 3 ? String(rest[2].prefix { $0 != "/" && $0 != "?" }) : url
  }
}

extension Request {
  /// A call of an exchange, within the limits that it documents.
  init(_ endpoint: Feeds.Endpoint, _ path: String, below rest: String, caFile: String?) {
    self.init(url: rest + path, caFile: caFile)
    if let limits = endpoint.rateLimits {
      weight = limits.weight(of: path)
      bucket = limits.buckets[weight.bucket] ?? bucket
    }
    // Several may share a host, as behind a hub or a simulator, and not their limits.
    weight.bucket = "\(endpoint.exchange.name) \(weight.bucket)"
    if let headers = endpoint.rateLimitHeaders { usage = headers.usage }
  }
}
