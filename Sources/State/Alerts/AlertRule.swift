import MarketData

/// A rule that says when an alert comes to the front by itself.
public struct AlertRule: Equatable, Sendable {
  /// What has to happen. Prices are in the market's quote.
  public enum Condition: Equatable, Sendable {
    case above(Double)
    case below(Double)
    /// So many per cent, up or down, from a price of the last minutes.
    case change(percent: Double, withinMinutes: Int)
    case dayHigh
    case dayLow
    /// The premium of the won price over the dollar price is above or below this, in per cent.
    case premiumAbove(Double)
    case premiumBelow(Double)
    /// An exchange that was heard is silent.
    case feedLost(afterSeconds: Int)
  }

  public var condition: Condition
  /// The markets that it looks at; empty: all on the screen.
  public var markets: [Market] = []
  /// How far the value must go back before the alert may come again: in per cent of a price; of
  /// premiums and changes, in percentage points.
  public var hysteresisPercent = 0.5
  public var snoozeMinutes = 10

  public init(_ condition: Condition) { self.condition = condition }
}

extension AlertRule.Condition {
  /// Whether it may begin or cease to hold although no update of its market comes.
  var changesWithTime: Bool {
    switch self {
    case .above, .below, .dayHigh, .dayLow: false
    case .change, .premiumAbove, .premiumBelow, .feedLost: true
    }
  }
}

extension AlertRule.Condition: CustomStringConvertible {
  /// As the configuration spells it: `above 150000000`.
  public var description: String {
    func plain(_ value: Double) -> String { Int64(exactly: value).map { "\($0)" } ?? "\(value)" }
    return switch self {
    case .change(let percent, let minutes): "\(name) \(plain(percent)) within \(minutes) min"
    case .feedLost(let seconds): "\(name) after \(seconds) s"
    case .dayHigh, .dayLow: name
    case .above(let level), .below(let level), .premiumAbove(let level), .premiumBelow(let level):
      "\(name) \(plain(level))"
    }
  }

  /// The keys of conditions in the configuration.
  public enum Name: String, CaseIterable, Sendable {
    case above, below
    case change = "change_percent"
    case dayHigh = "day_high"
    case dayLow = "day_low"
    case premiumAbove = "premium_above"
    case premiumBelow = "premium_below"
    case feedLost = "feed_lost"
  }

  /// Its key in the configuration.
  public var name: String { key.rawValue }

  private var key: Name {
    switch self {
    case .above: .above
    case .below: .below
    case .change: .change
    case .dayHigh: .dayHigh
    case .dayLow: .dayLow
    case .premiumAbove: .premiumAbove
    case .premiumBelow: .premiumBelow
    case .feedLost: .feedLost
    }
  }

  /// Whether it compares prices in won with prices in dollars, and so needs exchange rates.
  public var isPremium: Bool { key == .premiumAbove || key == .premiumBelow }
}

/// All alerts of a configuration.
public struct AlertPlan: Equatable, Sendable {
  public var rules: [AlertRule] = []
  /// The hours in which none of them comes to the front.
  public var quiet: LocalHours?

  public init() {}
}
