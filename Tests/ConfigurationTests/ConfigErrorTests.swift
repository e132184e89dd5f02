import Devices
import TestSupport
import Testing

@testable import Configuration

@Suite("A bad configuration is named: its line, what is wrong, what is allowed")
struct ConfigErrorTests {
  @Test("a file that is no configuration", arguments: BadConfigs.cases(BadConfigs.wholeFiles))
  func wholeFiles(file: String, said: String) { expect(file, said) }

  @Test("what is not TOML, in plain words", arguments: BadConfigs.cases(BadConfigs.toml))
  func toml(file: String, said: String) { expect(file, said) }

  @Test("a value that is not TOML is never said: it may be a secret")
  func noSecret() {
    for value in ["https://u:hush@h", "hush", "“hush", "\"hush", "[hush", "\"\" hush", "1hush"] {
      for line in [
        "[exchange.upbit]\nrest = \(value)", "rest \(value)", "markets = [\n\(value)\n]",
        value, "\(value)==", "\(value)== x", "\(value):",
      ] {
        let said = mistakes(in: line)
        #expect(said.count == 1 && !said[0].contains("hush"), "\(said)")
      }
    }
  }

  @Test("dots of comments are none of the five hundred that a file may have")
  func dots() {
    func file(_ line: String) -> String { String(repeating: line + "\n", count: 51) }
    for comment in ["#..........", "  # ..........", "\t#.........."] {
      #expect(mistakes(in: file(comment)) == [])
    }
    let said = mistakes(in: file("x = \"..........\""))
    #expect(said.count == 1 && said[0].contains("51: there are too many dots"))
  }

  @Test("a bad market or language", arguments: BadConfigs.cases(BadConfigs.markets))
  func markets(file: String, said: String) { expect(file, said) }

  @Test("a page that there is not, a bad time", arguments: BadConfigs.cases(BadConfigs.navigation))
  func navigation(file: String, said: String) { expect(file, said) }

  @Test("a bad exchange", arguments: BadConfigs.cases(BadConfigs.exchanges))
  func exchanges(file: String, said: String) { expect(file, said) }

  @Test("a bad link or face", arguments: BadConfigs.cases(BadConfigs.linkAndFace))
  func linkAndFace(file: String, said: String) { expect(file, said) }

  @Test("a bad chart", arguments: BadConfigs.cases(BadConfigs.chart))
  func chart(file: String, said: String) { expect(file, said) }

  @Test(
    "a list that cannot be, marks that are nowhere", arguments: BadConfigs.cases(BadConfigs.list))
  func list(file: String, said: String) { expect(file, said) }

  @Test("a bad display", arguments: BadConfigs.cases(BadConfigs.displays))
  func displays(file: String, said: String) { expect(file, said) }

  @Test("paper that cannot be", arguments: BadConfigs.cases(BadConfigs.paper))
  func paper(file: String, said: String) { expect(file, said) }

  @Test("metrics that cannot be", arguments: BadConfigs.cases(BadConfigs.metrics))
  func metrics(file: String, said: String) { expect(file, said) }

  @Test("visitors that nobody could let in", arguments: BadConfigs.cases(BadConfigs.web))
  func web(file: String, said: String) { expect(file, said) }

  @Test("hubs and followers that cannot be", arguments: BadConfigs.cases(BadConfigs.mqtt))
  func mqtt(file: String, said: String) { expect(file, said) }

  @Test("an alert that cannot be", arguments: BadConfigs.cases(BadConfigs.alerts))
  func alerts(file: String, said: String) { expect(file, said) }

  @Test("a bad light or framebuffer", arguments: BadConfigs.cases(BadConfigs.lights))
  func lights(file: String, said: String) { expect(file, said) }

  @Test("lights without a select line share no SPI controller, and other panels may")
  func selectLines() {
    func beside(_ kind: String, on bus: String) -> [String] {
      let first = "[[display]]\npanel = \"max7219\"\nbus = \"spi:0.0\"\n"
      return mistakes(in: first + "[[display]]\npanel = \"\(kind)\"\nbus = \"\(bus)\"\n")
    }
    #expect(beside("max7219", on: "spi:0.1") == [])
    #expect(beside("apa102", on: "spi:1.0") == [])
    #expect(beside("apa102", on: "spi:0.1").count == 1)
  }

  @Test("only what the bus itself is on is taken, once for all of its panels")
  func busLines() {
    func beside(_ panel: String, chip: String, _ line: Int) -> [String] {
      let button = "[[button]]\nchip = \"\(chip)\"\nline = \(line)\n"
      return mistakes(in: "[[display]]\npanel = \(panel)\n" + button)
    }
    let lights = "\"ws2812\"\nbus = \"spi:0.0\""
    let matrix = "\"max7219\"\nbus = \"spi:0.0\""
    #expect(beside(matrix, chip: "header", 11).count == 1)
    // On another board than a Raspberry Pi, that chip has no line of the bus.
    #expect(beside(matrix, chip: "gpiochip0", 11) == [])
    #expect(beside("\"max7219\"\nbus = \"spi:1.0\"", chip: "header", 11) == [])
    // MISO, a chip select, and the clock of what has none.
    for line in [9, 8, 11] { #expect(beside(lights, chip: "header", line) == []) }
    let second = "\n[[display]]\npanel = \"max7219\"\nbus = \"spi:0.1\""
    #expect(beside(matrix + second, chip: "header", 5) == [])
  }

  @Test("a bad button", arguments: BadConfigs.cases(BadConfigs.buttons))
  func buttons(file: String, said: String) { expect(file, said) }

  @Test("a bad encoder", arguments: BadConfigs.cases(BadConfigs.encoders))
  func encoders(file: String, said: String) { expect(file, said) }

  @Test("a bad key", arguments: BadConfigs.cases(BadConfigs.keys))
  func keys(file: String, said: String) { expect(file, said) }

  @Test("a bad motion sensor", arguments: BadConfigs.cases(BadConfigs.presence))
  func presence(file: String, said: String) { expect(file, said) }

  @Test("eight buttons are enough")
  func tooManyButtons() {
    let file = { (count: Int) in
      (0..<count).map { "[[button]]\nchip = \"x\"\nline = \($0)\n" }.joined()
    }
    #expect(mistakes(in: file(8)) == [])
    #expect(
      mistakes(in: file(9)) == [
        "t.toml:25: too many buttons: at most 8"
      ])
  }

  @Test("too many buttons beside those of a board are told from too many in the file")
  func tooManyBesideBoard() throws {
    try withFolder { folder throws in
      let buttons = { (lines: Range<Int>) in
        lines.map { "[[button]]\nchip = \"x\"\nline = \($0)\n" }.joined()
      }
      try write("panel = \"ssd1306\"\nbus = \"i2c:1\"\n\(buttons(0..<8))", to: "\(folder)/b.toml")
      #expect(
        mistakes(in: "[[display]]\nboard = \"\(folder)/b.toml\"\n\(buttons(8..<9))") == [
          "t.toml:3: too many buttons: at most 8, and the board file already defines 8"
        ])
    }
  }

  @Test("a board that is named twice is said once, where it is, unless the second is elsewhere")
  func sameBoard() throws {
    try withFolder { folder throws in
      let board = "\(folder)/b.toml"
      try write(
        """
        panel = "st7789"
        bus = "spi:0.0"
        chip = "header"
        dc = 25
        [[button]]
        chip = "header"
        line = 5
        """, to: board)
      let display = "[[display]]\nboard = \"\(board)\"\n"
      #expect(
        mistakes(in: display + display) == [
          "t.toml:3: the board \"\(board)\" is already on line 1; delete one of the two"
        ])
      try write("panel = \"ssd1306\"\nbus = \"i2c:1\"\n", to: board)
      #expect(mistakes(in: display + display + "address = 0x3d\n") == [])
    }
  }

  private func expect(_ file: String, _ said: String) {
    let mistakes = mistakes(in: file)
    #expect(mistakes.first?.hasPrefix(said) == true, "\(mistakes)")
  }

  @Test(
    "every bus but the known ones is refused",
    arguments: [
      "i2c", "i2c:", "i2c:x", "i2c:-1", "i2c:+1", "i2c:256", "I2C:1", "spi:0", "spi:0.0.0",
      "spi:.0",
      "usb:1", "record:", ":1",
    ])
  func bus(text: String) {
    let file = "[[display]]\npanel = \"ssd1306\"\nbus = \"\(text)\"\n"
    #expect(
      mistakes(in: file) == [
        "t.toml:3: unknown bus \"\(text)\"; it must be \(PanelBus.meaning)"
      ])
  }

  @Test("a panel on the wrong kind of bus is refused")
  func wire() {
    #expect(
      mistakes(in: "[[display]]\nbus = \"i2c:1\"\npanel = \"st7789\"") == [
        "t.toml:2: st7789 cannot use this bus; it must be \"spi:B.C\" or \"record:FILE\""
      ])
  }

  @Test("a transcript needs a folder that is there, and is no folder and no other file")
  func transcript() {
    let file = { (path: String) in "[[display]]\npanel = \"ssd1306\"\nbus = \"record:\(path)\"\n" }
    #expect(
      mistakes(in: file("/nowhere/x")) == [
        "t.toml:3: bus is \"record:/nowhere/x\"; its folder does not exist; "
          + "create it, or use one that exists"
      ])
    #expect(
      mistakes(in: file("/tmp"))
        == ["t.toml:3: bus is \"record:/tmp\"; it is a folder; give the path of a file"])
    #expect(
      mistakes(in: file("/etc/passwd")) == [
        "t.toml:3: bus is \"record:/etc/passwd\"; it holds something else than a transcript; "
          + "give the path of a new file, or delete this one"
      ])
  }

  @Test("all mistakes are named, in the order of the file")
  func all() {
    let text = "[link]\npoll_every_seconds = 0\nx = 1\n[face]\nfolder = 3\n"
    let lines = mistakes(in: "language = 1\n" + text).map { $0.prefix { $0 != " " } }
    #expect(lines == ["t.toml:1:", "t.toml:3:", "t.toml:4:", "t.toml:6:"])
  }

  @Test("whoever writes an unknown key is told of every key that there is")
  func known() {
    let tables = [
      "": ["markets", "exchanges", "home_after_seconds", "second_currency", "holding", "key"],
      "[list]": ["favourites_first", "source", "exchange", "quote", "top"],
      "[list]\nsource = \"top\"": ["exchange", "quote", "top"],
      "[[holding]]\nasset = \"BTC\"\namount = 1": ["amount", "average_price", "market", "asset"],
    ]
    for (table, keys) in tables {
      let line = mistakes(in: table + "\nzzzzzz = 1\n").first { $0.contains("zzzzzz") } ?? ""
      for key in keys {
        #expect(line.occurrences(of: "\"\(key)\"") == 1, "\(key) after \(table): \(line)")
      }
    }
  }

  @Test("bytes that are not UTF-8 are named by their line")
  func utf8() {
    let bytes = Array("# ok ₩\n\n# ".utf8) + [0xC0, 0xAF]
    #expect(
      mistakes(in: bytes)
        == ["t.toml:3: this line has bytes that are not UTF-8; save the file as UTF-8"])
  }

  @Test("a mistake stays on one line, whatever is quoted in it")
  func oneLine() {
    #expect(
      mistakes(in: "\"a\\nb\" = 1").first?.hasPrefix("t.toml:1: the file has no key \"a\\nb\"")
        == true)
  }
}

extension String {
  /// How often a text stands in this one.
  fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }
}

/// The mistakes of a file named `t.toml`.
func mistakes(in text: String) -> [String] { mistakes(in: Array(text.utf8)) }

func mistakes(in bytes: [UInt8]) -> [String] {
  let error = ConfigError.thrown { () throws(ConfigError) in
    try Config.read(bytes, file: "t.toml", boardless)
  }
  return error?.diagnostics.map(\.description) ?? []
}

/// The standard catalogue without boards.
let boardless = {
  var catalogue = Catalogue()
  catalogue.boardFolders = ["/nowhere"]
  return catalogue
}()
