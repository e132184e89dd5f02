import Glibc

/// Whole files, as tests read and write them.
enum Files {
  /// Nil where it cannot be read.
  static func bytes(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// - Returns: whether it may be written.
  @discardableResult
  static func write(_ bytes: [UInt8], to path: String) -> Bool {
    guard let file = fopen(path, "wb") else { return false }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return true
  }
}
