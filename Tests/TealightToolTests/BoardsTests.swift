import Configuration
import Tealight
import TestSupport
import Testing

@testable import TealightTool

@Suite("Boards")
struct BoardsTests {
  private static let catalogue: Catalogue = {
    var catalogue = Catalogue()
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    catalogue.boardFolders = ["\(root)/board"]
    return catalogue
  }()

  private func board(_ name: String) throws -> Config.Board {
    try Boards.board(name, Self.catalogue)
  }

  @Test("the drawing has every pin that a HAT uses, where it is on the header")
  func drawing() throws {
    let page = try board("waveshare-lcd-hat-1.3").page
    let drawing = """
                                 3.3 V   1 ○ ○ 2   5 V
                                GPIO 2   3 ○ ○ 4   5 V
                                GPIO 3   5 ○ ○ 6   ground
                                GPIO 4   7 ○ ○ 8   GPIO 14
                                ground   9 ○ ○ 10  GPIO 15
                               GPIO 17  11 ○ ○ 12  GPIO 18
                        reset  GPIO 27  13 ● ○ 14  ground
                               GPIO 22  15 ○ ○ 16  GPIO 23
                                 3.3 V  17 ○ ● 18  GPIO 24  backlight
                         MOSI  GPIO 10  19 ● ○ 20  ground
                                GPIO 9  21 ○ ● 22  GPIO 25  dc
                         SCLK  GPIO 11  23 ● ● 24  GPIO 8   CE0
                                ground  25 ○ ○ 26  GPIO 7
                                GPIO 0  27 ○ ○ 28  GPIO 1
      button: previous-market   GPIO 5  29 ● ○ 30  ground
        button: previous-page   GPIO 6  31 ● ○ 32  GPIO 12
                 button: home  GPIO 13  33 ● ○ 34  ground
            button: next-page  GPIO 19  35 ● ● 36  GPIO 16  button: home
          button: next-market  GPIO 26  37 ● ● 38  GPIO 20  button: next-page
                                ground  39 ○ ● 40  GPIO 21  button: next-market
      """
    for line in drawing.split(separator: "\n") {
      #expect(page.contains("\(line)\n"), "\(page)")
    }
    #expect(page.contains("\n  dtparam=spi=on\n"))
    #expect(page.contains("\n  board = \"waveshare-lcd-hat-1.3\"\n"))
    #expect(page.contains("\nTo do both: sudo tealight setup --board waveshare-lcd-hat-1.3\n"))
    #expect(page.hasPrefix("Waveshare 1.3inch LCD HAT\nst7789, 240×240, spi:0.0, 8 buttons\n"))
  }

  @Test("of every board each line that its file names is drawn once, and fits in 80 columns")
  func everyBoard() throws {
    let boards = try Boards.all(Self.catalogue)
    #expect(boards.count > 20)
    for board in boards {
      let header = PinHeader(board.devices)
      let named =
        board.devices.panels.flatMap(\.lines.values) + board.devices.buttons.map(\.wiring.line)
      #expect(Set(named).isSubset(of: header.uses.keys), "\(board.name)")
      let dots = header.lines.joined().count { $0 == "●" }
      #expect(dots == header.uses.count, "\(board.name)")
      let widest =
        board.page.split(separator: "\n").filter { !$0.hasPrefix("More") }
        .map(\.count).max() ?? 0
      #expect(widest <= 80, "\(board.name)")
    }
  }

  private static let buses = [
    ("ssd1306-i2c", [2: "SDA", 3: "SCL"]), ("ws2812-spi", [10: "MOSI"]),
    ("max7219-spi", [10: "MOSI", 11: "SCLK", 8: "CE0"]), ("blinkt", [23: "data", 24: "clock"]),
    ("act-led", [:]), ("sense-hat", [:]),
  ]

  @Test("a bus is on its pins, and what is on no pin has no drawing", arguments: buses)
  func bus(name: String, uses: [Int: String]) throws {
    let header = PinHeader(try board(name).devices)
    #expect(header.uses == uses)
    #expect(header.lines.isEmpty == uses.isEmpty)
  }

  @Test("what is on another chip or bus is named, and not drawn where it is not")
  func notDrawn() throws {
    try withFolder { folder throws in
      let file = "\(folder)/far.toml"
      try write(
        """
        panel = "st7789"
        bus = "spi:1.0"
        chip = "gpiochip1"
        dc = 25
        [[button]]
        chip = "pinctrl-rp1"
        line = 5
        [[button]]
        chip = "gpiochip0"
        line = 40
        """, to: file)
      let far = try board(file)
      #expect(PinHeader(far.devices).uses == [5: "button: next-market"])
      let names = [
        "spi:1.0", "dc, line 25 of gpiochip1", "button: next-market, line 40 of gpiochip0",
      ]
      let lines = names.map { "Not drawn: \($0)\n" }.joined()
      #expect(far.page.contains("\n\n\(lines)\n"), "\(far.page)")
      try write("panel = \"ssd1306\"\nbus = \"i2c:7\"\n", to: file)
      let bare = try board(file).page
      #expect(bare.contains("\n\nNot drawn: i2c:7\n\n") && !bare.contains("●"), "\(bare)")
      #expect(bare.contains("\nTo do this: sudo tealight setup --board "), "\(bare)")
    }
  }

  private static let supplies = [
    ("max7219-spi", "5 V"), ("ws2812-spi", "5 V"), ("blinkt", "5 V"),
    ("waveshare-epaper-hat-2.13", "3.3 V, not 5 V,"), ("ssd1306-i2c", "3.3 V, not 5 V,"),
  ]

  @Test("below a drawing stands which voltage a module needs", arguments: supplies)
  func supply(name: String, supply: String) throws {
    let page = try board(name).page
    #expect(
      page.contains("\nWith wires, connect \(supply) and ground to any pins with these names.\n"),
      "\(page)")
  }

  @Test("where nothing is drawn no voltage is said", arguments: ["act-led", "sense-hat"])
  func noSupply(name: String) throws {
    let page = try board(name).page
    #expect(!page.contains("3.3 V") && !page.contains("5 V"), "\(page)")
  }

  private static let unknown = [
    (
      "waveshare-lcd",
      "did you mean one of \"waveshare-lcd-1.28\", \"waveshare-lcd-hat-1.3\", \"waveshare-lcd-hat-1.44\"?"
    ),
    ("ssd1306", "did you mean \"ssd1306-i2c\"?"),
    ("blinkd", "did you mean \"blinkt\"? known: "),
    ("st7735", "a panel; boards with it: \"waveshare-lcd-hat-1.44\""),
    ("ili9341", "is a panel, and there is no board file for it; write panel and bus in "),
    ("zzzzzzzzz", "; known: \"act-led\""), ("./none.toml", "there is no ./none.toml"),
  ]

  @Test("one that there is not leads to the nearest", arguments: unknown)
  func nearest(name: String, sentence: String) {
    do throws(StartError) {
      _ = try Boards.board(name, Self.catalogue)
      Issue.record("\(name) is no board")
    } catch {
      #expect(error.lines.joined().contains(sentence), "\(error.lines)")
      #expect(error.exitCode == 64)
    }
  }
}
