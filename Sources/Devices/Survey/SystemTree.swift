import CLinux
import Glibc

/// The kernel's files, `/dev` and `/sys`, under a root: the machine's, or a test's.
public struct SystemTree: Sendable {
  private let root: String

  public init(root: String = "") { self.root = root }

  /// Where a file is for calls that take a path.
  public func path(_ path: String) -> String { root + path }

  /// The names in a folder, sorted, numbers by value; empty where there is no folder.
  public func list(_ folder: String) -> [String] {
    names(in: root + folder).filter { !$0.hasPrefix(".") }
      .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  /// The first line of a small file; nil where it cannot be read.
  public func line(_ file: String) -> String? {
    let descriptor = FileDescriptor(open(root + file, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
    guard descriptor.number >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(descriptor.number, &bytes, bytes.count)
    guard count >= 0 else { return nil }
    return String(decoding: bytes.prefix(count).prefix { $0 != 0x0A && $0 != 0 }, as: UTF8.self)
  }

  /// The name at the end of a link, `panel-mipi-dbi-spi` of `…/driver`; nil where there is none.
  public func linkName(_ link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 1024)
    guard readlink(root + link, &buffer, buffer.count - 1) > 0 else { return nil }
    return text(in: buffer).split(separator: "/").last.map(String.init)
  }

  /// 0 if the file may be used in this mode, else the error number.
  public func access(_ file: String, _ mode: Int32 = R_OK | W_OK) -> Int32 {
    Glibc.access(root + file, mode) == 0 ? 0 : errno
  }
}
