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
    get {
      guard let file = fopen(path, "r") else { return "" }
      defer { fclose(file) }
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
        bytes += chunk[..<count]
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    set {
      guard let file = fopen(path, "w") else { return }
      fwrite(newValue, 1, newValue.utf8.count, file)
      fclose(file)
    }
  }
}
