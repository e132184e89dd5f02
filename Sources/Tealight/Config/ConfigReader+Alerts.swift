import Glance
import MarketData
import State

extension ConfigReader {
  static let alertsMax = 64
  private static let kinds = [
    "above", "below", "change_percent", "day_high", "day_low", "premium_above", "premium_below",
    "feed_lost",
  ]
  private static let prices = 1e-12...1e15
  private static let hookMeaning =
    "the path of a program, or a list of it and its arguments"

  mutating func readAlerts(_ file: inout TableReader) {
    for alert in file.tables("alert") { readAlert(alert) }
    let conditions = config.settings.alerts.rules.map(\.condition.name)
    if conditions.contains(where: { $0.hasPrefix("premium") }) { needRates() }
    guard var table = file.table("alerts") else { return }
    config.settings.alerts.quiet = readHours("quiet", &table)
    mistakes += table.finish()
  }

  private mutating func readAlert(_ alert: TableReader) {
    var table = alert
    let named = Self.kinds.filter(alert.has)
    if named.count != 1 {
      let found = named.isEmpty ? "none of them" : named.joined(separator: " and ")
      table.complain(
        "[[alert]] has \(found); it must have one of \(Self.kinds.joined(separator: ", "))")
    }
    if config.settings.alerts.rules.count == Self.alertsMax {
      table.complain("this is one alert too many; at most \(Self.alertsMax) are allowed")
    }
    let condition = readCondition(&table)
    var rule = AlertRule(condition ?? .dayHigh)
    if let markets = readMarket(&table) { rule.markets = markets }
    let place = alert.place(of: "hysteresis_percent")
    if let percent = table.number("hysteresis_percent", in: 0...50) {
      rule.hysteresisPercent = percent
      if case .change(let least, _)? = condition, percent >= least {
        table.complain(
          "hysteresis_percent is \(percent); it must be less than change_percent, \(least)",
          at: place)
      }
    } else if case .change(let least, _)? = condition {
      rule.hysteresisPercent = min(rule.hysteresisPercent, least / 2)
    }
    rule.snoozeMinutes = table.integer("snooze_minutes", in: 1...1_440) ?? rule.snoozeMinutes
    let hook = readHook(&table)
    mistakes += table.finish()
    guard condition != nil else { return }
    config.settings.alerts.rules.append(rule)
    config.hooks.append(hook)
  }

  private func readCondition(_ table: inout TableReader) -> AlertRule.Condition? {
    let percents = 0.01...1_000.0
    let above = table.number("above", in: Self.prices)
    let below = table.number("below", in: Self.prices)
    let change = table.number("change_percent", in: percents)
    let places = ["within_minutes", "after_seconds"].map(table.place)
    let within = table.integer("within_minutes", in: 1...1_440)
    let premiums = [
      table.number("premium_above", in: -100...1_000),
      table.number("premium_below", in: -100...1_000),
    ]
    let truths = ["day_high", "day_low", "feed_lost"].map { isTrue($0, &table) }
    let after = table.integer("after_seconds", in: 5...86_400)
    if within != nil, change == nil {
      table.complain("within_minutes needs change_percent", at: places[0])
    }
    if after != nil, !truths[2] { table.complain("after_seconds needs feed_lost", at: places[1]) }
    if let above { return .above(above) }
    if let below { return .below(below) }
    if let change { return .change(percent: change, withinMinutes: within ?? 10) }
    if let premium = premiums[0] { return .premiumAbove(premium) }
    if let premium = premiums[1] { return .premiumBelow(premium) }
    if truths[0] { return .dayHigh }
    if truths[1] { return .dayLow }
    return truths[2] ? .feedLost(afterSeconds: after ?? 60) : nil
  }

  private func isTrue(_ key: String, _ table: inout TableReader) -> Bool {
    let place = table.place(of: key)
    guard let truth = table.truth(key) else { return false }
    if !truth { table.complain("\(key) is false; it must be true, or left out", at: place) }
    return truth
  }

  /// The markets of a place that is configured.
  private func readMarket(_ table: inout TableReader) -> [Market]? {
    guard let (text, place) = table.text("market", "one of markets, as it stands there") else {
      return nil
    }
    switch candidates(text, exchanges) {
    case .failure(let refusal): table.complain(refusal.text, at: place)
    case .success(let markets):
      // Who names an exchange means that one.
      let meant = text.contains(":") ? Array(markets.prefix(1)) : markets
      if !config.markets.contains(where: meant.contains) {
        let known = config.places.map { "\"\(config.markets[$0[0]])\"" }.joined(separator: ", ")
        table.complain("\(text) is not among markets; they are \(known)", at: place)
      }
      return meant
    }
    return nil
  }

  private func readHook(_ table: inout TableReader) -> Hook? {
    let place = table.place(of: "hook_timeout_seconds")
    let seconds = table.integer("hook_timeout_seconds", in: 1...60)
    guard let entry = table.take("hook") else {
      if seconds != nil { table.complain("hook_timeout_seconds needs hook", at: place) }
      return nil
    }
    let words: [TOML]
    switch entry.value.value {
    case .list(let list) where !list.isEmpty: words = list
    case .text: words = [entry.value]
    default:
      let found = entry.value.value == .list([]) ? "empty" : entry.value.kind
      table.complain("hook is \(found); it must be \(Self.hookMeaning)", at: entry.place)
      return nil
    }
    let arguments = words.compactMap { table.text($0, named: "hook", Self.hookMeaning)?.0 }
    guard arguments.count == words.count else { return nil }
    if let complaint = FileBytes.programComplaint(arguments[0]) {
      table.complain("hook is \"\(arguments[0])\"; \(complaint)", at: words[0].place)
    }
    var hook = Hook(arguments)
    hook.timeoutSeconds = seconds ?? hook.timeoutSeconds
    return hook
  }
}
