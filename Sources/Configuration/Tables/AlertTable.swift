import MarketData
import State

/// A program of the user's that is told what has happened.
public struct Hook: Equatable, Sendable {
  /// The program's path, from the root, and what follows it.
  public var arguments: [String]
  public var timeoutSeconds = 10

  public init(_ arguments: [String]) { self.arguments = arguments }
}

/// `[[alert]]`: what comes to the front by itself.
struct AlertTable {
  var above: Double?
  var below: Double?
  var changePercent: Double?
  var withinMinutes = 10
  var premiumAbove: Double?
  var premiumBelow: Double?
  var isDayHigh = false
  var isDayLow = false
  var isFeedLost = false
  var afterSeconds = 60
  var market: String?
  var hysteresisPercent: Double?
  /// The settings that every kind of alert has.
  var rule = AlertRule(.dayHigh)
  var hook = Hook([])

  static let countMax = 64
  private typealias Condition = AlertRule.Condition
  private static let prices = ValueType<Double>.number(1e-12...1e15)
  private static let premiums = ValueType<Double>.number(-100...1_000)

  private static let aboveKey = Key<Self>(Condition.Name.above.rawValue, optional: \.above, prices)
  private static let belowKey = Key<Self>(Condition.Name.below.rawValue, optional: \.below, prices)
  private static let changeKey = Key<Self>(
    Condition.Name.change.rawValue, optional: \.changePercent, .number(0.01...1_000))
  private static let withinKey = Key<Self>("within_minutes", \.withinMinutes, .integer(1...1_440))
  private static let premiumAboveKey = Key<Self>(
    Condition.Name.premiumAbove.rawValue, optional: \.premiumAbove, premiums)
  private static let premiumBelowKey = Key<Self>(
    Condition.Name.premiumBelow.rawValue, optional: \.premiumBelow, premiums)
  private static let dayHighKey = Key<Self>(Condition.Name.dayHigh.rawValue, \.isDayHigh, .onlyTrue)
  private static let dayLowKey = Key<Self>(Condition.Name.dayLow.rawValue, \.isDayLow, .onlyTrue)
  private static let feedLostKey = Key<Self>(
    Condition.Name.feedLost.rawValue, \.isFeedLost, .onlyTrue)
  private static let afterKey = Key<Self>("after_seconds", \.afterSeconds, .integer(5...86_400))
  private static let marketKey = Key<Self>(
    "market", optional: \.market, .text("one of markets, in the same spelling"))
  private static let hysteresisKey = Key<Self>(
    "hysteresis_percent", optional: \.hysteresisPercent, .number(0...50))
  private static let timeoutKey = Key<Self>(
    "hook_timeout_seconds", \.hook.timeoutSeconds, .integer(1...60), isRecorded: false)
  private static let hookKey = Key<Self>("hook", \.hook.arguments, .program)

  /// A table has one of them.
  private static let conditions = [
    aboveKey, belowKey, changeKey, dayHighKey, dayLowKey, premiumAboveKey, premiumBelowKey,
    feedLostKey,
  ]

  static let table = Table<Self>(
    "[[alert]]", Self(),
    [
      aboveKey, belowKey, changeKey, withinKey, premiumAboveKey, premiumBelowKey, dayHighKey,
      dayLowKey, feedLostKey, afterKey, marketKey, hysteresisKey,
      Key("snooze_minutes", \.rule.snoozeMinutes, .integer(1...1_440)), hookKey, timeoutKey,
    ], oneOf: conditions.map { [$0] }
  ) { table, diagnostics in
    let named = conditions.filter { table.has($0) }.map(\.name)
    if named.count != 1 {
      let found = named.isEmpty ? "no condition" : named.joined(separator: " and ")
      let allowed = conditions.map(\.name).joined(separator: ", ")
      diagnostics.error(
        "[[alert]] has \(found); it must have exactly one of \(allowed)", at: table.location)
    }
    if table.holds(withinKey), !table.holds(changeKey) {
      diagnostics.error(
        "\(withinKey.name) needs \(changeKey.name)", at: table.location(of: withinKey))
    }
    if table.holds(afterKey), !table.isFeedLost {
      diagnostics.error(
        "\(afterKey.name) needs \(feedLostKey.name)", at: table.location(of: afterKey))
    }
    if table.holds(timeoutKey), !table.has(hookKey) {
      diagnostics.error(
        "\(timeoutKey.name) needs \(hookKey.name)", at: table.location(of: timeoutKey))
    }
    if let percent = table.hysteresisPercent, let least = table.changePercent, percent >= least {
      diagnostics.error(
        "\(hysteresisKey.name) is \(percent); it must be less than \(changeKey.name), \(least)",
        at: table.location(of: hysteresisKey))
    }
  }

  /// `[alerts]`: what holds for all of them.
  static let all = Table<AlertPlan>(
    "[alerts]", AlertPlan(), [Key("quiet", optional: \.quiet, .hours)])
}

extension AlertTable {
  /// What each table asks for, and the hooks of those that have one.
  /// - Parameter markets: those that are shown; nil where a hub has still to say it.
  static func rules(
    _ tables: [TableValues<AlertTable>], of markets: Markets?, _ resolver: MarketResolver,
    _ diagnostics: inout Diagnostics
  ) -> [(rule: AlertRule, hook: Hook?)] {
    var rules: [(rule: AlertRule, hook: Hook?)] = []
    for table in tables {
      if rules.count == countMax {
        diagnostics.error(
          "too many alerts: at most \(countMax)", at: table.location)
      }
      let watched = watched(by: table, markets, resolver, &diagnostics)
      guard let condition = table.values.condition else { continue }
      if condition.isPremium, let markets,
        !hasPremium(watched.isEmpty ? markets.shown : watched, among: markets.shown)
      {
        diagnostics.warn(
          "this alert never comes: a premium needs a coin's price in won and in dollars; add both to "
            + "markets, for example \"upbit:KRW-BTC\" and \"binance:BTCUSDT\"", at: table.location)
      }
      var rule = table.rule
      rule.condition = condition
      rule.markets = watched
      if let percent = table.hysteresisPercent {
        rule.hysteresisPercent = percent
      } else if let least = table.changePercent {
        rule.hysteresisPercent = min(rule.hysteresisPercent, least / 2)
      }
      rules.append((rule, table.holds(hookKey) ? table.hook : nil))
    }
    return rules
  }

  /// Whether one of these bases is shown both in won and in dollars.
  private static func hasPremium(_ watched: [Market], among shown: [Market]) -> Bool {
    let quotes = { (base: String) in shown.filter { $0.base == base }.map(\.quote) }
    return watched.contains { market in
      let quotes = quotes(market.base)
      return quotes.contains("KRW") && quotes.contains(where: Dollars.all.contains)
    }
  }

  private var condition: AlertRule.Condition? {
    if let above { return .above(above) }
    if let below { return .below(below) }
    if let changePercent {
      return .change(percent: changePercent, withinMinutes: withinMinutes)
    }
    if let premiumAbove { return .premiumAbove(premiumAbove) }
    if let premiumBelow { return .premiumBelow(premiumBelow) }
    if isDayHigh { return .dayHigh }
    if isDayLow { return .dayLow }
    return isFeedLost ? .feedLost(afterSeconds: afterSeconds) : nil
  }

  /// The markets that an alert names; empty where it looks at all.
  private static func watched(
    by table: TableValues<AlertTable>, _ markets: Markets?, _ resolver: MarketResolver,
    _ diagnostics: inout Diagnostics
  ) -> [Market] {
    guard let text = table.market else { return [] }
    let location = table.location(of: marketKey)
    do throws(Complaint) {
      let candidates = try resolver.markets(of: text)
      // A text that names an exchange means only that exchange.
      let meant = text.contains(":") ? Array(candidates.prefix(1)) : candidates
      if let markets, !meant.contains(where: markets.shows) {
        let known = markets.shown.map { "\"\($0)\"" }.joined(separator: ", ")
        diagnostics.error("\(text) is not in markets; it has \(known)", at: location)
      }
      return meant
    } catch {
      diagnostics.error(error.text, at: location)
      return []
    }
  }
}

extension ValueType<[String]> {
  /// A program that may be run, and its arguments.
  fileprivate static let program = {
    let meaning = "the path of a program, or a list of it and its arguments"
    let path = ValueShape.path("the path of a program")
    return ValueType(.either([path, .list(of: .text("a text"), isUnique: false)])) {
      toml, name, diagnostics in
      let words: [TOML]
      switch toml.value {
      case .text: words = [toml]
      case .list: words = toml.list(name, meaning, &diagnostics) ?? []
      default:
        toml.refuse(name, meaning, &diagnostics)
        return nil
      }
      let arguments = words.compactMap { $0.text(name, meaning, &diagnostics) }
      guard !words.isEmpty, arguments.count == words.count else { return nil }
      if let complaint = FileBytes.programComplaint(arguments[0]) {
        diagnostics.error(
          "\(name) is \"\(arguments[0])\"; \(complaint)", at: words[0].location)
      }
      return arguments
    }
  }()
}
