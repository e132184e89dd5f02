import Glibc

/// A folder of its own below /tmp, gone with its owner.
public final class TemporaryFolder {
  public let path: String

  public init() {
    var template = Array("/tmp/tealight-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      preconditionFailure("no folder can be made in /tmp")
    }
    path = String(cString: made)
  }

  deinit {
    _ = system("rm -rf '\(path)'")
  }

  /// The files in it, in order.
  public var names: [String] { Self.names(in: path) }

  /// The files in any folder, in order.
  public static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  public func bytes(_ name: String) -> [UInt8] { Files.bytes(of: "\(path)/\(name)") ?? [] }

  public func write(_ bytes: [UInt8], to name: String) {
    Files.write(bytes, to: "\(path)/\(name)")
  }
}

/// A folder of its own for the length of a call, gone afterwards.
public func withFolder(_ body: (String) throws -> Void) rethrows {
  let folder = TemporaryFolder()
  try withExtendedLifetime(folder) { try body(folder.path) }
}

public func write(_ text: String, to path: String) throws {
  precondition(Files.write(Array(text.utf8), to: path), "\(path) cannot be written")
}
