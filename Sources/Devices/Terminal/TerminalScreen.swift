import CLinux
import Glibc

/// The terminal itself: set up for full-screen output, and restored at the end.
public final class TerminalScreen {
  private let file: FileDescriptor

  /// The state that `restore` gives back. A signal handler may touch nothing else.
  nonisolated(unsafe) private static var taken: (file: Int32, settings: termios)?

  /// The largest size that is used; no real window is larger. A terminal may report any size, and
  /// each cell costs memory.
  private static let sizeMax = (columns: 1_000, rows: 500)

  private static let enter = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[2J"
  private static let leave: StaticString = "\u{1b}[m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

  /// Takes over the terminal of a descriptor: keys come at once and are not echoed, and lines do not
  /// wrap.
  /// - Throws: `unusable` where it is no terminal, or may not be opened.
  public convenience init(_ descriptor: Int32 = STDOUT_FILENO) throws(DeviceError) {
    try self.init(descriptor) { open($0, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) }
  }

  /// - Parameter opening: opens a path as the kernel does: returns a descriptor, or -1 with `errno`.
  init(_ descriptor: Int32, opening: (String) -> Int32) throws(DeviceError) {
    file = FileDescriptor(try Self.opened(descriptor, opening))
    var settings = termios()
    guard file.number >= 0, tcgetattr(file.number, &settings) == 0 else {
      throw .unusable(
        device: "terminal", reason: "standard output is not a terminal",
        fix: "run it in a terminal, or choose another display")
    }
    Self.taken = (file.number, settings)
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // While Ctrl-S holds the output, the terminal could not be given back.
    settings.c_iflag &= ~tcflag_t(IXON)
    withUnsafeMutableBytes(of: &settings.c_cc) {
      $0[Int(VMIN)] = 0
      $0[Int(VTIME)] = 0
      // If SIGTSTP stopped the program, the shell would get a terminal that it cannot use.
      $0[Int(VSUSP)] = 0
    }
    tcsetattr(file.number, TCSANOW, &settings)
    _ = write(Array(Self.enter.utf8)[...])
    atexit { TerminalScreen.restore() }
    // A crash ends the program at once; even then the shell gets its terminal back.
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
      signal(number) { number in
        TerminalScreen.restore()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// The terminal of a descriptor, opened again, because O_NONBLOCK would otherwise be set for the
  /// shell too; -1 if it is not a terminal.
  private static func opened(
    _ descriptor: Int32, _ opening: (String) -> Int32
  ) throws(DeviceError) -> Int32 {
    var buffer = [CChar](repeating: 0, count: 256)
    var code = ttyname_r(descriptor, &buffer, buffer.count)
    let name = code == 0 ? text(in: buffer) : "terminal"
    if code == 0 {
      let number = opening(name)
      if number >= 0 { return number }
      code = errno
    }
    guard isatty(descriptor) == 1 else { return -1 }
    // After `su` the terminal's file still belongs to the user who logged in, and in a container it
    // may have no name. Even then a program may open the terminal that it was started from.
    let own = opening("/dev/tty")
    if own >= 0 {
      if tealight_is_same_terminal(own, descriptor) == 1 { return own }
      close(own)
    }
    if code == EACCES || code == EPERM {
      throw .unusable(
        device: name, reason: "belongs to another user (\(text(of: code)))",
        fix: "log in as that user, or choose another display")
    }
    throw .unusable(
      device: name, reason: text(of: code),
      fix: "run it in another terminal, or choose another display")
  }

  deinit { Self.restore() }

  /// Restores the terminal. May be called twice, and from a signal handler.
  public static func restore() {
    guard let (file, saved) = taken else { return }
    taken = nil
    var settings = saved
    // A slow terminal may still have to take a picture, so that there would be no room for these
    // bytes.
    tcflush(file, TCOFLUSH)
    var sent = 0
    for _ in 0..<10 where sent < leave.utf8CodeUnitCount {
      let count = Glibc.write(file, leave.utf8Start + sent, leave.utf8CodeUnitCount - sent)
      sent += max(count, 0)
      var room = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
      if count <= 0 { poll(&room, 1, 50) }
    }
    tcsetattr(file, TCSANOW, &settings)
  }

  /// Readable when a key was pressed.
  public var fileDescriptor: Int32 { file.number }

  /// The columns and rows that are drawn on; 80×24 if the terminal does not report its size.
  var size: (columns: Int, rows: Int) {
    var columns: UInt16 = 0
    var rows: UInt16 = 0
    let result = tealight_terminal_size(file.number, &columns, &rows)
    guard result == 0, columns > 0, rows > 0 else { return (80, 24) }
    return (min(Int(columns), Self.sizeMax.columns), min(Int(rows), Self.sizeMax.rows))
  }

  /// How many bytes the terminal accepted, which may be 0; nil when it is gone.
  func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  /// The bytes of the keys that wait; nil when the terminal is gone.
  func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(file.number, &bytes, bytes.count)
    if count > 0 { return Array(bytes[..<count]) }
    // With VMIN 0, `read` returns 0 both where nothing waits and after a hang-up; poll tells which.
    var hangUp = pollfd(fd: file.number, events: 0, revents: 0)
    poll(&hangUp, 1, 0)
    return hangUp.revents & Int16(POLLHUP | POLLERR | POLLNVAL) == 0 ? [] : nil
  }
}
