import ArgumentParser
import Glibc
import Tealight

/// `tealight record`: writes what comes over the network to a file.
struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Record what exchanges send, to replay it later.",
    usage: "tealight record <file> [<options>]",
    discussion: """
      It connects to exchanges as the daemon does with the same configuration, and writes \
      everything that it receives to the file, one line each, with the time. It writes no keys and \
      no other secrets, and no configured hooks, devices, files and folders. A daemon may run \
      beside it: no hook is run, and a broker is asked for hubs alone, as another board whose name \
      ends in -recorder. Without --for it runs until Ctrl-C.

        tealight record day.rec --for 24h
        tealight record bug.rec --config ./tealight.toml --display terminal

      tealight replay plays the file.
      """)

  @Argument(help: "The file to write; an old recording is replaced.", completion: .file())
  var file: String

  @Option(
    help: "The configuration file. (default: the file that the daemon reads)", completion: .file())
  var config: String?

  @Option(
    name: .customLong("for"), help: "The duration: 90, 90s, 10m or 24h. (default: until Ctrl-C)")
  var duration: String?

  @Option(help: "A display, as for tealightd. May be repeated. (default: none)")
  var display: [String] = []

  func validate() throws {
    if let duration, Self.milliseconds(duration) == nil {
      throw ValidationError("--for is \"\(duration)\"; write 90, 90s, 10m or 24h")
    }
    try WrittenFile.recording.check(file)
  }

  func run() throws {
    let signals = Signals(stopsAtHangup: true)
    let log = Log()
    let clock = Clock()
    let begin = clock.now().monotonic
    try starting { () throws(StartError) in
      try Daemon.record(
        file, milliseconds: duration.flatMap(Self.milliseconds), configPath: config,
        try display.map { (text) throws(StartError) in try DisplaySpec(text) }, signals, log)
    }
    var status = stat()
    guard stat(file, &status) == 0 else { return }
    // A display may be on standard output.
    complain(
      Self.summary(
        of: file, milliseconds: clock.now().monotonic - begin, byteCount: Int(status.st_size)))
  }

  /// A summary of the recording: its seconds, and its kilobytes, rounded up.
  static func summary(of file: String, milliseconds: Int64, byteCount: Int) -> String {
    "wrote \(file), \(milliseconds / 1_000) s, \((byteCount + 999) / 1_000) kB"
  }

  static func milliseconds(_ text: String) -> Int64? {
    let units: [Character: Int64] = ["s": 1_000, "m": 60_000, "h": 3_600_000]
    let unit = text.last.flatMap { units[$0] }
    guard let count = Int64(unit == nil ? text[...] : text.dropLast()), 1...1_000_000 ~= count
    else { return nil }
    return count * (unit ?? 1_000)
  }
}

/// Runs something that may fail to start. The reason of a failure is printed, and sets the exit status.
func starting(_ body: () throws(StartError) -> Void) throws {
  do throws(StartError) {
    try body()
  } catch {
    for line in error.lines { complain(line) }
    throw ExitCode(error.exitCode)
  }
}
