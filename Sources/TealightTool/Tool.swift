import ArgumentParser
import Configuration
import Tealight

/// `tealight`: the command-line tool for people.
@main
struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tealight", abstract: "A small candle for the desk.",
    discussion: """
      tealightd shows a crypto market on a small panel; this tool shows what it does.
        tealight demo                    see it now, in this terminal
        tealight boards                  the boards and HATs that are known, and their wiring
        tealight markets eth             find the code of a market
        tealight check tealight.toml     see what is wrong with a configuration
        tealight doctor                  see what the board has and what is wrong with it
        tealight test-card               see that a panel is wired and configured rightly
        tealight snapshot glance.png     draw one picture
        tealight film minute.png         draw a minute of what a panel shows
        tealight gallery pictures        draw them all
        tealight simulate                an exchange of your own, faults included
        tealight record day.rec          keep what exchanges send
        tealight replay day.rec          and see it again
        tealight send next-page          press a button of the daemon on this board
        tealight notify "Tea is ready"   show a text on it
      On a board the daemon reads \(Config.usualPath).
      """,
    version: "0.1.0",
    subcommands: [
      Demo.self, Boards.self, Markets.self, Rates.self, Search.self, TrendingCommand.self,
      Check.self,
      Doctor.self, Snapshot.self, Film.self, Gallery.self, TestCardCommand.self, Simulate.self,
      Record.self, Replay.self, Send.self, NotifyCommand.self,
    ])
}
