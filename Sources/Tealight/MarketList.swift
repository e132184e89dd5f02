import Feeds
import MarketData
import Wire

/// What an exchange lists, asked once and waited for: for people, never for the loop.
public enum MarketList {
  /// Why there is no list: a sentence.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// - Parameters:
  ///   - rest: the exchange's endpoint; nil for its own.
  ///   - caFile: PEM file of a private CA; nil for the system's.
  public static func fetch(
    from exchange: any Exchange, rest: String?, caFile: String?
  ) throws(Failure) -> [Listing] {
    let wire = Wire()
    let url = (rest ?? exchange.rest) + exchange.listPaths[0]
    wire.get(0, url: url, caFile: caFile)
    var result: Result<[Listing], Failure>?
    let clock = Clock()
    while result == nil {
      var nobody: [Wire.Watch] = []
      wire.wait(&nobody, milliseconds: 1_000)
      wire.turn(at: clock.now().monotonic) { event in
        switch event {
        case .answered(_, 200, _, let body):
          var listings: [Listing] = []
          let isList = exchange.readList(body, place: 0, into: &listings)
          result =
            isList ? .success(listings) : .failure(failure(url, "not a list of markets"))
        case .answered(_, let status, _, _): result = .failure(failure(url, "status \(status)"))
        case .unanswered(_, let reason, _): result = .failure(failure(url, reason))
        default: break
        }
      }
    }
    return try result!.get()
  }

  private static func failure(_ url: String, _ reason: String) -> Failure {
    Failure(description: "\(url): \(reason)")
  }
}
