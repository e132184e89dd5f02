import MarketData

/// What an HTTP status means. This is the one table; only a body may say more.
public enum StatusMeaning: Equatable, Sendable {
  /// Nothing is wrong with us or with the other side.
  case fine
  /// 400, 404: what was asked is not there, or is not understood. It concerns that call alone.
  case unknown
  /// 401
  case keyRefused
  /// 403, 451: this address may not ask. It waits `blockedMilliseconds`, or tries another endpoint.
  case blocked
  /// 408
  case timedOut
  /// 418: too much was asked for too long (Binance, "IP limits").
  case banned
  /// 429
  case limitReached
  /// 500 and more
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

  /// What keeps the other side from being heard; nil where nothing does.
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
