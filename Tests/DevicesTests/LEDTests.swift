import Glibc
import Pixels
import TestSupport
import Testing

@testable import Devices
@testable import PanelModels

/// Lights on a bus, driver against model.
@Suite struct LEDTests {
  static let strips = [PanelKind.apa102, .ws2812].flatMap { kind in
    [1, 8, 33, 144].map { count in
      PanelWiring(kind, on: .spi(controller: 0, select: 0), size: Size(count, 1))
    }
  }
  static let shortStrips = strips.filter { $0.size.width == 8 }
  static let pair = PanelWiring(.max7219, on: .spi(controller: 0, select: 0), size: Size(16, 8))
  static let lights = shortStrips + [pair]

  /// What is left of a theme's colour at so many percent, as bright as sRGB would say it.
  private static func seen(_ pixel: Pixel, _ percent: Int) -> [Int] {
    if pixel == 0 { return [0, 0, 0] }
    let colour = Rig.theme[pixel]
    return [colour.red, colour.green, colour.blue].map {
      Int((Double($0) * pow(Double(percent) / 100, 1 / LEDLight.gamma)).rounded())
    }
  }

  private static func channels(_ colour: Colour) -> [Int] {
    [Int(colour.red), Int(colour.green), Int(colour.blue)]
  }

  @Test(
    "a strip shows every pixel of every frame in its colour", arguments: strips,
    [Rotation.none, .half])
  func colours(panel: PanelWiring, rotation: Rotation) {
    for percent in [100, 30] {
      let rig = Rig(panel, rotation, brightness: percent)
      for seed: UInt64 in 1...20 {
        let frame = rig.noise(seed)
        rig.show(frame)
        let pixels = rotation == .none ? frame.pixels : frame.pixels.reversed()
        for (light, pixel) in zip(rig.bus.model.activeArea, pixels) {
          for (got, wanted) in zip(Self.channels(light), Self.seen(pixel, percent)) {
            // The darkest shades lie further apart than on a screen.
            #expect(abs(got - wanted) <= (wanted < 64 ? 24 : 6), "\(pixel) is \(light)")
          }
        }
      }
    }
  }

  @Test("no role is so faint that a strip loses it", arguments: shortStrips)
  func faint(panel: PanelWiring) {
    let rig = Rig(panel, brightness: 1)
    for role in ColourRole.allCases where role != .paper {
      for coverage in 1...15 as ClosedRange<UInt8> {
        var frame = rig.blank()
        frame[3, 0] = role.pixel(coverage)
        rig.show(frame)
        #expect(rig.bus.model.activeArea[3] != Colour(0), "\(role) \(coverage)")
        #expect(rig.bus.model.activeArea[2] == Colour(0))
      }
    }
  }

  @Test("a strip that is dimmed gives less light of the same colour, and none at all asleep")
  func dims() {
    for panel in Self.strips {
      let rig = Rig(panel)
      var frame = rig.blank()
      frame[0, 0] = ColourRole.rise.pixel()
      rig.show(frame)
      let bright = rig.bus.model.activeArea[0]
      rig.display.dim(to: 20)
      rig.settle()
      let dim = rig.bus.model.activeArea[0]
      #expect(dim.red < bright.red)
      #expect(dim.red > dim.green && dim.red > dim.blue && dim.red > 0)
      rig.display.sleep()
      rig.settle()
      #expect(rig.isDark)
      rig.show(frame)
      #expect(rig.bus.model.activeArea[0] == dim)
    }
  }

  @Test("an equal frame sends nothing to a strip, a new one a single message", arguments: strips)
  func bytes(panel: PanelWiring) {
    let rig = Rig(panel)
    rig.show(rig.noise(1))
    let before = rig.bus.transactions.count
    rig.show(rig.noise(1))
    #expect(rig.bus.transactions.count == before)
    rig.show(rig.noise(2))
    #expect(rig.bus.transactions.count == before + 1)
  }

  @Test("a strip that was lost comes back with the newest frame", arguments: strips)
  func recovery(panel: PanelWiring) {
    let rig = Rig(panel)
    rig.show(rig.noise(1))
    rig.bus.failsAfter = 0
    rig.display.show(rig.noise(2))
    rig.settle(milliseconds: 20_000)
    rig.bus.failsAfter = nil
    rig.show(rig.noise(3))
    let twin = Rig(panel)
    twin.show(twin.noise(3))
    #expect(rig.bus.model.activeArea == twin.bus.model.activeArea)
    #expect(rig.reports.count == 2, "\(rig.reports)")
  }

  @Test(
    "what gets its power late is lit by the first picture after ten seconds", arguments: lights)
  func power(panel: PanelWiring) {
    let rig = Rig(panel)
    rig.show(rig.noise(5))
    let lit = rig.bus.model.activeArea
    rig.bus.cyclePower()
    rig.wait(until: FullFrameDisplay.setUpMilliseconds - 1)
    let before = rig.bus.transactions.count
    rig.show(rig.noise(5))
    #expect(rig.bus.transactions.count == before)
    rig.wait(until: FullFrameDisplay.setUpMilliseconds)
    rig.show(rig.noise(5))
    #expect(rig.bus.model.activeArea == lit)
  }

  @Test("as many WS2812 as one message holds, and no more")
  func longest() {
    let most = Size(WS2812.countMax, 1)
    #expect(most == Size(435, 1))
    #expect(PanelKind.ws2812.sizes.allows(most))
    #expect(!PanelKind.ws2812.sizes.allows(Size(most.width + 1, 1)))
    let rig = Rig(PanelWiring(.ws2812, on: .spi(controller: 0, select: 0), size: most))
    rig.show(rig.noise(4))
    #expect(rig.bus.transactions.map(\.byteCount) == [4095])
  }

  @Test("the longest row of WS2812 has the whole gap at both ends at the usual clock")
  func gap() {
    let words = [UInt8](repeating: 255, count: 3 * WS2812.countMax)
    let message = WS2812.message(words, bytesPerSecond: 2_400_000 / 8)
    for end in [message, message.reversed()] {
      let bits = end.prefix { $0 == 0 }.count * 8
      #expect(bits * 10 / 24 == 300, "microseconds")
    }
  }

  @Test("WS2812 show each picture at every clock", arguments: [2_110_000, 2_400_000, 2_850_000])
  func clocks(hz: Int) {
    var panel = PanelWiring(.ws2812, on: .spi(controller: 0, select: 0), size: Size(431, 1))
    panel.speedHz = hz
    #expect(PanelKind.ws2812.speedsHz.contains(hz))
    let (rig, twin) = (Rig(panel, hz: hz), Rig(Self.strips.last!))
    for seed: UInt64 in 1...3 {
      rig.show(rig.noise(seed))
      twin.show(twin.noise(seed))
      #expect(rig.bus.model.activeArea.prefix(144) == twin.bus.model.activeArea[...])
    }
  }

  @Test(
    "a LED on lines shows the colour that a mood is nearest to",
    arguments: [
      (Theme.dark(.redBlue), ColourRole.rise, 0xff0000, 0xff0000),
      (.dark(.redBlue), .fall, 0x0000ff, 0x00ff00),
      (.dark(.greenRed), .rise, 0x00ff00, 0x00ff00), (.dark(.greenRed), .fall, 0xff0000, 0xff0000),
      (.dark(.redBlue), .still, 0xffffff, 0xffff00),
      (.dark(.redBlue), .warning, 0xffff00, 0xffff00),
      (.dark(.redBlue), .faint, 0xffffff, 0xffff00), (.dark(.redBlue), .paper, 0, 0),
    ] as [(Theme, ColourRole, UInt32, UInt32)])
  func moods(theme: Theme, role: ColourRole, whole: UInt32, redGreen: UInt32) {
    let wired: [(Set<PanelLine>, UInt32)] = [
      ([.red, .green, .blue], whole), ([.red, .green], redGreen),
    ]
    for (lines, expected) in wired {
      for isActiveLow in [false, true] {
        var wiring = PanelWiring(.rgbLED, on: .gpio)
        wiring.isActiveLow = isActiveLow
        let bus = ModelBus(wiring, hz: nil, lines: lines)
        let display = PanelKind.rgbLED.display(wiring, on: bus, theme: theme) { _ in }
        var frame = Frame(display.size)
        frame[0, 0] = role.pixel()
        display.show(frame)
        #expect(display.flush(now: 0) == .never)
        #expect(bus.model.activeArea == [Colour(expected)])
        display.sleep()
        #expect(display.flush(now: 0) == .never)
        #expect(bus.model.isDark)
      }
    }
  }

  @Test("a LED on lines is recorded line by line, and off before on")
  func record() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/led"
    var wiring = PanelWiring(.rgbLED, on: .record(path: path))
    wiring.isActiveLow = true
    let display = try wiring.display(theme: .dark(.greenRed)) { _ in }
    for role in [ColourRole.rise, .rise, .fall] {
      var frame = Frame(display.size)
      frame[0, 0] = role.pixel()
      display.show(frame)
      #expect(display.flush(now: 0) == .never)
    }
    display.giveBack()
    #expect(display.flush(now: 0) == .never)
    #expect(
      String(decoding: folder.bytes("led"), as: UTF8.self)
        == "gpio red=1\ngpio green=0\ngpio green=1\ngpio red=0\ngpio red=1\ngpio green=1\n")
  }

  @Test("a matrix draws a glyph with the left column in the highest bit, the left chip first")
  func matrix() {
    let rig = Rig(Self.pair)
    var frame = rig.blank()
    frame[0, 0] = ColourRole.text.pixel()
    frame[14, 0] = ColourRole.text.pixel()
    rig.show(frame)
    #expect(rig.bus.transactions.contains(.spi(isData: true, [1, 0x80, 1, 0x02])))
    let before = rig.bus.transactions.count
    frame[3, 7] = ColourRole.text.pixel()
    rig.show(frame)
    #expect(rig.bus.transactions[before...] == [.spi(isData: true, [8, 0x10, 8, 0])])
  }
}
