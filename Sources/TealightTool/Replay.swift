import ArgumentParser
import Tealight

/// `tealight replay`: a recording through the whole program.
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a recording of tealight record through the whole program.",
    discussion: """
      The recorded times are the program's clock: the same recording says and shows the
      same every time, on any display.
        tealight replay day.rec --display terminal --speed 60
        tealight replay bug.rec --display json --speed max
        tealight replay bug.rec --config ./tealight.toml    on the configured panels
      """)

  @Argument(help: "The recording.")
  var file: String

  @Option(help: "How many times faster than life, or max: as fast as it goes.")
  var speed = "1"

  @Option(help: "Where to show it, as tealightd's; may be repeated. (default: configured panels)")
  var display: [String] = []

  @Option(help: "A configuration whose panels, buttons and language to use.")
  var config: String?

  func validate() throws {
    guard factor != nil else {
      throw ValidationError("--speed is \"\(speed)\"; write a number from 0.01 to 1000000, or max")
    }
  }

  func run() throws {
    let signals = Signals()
    let log = Log()
    try starting { () throws(StartError) in
      try Daemon.replay(
        file, speed: factor!, configPath: config,
        try display.map { (text) throws(StartError) in try DisplaySpec(text) }, signals, log)
    }
  }

  /// Nil where it is none.
  private var factor: Double? {
    if speed == "max" { return .infinity }
    return Double(speed).flatMap { 0.01...1_000_000 ~= $0 ? $0 : nil }
  }
}
