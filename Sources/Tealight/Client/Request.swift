import Feeds

/// One call over HTTP, as somebody wants it made.
struct Request {
  var url: String
  /// For keys, too: they are never logged and never recorded.
  var headers: [Header] = []
  /// PEM file of the CAs to trust; nil for the system's.
  var caFile: String?
  var cost = Cost("calls")
  /// What the host documents for the group of the cost.
  var bucket = Bucket(10, per: 1_000)
  /// What an answer's headers say of that bucket.
  var spending: ([Header]) -> Spending? = { _ in nil }

  /// Host and port: what limits are counted by, and requests.
  var host: String {
    let rest = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    return rest.count == 3 ? String(rest[2].prefix { $0 != "/" && $0 != "?" }) : url
  }
}

extension Request {
  /// A call of an exchange, within the limits that it documents.
  init(_ exchange: any Exchange, _ path: String, below rest: String, caFile: String?) {
    let cost = exchange.cost(of: path)
    self.init(url: rest + path, caFile: caFile, cost: cost)
    bucket = exchange.buckets[cost.group] ?? bucket
    // Several may share a host, as behind a hub or a simulator, and not their limits.
    self.cost.group = "\(exchange.name) \(cost.group)"
    spending = exchange.spending
  }
}
