import ArgumentParser
import Glibc
import MarketData
import Tealight

/// The kinds of files that a command writes where the user says. A command replaces a file of the same
/// kind only: a path in the wrong place could destroy a configuration.
enum WrittenFile: String {
  case recording
  case picture = "PNG picture"
  case certificate = "PEM file"
  case table = "table of measures"

  /// The first bytes of every file of this kind.
  private var beginning: [UInt8] {
    switch self {
    case .recording: Array(Daemon.recordingBeginning.utf8)
    case .picture: AnimatedPNG.signature
    // RFC 7468, section 2.
    case .certificate: Array("-----BEGIN ".utf8)
    case .table: Array("[\n".utf8)
    }
  }

  /// Checks whether a file may be made or replaced, before any work is done. A command calls it from
  /// `validate`, so that its own usage stands below the error.
  /// - Throws: `ValidationError` where it holds something else, `ErrnoFailure.ofWriting` where it cannot
  ///   be written.
  func check(_ path: String) throws {
    var status = stat()
    let isThere = stat(path, &status) == 0
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard access(isThere ? path : folder, W_OK) == 0 else {
      throw ErrnoFailure(what: path, number: errno).ofWriting
    }
    // A pipe or a device loses nothing.
    guard isThere, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw ErrnoFailure(what: path, number: errno) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: beginning.count)
    guard Glibc.read(file, &bytes, bytes.count) == bytes.count, bytes == beginning else {
      let hint = self == .recording ? " (the configuration goes behind --config)" : ""
      throw ValidationError(
        "\(path) is not a \(rawValue) and is kept; choose another name\(hint)".onOneLine)
    }
  }
}
