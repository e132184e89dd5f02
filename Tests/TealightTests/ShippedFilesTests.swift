import Testing

@testable import Tealight

@Suite("What the package ships")
struct ShippedFilesTests {
  private static let root =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/"

  private static func text(_ path: String) throws -> String {
    String(decoding: try FileBytes.read(root + path), as: UTF8.self)
  }

  @Test("the configuration is good as it is, and shows nothing yet")
  func untouched() throws {
    let lines = try Self.text("board/debian/tealight.toml").split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("#") })
    let config = try Self.read(lines)
    #expect(config.panels.isEmpty)
  }

  @Test("the configuration is good with every example in it made a setting")
  func everyExample() throws {
    let lines = try Self.text("board/debian/tealight.toml").split(separator: "\n")
    let config = try Self.read(
      lines.filter { !$0.hasPrefix("# ") && $0 != "#" }.map { $0.dropFirst() })
    #expect(config.panels.count == 1)
    #expect(config.buttons.count == 1)
    #expect(config.markets.count == 2)
  }

  @Test("tealight.toml(5) names every key that the README's table has")
  func everyKey() throws {
    let readme = try Self.text("README.md").split(separator: "\n## ")
    let table = try #require(readme.first { $0.hasPrefix("Configuration") })
    let page = try Self.text("board/man/tealight.toml.5")
    let words = Set(page.split { " ,\n".contains($0) })
    var count = 0
    for row in table.split(separator: "\n") where row.hasPrefix("| `") {
      let cell = row.dropFirst(2).split(separator: " | ")[0]
      for key in cell.split(separator: "`").enumerated().filter({ $0.offset % 2 == 0 }) {
        count += 1
        if !words.contains(key.element) { Issue.record("\(key.element) is missing") }
      }
    }
    #expect(count > 20)
  }

  private static func read(_ lines: [Substring]) throws -> Config {
    var catalogue = Catalogue()
    catalogue.boardFolders = [root + "board"]
    return try Config.read(
      Array(lines.joined(separator: "\n").utf8), file: "tealight.toml", catalogue)
  }
}
