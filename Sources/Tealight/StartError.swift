import Configuration
import MarketData

/// Why the program ends before it has begun.
public enum StartError: Error, Equatable, Sendable {
  /// A bad command line: one sentence that names it.
  case usage(String)
  /// No display is left: one sentence for each that cannot be opened.
  case devices([String])
  /// A bad configuration: everything that is wrong, in the order of the file.
  case configuration([Diagnostic])
  /// There is no configuration at all, or no display in it: one sentence.
  case noConfiguration(String)
  /// The service manager asks for something impossible: one sentence.
  case service(String)

  /// - Parameter file: the configuration.
  public static func noDisplay(in file: String) -> StartError {
    .noConfiguration(
      "\(file): there is no display; add [[display]], [web], or hub = true in [mqtt], or run "
        + "tealightd with --display terminal")
  }

  /// As in sysexits.h: EX_USAGE, EX_UNAVAILABLE, EX_CONFIG.
  public var exitCode: Int32 {
    switch self {
    case .usage: 64
    case .devices: 69
    // The service manager tries 69 again, and 78 never.
    case .configuration(let diagnostics): diagnostics.allSatisfy(\.mayPass) ? 69 : 78
    case .noConfiguration, .service: 78
    }
  }

  /// What to print on standard error.
  public var lines: [String] {
    switch self {
    case .usage(let line), .noConfiguration(let line), .service(let line): [line.onOneLine]
    case .devices(let lines): lines.map(\.onOneLine)
    case .configuration(let diagnostics): diagnostics.map(\.description)
    }
  }
}
