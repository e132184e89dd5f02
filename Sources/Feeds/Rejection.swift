import MarketData

/// A source's refusal to answer a call: the reason, the source's own word for it, and the remedy.
public struct Rejection: Error, Equatable, Sendable {
  public enum Remedy: Equatable, Sendable {
    /// Asking again later, after longer and longer waits.
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

  /// The call was not answered at all.
  init(_ failure: TransportFailure) { self.init(failure.failureReason, failure.reason, .later) }

  static let hour: Int64 = 3_600_000

  /// The answer is not one that this source gives.
  public static let senseless = Rejection(.maintenance, "invalid response", .later)

  /// The rejection that an HTTP status means, where the body says nothing better.
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
