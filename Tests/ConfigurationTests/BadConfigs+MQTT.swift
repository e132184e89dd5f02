extension BadConfigs {
  static let mqtt = #"""
    [mqtt]
    broker = "mqtts://h"
    hub = "yes"
    => 3: hub is the text "yes"; it must be true or false

    [mqtt]
    broker = "mqtts://h"
    hub = 1
    => 3: hub is 1; it must be true or false

    [mqtt]
    broker = "mqtts://h"
    follow = "hub"
    => 3: follow is the text "hub"; it must be a list of hubs' names, at least one

    [mqtt]
    broker = "mqtts://h"
    follow = []
    => 3: follow is empty; it must be a list of hubs' names, at least one

    [mqtt]
    broker = "mqtts://h"
    follow = [1]
    => 3: a hub is 1; it must be the name of a hub

    [mqtt]
    broker = "mqtts://h"
    follow = ["living room"]
    => 3: "living room" is not a hub's name; write letters, digits, "_" and "-"

    [mqtt]
    broker = "mqtts://h"
    follow = ["a/b"]
    => 3: "a/b" is not a hub's name; write letters, digits, "_" and "-"

    [mqtt]
    broker = "mqtts://h"
    follow = ["all"]
    => 3: "all" is not a hub's name; write letters, digits, "_" and "-"

    [mqtt]
    broker = "mqtts://h"
    follow = [
      "hub",
      "hub",
    ]
    => 5: hub is listed twice; list it once

    [mqtt]
    broker = "mqtts://h"
    name = "desk"
    follow = ["hub", "desk"]
    => 4: "desk" is the board itself; follow others, or change name

    [mqtt]
    broker = "mqtts://h"
    fallback = true
    => 3: fallback needs follow

    [mqtt]
    broker = "mqtts://h"
    follow = ["hub"]
    fallback = "no"
    => 4: fallback is the text "no"; it must be true or false

    markets = ["hub:POWER"]
    => 1: hub:POWER needs follow in [mqtt]: it comes from a hub

    markets = [
      "upbit:KRW-BTC",
      "hub:POWER",
    ]
    [mqtt]
    broker = "mqtts://h"
    hub = true
    => 3: hub:POWER needs follow in [mqtt]: it comes from a hub

    markets = ["hub:power"]
    => 1: "power" is not a valid code for hub; write "hub:CODE", for example "hub:POWER"
    """#
}
