/// How many answers and how many refusals there were since the start.
public struct WebCounts: Equatable, Sendable {
  /// Answers by their HTTP status.
  public private(set) var answers: [Int: Int] = [:]
  /// Refusals by their reason, which is one of a few fixed words.
  public private(set) var refusals: [String: Int] = [:]

  public init() {}

  mutating func answered(_ status: Int) { answers[status, default: 0] += 1 }

  mutating func refused(_ refusal: WebRefusal) { refusals[refusal.rawValue, default: 0] += 1 }
}
