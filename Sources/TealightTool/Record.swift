import ArgumentParser
import Tealight

/// `tealight record`: what comes over the wire, kept.
struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Keep what exchanges send in a file, to be played again.",
    usage: "tealight record <file> [<options>]",
    discussion: """
      Asks what the daemon would ask with the same configuration, and keeps each thing that comes back \
      with its time, one line each. No key and no other secret is written, nor hooks, devices, files \
      and folders that are configured. It runs until Ctrl-C where no time is named.

        tealight record day.rec --for 24h
        tealight record bug.rec --config ./tealight.toml --display terminal

      tealight replay shows it again.
      """)

  @Argument(help: "The file to write; it is made anew.")
  var file: String

  @Option(help: "The configuration. (default: the one that the daemon reads)")
  var config: String?

  @Option(name: .customLong("for"), help: "For how long: seconds, or with s, m or h behind them.")
  var duration: String?

  @Option(help: "Where to show it meanwhile, as tealightd's; may be repeated. (default: nowhere)")
  var display: [String] = []

  func validate() throws {
    guard let duration else { return }
    guard Self.milliseconds(duration) != nil else {
      throw ValidationError("--for is \"\(duration)\"; write 90, 90s, 10m or 24h")
    }
  }

  func run() throws {
    let signals = Signals()
    let log = Log()
    try starting { () throws(StartError) in
      try Daemon.record(
        file, milliseconds: duration.flatMap(Self.milliseconds), configPath: config,
        try display.map { (text) throws(StartError) in try DisplaySpec(text) }, signals, log)
    }
  }

  static func milliseconds(_ text: String) -> Int64? {
    let units: [Character: Int64] = ["s": 1_000, "m": 60_000, "h": 3_600_000]
    let unit = text.last.flatMap { units[$0] }
    guard let count = Int64(unit == nil ? text[...] : text.dropLast()), 1...1_000_000 ~= count
    else { return nil }
    return count * (unit ?? 1_000)
  }
}

/// Runs what may not start: why it does not goes to standard error, and out as its status.
func starting(_ body: () throws(StartError) -> Void) throws {
  do throws(StartError) {
    try body()
  } catch {
    for line in error.lines { complain(line) }
    throw ExitCode(error.exitCode)
  }
}
