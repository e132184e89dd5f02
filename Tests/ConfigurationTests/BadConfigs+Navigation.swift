extension BadConfigs {
  static let navigation = #"""
    pages = []
    => 1: pages is empty; it must be a list, at least one of "glance", "chart",

    pages = "glance"
    => 1: pages is the text "glance"; it must be a list, at least one of "glance",

    pages = [
    "glance",
    1]
    => 3: a page is 1; it must be one of "glance",

    pages = ["glance", "chrat"]
    => 1: unknown page "chrat"; did you mean "chart"?

    pages = ["alert"]
    => 1: unknown page "alert"; known: "glance",

    pages = ["clock", "glance", "clock"]
    => 1: clock is listed twice; list it once

    home = "start"
    => 1: unknown home "start"; did you mean "chart"? known: "glance",

    home = ["glance"]
    => 1: home is a list; it must be one of "glance",

    home_after_seconds = -1
    => 1: home_after_seconds is -1; it must be 0, for never, or a whole number from 1 to 86400

    home_after_seconds = 86401
    => 1: home_after_seconds is 86401; it must be 0, for never,

    rotate_every_seconds = 1
    => 1: rotate_every_seconds is 1; it must be 0, for never, or a whole number from 2 to 86400

    rotate_every_seconds = 2.5
    => 1: rotate_every_seconds is 2.5; it must be 0, for never,

    rotate_every_seconds = 9223372036854775807
    => 1: rotate_every_seconds is 9223372036854775807; it must be 0, for never,

    [link]
    home = "clock"
    => 2: [link] has no key "home"; it belongs above the first [table]
    """#
}
