import Foundation

/// One file of the house: the room it stands in, its path below `Sources`, and its text.
struct Source {
  let room: String
  let path: String
  let text: String

  init(path: String, text: String) {
    room = String(path.prefix { $0 != "/" })
    self.path = path
    self.text = text
  }

  /// Its lines without what follows `//`.
  var code: [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    }
  }

  /// Every file below `Sources` with one of these endings.
  static func all(_ endings: Set<String> = ["swift"]) throws -> [Source] {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources")
    return try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
      .filter { endings.contains(($0 as NSString).pathExtension) }
      .map { path in
        let file = root.appendingPathComponent(path)
        return Source(path: path, text: try String(contentsOf: file, encoding: .utf8))
      }
  }
}
