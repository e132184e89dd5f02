import Devices
import Glibc
import TestSupport
import Testing

@testable import Configuration

@Suite("Boards")
struct BoardTests {
  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/board"

  private static let boards = SystemTree().list(folder).filter { $0.hasSuffix(".toml") }

  @Test("each is good, by itself and in a configuration", arguments: boards)
  func good(file: String) throws {
    var catalogue = Catalogue()
    catalogue.boardFolders = [Self.folder]
    let board = try #require(
      try Config.readBoard(
        try FileBytes.read("\(Self.folder)/\(file)"), file: "\(Self.folder)/\(file)", catalogue))
    #expect(board.name == file.dropLast(".toml".count))
    let alone = board.devices
    #expect(alone.panels.count == 1)
    let text = "[[display]]\nboard = \"\(file.dropLast(".toml".count))\"\n"
    let used = try Config.read(Array(text.utf8), file: "t.toml", catalogue)
    #expect(used.panels == alone.panels)
    #expect(used.buttons == alone.buttons)
    #expect(used.keys == alone.keys)
  }

  @Test("a folder that the program is called in has no boards; a path is one where it has a slash")
  func foreignFolder() throws {
    let temporary = TemporaryFolder()
    let folder = temporary.path
    let file = "\(folder)/hat.toml"
    let text = "panel = \"ssd1306\"\nbus = \"i2c:7\"\n"
    try write(text, to: file)
    #expect(Catalogue().boardFolders.first == "/usr/share/tealight/boards")
    #expect(Catalogue().boardFolders.allSatisfy { $0.hasPrefix("/") })
    func read(_ board: String) throws(ConfigError) -> Config {
      try Config.read(
        Array("[[display]]\nboard = \"\(board)\"\n".utf8), file: "t.toml", Catalogue())
    }
    #expect(try read(file).panels.map(\.bus) == [.i2c(7)])
    let error = ConfigError.thrown { () throws(ConfigError) in try read("hat") }
    #expect(
      error?.diagnostics.first?.description.hasPrefix("t.toml:2: unknown board \"hat\"; known: ")
        == true)
    #expect(
      mistakes(in: "[[display]]\nboard = \"hat\"") == [
        "t.toml:2: unknown board \"hat\"; there is no board file in /nowhere"
      ])
  }

  @Test("a board whose file has no panel is none for a display")
  func noPanel() throws {
    try withFolder { folder in
      let file = "\(folder)/bare.toml"
      try write("bus = \"i2c:7\"\n", to: file)
      #expect(
        mistakes(in: "[[display]]\nboard = \"\(file)\"\n") == [
          "t.toml:2: the board \"\(file)\" has no panel; its file needs the key \"panel\""
        ])
    }
  }

  private static let misnamed: [(String, String)] = [
    (
      "ssd1306",
      "\"ssd1306\" is a panel; name a board, or write panel and bus; did you mean "
        + "\"ssd1306-i2c\"? known: \"act-led\", \"adafruit-"
    ),
    ("st7735", "\"st7735\" is a panel; name a board, or write panel and bus; known: \"act-led\""),
    ("st7789-sp", "unknown board \"st7789-sp\"; did you mean \"st7789-spi\"? known: \"act-led\""),
    (
      "waveshare-lcd-hat-13",
      "unknown board \"waveshare-lcd-hat-13\"; did you mean "
        + "\"waveshare-lcd-hat-1.3\"? known: "
    ),
    ("waveshare", "unknown board \"waveshare\"; known: "),
  ]

  @Test("one that there is not leads to the one that was meant", arguments: misnamed)
  func unknown(name: String, sentence: String) {
    var catalogue = Catalogue()
    catalogue.boardFolders = ["/nowhere", Self.folder]
    let error = ConfigError.thrown { () throws(ConfigError) in
      try Config.read(
        Array("[[display]]\nboard = \"\(name)\"".utf8), file: "t.toml", catalogue)
    }
    let said = error?.diagnostics.map(\.description) ?? []
    #expect(said.first?.hasPrefix("t.toml:2: \(sentence)") == true, "\(said)")
  }

  @Test("boards of the source tree are found from the programs that were built in it, not others")
  func checkout() {
    let root = String(Self.folder.dropLast("/board".count))
    #expect(Catalogue.checkout(ofProgram: "\(root)/.build/release/tealightd") == root)
    #expect(
      Catalogue.checkout(ofProgram: "\(root)/.build/x86_64-unknown-linux-gnu/debug/x") == root)
    for path in ["/usr/bin/tealightd", "/tmp/.build/debug/tealightd", "/.build/x", ""] {
      #expect(Catalogue.checkout(ofProgram: path) == nil)
    }
  }

  @Test("each says what it is, what turns it on, and who says so", arguments: boards)
  func sources(file: String) throws {
    let bytes = try FileBytes.read("\(Self.folder)/\(file)")
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let comment = lines.prefix { $0.hasPrefix("#") }.joined(separator: " ")
    #expect(comment.contains("Source: "))
    let board = try #require(try Config.readBoard(bytes, file: file, Catalogue()))
    #expect(!file.hasPrefix(board.title))
    // SPI and I2C are off as Raspberry Pi OS comes.
    let needs = ["i2c": "i2c_arm=on", "spi": "spi"]
    let bus = "\(board.devices.panels[0].bus)".prefix { $0 != ":" }
    if let line = needs[String(bus)] {
      #expect(board.bootLines.contains { $0.contains(line) }, "\(board.bootLines)")
    }
  }

  @Test("what a board's file gives config.txt is lines of it, and nothing else")
  func bootLines() throws {
    func board(_ lines: String) throws -> Config.Board {
      let text = "config_txt = \(lines)\n" + Self.head + "dc = 25\n"
      return try #require(
        try Config.readBoard(Array(text.utf8), file: "a/b.toml", Catalogue()))
    }
    let good = try board("[\"dtparam=spi=on\", \"[pi4]\", \"core_freq_min=500\", \"[all]\"]")
    #expect(good.bootLines == ["dtparam=spi=on", "[pi4]", "core_freq_min=500", "[all]"])
    #expect(good.title == "b" && good.name == "a/b.toml")
    for bad in ["[]", "[\"\"]", "[\"spi\"]", "[\"=on\"]", "[\"a=b c\"]", "[\"a=b#\"]", "[\"[]\"]"] {
      #expect(throws: ConfigError.self, "\(bad)") { _ = try board(bad) }
    }
  }

  private static let head = "panel = \"st7789\"\nbus = \"spi:0.0\"\nchip = \"gpiochip0\"\n"

  private static let refused: [(String, String)] = [
    (head + "dc = 25\nreset = 25\n", "b.toml:5: "),
    (head + "dc = 25\n[[button]]\nchip = \"gpiochip0\"\nline = 25\n", "b.toml:4: "),
    (head + "dc = 25\nrotation = 45\n", "b.toml:5: rotation is 45; it must be one of 0, 90"),
    (head + "dc = 25\nsize = \"128x64\"\n", "b.toml:5: st7789 has no size \"128x64\"; known: "),
    (head, "b.toml:2: st7789 needs dc, "),
    ("panel = \"st7789\"\nbus = \"i2c:1\"\n", "b.toml:2: st7789 cannot use this bus; "),
    (head + "dc = 25\nmarkets = []\n", "b.toml:5: the board has no key \"markets\""),
    (
      head + "dc = 25\nboard = \"x\"\n",
      "b.toml:5: a board file cannot refer to another board; set panel"
    ),
    (
      "panel = \"st7790\"\nbus = \"spi:0.0\"\n",
      "b.toml:1: unknown panel \"st7790\"; did you mean "
    ),
  ]

  @Test("a mistake is named with its line", arguments: refused)
  func refusal(text: String, sentence: String) {
    let error = ConfigError.thrown { () throws(ConfigError) in
      try Config.readBoard(Array(text.utf8), file: "b.toml", Catalogue())
    }
    #expect(
      error?.diagnostics.first?.description.hasPrefix(sentence) == true,
      "\(error?.diagnostics.map(\.description) ?? [])")
  }

  @Test("what names no panel is no board")
  func others() throws {
    for text in ["", "markets = [\"upbit:KRW-BTC\"]", "[[display]]\npanel = \"ssd1306\"", "x ="] {
      #expect(try Config.readBoard(Array(text.utf8), file: "t.toml", Catalogue()) == nil)
    }
  }
}
