extension BadConfigs {
  static let chart = #"""
    chart = "1m"
    => 1: chart is the text "1m"; it must be a table, [chart]

    [chart]
    span = "15m"
    => 2: unknown span "15m"; did you mean "1m"? known: "5s", "1m", "5m", "1h", "1d"

    [chart]
    span = 60
    => 2: span is 60; it must be one of "5s", "1m", "5m", "1h", "1d"

    [chart]
    indicator = "ma"
    => 2: unknown indicator "ma"; did you mean

    [chart]
    indicator = true
    => 2: indicator is true; it must be one of "none", "sma", "ema", "bollinger", "rsi"

    [chart]
    period = 1
    => 2: period is 1; it must be a whole number from 2 to 200

    [chart]
    period = 201
    => 2: period is 201; it must be

    [chart]
    period = 14.0
    => 2: period is 14.0; it must be

    [chart]
    spam = "1m"
    => 2: [chart] has no key "spam"; did you mean "span"?
    """#
}
