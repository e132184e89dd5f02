import Pixels
import Testing

@testable import Devices
@testable import PanelModels

/// What OLEDs and the PCD8544 have that other panels have not.
@Suite struct OLEDTests {
  private static func i2c(_ kind: PanelKind, _ size: Size? = nil) -> PanelWiring {
    PanelWiring(kind, on: .i2c(1), size: size)
  }

  private static func spi(_ kind: PanelKind) -> PanelWiring {
    PanelWiring(kind, on: .spi(controller: 0, select: 0))
  }

  @Test(
    "a price change costs little, a chart that moves on its area",
    arguments: [
      (i2c(.ssd1306, Size(128, 32)), [60, 140, 260]), (i2c(.ssd1309), [60, 120, 260]),
      (i2c(.sh1106), [60, 120, 260]), (i2c(.sh1107), [100, 260, 480]),
      (i2c(.ssd1327), [240, 900, 1700]), (spi(.ssd1351), [800, 3200, 6000]),
      (spi(.pcd8544), [60, 100, 160]),
    ])
  func bytes(panel: PanelWiring, most: [Int]) {
    let (changes, scrolls) = BusBytesTests.walk(panel)
    let bytes = [changes[changes.count / 2], changes.last!, scrolls.last!]
    #expect(zip(bytes, most).allSatisfy { $0 <= $1 }, "\(bytes)")
  }

  @Test("what a controller moves over by itself only in one row is sent row by row")
  func rows() {
    for wiring in [Self.i2c(.sh1106), Self.i2c(.sh1107), Self.spi(.pcd8544)] {
      let rig = Rig(wiring)
      rig.show(rig.blank())
      let before = rig.bus.transactions.count
      rig.show(rig.noise(1))
      let rows = wiring.size.height / 8
      #expect(rig.bus.transactions.count - before == 2 * rows, "\(wiring.kind)")
    }
  }

  @Test("the frame on either wire is told in the same commands and data")
  func wires() {
    func told(_ wiring: PanelWiring) -> [[UInt8]] {
      let rig = Rig(wiring)
      rig.show(rig.noise(2))
      return rig.bus.transactions.compactMap { transaction in
        switch transaction {
        case .i2c(_, _, let bytes): Array(bytes.dropFirst())
        case .spi(_, let bytes): bytes
        case .line: nil
        }
      }
    }
    for kind: PanelKind in [.ssd1306, .ssd1309, .sh1106, .sh1107] {
      #expect(told(Self.i2c(kind)) == told(Self.spi(kind)), "\(kind)")
    }
  }

  @Test("the PCD8544 keeps its contrast, and lights its backlight unless brightness is 0")
  func backlight() {
    for (brightness, isLit) in [(0, false), (1, true), (100, true)] {
      let rig = Rig(Self.spi(.pcd8544), brightness: brightness)
      let frame = rig.noise(3)
      rig.show(frame)
      #expect(rig.shows(frame))
      let last = rig.bus.transactions.last { $0.isBacklight }
      #expect(last == .line(.backlight, isLit))
    }
  }

  @Test("the PCD8544 is told the contrast that is configured, or the usual one")
  func contrast() {
    for (contrast, voltage) in [(nil, 0xc0), (50, 0xb2)] as [(Int?, UInt8)] {
      var panel = Self.spi(.pcd8544)
      panel.contrast = contrast ?? panel.contrast
      let rig = Rig(panel)
      rig.show(rig.noise(3))
      #expect(
        rig.bus.transactions.contains(.spi(isData: false, [0x21, 0x04, 0x14, voltage, 0x20])))
    }
  }

  @Test("a command is refused where it is cut short, in reset, locked, or before its key")
  func wholeCommands() {
    func isRefused(_ transactions: [BusTransaction], by panel: PanelWiring) -> Bool {
      var model = panel.kind.model!(panel)
      do { for transaction in transactions { try model.receive(transaction) } } catch {
        return true
      }
      return false
    }
    func command(_ bytes: UInt8...) -> BusTransaction { .spi(isData: false, bytes) }
    func data(_ bytes: UInt8...) -> BusTransaction { .spi(isData: true, bytes) }
    let reset: [BusTransaction] = [.line(.reset, false), .line(.reset, true)]
    for kind: PanelKind in [.ssd1306, .ssd1309, .sh1106, .sh1107, .ssd1327] {
      let panel = Self.spi(kind)
      #expect(!isRefused([command(0x81), command(7), data(1)], by: panel), "\(kind)")
      #expect(isRefused([command(0x81), data(7)], by: panel), "\(kind)")
      #expect(!isRefused([command(0x81)] + reset + [data(7)], by: panel), "\(kind)")
      #expect(isRefused([.line(.reset, false), command(0xae)], by: panel), "\(kind)")
    }
    for kind: PanelKind in [.ssd1309, .ssd1327] {
      let panel = Self.spi(kind)
      #expect(isRefused([command(0xfd, 0x16), data(1)], by: panel), "\(kind)")
      #expect(!isRefused([command(0xfd, 0x16), command(0xfd, 0x12), data(1)], by: panel))
      #expect(!isRefused([command(0xfd, 0x16)] + reset + [command(0xae)], by: panel), "\(kind)")
    }
    let colour = Self.spi(.ssd1351)
    let key = [command(0xfd), data(0xb1)]
    #expect(isRefused([command(0xb3), data(0xf1)], by: colour))
    #expect(!isRefused(key + [command(0xb3), data(0xf1)], by: colour))
    #expect(isRefused(key + reset + [command(0xb3), data(0xf1)], by: colour))
    #expect(isRefused([command(0xa1), command(0xae)], by: colour))
    #expect(isRefused([command(0xa1), data(0, 0)], by: colour))
    #expect(isRefused([command(0xae), data(0)], by: colour))
    #expect(!isRefused([command(0x5c), data(1), data(2)], by: colour))
    #expect(isRefused([.i2c(address: 0x3c, isRead: false, [0x00, 0xae])], by: colour))
  }

  @Test(
    "the models refuse what the datasheets do not have",
    arguments: [
      (i2c(.ssd1306), [0xda, 0x02]), (i2c(.ssd1306), [0xad, 0x30]), (i2c(.ssd1306), [0xfd, 0x12]),
      (i2c(.ssd1309), [0x8d, 0x14]), (i2c(.ssd1309), [0xfd, 0x16, 0xae]),
      (i2c(.sh1106), [0x20, 0x00]), (i2c(.sh1106), [0x22, 0, 7]),
      (i2c(.sh1106), [0xaf, 0xad, 0x8b]),
      (i2c(.sh1107), [0x22]), (i2c(.sh1107), [0xad, 0x14]),
      (i2c(.ssd1327), [0x15, 0, 64]), (i2c(.ssd1327), [0xa0, 0x11]), (i2c(.ssd1327), [0xda, 0x12]),
      (spi(.ssd1351), [0x15, 0x75]), (spi(.pcd8544), [0x20]),
    ] as [(PanelWiring, [UInt8])])
  func violations(panel: PanelWiring, commands: [UInt8]) {
    let transaction: BusTransaction =
      if case .i2c = panel.bus {
        .i2c(address: 0x3c, isRead: false, [0x00] + commands)
      } else {
        .spi(isData: false, commands)
      }
    var model = panel.kind.model!(panel)
    #expect(throws: BusViolation.self) { try model.receive(transaction) }
  }

  @Test(
    "a glass may hang before other columns than usual",
    arguments: [
      (i2c(.ssd1306, Size(64, 48)), 0), (i2c(.ssd1306, Size(72, 40)), 56), (i2c(.sh1106), 0),
      (i2c(.sh1106), 4), (i2c(.sh1107, Size(64, 128)), 0), (i2c(.sh1107, Size(64, 128)), 64),
    ])
  func offsets(panel: PanelWiring, columns: Int) throws {
    var panel = panel
    panel.offset = PanelWiring.Offset(columns, 0)
    let most = try #require(panel.offsetMax)
    #expect((0...most.columns).contains(columns) && most.rows == 0)
    for rotation in Rotation.allCases {
      let rig = Rig(panel, rotation)
      let frame = rig.noise(4)
      rig.show(frame)
      #expect(rig.shows(frame))
    }
  }

  @Test("what reflects light is dimmed with the hours only where it has a lamp")
  func lamp() {
    var panel = Self.spi(.pcd8544)
    #expect(Rig(panel).display.lightSource == .none)
    panel.lines[.backlight] = 18
    #expect(Rig(panel).display.lightSource == .lamp)
    #expect(Rig(Self.spi(.ssd1351)).display.lightSource == .pixels)
  }

  @Test("a 72×40 glass has no light of its own without the internal reference")
  func reference() throws {
    var model = SSD1306Model(Self.i2c(.ssd1306, Size(72, 40)))
    for (commands, isDark) in [([0x8d, 0x14, 0xaf], true), ([0xad, 0x30], false)]
      as [([UInt8], Bool)]
    {
      try model.receive(.i2c(address: 0x3c, isRead: false, [0x00] + commands))
      #expect(model.isDark == isDark)
    }
  }
}

extension BusTransaction {
  fileprivate var isBacklight: Bool {
    if case .line(.backlight, _) = self { true } else { false }
  }
}
