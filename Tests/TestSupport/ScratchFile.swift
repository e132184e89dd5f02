import Glibc

/// A file that is removed when it is not needed any more, and that nobody else may read.
public final class ScratchFile {
  public let path: String

  public init(_ text: String = "") {
    var path = Array("/tmp/tealight-test-XXXXXX".utf8CString)
    close(mkstemp(&path))
    self.path = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.text = text
  }

  deinit { unlink(path) }

  public var text: String {
    get { String(decoding: Files.bytes(of: path) ?? [], as: UTF8.self) }
    set { Files.write(Array(newValue.utf8), to: path) }
  }
}
