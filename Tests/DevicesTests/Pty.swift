import Glibc

/// A pair of pseudo terminals: a terminal for the program, and the one who looks at it.
final class Pty {
  let terminal: Int32
  private let viewer: Int32

  init?() {
    viewer = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
    var number: Int32 = 0
    var lock: Int32 = 0
    // TIOCGPTN and TIOCSPTLCK are function-like macros, which Swift does not import.
    guard viewer >= 0, ioctl(viewer, 0x8004_5430, &number) == 0,
      ioctl(viewer, 0x4004_5431, &lock) == 0
    else { return nil }
    terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    if terminal < 0 { return nil }
  }

  deinit {
    close(terminal)
    close(viewer)
  }

  var localModes: tcflag_t {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return settings.c_lflag
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    withUnsafeMutablePointer(to: &size) { _ = ioctl(viewer, UInt(TIOCSWINSZ), $0) }
  }

  func type(_ keys: String) { _ = write(viewer, keys, keys.utf8.count) }

  func read() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = Glibc.read(viewer, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
