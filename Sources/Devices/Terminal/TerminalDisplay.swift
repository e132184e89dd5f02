import Pixels
import Timing

/// A terminal in place of a panel, with a line for the keys and the newest line of the log.
public final class TerminalDisplay: Display {
  public let name = "terminal"
  public private(set) var hasStarted = false
  public private(set) var isGone = false

  private let screen: TerminalScreen
  private let fixed: Surface?
  private let colours: TerminalColours
  private var theme: Theme
  private var picture: TerminalPicture
  private var keys = TerminalKeys()
  private var newest: Frame?
  private var note = ""
  /// The bytes that the terminal has not accepted yet. Nothing newer is drawn before they are
  /// written.
  private var unsent: ArraySlice<UInt8> = []

  private static let keyHelp = "←→ market · ↑↓ page · f favourite · q quit"
  private static let retryMilliseconds: Int64 = 20

  /// - Parameter fixed: the panel whose pixels are shown as they are. If the terminal has no room
  ///   for them, the panel is made smaller by the least whole divisor. If nil, the picture is
  ///   composed for the terminal itself.
  public init(
    _ screen: TerminalScreen, fixed: Surface? = nil, theme: Theme, colours: TerminalColours
  ) {
    self.screen = screen
    self.fixed = fixed
    self.colours = colours
    let (columns, rows) = screen.size
    picture = TerminalPicture(columns: columns, rows: rows, colours: colours)
    self.theme = theme
  }

  /// A reduced picture could not be read, as pixels would be left out or mixed. So a picture that
  /// does not fit is composed for a smaller panel of the same kind.
  public var surface: Surface {
    fixed?.fitting(picture.room) ?? Surface(picture.room, colours == .none ? .mono : .colour)
  }

  /// Readable when a key was pressed.
  public var fileDescriptor: Int32 { screen.fileDescriptor }

  /// The keys that were pressed. Also notes whether the terminal is gone.
  public func readKeys() -> [TerminalKey] {
    guard let bytes = screen.read() else {
      isGone = true
      return []
    }
    return keys.read(bytes)
  }

  /// Reads the terminal's present size; `size` follows it if no panel fixes it.
  public func resize() {
    let (columns, rows) = screen.size
    picture = TerminalPicture(columns: columns, rows: rows, colours: colours)
    if newest?.size != size { newest = nil }
    unsent += Array("\u{1b}[m\u{1b}[2J".utf8)
  }

  /// Puts the newest line of the log under the picture.
  public func show(note: String) { self.note = note }

  public func show(_ frame: Frame) {
    precondition(frame.size == size, "a frame has the size of its display")
    newest = frame
  }

  public func wear(_ theme: Theme) { self.theme = theme }

  public func sleep() { newest = Frame(size) }

  public func flush(now: Int64) -> Deadline {
    guard let newest else { return .never }
    hasStarted = true
    while true {
      if unsent.isEmpty { unsent = picture.update(newest, palette: palette, line: line)[...] }
      if unsent.isEmpty { return .never }
      guard let count = screen.write(unsent) else {
        unsent = []
        return .never
      }
      if count == 0 { return Deadline(now + Self.retryMilliseconds) }
      unsent = unsent.dropFirst(count)
    }
  }

  private var palette: [Colour] {
    var surface = surface
    if colours == .none { surface.depth = .mono }
    return surface.look(theme)
  }

  /// The note on the left, and the longest help on the right that leaves room for it.
  private var line: String {
    let noteLeast = note.isEmpty ? 0 : 24
    let help = helps.first { TerminalText.width($0) + noteLeast <= picture.columns }
    guard let help else { return note.isEmpty ? helps[0] : note }
    if note.isEmpty { return help }
    let room = picture.columns - TerminalText.width(help)
    let cut = TerminalText.fit(note, columns: room - 2)
    return cut + String(repeating: " ", count: room - TerminalText.width(cut)) + help
  }

  /// The help texts, the longest first: the keys, or the terminal size that the panel's pixels need.
  private var helps: [String] {
    guard let wanted = fixed?.size, wanted != size else { return [Self.keyHelp] }
    let (columns, rows) = TerminalPicture.space(for: wanted)
    return [
      "\(wanted.width)×\(wanted.height) pixels need a terminal of \(columns)×\(rows) · q quit",
      "needs \(columns)×\(rows)",
    ]
  }
}

extension Surface {
  /// The same surface, or one made smaller by the least whole divisor so that it fits.
  func fitting(_ room: Size) -> Surface {
    let divisor = max(
      1, (size.width + room.width - 1) / room.width, (size.height + room.height - 1) / room.height)
    var smaller = self
    smaller.size = Size(
      (size.width + divisor - 1) / divisor, (size.height + divisor - 1) / divisor)
    return smaller
  }
}
