import Glibc
import Pixels

/// How many colours a terminal has, and the environment variables that tell it.
public enum TerminalColours: Equatable, Sendable {
  case all
  /// The 256 of xterm.
  case indexed
  case none

  /// The colours that this process's environment tells.
  public static var ofEnvironment: TerminalColours {
    func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    return TerminalColours(
      noColor: value("NO_COLOR"), colorTerm: value("COLORTERM"), term: value("TERM"))
  }

  /// From the values of the environment variables, nil where one is not set: `NO_COLOR` (see
  /// no-color.org), `COLORTERM` and `TERM`.
  public init(noColor: String?, colorTerm: String?, term: String?) {
    let term = term ?? ""
    if let noColor, !noColor.isEmpty {
      self = .none
    } else if colorTerm == "truecolor" || colorTerm == "24bit" || term.hasSuffix("-direct") {
      self = .all
    } else if !term.hasSuffix("-256color"),
      term.isEmpty || term == "dumb" || term.hasPrefix("vt")
    {
      self = .none
    } else {
      // Every other terminal in use today knows the 256 colours.
      self = .indexed
    }
  }

  /// The escape sequence for the ink (38) or the ground (48) of what follows.
  func select(_ part: Int, _ colour: Colour) -> String {
    switch self {
    case .all: "\u{1b}[\(part);2;\(colour.red);\(colour.green);\(colour.blue)m"
    case .indexed: "\u{1b}[\(part);5;\(Self.index(of: colour))m"
    case .none: ""
    }
  }

  /// The nearest of the cube of 6×6×6 (16…231) and the 24 greys (232…255).
  static func index(of colour: Colour) -> Int {
    let channels = [Int(colour.red), Int(colour.green), Int(colour.blue)]
    let steps = channels.map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
    let cube = steps.map { $0 == 0 ? 0 : 55 + 40 * $0 }
    let grey = max(0, min(23, (channels.reduce(0, +) / 3 - 3) / 10))
    func distance(_ other: [Int]) -> Int {
      zip(channels, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    if distance(Array(repeating: 8 + 10 * grey, count: 3)) < distance(cube) { return 232 + grey }
    return 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
  }
}
