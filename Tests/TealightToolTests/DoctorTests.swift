import Configuration
import Glibc
import Tealight
import TestSupport
import Testing

@testable import Devices
@testable import TealightTool

@Suite("What is wrong with a board, and what mends it")
struct DoctorTests {
  @Test("a market that no exchange of its own lists is named, with the way to its code")
  func unlisted() throws {
    let text = """
      markets = ["upbit:KRW-FOO", "upbit:KRW-BTC", "ETH/KRW", "BAR/KRW"]
      exchanges = ["upbit", "bithumb"]
      """
    let config = try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
    let listed: [String: Set<String>] = ["upbit": ["KRW-BTC"], "bithumb": ["KRW-ETH"]]
    #expect(
      Doctor.unlisted(config, listed).map(\.lines) == [
        "· market: upbit:KRW-FOO is not listed\n    → to find its code: tealight markets foo",
        "· market: upbit:KRW-BAR, else bithumb:KRW-BAR is not listed\n"
          + "    → to find its code: tealight markets bar",
      ])
    // Of one that has not answered nothing is known.
    #expect(Doctor.unlisted(config, ["upbit": []]).count == 2)
  }

  @Test("a code whose currencies are the wrong way round is said with the right one")
  func swapped() throws {
    let text = "markets = [\"upbit:BTC-KRW\", \"binance:USDTBTC\"]"
    let config = try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
    let listed: [String: Set<String>] = ["upbit": ["KRW-BTC"], "binance": ["BTCUSDT"]]
    #expect(
      Doctor.unlisted(config, listed).map(\.fix) == [
        "did you mean upbit:KRW-BTC?", "did you mean binance:BTCUSDT?",
      ])
  }

  /// A Raspberry Pi on which everything is as it should be.
  private static var good: SurveyedBoard {
    var board = SurveyedBoard()
    board.i2c = [
      (
        device("/dev/i2c-1", "bcm2835 (i2c@7e804000)"),
        .success([BoardSurvey.Answer(address: 0x3c, driver: nil, status: 0x48)])
      )
    ]
    board.spi = [device("/dev/spidev0.0"), device("/dev/spidev0.1")]
    board.spiBytesMax = 65_536
    board.framebuffers = [(device("/dev/fb0", "RPi-Sense FB"), "8×8, 16 bits")]
    board.chips = [
      BoardSurvey.GPIOChip(
        path: "/dev/gpiochip0", label: "pinctrl-bcm2711", lineCount: 58, users: [:], access: 0)
    ]
    board.inputs = [device("/dev/input/event3", "gpio-keys")]
    board.leds = [device("/sys/class/leds/ACT", "ACT")]
    board.backlights = [device("/sys/class/backlight/lcd", "lcd")]
    board.pwmChips = [device("/sys/class/pwm/pwmchip0", "pwmchip0")]
    return board
  }

  private static func device(_ path: String, _ name: String = "") -> BoardSurvey.Device {
    BoardSurvey.Device(path: path, name: name, access: 0)
  }

  private static let file = """
    [[display]]
    panel = "ssd1306"
    bus = "i2c:1"
    [[display]]
    panel = "st7789"
    bus = "spi:0.0"
    chip = "pinctrl-bcm2711"
    dc = 25
    [[button]]
    chip = "gpiochip0"
    line = 5
    [[key]]
    device = "gpio-keys"
    code = "enter"
    """

  private static func problems(_ board: SurveyedBoard, _ text: String = file) throws -> [String] {
    let config = try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
    return board.findings(for: config).filter { $0.level == .problem }
      .map { "\($0.subject): \($0.text) → \($0.fix ?? "")" }
  }

  @Test("a board as it should be has no problem, and says what it has")
  func healthy() throws {
    #expect(try Self.problems(Self.good).isEmpty)
    let lines = Self.good.findings.map(\.lines)
    #expect(
      lines.contains("✓ i2c:1: bcm2835 (i2c@7e804000): 0x3c answers, perhaps a panel = \"sh1106\""))
    #expect(lines.contains("✓ fb:0: RPi-Sense FB, 8×8, 16 bits"))
    #expect(lines.contains("✓ /dev/gpiochip0: pinctrl-bcm2711, 58 of 58 lines free"))
    #expect(Self.good.findings.allSatisfy { $0.level == .good })
  }

  @Test("what the daemon has taken itself is no problem")
  func ours() throws {
    var board = Self.good
    board.chips[0].users = [25: "tealight", 5: "tealight"]
    #expect(try Self.problems(board).isEmpty)
  }

  @Test("a bare board says what to turn on")
  func bare() throws {
    let enableI2C = SurveyedBoard.fix(PanelBus.enabling(i2c: 1))
    let enableSPI = SurveyedBoard.fix(PanelBus.enabling(spi: 0))
    #expect(
      try Self.problems(SurveyedBoard()) == [
        "display 1: ssd1306 on i2c:1: there is no /dev/i2c-1 → \(enableI2C)",
        "display 2: st7789 on spi:0.0: there is no /dev/spidev0.0 → \(enableSPI)",
        "display 2: st7789 on spi:0.0: there is no GPIO chip pinctrl-bcm2711 → "
          + "this machine has no GPIO chip",
        "button 1: there is no GPIO chip gpiochip0 → this machine has no GPIO chip",
        "key 1: there is no input device gpio-keys → "
          + "add its dtoverlay to /boot/firmware/config.txt",
      ])
    #expect(SurveyedBoard().findings.map(\.fix) == [enableI2C, enableSPI, nil])
  }

  @Test("a bus that is not the first of its kind is turned on by its overlay")
  func overlays() throws {
    let text = """
      [[display]]
      panel = "ssd1306"
      bus = "i2c:3"
      [[display]]
      panel = "max7219"
      bus = "spi:1.0"
      """
    let problems = try Self.problems(Self.good, text)
    #expect(problems.count == 2)
    #expect(problems.first?.contains("no /dev/i2c-3 → on Raspberry Pi OS the overlay") == true)
    #expect(problems.last?.contains("no /dev/spidev1.0 → on Raspberry Pi OS the overlay") == true)
    #expect(problems.allSatisfy { !$0.contains("dtparam") }, "\(problems)")
  }

  @Test("who may not open something is told the group")
  func groups() throws {
    var board = Self.good
    board.i2c[0].answers = .failure(.failed(device: "/dev/i2c-1", call: "open", errno: EACCES))
    board.i2c[0].device.access = EACCES
    board.spi[0].access = EACCES
    board.chips[0].access = EACCES
    board.inputs[0].access = EACCES
    let groups = try Self.problems(board).map {
      $0.split(separator: " → ")[1].split(separator: " ")[3]
    }
    #expect(groups == ["i2c", "spi", "gpio", "input"])
  }

  @Test("a chip that is missing is said once, with where it is and what is here")
  func header() throws {
    let button = "[[button]]\nchip = \"header\"\nline = "
    let file = """
      [[display]]
      panel = "st7789"
      bus = "spi:0.0"
      chip = "header"
      dc = 25
      \(button)5
      \(button)6
      """
    var board = Self.good
    board.chips[0] = BoardSurvey.GPIOChip(
      path: "/dev/gpiochip0", label: "INT3437:00", lineCount: 58, users: [:], access: 0)
    let problem =
      "display 1: st7789 on spi:0.0: there is no GPIO chip header → only Raspberry Pis have it; "
    #expect(try Self.problems(board, file) == [problem + "set chip to one of: INT3437:00"])
    board.chips = []
    #expect(try Self.problems(board, file) == [problem + "this machine has no GPIO chip"])
  }

  @Test("who owns what is wanted is named")
  func owners() throws {
    var board = Self.good
    board.i2c[0].answers = .success([
      BoardSurvey.Answer(address: 0x3c, driver: "ssd130x-i2c", status: nil)
    ])
    board.ownedSelects = [BoardSurvey.OwnedSelect(select: "0.0", driver: "fb_st7789v")]
    board.spi = []
    board.chips[0].users = [25: "gpioset", 5: ""]
    let problems = try Self.problems(board)
    let expected = [
      "0x3c is used by the kernel driver ssd130x-i2c",
      "spi0.0 is used by the kernel driver fb_st7789v",
      "line 25 of pinctrl-bcm2711 is used by \"gpioset\"",
      "line 5 of gpiochip0 is used by the kernel",
    ]
    #expect(problems.count == expected.count)
    for (problem, text) in zip(problems, expected) { #expect(problem.contains(text)) }
  }

  @Test("a panel that does not answer is told from one at another address")
  func addresses() throws {
    var board = Self.good
    board.i2c[0].answers = .success([BoardSurvey.Answer(address: 0x3d, driver: nil, status: nil)])
    #expect(try Self.problems(board)[0].hasSuffix("check address; these answer: 0x3d"))
    board.i2c[0].answers = .success([])
    #expect(
      try Self.problems(board)[0].hasSuffix("no device answers at 0x3c → check power and wires"))
  }

  private static let lights = """
    [[display]]
    panel = "led"
    bus = "led:ACT"
    [[display]]
    panel = "framebuffer"
    bus = "fb:RPi-Sense FB"
    [[display]]
    panel = "apa102"
    bus = "gpio"
    chip = "header"
    data = 23
    clock = 24
    [[display]]
    panel = "st7789"
    bus = "spi:0.0"
    chip = "gpiochip0"
    dc = 25
    backlight = "class:lcd"
    [[display]]
    panel = "ili9341"
    bus = "spi:0.1"
    chip = "gpiochip0"
    dc = 26
    backlight = "pwm:0.1"
    """

  @Test("lights, backlights and framebuffers that may not be written are problems")
  func lights() throws {
    var board = Self.good
    #expect(try Self.problems(board, Self.lights).isEmpty)
    board.leds[0].access = EACCES
    board.framebuffers[0].device.access = EACCES
    board.backlights[0].access = EACCES
    board.pwmChips[0].access = EACCES
    board.chips[0].users = [23: "gpioset"]
    let problems = try Self.problems(board, Self.lights)
    let fixes = ["-aG video", "-aG video", "use another line", "-aG video", "-aG gpio"]
    #expect(problems.count == fixes.count)
    for (problem, fix) in zip(problems, fixes) { #expect(problem.contains(fix)) }
    board = Self.good
    (board.leds, board.framebuffers, board.backlights, board.pwmChips) = ([], [], [], [])
    let missing = try Self.problems(board, Self.lights).map { $0.contains("there is no ") }
    #expect(missing == [true, true, true, true])
  }

  @Test("an adapter that fails is not taken for one that may not be opened")
  func failing() throws {
    var board = Self.good
    board.i2c[0].answers = .failure(.failed(device: "/dev/i2c-1", call: "open", errno: ENODEV))
    let problem = try Self.problems(board)[0]
    #expect(problem.contains("No such device") && !problem.contains("usermod"))
  }

  @Test("an input device is found by a link to it")
  func links() throws {
    let temporary = TemporaryFolder()
    let folder = temporary.path
    #expect(system("cd \(folder) && touch event3 && ln -s event3 by-id") == 0)
    var board = Self.good
    board.inputs = [Self.device("\(folder)/event3", "gpio-keys")]
    let key = "[[display]]\npanel = \"ssd1306\"\nbus = \"i2c:1\"\n[[key]]\ncode = \"enter\"\n"
    #expect(try Self.problems(board, key + "device = \"\(folder)/by-id\"").isEmpty)
    #expect(try Self.problems(board, key + "device = \"\(folder)/other\"").count == 1)
  }

  @Test("a configuration without a display is a problem, and one line too many is")
  func configuration() throws {
    #expect(try Self.problems(Self.good, "")[0].hasPrefix("displays: none is configured"))
    #expect(try Self.problems(Self.good, "[web]\nlisten = [\"127.0.0.1:8470\"]\n").isEmpty)
    let button = "[[display]]\npanel = \"ssd1306\"\nbus = \"i2c:1\"\n[[button]]\n"
    #expect(
      try Self.problems(Self.good, button + "chip = \"gpiochip0\"\nline = 58\n") == [
        "button 1: gpiochip0 has no line 58 → it has 0 to 57"
      ])
  }

  @Test("who reads Korean is told of the font for it, and nobody else")
  func hangul() {
    let (english, korean) = (
      Doctor.fonts(in: "/nowhere", for: .english), Doctor.fonts(in: "/nowhere", for: .korean)
    )
    #expect(korean.dropLast() == english[...])
    #expect(
      korean.last
        == Finding(
          .note, "fonts", "fonts-nanum is missing; using coarse Hangul instead",
          fix: "sudo apt install fonts-nanum"))
  }

  @Test("a finding is one object of JSON, whatever stands in it")
  func json() {
    let finding = Finding(.note, "a\"b", "c\\d\n", fix: nil)
    #expect(
      finding.json
        == #"{"level": "note", "subject": "a\"b", "text": "c\\d\u000a", "fix": null}"#)
  }
}
