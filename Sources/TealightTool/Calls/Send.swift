import ArgumentParser
import Configuration

/// `tealight send`: a command for the daemon that runs.
struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Send a command to the daemon on this board.",
    usage: "tealight send <command> [<options>]",
    discussion: """
      The commands are those of buttons. Some need a value.

        tealight send next-page
        tealight send market=upbit:KRW-BTC
        tealight send brightness=40

      The daemon's configuration must have [web].

      Exit status: 65 if the daemon refuses it, 69 if the daemon does not answer.
      """)

  @Argument(
    help: "A command: next-market, theme=night.", completion: .list(CommandReader.names))
  var command: String

  @OptionGroup var call: Call

  func run() throws { try call.post(command, to: "/command") }
}
