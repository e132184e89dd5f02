import MarketData

/// CoinGecko v3: a translator without I/O, state or clock. https://docs.coingecko.com/v3.0.1
public struct CoinGecko: Sendable {
  private let key: String?

  /// Whether calls are counted by the month.
  var hasKey: Bool { key != nil }

  /// - Parameter key: the key of the demo plan; nil to ask without one, as most people do.
  public init(key: String? = nil) { self.key = key }

  public static let name = "coingecko"
  /// Its name on the screen.
  public static let title = Trending.service
  public static let rest = "https://api.coingecko.com/api/v3"

  /// The headers of every call. They may hold a key, so they are never logged.
  public var headers: [Header] { key.map { [Header(name: "x-cg-demo-api-key", value: $0)] } ?? [] }

  public let trendingPath = "/search/trending"

  /// The path of a call for everything with a name like this word.
  public func searchPath(_ word: String) -> String { CallPath("/search?query=\(word)").text }

  /// The path of a call for all coins with these symbols; several coins may have the same one.
  func marketsPath(symbols: [String]) -> String {
    marketsPath("symbols", symbols.map { $0.lowercased() })
  }

  /// The path of a call for the coins with these ids of CoinGecko.
  func marketsPath(ids: [String]) -> String { marketsPath("ids", ids) }

  private func marketsPath(_ filter: String, _ words: [String]) -> String {
    CallPath(
      "/coins/markets?vs_currency=usd&\(filter)=\(words)&order=market_cap_desc&per_page=250&sparkline=true"
    ).text
  }

  /// The answer as a rejection; nil where it answers the call.
  ///
  /// Errors come as `{"error":"…"}`, `{"status":{"error_code":429,"error_message":"…"}}`, the same
  /// inside `error`, and as HTML from the network in front of CoinGecko; now and then with status 200.
  public func rejection(
    _ bytes: UnsafeBufferPointer<UInt8>, status: Int, retryAfterSeconds: Int64?
  ) -> Rejection? {
    var scanner = JSONScanner(bytes)
    var code: Int64?
    var message: String?
    var isError = false
    func readStatus(_ scanner: inout JSONScanner) {
      scanner.readObject { scanner, key in
        if key == "error_code" {
          code = scanner.number()?.integer
          isError = isError || code != nil
        } else if key == "error_message" {
          message = scanner.label()
        } else if key == "status" {
          readStatus(&scanner)
        } else {
          scanner.skip()
        }
      }
    }
    if scanner.kind == .object {
      scanner.readObject { scanner, key in
        if key == "error", scanner.kind == .string {
          message = scanner.label()
          isError = true
        } else if key == "error" || key == "status" {
          readStatus(&scanner)
        } else {
          scanner.skip()
        }
      }
    }
    if status == 200, !(isError && scanner.isComplete) { return nil }
    return Self.rejection(
      code.flatMap(Int.init(exactly:)) ?? status, status, message, retryAfterSeconds)
  }

  private static func rejection(
    _ code: Int, _ status: Int, _ message: String?, _ retryAfterSeconds: Int64?
  ) -> Rejection {
    let word = message ?? "status \(status)"
    switch code {
    // No key, a plan without it, a key of another plan: that may be corrected within the hour.
    case 401, 10_002, 10_005, 10_010, 10_011:
      return Rejection(.keyRefused, word, .after(Rejection.hour))
    // The network in front of CoinGecko has this code in a page of its own.
    case 1020: return .status(403, word)
    default:
      let meaning = (200..<600).contains(code) ? code : status
      return .status(meaning, word, retryAfterSeconds: retryAfterSeconds)
    }
  }
}
