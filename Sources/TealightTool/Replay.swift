import ArgumentParser
import Tealight

/// `tealight replay`: a recording through the whole program.
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a recording of tealight record through the whole program.",
    usage: "tealight replay <file> [<options>]",
    discussion: """
      The recorded times are the program's clock, so the output is the same every time, on any \
      display. A gap of more than two minutes, in which the recorded program was stopped, is \
      skipped. On panels it plays in real time only.

        tealight replay day.rec --display terminal --speed 60
        tealight replay bug.rec --display json --speed max
        tealight replay bug.rec --config ./tealight.toml

      Markets and exchanges come from the recording. Panels, buttons, language, alerts and their \
      hooks come from --config. Of the configuration in a recording only the settings of feeds and \
      pages are used, never anything that is run, opened or written.

      A damaged recording is played up to the damage. Its line is printed, and the exit status is \
      78.
      """)

  @Argument(help: "The recording.", completion: .file())
  var file: String

  @Option(help: "The speed, as a multiple of real time, or max.")
  var speed = "1"

  @Option(help: "A display, as for tealightd. May be repeated. (default: configured panels)")
  var display: [String] = []

  @Option(
    help: "A configuration with the panels, buttons and language to use.", completion: .file())
  var config: String?

  func validate() throws {
    guard factor != nil else {
      throw ValidationError("--speed is \"\(speed)\"; write a number from 0.01 to 1000000, or max")
    }
  }

  func run() throws {
    let signals = Signals(stopsAtHangup: true)
    let log = Log()
    try starting { () throws(StartError) in
      try Daemon.replay(
        file, speed: factor!, configPath: config,
        try display.map { (text) throws(StartError) in try DisplaySpec(text) }, signals, log)
    }
  }

  /// The speed as a number; nil if the text is not a valid one.
  private var factor: Double? {
    if speed == "max" { return .infinity }
    return Double(speed).flatMap { 0.01...1_000_000 ~= $0 ? $0 : nil }
  }
}
