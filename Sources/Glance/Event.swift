import MarketData

/// Everything that can change the desk.
public enum Event: Equatable, Sendable {
  case update(Update)
  case command(Command)
  /// Time went on; with it the distance of local time from UTC in seconds.
  case time(Moment, utcOffsetSeconds: Int)
}

/// What a button, a key or a gesture asks for, by its name in the configuration.
public enum Command: String, CaseIterable, Sendable {
  case nextMarket = "next-market"
  case previousMarket = "previous-market"
  case nextPage = "next-page"
  case previousPage = "previous-page"
  case home = "home"
  case retryNow = "retry-now"
}
