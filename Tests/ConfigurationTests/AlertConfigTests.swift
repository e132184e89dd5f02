import Glance
import State
import Testing

@testable import Configuration

@Suite("Alerts in the configuration")
struct AlertConfigTests {
  private func read(_ text: String) throws -> Config {
    try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
  }

  @Test("a table is one rule, with what is usual where it says nothing")
  func rules() throws {
    let config = try read(
      """
      markets = ["BTC/KRW", "upbit:KRW-ETH"]
      [[alert]]
      above = 150_000_000
      [[alert]]
      market = "BTC/KRW"
      change_percent = 0.5
      [[alert]]
      market = "bithumb:KRW-BTC"
      feed_lost = true
      after_seconds = 90
      snooze_minutes = 5
      hook = ["/bin/echo", "lost"]
      hook_timeout_seconds = 3
      [alerts]
      quiet = "22:00-07:00"
      """)
    let rules = config.settings.alerts.rules
    #expect(
      rules.map(\.condition) == [
        .above(150_000_000), .change(percent: 0.5, withinMinutes: 10), .feedLost(afterSeconds: 90),
      ])
    #expect(rules.map(\.hysteresisPercent) == [0.5, 0.25, 0.5])
    #expect(rules.map(\.snoozeMinutes) == [10, 10, 5])
    #expect(rules.map(\.markets.count) == [0, config.places[0].count, 1])
    #expect(config.hooks.map { $0?.arguments } == [nil, nil, ["/bin/echo", "lost"]])
    #expect(config.hooks[2]?.timeoutSeconds == 3)
    #expect(config.settings.alerts.quiet == LocalHours("22:00-07:00"))
    #expect(config.rates == nil)
  }

  @Test("a premium that no coin here can have is warned of")
  func premiums() throws {
    let alert = "[[alert]]\npremium_above = 3\n"
    for (markets, isWarned) in [
      ("\"upbit:KRW-BTC\"", true), ("\"binance:BTCUSDT\"", true),
      ("\"upbit:KRW-BTC\", \"binance:ETHUSDT\"", true),
      ("\"upbit:KRW-BTC\", \"binance:BTCUSDT\"", false),
    ] {
      let warnings = try read("markets = [\(markets)]\n\(alert)").warnings
      #expect(
        warnings.contains { $0.text.contains("this alert never comes") } == isWarned, "\(markets)")
    }
    let other = "\(alert)market = \"upbit:KRW-ETH\"\n"
    let both = "\"upbit:KRW-BTC\", \"binance:BTCUSDT\", \"upbit:KRW-ETH\""
    #expect(try read("markets = [\(both)]\n\(other)").warnings.count == 1)
  }

  @Test("sixty-four are enough, and a premium needs rates")
  func limits() throws {
    let one = "[[alert]]\npremium_above = 3\n"
    let full = try read(String(repeating: one, count: 64))
    #expect(full.settings.alerts.rules.count == 64 && full.rates != nil)
    #expect(throws: ConfigError.self) { try read(String(repeating: one, count: 65)) }
  }
}
