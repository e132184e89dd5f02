import Feeds

extension Config {
  /// Where an endpoint is called; nil where the file does not mention it.
  func endpoints(of endpoint: Feeds.Endpoint) -> Endpoints? {
    let name = endpoint.exchange.name
    return exchanges[endpoint.name.isEmpty ? name : "\(name).\(endpoint.name)"]
  }

  /// The endpoints that may be used besides the usual one. Who names an endpoint means that one, and
  /// fallbacks only where they are named, too.
  func fallbacks(of exchange: any Exchange) -> [Feeds.Endpoint] {
    let fallbacks = Feeds.Endpoint.fallbacks(of: exchange)
    return fallbacks.filter { exchanges[exchange.name] == nil || endpoints(of: $0) != nil }
  }
}
