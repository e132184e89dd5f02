import ArgumentParser
import MarketData

/// `tealight notify`: a text over everything that the daemon shows.
struct NotifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify", abstract: "Show a text on the daemon's displays.",
    usage: "tealight notify <text> [<options>]",
    discussion: """
      It stands over everything until its time is over, or until a press puts it away.

        tealight notify "The washing is done"
        tealight notify --title Door --seconds 120 "Somebody rang"

      The daemon listens where its configuration has [web].

      Ends with 65 where the daemon refuses it, with 69 where nobody answers.
      """)

  @Argument(help: "The text.")
  var text: String

  @Option(help: "What stands above it.")
  var title: String?

  @Option(help: "How long it stays.")
  var seconds: Int?

  @Option(help: "What it means: text, rise, fall or warning.")
  var colour: String?

  @Flag(help: "It stays until somebody presses a button.")
  var hold = false

  @OptionGroup var call: Call

  func run() throws {
    let members = [
      ("text", text.asJSON), ("title", title?.asJSON), ("seconds", seconds.map(String.init)),
      ("colour", colour?.asJSON), ("hold", hold ? "true" : nil),
    ].compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
    try call.post("{\(members.joined(separator: ","))}", to: "/notice")
  }
}
