import Configuration
import Feeds
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Tealight
@testable import TealightTool

@Suite("What README and manual show to be copied")
struct DocumentBlocksTests {
  private static func blocks(_ kind: DocumentBlock.Kind) -> [DocumentBlock] {
    DocumentBlock.all.filter { $0.kind == kind }
  }

  private static var catalogue: Catalogue {
    var catalogue = Catalogue()
    catalogue.boardFolders = ["\(Document.root)board"]
    return catalogue
  }

  @Test("all of it is found")
  func count() {
    #expect(Self.blocks(.toml).count >= 15)
    #expect(Self.blocks(.json).count >= 1)
    #expect(Self.blocks(.command).count >= 60)
    #expect(Self.blocks(.name).count >= 10)
  }

  @Test("each configuration is good", arguments: blocks(.toml))
  func configuration(block: DocumentBlock) {
    let error = ConfigError.thrown { () throws(ConfigError) in
      try Config.read(Array(block.text.utf8), file: block.path, Self.catalogue)
    }
    #expect(error == nil)
  }

  @Test("each line of JSON is JSON", arguments: blocks(.json))
  func json(block: DocumentBlock) throws {
    _ = try JSONSerialization.jsonObject(with: Data(block.text.utf8))
  }

  @Test("each command is there", arguments: blocks(.name))
  func name(block: DocumentBlock) {
    let names = Tool.configuration.subcommands.map { $0._commandName }
    #expect((names + ["--version", "--help"]).contains(block.text.shellWords[1]))
  }

  /// What is Debian's or Swift's, and taken on trust.
  private static let foreign: Set<String> = [
    "apt", "chgrp", "chmod", "install", "journalctl", "mosquitto_pub", "nano", "swift", "systemctl",
    "valgrind",
    ".build/release/benchmark",
  ]

  @Test("each command line is understood", arguments: blocks(.command))
  func command(block: DocumentBlock) throws {
    var words = block.text.shellWords[...]
    while let word = words.first, word == "sudo" || word.contains("=") { words.removeFirst() }
    if words.starts(with: ["swift", "run"]) { words.removeFirst(2) }
    let program = try #require(words.first)
    words.removeFirst()
    switch program {
    case "tealight": _ = try Tool.parseAsRoot(Array(words))
    case "tealightd": _ = try Invocation(words.map { $0 == "SPEC" ? "terminal" : $0 })
    case "board/demo": _ = try Tool.parseAsRoot(["demo"] + words)
    case _ where program.hasPrefix("board/"):
      #expect(access(Document.root + program, X_OK) == 0)
    default: #expect(Self.foreign.contains(program))
    }
  }

  @Test("the README's first configuration is good with every board")
  func boards() throws {
    let example = try #require(
      Self.blocks(.toml).first { $0.path == "README.md" && $0.text.contains(/board = "/) })
    let boards = TemporaryFolder.names(in: "\(Document.root)board").filter {
      $0.hasSuffix(".toml")
    }
    #expect(boards.count > 20)
    for board in boards {
      let name = board.dropLast(".toml".count)
      let text = example.text.replacing(/board = "[^"]*"/, with: "board = \"\(name)\"")
      let error = ConfigError.thrown { () throws(ConfigError) in
        try Config.read(Array(text.utf8), file: board, Self.catalogue)
      }
      #expect(error == nil)
    }
  }
}
