import MarketData

// When the screen changes although nobody speaks.
extension Desk {
  /// When, by the monotonic clock, the screen may change although nobody speaks.
  public var deadline: Int64 {
    let minute = 60_000 - (now.wall % 60_000 + 60_000) % 60_000
    let turns = [homeAt, rotateAt, hintUntil, turnAt, alertDeadline].compactMap { $0 }
    var soonest = turns.reduce(now.monotonic + minute, min)
    for index in markets.indices {
      guard let clock = clock(of: index) else { continue }
      soonest = min(soonest, now.monotonic + Candle.bucket(of: clock) + Candle.span - clock)
    }
    let state = markets[shown]
    if let asleep = state.asleepAt(clock: clock(of: shown), at: now.monotonic),
      asleep > now.monotonic
    {
      soonest = min(soonest, asleep)
    }
    if state.isHeldBack(at: now.monotonic), let pricedAt = state.pricedAt {
      soonest = min(soonest, pricedAt + MarketState.chartPatienceMilliseconds)
    }
    if page == .glance, let until = state.feltUntil(at: now.monotonic) {
      soonest = min(soonest, until)
    }
    if age(isShownWhenLive: false) != nil { soonest = min(soonest, nextAge) }
    if let neighbour { soonest = min(soonest, neighbour.deadline) }
    return soonest
  }

  /// The local time, as scenes say it, when our monotonic clock showed this: true although the wall
  /// clock was set since.
  func localTime(at monotonic: Int64) -> String {
    Masthead.clock(
      at: now.wall - (now.monotonic - monotonic), utcOffsetSeconds: utcOffsetSeconds)
  }

  private static let turnMilliseconds: Int64 = 8_000

  /// How often the lines of a list gave way to the next ones since a hand was there.
  var turn: Int {
    Int(max(0, now.monotonic - (idleSince ?? now.monotonic)) / Self.turnMilliseconds)
  }

  /// When they do so again.
  private var turnAt: Int64? {
    guard [.trending, .portfolio, .premium, .wallet].contains(page), let idleSince else {
      return nil
    }
    return idleSince + Int64(turn + 1) * Self.turnMilliseconds
  }

  /// When the age of what was heard last is a second more.
  public var nextAge: Int64 {
    guard let heard = exchanges[markets[shown].market.exchange]?.heard else { return .max }
    let age = max(0, now.monotonic - heard)
    return now.monotonic + 1_000 - age % 1_000
  }

  /// Whole seconds since the exchange of the shown market last spoke.
  func age(isShownWhenLive: Bool) -> Int? {
    let exchange = exchanges[markets[shown].market.exchange]
    guard let heard = exchange?.heard else { return nil }
    if !isShownWhenLive, exchange?.link.isLive == true { return nil }
    return Int(max(0, now.monotonic - heard) / 1_000)
  }
}
