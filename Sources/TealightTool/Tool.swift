import ArgumentParser

/// `tealight`: the command-line tool for people.
@main
struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tealight", abstract: "A small candle for the desk.", version: "0.1.0",
    subcommands: [Demo.self, Snapshot.self])
}
