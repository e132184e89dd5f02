import Feeds
import MarketData

/// Asks sources that are no exchanges. A call asks once and waits for the answer: for commands,
/// never for the loop.
public struct Lookup {
  /// Why there is no answer: a sentence.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private let rest: String?
  private let caFile: String?
  private let inquiry: Inquiry

  /// - Parameters:
  ///   - rest: the source's endpoint; nil for its own.
  ///   - caFile: PEM file of a private CA; nil for the system's.
  ///   - whileWaiting: does what this thread has to do meanwhile.
  public init(rest: String?, caFile: String?, whileWaiting: (() -> Void)? = nil) {
    self.rest = rest
    self.caFile = caFile
    inquiry = Inquiry(whileWaiting: whileWaiting)
  }

  /// What a dollar is worth, asked for in each form that the source may understand.
  public func rates(
    _ currencies: [String], from source: any RateSource
  ) throws(Failure) -> ExchangeRates {
    var rejection = Rejection(.refused, "it cannot be requested", .stop)
    for path in source.paths(currencies: currencies) {
      let answer = try ask(source.name, rest ?? source.rest, path, source.headers) {
        source.read($1, status: $0, retryAfterSeconds: nil)
      }
      switch answer {
      case .success(let answer): return answer.rates
      case .failure(let reason): rejection = reason
      }
      guard rejection.remedy == .otherwise else { break }
    }
    throw Failure(description: "\(source.name): \(rejection.word)")
  }

  public func trending(on gecko: CoinGecko) throws(Failure) -> Trending {
    try ask(gecko, gecko.trendingPath, gecko.readTrending)
  }

  /// The results of a search for a word.
  public func search(_ word: String, on gecko: CoinGecko) throws(Failure) -> SearchResults {
    try ask(gecko, gecko.searchPath(word), gecko.readSearch)
  }

  private func ask<Value>(
    _ gecko: CoinGecko, _ path: String, _ read: @escaping (UnsafeBufferPointer<UInt8>) -> Value?
  ) throws(Failure) -> Value {
    let answer: Result<Value, Rejection> = try ask(
      CoinGecko.name, rest ?? CoinGecko.rest, path, gecko.headers
    ) { status, body in
      if let rejection = gecko.rejection(body, status: status, retryAfterSeconds: nil) {
        return .failure(rejection)
      }
      return read(body).map { .success($0) } ?? .failure(.senseless)
    }
    switch answer {
    case .success(let value): return value
    case .failure(let rejection):
      throw Failure(description: "\(CoinGecko.name): \(rejection.word)")
    }
  }

  private func ask<Value>(
    _ name: String, _ rest: String, _ path: String, _ headers: [Header],
    _ read: @escaping (_ status: Int, UnsafeBufferPointer<UInt8>) -> Value
  ) throws(Failure) -> Value {
    var value: Value?
    var reason = ""
    let call = HTTPCall(url: rest + path, headers: headers, caFile: caFile)
    inquiry.run([
      Inquiry.Calls(calls: [call]) { _, answer in
        switch answer {
        case .body(let body): value = read(200, body)
        case .refused(let status, let body): value = read(status, body)
        case .failure(let sentence): reason = sentence
        }
        return false
      }
    ])
    guard let value else { throw Failure(description: "\(name): \(reason)") }
    return value
  }
}
