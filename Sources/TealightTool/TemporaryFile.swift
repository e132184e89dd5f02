import Glibc

/// A file that is removed when it is not needed any more.
final class TemporaryFile {
  let path: String

  /// - Throws: `ErrnoFailure` where it cannot be made.
  init(_ text: String) throws {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/tealight-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw ErrnoFailure(what: folder, number: errno) }
    let bytes = Array(text.utf8)
    let count = write(descriptor, bytes, bytes.count)
    close(descriptor)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard count == bytes.count else { throw ErrnoFailure(what: path, number: errno) }
  }

  deinit { unlink(path) }
}
