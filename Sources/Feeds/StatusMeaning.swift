import MarketData

/// What an HTTP status means. This is the only such table; only the body of an answer may say more.
public enum StatusMeaning: Equatable, Sendable {
  /// Nothing is wrong with us or with the other side.
  case fine
  /// 400, 404: the thing asked for does not exist, or the call is not understood. Only this call fails.
  case unknown
  /// 401
  case keyRefused
  /// 403, 451: this address may not ask. The caller waits `blockedMilliseconds`, or tries another
  /// endpoint.
  case blocked
  /// 408
  case timedOut
  /// 418: too much was asked for too long (Binance, "IP limits").
  case banned
  /// 429
  case limitReached
  /// 500 to 599
  case maintenance
  /// Any other from 402 to 499: asking the same again does not help.
  case refused

  /// How long a host that has blocked this address is left alone.
  static let blockedMilliseconds: Int64 = 900_000

  public init(status: Int) {
    self =
      switch status {
      case 400, 404: .unknown
      case 401: .keyRefused
      case 403, 451: .blocked
      case 408: .timedOut
      case 418: .banned
      case 429: .limitReached
      case 500...599: .maintenance
      case 402...499: .refused
      default: .fine
      }
  }

  /// Why the other side is not heard; nil where nothing is wrong.
  var failureReason: FailureReason? {
    switch self {
    case .fine: nil
    case .unknown, .refused: .refused
    case .keyRefused: .keyRefused
    case .blocked, .banned: .blocked
    case .timedOut: .unreachable
    case .limitReached: .limitReached
    case .maintenance: .maintenance
    }
  }
}
