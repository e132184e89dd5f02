/// What a rule reads of one market.
struct AlertReading: Equatable, Sendable {
  /// Nil while the exchange is silent: an old price raises no alert.
  var price: Double?
  var dayHigh: Double?
  var dayLow: Double?
  /// Per cent.
  var premium: Double?
  /// Whether the premium is by a dollar coin, which is at times dearer than the official dollar.
  var isByCoin = false
  /// How long the exchange has told no prices, 0 while it does; nil until it was heard.
  var silentSeconds: Int64?

  /// Whether it has the values that a condition needs.
  func tells(_ condition: AlertRule.Condition) -> Bool {
    switch condition {
    case .above, .below, .change: price != nil
    case .premiumAbove, .premiumBelow: premium != nil
    case .dayHigh: price != nil && dayHigh != nil
    case .dayLow: price != nil && dayLow != nil
    case .feedLost: silentSeconds != nil
    }
  }
}

/// One rule at one market: whether it may fire, and what it has to remember for that.
struct AlertWatch: Equatable, Sendable {
  /// How things stand with a condition.
  enum Standing {
    /// It holds; it does not, but nearly; it is farther away than the hysteresis.
    case holds, near, apart
    /// Another day has begun, and its record is where the price is.
    case newDay
  }

  /// What a reading changes.
  enum Transition {
    /// It has fired; it held at the first look, or the first by this rate; it is over and may fire
    /// again.
    case fired, held, over
  }

  /// Whether it may fire.
  private enum Arming {
    case armed
    /// It held at the first look, or at the first by this rate, so it has crossed no level. It may
    /// fire after it was apart, or near by the other rate.
    case held
    case fired
  }

  /// Nil until something was read.
  private var arming: Arming?
  private var window = PriceWindow()
  /// `isByCoin` of the premium before.
  private var wasByCoin = false
  /// The day's highest or lowest price before this one.
  private var extreme: Double?
  /// Since when, by the monotonic clock, the day's range holds the price but lacks the record that has
  /// fired; nil while the range holds the record.
  private var behindSince: Int64?
  /// Whether a record that has fired may be one of a day that is over.
  private(set) var isInDoubt = false
  /// The number that belongs to the condition: the new extreme, how far the price moved.
  private(set) var figure: Double?

  /// An exchange may update its day's range a moment later than it tells a trade: only a range that
  /// lacks the record for longer begins another day.
  private static let behindMilliseconds: Int64 = 10_000

  /// - Parameter now: monotonic milliseconds.
  mutating func read(_ reading: AlertReading, for rule: AlertRule, at now: Int64) -> Transition? {
    guard let standing = standing(of: reading, for: rule, at: now) else { return nil }
    if reading.isByCoin != wasByCoin {
      // By the other rate the premium is another number: it has crossed no level, and it does not hold
      // because the one before held.
      wasByCoin = reading.isByCoin
      switch (arming, standing) {
      case (.armed, .holds):
        arming = .held
        return .held
      case (.held, .near):
        arming = .armed
        return .over
      default: break
      }
    }
    switch (arming, standing) {
    case (nil, _):
      arming = standing == .holds ? .held : .armed
      return standing == .holds ? .held : nil
    case (.armed, .holds):
      arming = .fired
      return .fired
    case (.held, .apart), (.fired, .apart):
      arming = .armed
      return .over
    case (_, .newDay):
      arming = .held
      return .over
    default: break
    }
    return nil
  }

  private mutating func standing(
    of reading: AlertReading, for rule: AlertRule, at now: Int64
  ) -> Standing? {
    let back = rule.hysteresisPercent
    func beyond(_ value: Double?, _ level: Double, _ way: Double, back: Double) -> Standing? {
      guard let value else { return nil }
      if value * way >= level * way { return .holds }
      return value * way <= (level - back * way) * way ? .apart : .near
    }
    switch rule.condition {
    case .above(let level):
      return beyond(reading.price, level, 1, back: level * back / 100)
    case .below(let level):
      return beyond(reading.price, level, -1, back: level * back / 100)
    case .premiumAbove(let level): return beyond(reading.premium, level, 1, back: back)
    case .premiumBelow(let level): return beyond(reading.premium, level, -1, back: back)
    case .change(let percent, let minutes):
      guard let price = reading.price else { return nil }
      let move = window.move(to: price, at: now, span: Int64(minutes) * 60_000)
      if arming == .armed { figure = move }
      return beyond(abs(move), percent, 1, back: back)
    case .dayHigh: return record(reading.price, reading.dayHigh, 1, back: back, at: now)
    case .dayLow: return record(reading.price, reading.dayLow, -1, back: back, at: now)
    case .feedLost(let seconds):
      guard let silent = reading.silentSeconds else { return nil }
      return silent == 0 ? .apart : silent >= Int64(seconds) ? .holds : .near
    }
  }

  /// Whether a day's range that lacks the record may have been told before the record was made.
  /// - Parameter isOlder: whether it surely was, since it does not hold the newest price, either.
  private mutating func mayBeLate(isOlder: Bool, at time: Int64) -> Bool {
    if isOlder { return true }
    let since = behindSince ?? time
    behindSince = since
    return time - since < Self.behindMilliseconds
  }

  /// - Parameters:
  ///   - now: the day's highest or lowest price as the exchange says it, which may be this one.
  ///   - time: monotonic milliseconds.
  private mutating func record(
    _ price: Double?, _ now: Double?, _ way: Double, back: Double, at time: Int64
  ) -> Standing? {
    guard let price, let now else { return nil }
    isInDoubt = false
    let before = extreme ?? now
    extreme = max(now * way, price * way) * way
    if now * way < before * way {
      // Where the day is the last 24 hours an old record has left it, of which a price that is far away
      // knows nothing.
      let isFar = price * way <= now * (way - back / 100)
      if arming == .fired, !isFar, mayBeLate(isOlder: price * way > now * way, at: time) {
        extreme = max(before * way, price * way) * way
        isInDoubt = true
        return nil
      }
      // Another day has begun: all of its first prices are records, so none of them counts as one.
      (extreme, behindSince) = (now, nil)
      return isFar ? .apart : .newDay
    }
    behindSince = nil
    if arming == .armed { figure = price }
    // After a time in which nothing was heard the day's record may be another price.
    if price * way > before * way, price * way >= now * way { return .holds }
    return price * way <= extreme! * (way - back / 100) ? .apart : .near
  }
}
