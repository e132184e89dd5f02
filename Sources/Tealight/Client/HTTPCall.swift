import Configuration
import Feeds

/// One call over HTTP, and which limit it counts against.
struct HTTPCall {
  var url: String
  /// For keys, too: they are never logged, never recorded, and sent only where `isPrivate`.
  var headers: [Header] = []
  /// PEM file of the CAs to trust; nil for the system's.
  var caFile: String?
  /// The exchange whose limits the call counts against: several exchanges may share a host, as
  /// behind a hub or a simulator.
  var exchange: String?
  var weight = CallWeight("calls")
  /// What the host documents for the bucket of the weight.
  var bucket = TokenBucket(10, per: 1_000)
  /// What an answer's headers say of that bucket.
  var usage: ([Header]) -> RateLimitUsage? = { _ in nil }

  /// Whether it cannot be read on the way: it goes over TLS, or stays on this machine.
  var isPrivate: Bool { EndpointURL.isPrivate(url) }

  /// Whether it stays on this machine.
  var isLoopback: Bool { EndpointURL.isLoopback(url) }

  /// Host and port, by which limits and calls are counted.
  var host: String { EndpointURL.host(of: url) }
}

extension HTTPCall {
  /// A call of an exchange, within the limits that it documents.
  init(_ endpoint: Feeds.Endpoint, _ path: String, below rest: String, caFile: String?) {
    self.init(url: rest + path, caFile: caFile, exchange: endpoint.exchange.name)
    if let limits = endpoint.rateLimits {
      weight = limits.weight(of: path)
      bucket = limits.buckets[weight.bucket] ?? bucket
    }
    if let headers = endpoint.rateLimitHeaders { usage = headers.usage }
  }
}
