import MarketData

/// What a source says in place of what was asked: what is wrong, in its own word, and what helps.
public struct Rejection: Error, Equatable, Sendable {
  public enum Remedy: Equatable, Sendable {
    /// Asking again a while later, ever more seldom.
    case later
    /// Asking again when so many milliseconds have passed.
    case after(Int64)
    /// Asking for it in another way.
    case otherwise
    /// Nothing before the configuration changes.
    case stop
  }

  public var failureReason: FailureReason
  /// For the log: one line of plain letters, without any secret.
  public var word: String
  public var remedy: Remedy

  public init(_ failureReason: FailureReason, _ word: String, _ remedy: Remedy) {
    self.failureReason = failureReason
    let plain = word.unicodeScalars.filter { (" "..."~").contains($0) }.prefix(80)
    self.word = String(String.UnicodeScalarView(plain))
    self.remedy = remedy
  }

  /// Nobody answered at all.
  init(_ failure: TransportFailure) { self.init(failure.failureReason, failure.reason, .later) }

  static let hour: Int64 = 3_600_000

  /// The answer is none of what this source answers.
  public static let senseless = Rejection(.maintenance, "invalid response", .later)

  /// What an HTTP status means where the body says nothing better.
  static func status(
    _ status: Int, _ word: String? = nil, retryAfterSeconds: Int64? = nil
  ) -> Rejection {
    let word = word ?? "status \(status)"
    let asked = retryAfterSeconds.flatMap { $0 < 0 ? nil : Remedy.after(min($0, 86_400) * 1_000) }
    let meaning = StatusMeaning(status: status)
    let remedy: Remedy =
      switch meaning {
      case .keyRefused: .stop
      case .blocked: .after(StatusMeaning.blockedMilliseconds)
      case .banned: .after(hour)
      case .timedOut: .later
      case .limitReached, .maintenance: asked ?? .later
      case .fine, .unknown, .refused: .otherwise
      }
    return Rejection(meaning.failureReason ?? .refused, word, remedy)
  }
}
