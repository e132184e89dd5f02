import Glibc
import Pixels
import TestSupport
import Testing

@testable import Devices

/// Half blocks, keys, and the terminal they come from.
@Suite struct TerminalTests {
  static let theme = Theme.dark(.greenRed)

  static func noise(_ size: Size, _ seed: UInt64) -> Frame {
    var noise = SeededGenerator(seed: seed)
    var frame = Frame(size)
    for index in frame.pixels.indices {
      frame.pixels[index] = UInt8.random(in: 0...127, using: &noise)
    }
    return frame
  }

  static func code(_ colour: Colour) -> String { "\(colour.red),\(colour.green),\(colour.blue)" }

  /// The frame as the model's cells show it in 24-bit colour, two pixels a cell.
  static func pixel(_ model: TerminalModel, _ x: Int, _ y: Int) -> String {
    let cell = model[x, y / 2]
    if cell.letter == " " || y % 2 == 1 { return cell.ground }
    return cell.ink
  }

  @Test("each pixel has its colour, and only changed cells are sent")
  func allColours() {
    var picture = TerminalPicture(columns: 20, rows: 9, colours: .all)
    var model = TerminalModel(columns: 20, rows: 9)
    #expect(picture.room == Size(20, 16))
    var frame = Self.noise(picture.room, 1)
    var bytes = picture.update(frame, palette: Self.theme.colours, line: "keys")
    #expect(model.receive(bytes) == nil)
    #expect(model.line(8) == "keys" + String(repeating: " ", count: 16))
    frame[3, 5] = frame[3, 5] == 16 + 15 ? 32 + 15 : 16 + 15
    bytes = picture.update(frame, palette: Self.theme.colours, line: "keys")
    #expect((1...60).contains(bytes.count))
    #expect(model.receive(bytes) == nil)
    for y in 0..<16 {
      for x in 0..<20 {
        #expect(Self.pixel(model, x, y) == Self.code(Self.theme[frame[x, y]]))
      }
    }
    #expect(picture.update(frame, palette: Self.theme.colours, line: "keys") == [])
  }

  @Test("a frame smaller than the terminal is at its top left, and the rest is black")
  func small() {
    var picture = TerminalPicture(columns: 80, rows: 24, colours: .all)
    var model = TerminalModel(columns: 80, rows: 24)
    var frame = Frame(Size(40, 39))
    frame.fill(Rect(x: 0, y: 0, width: 40, height: 39), ColourRole.text.pixel())
    let bytes = picture.update(frame, palette: Self.theme.colours, line: "")
    #expect(model.receive(bytes) == nil)
    let text = Self.code(Self.theme[ColourRole.text.pixel()])
    #expect(Self.pixel(model, 39, 38) == text)
    for (x, y) in [(40, 0), (0, 39), (0, 40), (79, 45)] {
      #expect(Self.pixel(model, x, y) == "0,0,0")
    }
  }

  @Test("a panel that the terminal has no room for is smaller by the least whole number that fits")
  func fitting() {
    let room = Size(80, 46)
    for (panel, shown) in [
      (Size(128, 64), Size(64, 32)), (Size(240, 240), Size(40, 40)), (Size(80, 46), Size(80, 46)),
      (Size(81, 8), Size(41, 4)), (Size(250, 122), Size(63, 31)), (Size(435, 1), Size(73, 1)),
    ] {
      let surface = Surface(panel, .mono, outline: .circle, medium: .paper)
      #expect(surface.fitting(room) == Surface(shown, .mono, outline: .circle, medium: .paper))
    }
  }

  @Test("without colours there are four kinds of blocks and no colour codes")
  func noColours() {
    var picture = TerminalPicture(columns: 4, rows: 2, colours: .none)
    var model = TerminalModel(columns: 4, rows: 2)
    var frame = Frame(Size(4, 2))
    frame[1, 0] = ColourRole.text.pixel()
    frame[2, 1] = ColourRole.text.pixel()
    frame[3, 0] = ColourRole.text.pixel()
    frame[3, 1] = ColourRole.text.pixel()
    let bytes = picture.update(frame, palette: Self.theme.colours, line: "")
    #expect(model.receive(bytes) == nil)
    #expect(model.line(0) == " ▀▄█")
    #expect(!bytes.contains(UInt8(ascii: "m")))
  }

  @Test("256 colours are chosen by the nearest of cube and greys")
  func indexed() {
    var picture = TerminalPicture(columns: 6, rows: 2, colours: .indexed)
    var model = TerminalModel(columns: 6, rows: 2)
    let colours = [0x000000, 0xffffff, 0xff0000, 0x5f87af, 0x808080, 0x0a0a0a]
    var palette = [Colour](repeating: Colour(0), count: 256)
    var frame = Frame(Size(6, 2))
    for (index, colour) in colours.enumerated() {
      palette[16 + index] = Colour(UInt32(colour))
      frame[index, 0] = UInt8(16 + index)
      frame[index, 1] = UInt8(16 + index)
    }
    #expect(model.receive(picture.update(frame, palette: palette, line: "")) == nil)
    #expect((0..<6).map { model[$0, 0].ground } == ["16", "231", "196", "67", "244", "232"])
  }

  @Test("the line below never wraps and never commands the terminal")
  func line() {
    var picture = TerminalPicture(columns: 10, rows: 3, colours: .none)
    var model = TerminalModel(columns: 10, rows: 3)
    let frame = Frame(Size(10, 4))
    for (text, shown) in [
      ("0123456789abc", "0123456789"), ("a\u{1b}[2Jb\nc", "a[2Jbc    "),
      ("비트코인비트", "비트코인비     "),
    ] {
      let bytes = picture.update(frame, palette: Self.theme.colours, line: text)
      #expect(model.receive(bytes) == nil)
      #expect(model.line(2) == shown)
    }
  }

  @Test("how many colours there are comes from the environment")
  func environment() {
    func colours(_ noColor: String?, _ colorTerm: String?, _ term: String?) -> TerminalColours {
      TerminalColours(noColor: noColor, colorTerm: colorTerm, term: term)
    }
    #expect(colours(nil, "truecolor", "xterm-256color") == .all)
    #expect(colours(nil, "24bit", nil) == .all)
    #expect(colours(nil, nil, "xterm-256color") == .indexed)
    #expect(colours("", nil, "xterm") == .indexed)
    #expect(colours("1", "truecolor", "xterm") == .none)
    #expect(colours(nil, nil, "dumb") == .none)
    #expect(colours(nil, nil, nil) == .none)
  }

  @Test("keys are keys, escape sequences are none")
  func keys() {
    let cases: [([String], [TerminalKey])] = [
      ([" nbpq"], [.next, .next, .previous, .page, .quit]),
      (["xyN\r\n"], []),
      (["hfltcug"], [.home, .mark, .layout, .theme, .colours, .currency, .language]),
      (["\u{1b}[A\u{1b}[B\u{1b}[C", "\u{1b}", "OD"], [.previousPage, .page, .next, .previous]),
      (["\u{1b}[1;5A\u{1b}[15~\u{1b}OPq"], [.quit]),
      (["\u{1b}", "[", "1;5", "n", "q"], [.quit]),
      (["\u{1b}", "O", "q", "q"], [.quit]),
      (["\u{1b}q"], []),
      (["\u{1b}", "q"], [.quit]),
      (["\u{1b}]11;rgb:q\u{07}p"], [.page]),
      (["\u{1b}Pq\u{1b}\\p"], [.page]),
      (["비트코인"], []),
    ]
    for (pieces, expected) in cases {
      var keys = TerminalKeys()
      #expect(pieces.flatMap { keys.read(Array($0.utf8)) } == expected, "\(pieces)")
    }
  }
}
