import Glibc
import Pixels
import Testing

@testable import Devices

/// A real terminal of the kernel. There is one at a time: a program has one screen.
@Suite(.serialized) struct TerminalScreenTests {
  @Test("a terminal is taken over, drawn on, resized, and given back", .enabled(if: Pty() != nil))
  func pty() throws {
    let pty = try #require(Pty())
    pty.resize(columns: 80, rows: 24)
    let before = pty.localModes
    do {
      let screen = try TerminalScreen(pty.terminal)
      let display = TerminalDisplay(screen, theme: TerminalTests.theme, colours: .all)
      #expect(display.size == Size(80, 46))
      #expect(pty.localModes & tcflag_t(ICANON | ECHO) == 0)
      display.show(Frame(display.size))
      display.show(note: "first line")
      var drawn = ""
      while display.flush(now: 0) != .never { drawn += pty.read() }
      drawn += pty.read()
      #expect(drawn.hasPrefix("\u{1b}[?1049h"))
      #expect(drawn.contains("first line"))
      #expect(drawn.hasSuffix("q quit"))

      pty.type("n\u{1b}[Aq")
      #expect(display.readKeys() == [.next, .previousPage, .quit])
      #expect(display.readKeys() == [])

      pty.resize(columns: 40, rows: 12)
      display.resize()
      #expect(display.size == Size(40, 22))
      display.show(Frame(display.size))
      // Cleared, and drawn again at once.
      #expect(display.flush(now: 0) == .never)
      let redrawn = pty.read()
      #expect(redrawn.hasPrefix("\u{1b}[m\u{1b}[2J") && redrawn.contains("first line"))
    }
    #expect(pty.read().hasSuffix("\u{1b}[?1049l"))
    #expect(pty.localModes == before)
  }

  @Test(
    "a panel larger than the terminal is shown smaller, with the size that its pixels need",
    .enabled(if: Pty() != nil))
  func tooSmall() throws {
    let pty = try #require(Pty())
    pty.resize(columns: 80, rows: 24)
    let panel = Surface(Size(128, 64), .mono)
    let display = TerminalDisplay(
      try TerminalScreen(pty.terminal), fixed: panel, theme: TerminalTests.theme, colours: .none)
    func line() -> String {
      display.show(Frame(display.size))
      var drawn = ""
      while display.flush(now: 0) != .never { drawn += pty.read() }
      drawn += pty.read()
      return String(drawn.split(separator: "\u{1b}[K", omittingEmptySubsequences: false).last ?? "")
    }
    #expect(display.size == Size(64, 32))
    #expect(line() == "128×64 pixels need a terminal of 128×33 · q quit")
    display.show(note: "there is a network")
    #expect(
      line() == "there is a network              128×64 pixels need a terminal of 128×33 · q quit")
    pty.resize(columns: 64, rows: 24)
    display.resize()
    #expect(line() == "there is a network" + String(repeating: " ", count: 34) + "needs 128×33")
    display.show(note: "")
    #expect(line() == "128×64 pixels need a terminal of 128×33 · q quit")
    pty.resize(columns: 40, rows: 24)
    display.resize()
    #expect(line() == "needs 128×33")
    pty.resize(columns: 128, rows: 33)
    display.resize()
    #expect(display.size == Size(128, 64))
    #expect(line().hasSuffix("f favourite · q quit"))
  }

  @Test("a terminal that takes nothing is given back all the same", .enabled(if: Pty() != nil))
  func full() throws {
    let pty = try #require(Pty())
    do {
      let screen = try TerminalScreen(pty.terminal)
      let picture = [UInt8](repeating: 0x41, count: 4_096)
      while write(screen.fileDescriptor, picture, picture.count) > 0 {}
    }
    #expect(pty.read().hasSuffix("\u{1b}[?1049l"))
  }

  @Test("a terminal that claims to be endless is drawn on in part", .enabled(if: Pty() != nil))
  func endless() throws {
    let pty = try #require(Pty())
    pty.resize(columns: .max, rows: .max)
    let screen = try TerminalScreen(pty.terminal)
    let display = TerminalDisplay(screen, theme: TerminalTests.theme, colours: .none)
    #expect(display.size == Size(1_000, 998))
    pty.resize(columns: 10, rows: .max)
    display.resize()
    #expect(display.size == Size(10, 998))
  }

  @Test(
    "a terminal that hangs up is gone, and takes frames without an error",
    .enabled(if: Pty() != nil))
  func hangUp() throws {
    var pty = Pty()
    let screen = try TerminalScreen(try #require(pty).terminal)
    let display = TerminalDisplay(
      screen, fixed: Surface(Size(8, 8), .mono), theme: TerminalTests.theme,
      colours: .none)
    #expect(display.readKeys() == [] && !display.isGone)
    pty = nil
    #expect(display.readKeys() == [] && display.isGone)
    display.show(Frame(Size(8, 8)))
    #expect(display.flush(now: 0) == .never)
  }

  @Test(
    "a terminal whose file is another user's is taken as the program's own",
    .enabled(if: Pty() != nil))
  func otherUser() throws {
    let pty = try #require(Pty())
    let before = pty.localModes
    do {
      let screen = try TerminalScreen(pty.terminal) { path in
        if path == "/dev/tty" { return dup(pty.terminal) }
        errno = EACCES
        return -1
      }
      #expect(pty.localModes & tcflag_t(ICANON | ECHO) == 0)
      #expect(screen.fileDescriptor >= 0)
    }
    #expect(pty.localModes == before)
  }

  @Test(
    "a terminal that may not be opened at all is said to be another user's",
    .enabled(if: Pty() != nil))
  func closed() throws {
    let (pty, other) = (try #require(Pty()), try #require(Pty()))
    // The program was started from no terminal, or from another one.
    for own in [nil, other.terminal] {
      #expect {
        _ = try TerminalScreen(pty.terminal) { path in
          if path == "/dev/tty", let own { return dup(own) }
          errno = path == "/dev/tty" ? ENXIO : EACCES
          return -1
        }
      } throws: {
        "\($0)".contains(": belongs to another user (Permission denied); log in as that user")
      }
    }
  }

  @Test("what is no terminal is refused")
  func noTerminal() {
    let file = open("/dev/null", O_RDWR)
    defer { close(file) }
    #expect(throws: DeviceError.self) { _ = try TerminalScreen(file) }
  }
}
