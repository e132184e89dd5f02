extension BadConfigs {
  static let metrics = #"""
    [metrics]
    => 1: [metrics] needs file

    [metrics]
    file = 1
    => 2: file is 1; it must be the path of a file, /FOLDER/NAME.prom

    [metrics]
    file = "tealight.prom"
    => 2: file is "tealight.prom"; it must begin with /

    [metrics]
    file = "/tmp/tealight.txt"
    => 2: file is "/tmp/tealight.txt"; it must end in .prom

    [metrics]
    file = "/tmp/.prom"
    => 2: file is "/tmp/.prom"; it must end in .prom

    [metrics]
    path = "/tmp/tealight.prom"
    file = "/tmp/tealight.prom"
    => 2: [metrics] has no key "path"; known: "file"
    """#
}
