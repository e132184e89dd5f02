import Foundation

/// One file of the house: the module it stands in, its path below `Sources` or `Tests`, and its text.
struct Source {
  let module: String
  let path: String
  let text: String

  init(path: String, text: String) {
    module = String(path.prefix { $0 != "/" })
    self.path = path
    self.text = text
    code = text.split(separator: "\n").filter { line in
      let line = line.drop { $0 == " " }
      return !line.isEmpty && !line.hasPrefix("//")
    }
    words = code.map { line in
      line.utf8.split { !Self.isLetter($0) }.map(Substring.init)
    }
  }

  /// Its lines without those that are empty or a comment.
  let code: [Substring]
  /// The words of each of them.
  let words: [[Substring]]

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
    default: false
    }
  }

  /// The clone.
  private static let clone = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of any file of the clone.
  static func text(of path: String) throws -> String {
    try String(contentsOf: clone.appendingPathComponent(path), encoding: .utf8)
  }

  /// Every Swift file below a folder of the clone.
  static func all(below folder: String = "Sources") throws -> [Source] {
    let root = clone.appendingPathComponent(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
      .filter { $0.hasSuffix(".swift") }
      .map { path in
        let file = root.appendingPathComponent(path)
        return Source(path: path, text: try String(contentsOf: file, encoding: .utf8))
      }
  }
}
