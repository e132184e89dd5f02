import Configuration

/// How `tealightd` was called.
public struct Invocation: Equatable, Sendable {
  public enum Act: Equatable, Sendable {
    case run
    /// Clear every configured panel and put it to sleep, then end.
    case blank
    case version
    case help
  }

  /// The version alone, as `board/debian/changelog` has it.
  public static let versionNumber = "0.1.0"
  public static let version = "tealightd \(versionNumber)"
  /// The user agent that servers are told.
  public static let userAgent = "tealight/\(versionNumber)"

  public static let help = """
    usage: tealightd [--config FILE] [--display SPEC]…
           tealightd [--config FILE] --blank
           tealightd --version | --help

      --config FILE   read this configuration; the default is
                      \(Config.bootPath) if it exists,
                      else \(Config.usualPath)
      --display SPEC  show the picture there, not on the configured displays;
                      may be repeated:
                        terminal[,panel=NAME[,size=WxH]]
                                this terminal
                        png:FOLDER[,panel=NAME[,size=WxH]][,frames=N]
                                FOLDER/latest.png, and the last N pictures;
                                those of an earlier run are removed
                        web[:ADDRESS[:PORT]][,panel=NAME[,size=WxH]]
                                a page for browsers
                        json    lines on standard output
                        panels  the configured displays, too
      --blank         clear the configured panels, put them to sleep, and exit
      --version       print the version and exit
      --help          print this help and exit

    Without hardware and without a configuration: tealight demo
    """

  public var act = Act.run
  /// Nil for the usual one.
  public var configPath: String?
  /// In place of the configured displays, where there are any.
  public var displays: [DisplaySpec] = []

  /// - Parameter arguments: without the name of the program.
  /// - Throws: `usage` with the first argument that is not understood.
  public init(_ arguments: [String]) throws(StartError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let flag = argument.hasPrefix("--") ? String(parts[0]) : argument
      var value = argument.hasPrefix("--") && parts.count == 2 ? String(parts[1]) : nil
      switch flag {
      case "--config", "--display":
        if value == nil, let next = rest.first, !next.hasPrefix("--") {
          value = next
          rest.removeFirst()
        }
        guard let value, !value.isEmpty else { throw .usage("\(flag) needs a value") }
        if flag == "--display" {
          displays.append(try DisplaySpec(value))
        } else if configPath == nil {
          configPath = value
        } else {
          throw .usage("--config is given twice; give it once")
        }
      case "--blank", "--version", "--help":
        if let value { throw .usage("\(flag) takes no value; remove \"\(value)\"") }
        act = flag == "--blank" ? .blank : flag == "--version" ? .version : .help
      default:
        let known = ["--config", "--display", "--blank", "--version", "--help"]
        let kind = flag.hasPrefix("-") ? "flag" : "word"
        if flag.hasSuffix(".toml") {
          throw .usage("unknown word \"\(argument)\"; did you mean --config \(argument)?")
        }
        throw .usage("unknown \(kind) \"\(argument)\"\(flag.hint(among: known))")
      }
    }
  }
}
