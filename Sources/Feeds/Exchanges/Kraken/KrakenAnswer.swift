import MarketData

/// An answer of Kraken's REST: `{"error":[],"result":{"BTC/USD":…}}`, with status 200 whatever it
/// says.
struct KrakenAnswer {
  /// The first error, in the exchange's own word.
  private(set) var error: String?

  /// Reads the whole answer; `member` reads one member of the result, or skips it.
  /// - Returns: nil where the answer is not well-formed.
  init?(
    _ bytes: UnsafeBufferPointer<UInt8>, _ member: (JSONText, inout JSONScanner) -> Void
  ) {
    var scanner = JSONScanner(bytes)
    guard scanner.kind == .object else { return nil }
    scanner.enter(.object)
    var hasResult = false
    while let key = scanner.nextKey() {
      if key == "error", scanner.kind == .array {
        scanner.enter(.array)
        while scanner.nextElement() {
          // A text with a W in front is a warning.
          if let text = scanner.string()?.string, error == nil, !text.hasPrefix("W") {
            error = text.plainWord
          }
        }
      } else if key == "result", scanner.kind == .object {
        hasResult = true
        scanner.enter(.object)
        while let key = scanner.nextKey() { member(key, &scanner) }
      } else {
        scanner.skip()
      }
    }
    guard scanner.isComplete, hasResult || error != nil else { return nil }
  }

  /// What kind of rejection the error is; nil where there is none.
  var failureReason: FailureReason? {
    guard let error else { return nil }
    let limits = ["Too many requests", "Rate limit", "Throttled", "Temporary lockout"]
    if limits.contains(where: error.has) { return .limitReached }
    return error.hasPrefix("EService") || error.has("Internal error") ? .maintenance : .refused
  }

  /// Codes by the names that members about them may have: the code, or one of the old names, in which
  /// XBT stands for BTC and XDG for DOGE, and some have an X or a Z in front: `XXBTZUSD`, `XBTUSD`.
  static func names(of codes: [String]) -> [String: String] {
    var names: [String: String] = [:]
    for code in codes {
      let parts = code.split(separator: "/").map(oldName)
      if parts.count == 2 {
        for (x, z) in [("", ""), ("X", "Z"), ("X", "X"), ("X", ""), ("", "Z"), ("Z", "Z")] {
          names[x + parts[0] + z + parts[1]] = code
        }
      }
    }
    for code in codes { names[code] = code }
    return names
  }

  private static func oldName(_ currency: some StringProtocol) -> String {
    currency == "BTC" ? "XBT" : currency == "DOGE" ? "XDG" : String(currency)
  }

  static func newName(_ currency: some StringProtocol) -> String {
    currency == "XBT" ? "BTC" : currency == "XDG" ? "DOGE" : String(currency)
  }
}
