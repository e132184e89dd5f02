import ArgumentParser
import Configuration
import Glibc
import SimulatedExchange
import Tealight

/// `tealight simulate`: simulated exchanges on a port of this machine.
struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run simulated exchanges: WebSocket servers, REST servers, and faults.",
    usage: "tealight simulate [<options>]",
    discussion: """
      Prints the tables that a configuration needs to use these exchanges, then runs until Ctrl-C. \
      The CA is created at the start and written to the file that the tables name.

        tealight simulate >> tealight.toml
        tealight simulate --exchange all
        tealight simulate --fault half-open@30-90 --fault rest-status%50=503
        tealight simulate --capture session.txt --speed 20

      A fault is [EXCHANGE:]NAME[@FROM[-UNTIL]][%CHANCE][*TIMES][=VALUE]: the only exchange that \
      has it, seconds since the start, percent, and how often. A fault that is a state, such as \
      half-open, takes neither CHANCE nor TIMES. The faults are:

      \(faults)
      """)

  @Option(help: "The address to listen on.")
  var address = "127.0.0.1"

  @Option(help: "The port to listen on; 0 takes a free one.")
  var port = 0

  @Flag(help: "Without TLS: ws:// and http://.")
  var plain = false

  @Option(help: "Where the CA's certificate is written. (default: a temporary file)")
  var ca: String?

  @Option(
    help: """
      What to simulate: \(SimulatedServer.sourceNames.joined(separator: ", ")), or all. May be \
      repeated. (default: upbit)
      """)
  var exchange: [String] = []

  @Option(help: "The random seed of the market: the same seed, the same trades.")
  var seed: UInt64 = 1

  @Option(help: "How many markets Upbit has.")
  var markets = 11

  @Option(help: "A fault from the list of faults. May be repeated.")
  var fault: [String] = []

  @Option(help: "A recorded stream, played byte for byte in place of the simulated market.")
  var capture: String?

  @Option(help: "The speed of the recording, as a multiple of real time, 1 to 20.")
  var speed = 1

  func validate() throws {
    guard 1...20 ~= speed else { throw ValidationError("--speed must be from 1 to 20") }
    guard speed == 1 || capture != nil else { throw ValidationError("--speed needs --capture") }
    guard UInt16(exactly: port) != nil else {
      throw ValidationError("--port is \(port); it must be from 0 to \(UInt16.max)")
    }
    guard ca == nil || !plain else {
      throw ValidationError("--plain has no CA; remove the option for its file")
    }
    guard 1...500 ~= markets else { throw ValidationError("--markets must be from 1 to 500") }
    let known = SimulatedServer.sourceNames + ["all"]
    for name in exchange where !known.contains(name) {
      throw ValidationError("unknown exchange \"\(name)\"\(name.hint(among: known))")
    }
    _ = try faults()
    if let ca { try WrittenFile.certificate.check(ca) }
  }

  func run() throws {
    let signals = Signals(stopsAtHangup: true)
    let exchange = try SimulatedServer(options())
    let pem = exchange.caPEM ?? ""
    if let ca { try write(Array(pem.utf8), to: ca) }
    let temporary = ca == nil && !plain ? try TemporaryFile(pem) : nil
    print(exchange.table(caFile: temporary?.path ?? resolved(ca ?? "")), terminator: "")
    fflush(nil)
    if isatty(2) == 1 {
      complain(
        "listening on port \(exchange.port) until Ctrl-C; put these tables into a configuration, and run "
          + "tealightd --config FILE")
    }
    let clock = Clock()
    withExtendedLifetime(temporary) {
      while !signals.read().contains(.stop) {
        exchange.turn(now: clock.now(), timeoutMilliseconds: 20)
      }
    }
  }

  private func options() throws -> SimulatedServer.Options {
    var options = SimulatedServer.Options()
    options.address = address
    options.port = UInt16(port)
    options.usesTLS = !plain
    if exchange.contains("all") {
      options.sources = SimulatedServer.sourceNames
    } else if !exchange.isEmpty {
      options.sources = exchange
    }
    options.seed = seed
    options.listings = SimulatedListing.first(markets)
    options.faults = try faults()
    options.capture = try capture.map { try Capture(try read($0)) }
    options.speed = speed
    return options
  }

  private func faults() throws -> [Fault] { try fault.map { try Fault(option: $0) } }

  private static var faults: String {
    FaultKind.allCases.map { kind in
      let name = kind.rawValue + (kind.placeholder.isEmpty ? "" : "=\(kind.placeholder)")
      let gap = String(repeating: " ", count: max(1, 26 - name.count))
      return "  " + (name + gap + kind.summary).folded(to: 78, indent: 28)
    }.joined(separator: "\n")
  }
}

extension String {
  /// The text in lines of so many columns, with an indent before all lines but the first.
  fileprivate func folded(to columns: Int, indent: Int) -> String {
    var lines = [""]
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      if lines[lines.count - 1].count + word.count > columns {
        while lines[lines.count - 1].hasSuffix(" ") { lines[lines.count - 1].removeLast() }
        lines.append(String(repeating: " ", count: indent))
      }
      lines[lines.count - 1] += word + " "
    }
    lines[lines.count - 1].removeLast()
    return lines.joined(separator: "\n")
  }
}
