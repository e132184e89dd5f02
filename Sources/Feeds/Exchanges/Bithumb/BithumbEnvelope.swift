import MarketData

/// What API 1.x wraps its answers in: `{"status":"0000","data":…}`,
/// `{"status":"5500","message":…}`.
struct BithumbEnvelope {
  private(set) var status = ""
  private(set) var message = ""
  private(set) var isWellFormed = true

  /// - Parameter data: reads the value of `data` to its end; the result counts only where the answer
  ///   `isGood`.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ data: (inout JSONScanner) -> Void) {
    var scanner = JSONScanner(bytes)
    var hasData = false
    if scanner.kind == .object {
      scanner.enter(.object)
      while let key = scanner.nextKey() {
        if key == "status" {
          status = Self.word(&scanner)
        } else if key == "message" || key == "resmsg" {
          message = scanner.string()?.name ?? ""
        } else if key == "data" {
          hasData = true
          data(&scanner)
        } else if key == "error" {
          // An error of 2.x, which is on the same host.
          scanner.skip()
          status = "error"
        } else {
          scanner.skip()
        }
      }
    } else {
      scanner.skip()
    }
    isWellFormed = scanner.isComplete
    isGood = isWellFormed && status == Self.good && hasData
  }

  /// Whether it is an answer to what was asked.
  private(set) var isGood = false

  static let good = "0000"

  /// A string, or a number without its zeros in front.
  static func word(_ scanner: inout JSONScanner) -> String {
    if scanner.kind == .string { return scanner.string()?.string.plainWord ?? "" }
    return scanner.number()?.integer.map { $0 == 0 ? good : String($0) } ?? ""
  }

  /// An answer that is a rejection.
  static func rejection(_ status: String, _ message: String) -> ParsedMessage {
    var parsed = ParsedMessage(
      rejection: "status \(status)", failureReason: failureReason(status, message))
    if status == "5600" { parsed.retryAfterSeconds = 60 }
    return parsed
  }

  /// The documented statuses. 5600 has several meanings, and only its text tells which.
  static func failureReason(_ status: String, _ message: String) -> FailureReason {
    func mentions(_ words: String...) -> Bool {
      let message = message.lowercased()
      return words.contains(where: message.has)
    }
    return switch status {
    case "5200", "5300": .keyRefused
    case "5400", "5900": .maintenance
    case "5600" where mentions("maintenance", "점검"): .maintenance
    case "5600" where mentions("block", "차단"): .blocked
    case "5600" where mentions("exceed", "limit", "excess", "초과", "too many"): .limitReached
    case "5600": .maintenance
    default: .refused
    }
  }
}
