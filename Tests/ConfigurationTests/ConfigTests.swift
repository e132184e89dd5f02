import Devices
import Feeds
import Glance
import Glibc
import MarketData
import Pixels
import State
import TestSupport
import Testing

@testable import Configuration

@Suite("A configuration")
struct ConfigTests {
  @Test("an empty file is a whole configuration")
  func defaults() throws {
    let config = try read("")
    #expect(config.markets.map(\.description) == ["upbit:KRW-BTC"])
    #expect(config.settings.language == .english)
    #expect(config.configuredAddresses.isEmpty && config.panels.isEmpty && config.buttons.isEmpty)
    #expect((config.link.staleAfterSeconds, config.link.pollEverySeconds) == (15, 5))
    #expect(config.faceFolder == nil && config.warnings.isEmpty)
  }

  @Test("every key is understood")
  func everyKey() throws {
    let config = try read(
      #"""
      language = "ko"
      markets = ["upbit:KRW-ETH", "upbit:BTC-1INCH"]
      [exchange.upbit]
      websocket = "wss://[::1]:8443/websocket/v1?x=1"
      rest = "https://exchange.local:8443/v1/"
      ca_file = "/etc/passwd"
      [link]
      stale_after_seconds = 3600
      poll_every_seconds = 1
      documentation = "https://example.org/?page=1"
      [face]
      folder = "/tmp"
      [[display]]
      panel = "ssd1306"
      bus = "i2c:1"
      address = 0x3d
      [[display]]
      panel = "st7789"
      bus = "spi:0.1"
      speed_hz = 16_000_000
      spi_mode = 3
      chip = "pinctrl-bcm2711"
      dc = 25
      reset = 27
      backlight = 24
      rotation = 270
      brightness = 0
      [[display]]
      panel = "st7789"
      bus = "record:/tmp/transcript:1"
      [[button]]
      chip = "pinctrl-bcm2711"
      line = 5
      [[button]]
      chip = "pinctrl-bcm2711"
      line = 6
      pull = "none"
      active = "high"
      press = "previous-market"
      hold = "previous-page"
      double = "home"
      [[encoder]]
      chip = "pinctrl-bcm2711"
      a = 17
      b = 18
      [[encoder]]
      chip = "gpiochip1"
      a = 1
      b = 2
      line = 3
      steps = 2
      pull = "down"
      active = "high"
      right = "next-page"
      left = "previous-page"
      press = "home"
      hold = "next-market"
      double = "previous-market"
      [[key]]
      device = "/dev/input/event3"
      code = "KEY_ENTER"
      [[key]]
      device = "Raspberry Pi Sense HAT Joystick"
      code = 103
      grab = true
      press = "next-page"
      double = "none"
      """#)
    #expect(config.settings.language == .korean)
    #expect(config.markets.map(\.base) == ["ETH", "1INCH"])
    #expect(
      config.configuredAddresses == [
        "upbit": Config.ConfiguredAddress(
          websocket: "wss://[::1]:8443/websocket/v1?x=1",
          rest: "https://exchange.local:8443/v1", caFile: "/etc/passwd")
      ])
    #expect((config.link.staleAfterSeconds, config.link.pollEverySeconds) == (3600, 1))
    #expect(config.faceFolder == "/tmp")
    #expect(config.link.documentation == "https://example.org/?page=1")
    var oled = PanelWiring(.ssd1306, on: .i2c(1))
    oled.address = 0x3D
    var lcd = PanelWiring(.st7789, on: .spi(controller: 0, select: 1))
    (lcd.speedHz, lcd.spiMode, lcd.chip) = (16_000_000, .three, "pinctrl-bcm2711")
    lcd.lines = [.dc: 25, .reset: 27, .backlight: 24]
    (lcd.rotation, lcd.brightness) = (.threeQuarters, 0)
    var record = PanelWiring(.st7789, on: .record(path: "/tmp/transcript:1"))
    record.speedHz = 32_000_000
    #expect(config.panels == [oled, lcd, record])
    let chip = "pinctrl-bcm2711"
    #expect(
      config.buttons == [
        Config.WiredButton(wiring: InputLines.Wiring(chip: chip, line: 5)),
        Config.WiredButton(
          wiring: InputLines.Wiring(chip: chip, line: 6, pull: .none, isActiveLow: false),
          binding: Binding(
            press: .previousMarket, hold: .previousPage, doublePress: .home)),
      ])
    let line = { InputLines.Wiring(chip: "gpiochip1", line: $0, pull: .down, isActiveLow: false) }
    #expect(
      config.encoders == [
        Config.WiredEncoder(
          a: InputLines.Wiring(chip: chip, line: 17), b: InputLines.Wiring(chip: chip, line: 18)),
        Config.WiredEncoder(
          a: line(1), b: line(2), stepsPerDetent: 2, right: .nextPage, left: .previousPage,
          button: Config.WiredButton(
            wiring: line(3),
            binding: Binding(
              press: .home, hold: .nextMarket, doublePress: .previousMarket))),
      ])
    #expect(
      config.keys == [
        Config.WiredKey(wiring: KernelKeys.Wiring(device: "/dev/input/event3", code: 28)),
        Config.WiredKey(
          wiring: KernelKeys.Wiring(
            device: "Raspberry Pi Sense HAT Joystick", code: 103, isGrabbed: true),
          binding: Binding(press: .nextPage, doublePress: nil)),
      ])
    #expect(config.warnings.isEmpty)
  }

  @Test("a glass and its backlight are told by the module's maker")
  func glass() throws {
    let config = try read(
      """
      [[display]]
      panel = "st7735"
      size = "80x160"
      bus = "spi:0.0"
      chip = "c"
      dc = 25
      backlight = "pwm:0.1"
      offset = [24, 0]
      inverted = false
      order = "rgb"
      """)
    var panel = PanelWiring(.st7735, on: .spi(controller: 0, select: 0), size: Size(80, 160))
    (panel.speedHz, panel.chip, panel.lines) = (15_000_000, "c", [.dc: 25])
    panel.backlight = .pwm(chip: 0, channel: 1)
    (panel.offset, panel.isInverted, panel.isBlueFirst) = (.init(24, 0), false, false)
    #expect(config.panels == [panel])
  }

  @Test("plain connections are allowed, with one warning for each exchange")
  func plain() throws {
    let config = try read(
      "[exchange.upbit]\nwebsocket = \"ws://127.0.0.1:80\"\nrest = \"http://localhost\"\n")
    #expect(config.configuredAddresses["upbit"]?.rest == "http://localhost")
    #expect(
      config.warnings.map(\.description) == [
        "t.toml:2: without TLS prices can be read and changed on the network"
      ])
  }

  @Test("an endpoint is called where the file says, and what that leaves out is the endpoint's own")
  func addresses() throws {
    let config = try read(
      """
      [exchange.binance]
      rest = "https://h/api/"
      ca_file = "/etc/passwd"
      [exchange.binance.market-data]
      websocket = "wss://other/stream"
      """)
    let usual = Endpoint(Binance())
    let fallback = Endpoint.fallbacks(of: Binance())[0]
    let addresses = [usual, fallback].map { config.address(of: $0) }
    #expect(addresses.map(\.websocket) == [usual.exchange.websocket, "wss://other/stream"])
    #expect(addresses.map(\.rest) == ["https://h/api", fallback.exchange.rest])
    #expect(addresses.map(\.caFile) == ["/etc/passwd", nil])
  }

  @Test("a theme and the colours of up and down")
  func themes() throws {
    let settings = try read("theme = \"night\"\ncolours = \"blue-orange\"").settings
    #expect(settings.theme == .night && settings.colours == .blueOrange)
    let usual = try read("language = \"ko\"").settings
    #expect(usual.theme == .dark && usual.colours == nil)
  }

  @Test("pages, the one to come back to, and what happens by itself")
  func navigation() throws {
    #expect(try read("").settings == Settings(allPages: PageCatalog.turnable))
    // Somebody who names all of them wants all of them.
    let all = PageCatalog.turnable.map { "\"\($0)\"" }.joined(separator: ", ")
    #expect(try read("pages = [\(all)]").settings == Settings(pages: PageCatalog.turnable))
    var settings = Settings(pages: [.clock, .list])
    (settings.home, settings.homeAfterSeconds, settings.rotateEverySeconds) = (.premium, nil, 2)
    let file = """
      pages = ["clock", "list"]
      home = "premium"
      home_after_seconds = 0
      rotate_every_seconds = 2
      """
    #expect(try read(file).settings == settings)
    #expect(try read("rotate_every_seconds = 0").settings.rotateEverySeconds == nil)
  }

  @Test("a market that stands twice is shown once")
  func twice() throws {
    let config = try read("markets = [\"upbit:KRW-BTC\",\n\"upbit:KRW-BTC\"]")
    #expect(config.markets.count == 1)
    #expect(
      config.warnings.map(\.description) == [
        "t.toml:2: upbit:KRW-BTC is listed twice; it is shown once"
      ])
  }

  @Test("a clock for I2C, which nobody can set so, is allowed and warned of")
  func i2cClock() throws {
    func warnings(_ bus: String) throws -> [String] {
      let text = "[[display]]\npanel = \"ssd1306\"\nbus = \"\(bus)\"\nspeed_hz = 100_000\n"
      return try Config.read(Array(text.utf8), file: "t.toml", boardless).warnings
        .map(\.description)
    }
    #expect(try warnings("record:/dev/null") == [])
    #expect(try warnings("i2c:1").map { $0.prefix(35) } == ["t.toml:4: speed_hz has no effect on"])
  }

  @Test("more LEDs on two lines than can be told within 40 ms are allowed and warned of")
  func ledsOnLines() throws {
    func warnings(_ count: Int) throws -> [String] {
      let text =
        "[[display]]\npanel = \"apa102\"\nsize = \"\(count)x1\"\nbus = \"gpio\"\nchip = \"x\"\n"
        + "data = 1\nclock = 2\n"
      return try Config.read(Array(text.utf8), file: "t.toml", boardless).warnings
        .map(\.description)
    }
    #expect(try warnings(95) == [])
    #expect(try warnings(96).map { $0.prefix(32) } == ["t.toml:3: 96x1 LEDs on two lines"])
  }

  @Test("a button on a line of I2C, which an overlay may have put elsewhere, is warned of")
  func i2cLines() throws {
    func warnings(_ bus: String, chip: String, _ line: Int) throws -> [String] {
      let text =
        "[[display]]\npanel = \"ssd1306\"\nbus = \"\(bus)\"\n"
        + "[[button]]\nchip = \"\(chip)\"\nline = \(line)\n"
      return try Config.read(Array(text.utf8), file: "t.toml", boardless).warnings
        .map(\.description)
    }
    #expect(
      try warnings("i2c:1", chip: "pinctrl-rp1", 3) == [
        "t.toml:6: the button needs line 3 of pinctrl-rp1, which is already SCL of i2c:1 on line 3 of "
          + "t.toml; use another line, unless an overlay puts that bus on others"
      ])
    #expect(try warnings("i2c:1", chip: "header", 2).count == 1)
    #expect(try warnings("i2c:1", chip: "header", 4) == [])
    // On another board than a Raspberry Pi, that chip has no line of the bus.
    #expect(try warnings("i2c:1", chip: "gpiochip0", 2) == [])
    #expect(try warnings("i2c:3", chip: "header", 2) == [])
  }

  @Test("a motion sensor is high while it sees somebody, and its line is pulled to nobody")
  func presence() throws {
    func sensor(_ active: String) throws -> InputLines.Wiring? {
      let text = "[presence]\nchip = \"c\"\nline = 4\n\(active)\n"
      return try Config.read(Array(text.utf8), file: "t.toml", boardless).presence
    }
    let high = InputLines.Wiring(chip: "c", line: 4, pull: .down, isActiveLow: false)
    #expect(try sensor("") == high)
    #expect(try sensor("active = \"high\"") == high)
    #expect(
      try sensor("active = \"low\"")
        == InputLines.Wiring(chip: "c", line: 4, pull: .up, isActiveLow: true))
  }

  @Test("a board says what its display would; the display may say otherwise")
  func board() throws {
    try withFolder { folder throws in
      try write(
        "panel = \"st7789\"\nbus = \"spi:0.0\"\nchip = \"c\"\ndc = 9\n[[button]]\nchip = \"c\"\n"
          + "line = 5\n[[encoder]]\nchip = \"c\"\na = 6\nb = 7\n[[key]]\ndevice = \"stick\"\n"
          + "code = \"up\"\n", to: "\(folder)/hat.toml")
      let config = try read(
        "[[display]]\nboard = \"hat\"\nrotation = 90\nbus = \"spi:0.1\"\n", boards: [folder])
      var panel = PanelWiring(.st7789, on: .spi(controller: 0, select: 1))
      (panel.speedHz, panel.chip, panel.lines) = (32_000_000, "c", [.dc: 9])
      panel.rotation = .quarter
      #expect(config.panels == [panel])
      #expect(config.buttons.map(\.wiring.line) == [5])
      #expect(config.encoders.map(\.b.line) == [7])
      #expect(config.keys.map(\.wiring.device) == ["stick"])
    }
  }

  @Test("a mistake in a board's file is named there")
  func boardMistake() throws {
    try withFolder { folder throws in
      try write(
        "panel = \"st7789\"\nbus = \"spi:0.0\"\nboard = 1\ndc = 70_000\nchip = \"c\"\n",
        to: "\(folder)/hat.toml")
      let error = ConfigError.thrown { () throws(ConfigError) in
        try read("[[display]]\nboard = \"hat\"\n", boards: ["/nowhere", folder])
      }
      #expect(
        error?.diagnostics.map(\.description) == [
          "\(folder)/hat.toml:3: a board file cannot refer to another board; set panel",
          "\(folder)/hat.toml:4: dc is 70000; it must be a whole number from 0 to 65535",
        ])
    }
  }

  private func read(_ text: String, boards: [String] = []) throws(ConfigError) -> Config {
    var catalogue = Catalogue()
    catalogue.boardFolders = boards
    return try Config.read(Array(text.utf8), file: "t.toml", catalogue)
  }

  @Test("a market without an exchange has everybody who could have it, in the order that is wished")
  func anywhere() throws {
    let config = try Config.read(
      Array(
        #"""
        exchanges = ["upbit"]
        markets = ["BTC/KRW", "upbit:KRW-BTC", "upbit:KRW-ETH", "BTC/KRW"]
        failover_after_seconds = 5
        """#.utf8), file: "test", Catalogue())
    #expect(config.markets.map(\.code) == ["KRW-BTC", "KRW-ETH"])
    #expect(config.places == [[0], [1]])
    #expect(config.link.failoverAfterSeconds == 5)
    #expect(config.warnings.count == 2)
  }

  @Test("of the two keys that say when another exchange is asked the one in [link] counts")
  func failover() throws {
    let text = "failover_after_seconds = 5\n[link]\nfailover_after_seconds = 7"
    let config = try Config.read(Array(text.utf8), file: "test", Catalogue())
    #expect(config.link.failoverAfterSeconds == 7)
  }

  @Test("1,024 markets are enough, and their places are what counts")
  func manyMarkets() throws {
    func read(_ count: Int) throws -> Config {
      let names = (0..<count).map { "\"A\($0)/USDT\"" }.joined(separator: ", ")
      return try Config.read(Array("markets = [\(names)]".utf8), file: "t.toml", boardless)
    }
    #expect(try read(300).places.count == 300)
    #expect(throws: ConfigError.self) { try read(Config.marketsMax + 1) }
  }
}
