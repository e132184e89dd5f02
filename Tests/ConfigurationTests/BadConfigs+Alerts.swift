extension BadConfigs {
  static let alerts = #"""
    [[alert]]
    snooze_minutes = 5
    => 1: [[alert]] has no condition; it must have exactly one of above, below, change_percent,

    [[alert]]
    above = 5
    below = 3
    => 1: [[alert]] has above and below; it must have exactly one of above, below, change_percent,

    [[alert]]
    above = "high"
    => 2: above is the text "high"; it must be a number from 1e-12 to 1000000000000000.0

    [[alert]]
    above = 0
    => 2: above is 0; it must be a number from 1e-12 to 1000000000000000.0

    [[alert]]
    above = nan
    => 2: above is nan; it must be a number from 1e-12 to 1000000000000000.0

    [[alert]]
    change_percent = 0
    => 2: change_percent is 0; it must be a number from 0.01 to 1000.0

    [[alert]]
    change_percent = 3
    within_minutes = 2000
    => 3: within_minutes is 2000; it must be a whole number from 1 to 1440

    [[alert]]
    above = 3
    within_minutes = 10
    => 3: within_minutes needs change_percent

    [[alert]]
    above = 3
    after_seconds = 10
    => 3: after_seconds needs feed_lost

    [[alert]]
    change_percent = 1
    hysteresis_percent = 1
    => 3: hysteresis_percent is 1.0; it must be less than change_percent, 1.0

    [[alert]]
    day_high = false
    => 2: day_high is false; it must be true, or left out

    [[alert]]
    feed_lost = 60
    => 2: feed_lost is 60; it must be true or false

    [[alert]]
    above = 3
    snooze_minutes = 0
    => 3: snooze_minutes is 0; it must be a whole number from 1 to 1440

    [[alert]]
    above = 3
    market = "upbit:KRW-XRP"
    => 3: upbit:KRW-XRP is not in markets; it has "upbit:KRW-BTC"

    [[holding]]
    market = "upbit:KRW-XRP"
    amount = 1
    [[alert]]
    above = 3
    market = "upbit:KRW-XRP"
    => 6: upbit:KRW-XRP is not in markets; it has "upbit:KRW-BTC"

    [[alert]]
    above = 3
    market = "upbitt:KRW-BTC"
    => 3: unknown exchange "upbitt"; did you mean "upbit"?

    [[alert]]
    above = 3
    hook = "notify"
    => 3: hook is "notify"; it must begin with /

    [[alert]]
    above = 3
    hook = "/no/such/program"
    => 3: hook is "/no/such/program"; there is no such file; check the path

    [[alert]]
    above = 3
    hook = ["/tmp"]
    => 3: hook is "/tmp"; it is not a program; give the path of one

    [[alert]]
    above = 3
    hook = "/etc/passwd"
    => 3: hook is "/etc/passwd"; it is not executable; run: chmod +x /etc/passwd

    [[alert]]
    above = 3
    hook = []
    => 3: hook is empty; it must be the path of a program, or a list of it and its arguments

    [[alert]]
    above = 3
    hook = ["/bin/sh", 5]
    => 3: hook is 5; it must be the path of a program, or a list of it and its arguments

    [[alert]]
    above = 3
    hook_timeout_seconds = 5
    => 3: hook_timeout_seconds needs hook

    [[alert]]
    above = 3
    hook = "/bin/sh"
    hook_timeout_seconds = 61
    => 4: hook_timeout_seconds is 61; it must be a whole number from 1 to 60

    [[alert]]
    abov = 3
    => 1: [[alert]] has no condition

    [alert]
    above = 3
    => 1: alert is a table; it must be a list of tables, each under [[alert]]

    [alerts]
    quiet = "22-7"
    => 2: quiet is "22-7"; it must be a text "HH:MM-HH:MM" in local time

    [alerts]
    quite = "22:00-07:00"
    => 2: [alerts] has no key "quite"; did you mean "quiet"?
    """#
}
