/// What the keys of the terminal ask for.
public enum TerminalKey: Equatable, Sendable {
  case next, previous, page, previousPage, home, mark, layout, theme, colours, currency, language
  case quit
}

/// Reads the bytes from a terminal, gives keys. Escape sequences other than arrows are ignored, even
/// if they are split between reads.
public struct TerminalKeys: Sendable {
  private var state = State.ground

  private enum State {
    case ground
    case escape
    /// After `ESC [`, up to a final byte; bare until another byte comes.
    case control(isBare: Bool)
    /// After `ESC O`: one more byte.
    case single
    /// A string of the terminal's own, up to BEL or `ESC \`.
    case string
  }

  public init() {}

  public mutating func read(_ bytes: [UInt8]) -> [TerminalKey] {
    var keys: [TerminalKey] = []
    for (index, byte) in bytes.enumerated() {
      switch (state, byte) {
      case (_, 0x1b): state = .escape
      case (.escape, UInt8(ascii: "[")): state = .control(isBare: true)
      case (.escape, UInt8(ascii: "O")): state = .single
      case (.escape, UInt8(ascii: "]")), (.escape, UInt8(ascii: "P")): state = .string
      case (.escape, _):
        state = .ground
        // If both bytes come in one read, it is a key with Alt; after a pause, the Escape key came
        // before.
        if index == 0, let key = Self.key(byte) { keys.append(key) }
      case (.control(isBare: true), 0x40...0x7e), (.single, _):
        state = .ground
        if let key = Self.arrow(byte) { keys.append(key) }
      case (.control, 0x40...0x7e), (.string, 0x07): state = .ground
      case (.control, _): state = .control(isBare: false)
      case (.string, _): break
      case (.ground, _):
        if let key = Self.key(byte) { keys.append(key) }
      }
    }
    return keys
  }

  private static func key(_ byte: UInt8) -> TerminalKey? {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "n"): .next
    case UInt8(ascii: "b"): .previous
    case UInt8(ascii: "p"): .page
    case UInt8(ascii: "h"): .home
    case UInt8(ascii: "f"): .mark
    case UInt8(ascii: "l"): .layout
    case UInt8(ascii: "t"): .theme
    case UInt8(ascii: "c"): .colours
    case UInt8(ascii: "u"): .currency
    case UInt8(ascii: "g"): .language
    case UInt8(ascii: "q"): .quit
    default: nil
    }
  }

  /// Left and right go through the markets, up and down through the pages.
  private static func arrow(_ byte: UInt8) -> TerminalKey? {
    switch byte {
    case UInt8(ascii: "A"): .previousPage
    case UInt8(ascii: "B"): .page
    case UInt8(ascii: "C"): .next
    case UInt8(ascii: "D"): .previous
    default: nil
    }
  }
}
