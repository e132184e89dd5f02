import Feeds

extension Config {
  /// Where a way to an exchange is called; nil where the file does not mention it.
  func endpoints(of way: any Exchange) -> Endpoints? {
    exchanges[way.way.isEmpty ? way.name : "\(way.name).\(way.way)"]
  }

  /// The ways beside the usual one that may be taken. Who names an endpoint means that one, and other
  /// ways only where they are named, too.
  func otherWays(to exchange: any Exchange) -> [any Exchange] {
    exchange.otherWays.filter { endpoints(of: exchange) == nil || endpoints(of: $0) != nil }
  }
}
