import ArgumentParser
import MarketData

/// `tealight notify`: a text over everything that the daemon shows.
struct NotifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify", abstract: "Show a text on the daemon's displays.",
    usage: "tealight notify <text> [<options>]",
    discussion: """
      It covers the page until its time is over or a button is pressed.

        tealight notify "The washing is done"
        tealight notify --title Door --seconds 120 "Somebody rang"

      The daemon's configuration must have [web].

      Exit status: 65 if the daemon refuses it, 69 if the daemon does not answer.
      """)

  @Argument(help: "The text.")
  var text: String

  @Option(help: "The title.")
  var title: String?

  @Option(help: "How long it is shown, in seconds.")
  var seconds: Int?

  @Option(help: "The colour: text, rise, fall or warning.")
  var colour: String?

  @Flag(help: "Show it until somebody presses a button.")
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
