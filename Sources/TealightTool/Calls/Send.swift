import ArgumentParser

/// `tealight send`: a command for the daemon that runs.
struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Send a command to the daemon on this board.",
    usage: "tealight send <command> [<options>]",
    discussion: """
      The commands are those of buttons, with a value where they take one.

        tealight send next-page
        tealight send market=upbit:KRW-BTC
        tealight send brightness=40

      The daemon listens where its configuration has [web].

      Ends with 65 where the daemon refuses it, with 69 where nobody answers.
      """)

  @Argument(help: "A command: next-market, theme=night.")
  var command: String

  @OptionGroup var call: Call

  func run() throws { try call.post(command, to: "/command") }
}
