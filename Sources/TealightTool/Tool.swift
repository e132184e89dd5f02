import ArgumentParser
import Configuration
import Glibc
import Tealight

/// `tealight`: the command-line tool for people.
@main
struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tealight", abstract: "Try, check and simulate what tealightd shows.",
    discussion: """
        tealight demo                 see it now, in this terminal
        sudo tealight setup           set this machine up, step by step
        tealight boards               list boards and HATs, and show their wiring
        tealight markets eth          find the code of a market
        tealight check tealight.toml  see what is wrong with a configuration
        tealight doctor               see what the board has, and what is wrong
        tealight send next-page       press a button of the daemon on this board

      On a board the daemon reads \(Config.bootPath) if it exists, else \(Config.usualPath).
      """,
    version: Invocation.versionNumber,
    subcommands: [
      Demo.self, Setup.self, Boards.self, Markets.self, Rates.self, Search.self,
      TrendingCommand.self, Check.self, Doctor.self, Snapshot.self, Film.self, Gallery.self,
      TestCardCommand.self,
      Simulate.self, Record.self, Replay.self, Send.self, NotifyCommand.self,
    ])

  static func main() {
    StandardStreams.fill()
    atexit {
      // Only now it is known whether everything that was printed could be written.
      let number = StandardOutput.finish()
      guard number != 0 else { return }
      complain("\(ErrnoFailure(what: "standard output", number: number))")
      _exit(EXIT_FAILURE)
    }
    if let mistake = unknownCommand(in: Array(CommandLine.arguments.dropFirst())) {
      complain(mistake)
      Glibc.exit(StartError.usage(mistake).exitCode)
    }
    main(nil)
  }

  /// What is wrong with the first word, or with the word after `help`, and which command may have been
  /// meant; nil if it is a command or an option.
  static func unknownCommand(in arguments: [String]) -> String? {
    let known = configuration.subcommands.map { $0._commandName } + ["help"]
    let words = arguments.drop { $0 == "help" }
    guard let word = words.first, !word.hasPrefix("-"), !known.contains(word) else { return nil }
    return "unknown command \"\(word)\"\(word.hint(among: known))"
  }
}
