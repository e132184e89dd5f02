import Pixels
import TestSupport
import Testing

@testable import Devices
@testable import PanelModels

/// Each panel, driver against model, pixel for pixel.
@Suite struct PanelTests {
  /// Every panel that is a controller on a bus, in every size and on every kind of bus.
  static let panels = PanelKind.all.filter {
    $0.model != nil && $0.medium != .paper
  }.flatMap { kind in
    guard case .listed(let sizes) = kind.sizes else { return [PanelWiring]() }
    return sizes.flatMap { size in
      kind.wires.compactMap { wire in
        switch wire {
        case .i2c: PanelWiring(kind, on: .i2c(1), size: size)
        case .spi: PanelWiring(kind, on: .spi(controller: 0, select: 0), size: size)
        case .gpio, .framebuffer, .led: nil
        }
      }
    }
  }
  /// Those that are told nothing while nothing changes.
  static let calm = kinds.filter { $0.kind != .sharpMemory }
  /// One for each kind and bus, the smallest: for what is the same in every size.
  static let kinds = panels.filter { panel in
    !panels.contains {
      $0.kind == panel.kind && $0.wire == panel.wire && area($0.size) < area(panel.size)
    }
  }
  /// Those whose registers are sent again while they are lit; the MAX7219 is set up anew
  /// (FullFrameDisplay.swift).
  static let renewed = calm.filter { $0.kind != .max7219 }
  /// Those whose controller sets how bright they are.
  static let dimmable = kinds.filter { ![.pcd8544, .sharpMemory, .st7735].contains($0.kind) }
  /// Those that need no reset before anything else.
  static let selfStarting = renewed.filter { $0.kind != .pcd8544 }
  private static func area(_ size: Size) -> Int { size.width * size.height }
  static let oled = PanelWiring(.ssd1306, on: .i2c(1))
  static let lcd = PanelWiring(.st7789, on: .spi(controller: 0, select: 0))

  @Test("no panel stands twice in the list")
  func once() { #expect(Set(PanelKind.all).count == PanelKind.all.count) }

  @Test("the first frame is on the glass", arguments: panels, Rotation.allCases)
  func firstFrame(panel: PanelWiring, rotation: Rotation) {
    let rig = Rig(panel, rotation)
    let frame = rig.noise(1)
    rig.show(frame)
    #expect(rig.shows(frame))
    #expect(rig.display.hasStarted)
  }

  @Test("other colours are on the glass with the next frame, be it the same one", arguments: kinds)
  func themes(panel: PanelWiring) {
    let rig = Rig(panel)
    let frame = rig.noise(3)
    rig.show(frame)
    rig.wear(Theme(Theme.Name(.light, .blueOrange)))
    let before = rig.bus.byteCount
    rig.show(frame)
    #expect(rig.shows(frame))
    // One bit has no colours: there is nothing to send.
    #expect(panel.kind.depth != .mono || panel.kind == .sharpMemory || rig.bus.byteCount == before)
  }

  @Test("nothing is lit before the whole first frame is in the memory", arguments: calm)
  func lightsLate(panel: PanelWiring) {
    let rig = Rig(panel, hz: 50_000)
    let frame = rig.noise(2)
    rig.display.show(frame)
    var now: Int64 = 0
    while case let next = rig.display.flush(now: now), !next.isNever {
      now = max(next.monotonic, now + 1)
      #expect(rig.isDark || rig.shows(frame))
    }
    #expect(rig.shows(frame))
  }

  @Test("any change arrives, whatever was there", arguments: panels, Rotation.allCases)
  func changes(panel: PanelWiring, rotation: Rotation) {
    let rig = Rig(panel, rotation)
    var noise = SeededGenerator(seed: 7)
    var frame = rig.noise(3)
    rig.show(frame)
    for step in 0..<10 {
      for _ in 0...Int.random(in: 0...40, using: &noise) {
        let rect = Rect(
          x: Int.random(in: 0..<frame.size.width, using: &noise),
          y: Int.random(in: 0..<frame.size.height, using: &noise),
          width: Int.random(in: 1...20, using: &noise),
          height: Int.random(in: 1...20, using: &noise))
        frame.fill(rect, UInt8.random(in: 0...255, using: &noise))
      }
      rig.show(frame)
      #expect(rig.shows(frame), "step \(step)")
    }
  }

  @Test("a frame that is equal sends nothing", arguments: calm)
  func equalFrame(panel: PanelWiring) {
    let rig = Rig(panel)
    rig.show(rig.noise(4))
    let before = rig.bus.transactions.count
    rig.show(rig.noise(4))
    #expect(rig.bus.transactions.count == before)
  }

  @Test(
    "a slow bus is held 40 ms at a time",
    arguments: [(oled, 100_000), (lcd, 2_000_000)])
  func budget(panel: PanelWiring, hz: Int) {
    let rig = Rig(panel, hz: hz)
    let frame = rig.noise(5)
    rig.display.show(frame)
    let most = rig.settle()
    #expect(most <= rig.bus.bytesPerSecond * 40 / 1000 + 30)
    #expect(rig.shows(frame))
  }

  @Test("what is left goes from the newest frame", arguments: kinds)
  func newestFrame(panel: PanelWiring) {
    let rig = Rig(panel, hz: 50_000)
    rig.show(rig.blank())
    for seed in 10..<20 {
      rig.display.show(rig.noise(UInt64(seed)))
      _ = rig.display.flush(now: rig.now)
    }
    rig.settle()
    #expect(rig.shows(rig.noise(19)))
  }

  @Test("sleep is dark, forgets the picture, and ends with the next frame", arguments: kinds)
  func sleep(panel: PanelWiring) {
    let rig = Rig(panel)
    rig.show(rig.noise(21))
    rig.display.sleep()
    rig.settle()
    #expect(rig.isDark)
    let frame = rig.noise(22)
    rig.show(frame)
    #expect(rig.shows(frame))
  }

  @Test("sleep clears the memory: a light that comes on by accident shows no old price")
  func clearing() {
    let rig = Rig(Self.lcd)
    rig.show(rig.noise(21))
    let before = rig.bus.byteCount
    rig.display.sleep()
    rig.settle()
    #expect(rig.bus.byteCount - before > 2 * Self.area(rig.display.size))
  }

  @Test("a panel that was never shown anything can be put to sleep", arguments: kinds)
  func blanking(panel: PanelWiring) {
    let rig = Rig(panel)
    rig.display.sleep()
    #expect(rig.settle() > 0)
    #expect(rig.isDark)
    // Blanked memory: a light that comes on by accident shows no old price.
    let blank = rig.blank()
    rig.show(blank)
    #expect(rig.shows(blank))
  }

  @Test("sleep at any moment of the start leaves a dark panel that wakes", arguments: kinds)
  func sleepAtStart(panel: PanelWiring) {
    for milliseconds: Int64 in [1, 2, 4, 6, 7, 40, 50, 130, 170, 173, 175, 180, 300] {
      let rig = Rig(panel, hz: 1_000_000)
      rig.display.show(rig.noise(23))
      sleepAndWake(rig, after: milliseconds)
    }
  }

  private func sleepAndWake(_ rig: Rig, after milliseconds: Int64) {
    rig.settle(milliseconds: milliseconds)
    rig.display.sleep()
    rig.settle()
    #expect(rig.isDark)
    rig.show(rig.noise(24))
    #expect(rig.shows(rig.noise(24)), "after \(milliseconds) ms")
  }

  @Test("brightness reaches the controller")
  func brightness() {
    for (percent, register) in [(0, 0), (1, 2), (50, 127), (100, 255)] {
      let oled = Rig(Self.oled, brightness: percent)
      oled.show(oled.noise(25))
      #expect(oled.bus.model.level == UInt8(register))
      #expect(!oled.isDark)

      let lcd = Rig(Self.lcd, brightness: percent)
      lcd.show(lcd.noise(26))
      #expect(lcd.bus.model.level == UInt8(register))
      #expect(lcd.isDark == (percent == 0))
    }
  }

  @Test("where a line switches the light, the picture is dimmed, whatever the theme")
  func dimmedPicture() {
    var wiring = Self.lcd
    wiring.lines[.backlight] = 24
    let rig = Rig(wiring, brightness: 80)
    let frame = rig.noise(28)
    func dims(to percent: Int, seen: Int) {
      rig.display.dim(to: percent)
      rig.settle()
      rig.percent = seen
      #expect(rig.shows(frame))
    }
    rig.show(frame)
    dims(to: 100, seen: 80)
    dims(to: 50, seen: 40)
    rig.wear(.dark(.greenRed))
    rig.show(frame)
    #expect(rig.shows(frame))
    dims(to: 100, seen: 80)
  }

  @Test("a panel that has lost its power in its sleep is set up when it wakes", arguments: kinds)
  func powerInSleep(panel: PanelWiring) {
    let rig = Rig(panel)
    rig.show(rig.noise(29))
    rig.display.sleep()
    rig.settle()
    rig.bus.cyclePower()
    rig.show(rig.noise(29))
    #expect(rig.shows(rig.noise(29)) && !rig.isDark)
  }

  @Test(
    "a panel that has lost its power while it was lit is lit by a picture a minute later",
    arguments: selfStarting)
  func powerWhileLit(panel: PanelWiring) {
    let rig = Rig(panel, brightness: 50)
    rig.show(rig.noise(29))
    let level = rig.bus.model.level
    rig.bus.cyclePower()
    rig.wait(until: rig.now + 60_000)
    var frame = rig.noise(29)
    for x in 0..<8 { frame[x, 0] = x % 2 == 0 ? ColourRole.text.pixel() : 0 }
    rig.show(frame)
    #expect(rig.shows(frame) && !rig.isDark)
    #expect(rig.bus.model.level == level)
  }

  @Test(
    "its registers are sent again once a minute, with a change, and nobody sees it",
    arguments: renewed)
  func renewal(panel: PanelWiring) throws {
    let rig = Rig(panel)
    let frame = rig.noise(30)
    rig.show(frame)
    rig.wait(until: rig.now + 59_000)
    let before = rig.bus.transactions.count
    rig.show(frame)
    #expect(rig.bus.transactions.count == before)
    rig.wait(until: rig.now + 1_000)
    #expect(rig.display.flush(now: rig.now) == .never)
    #expect(rig.bus.transactions.count == before)
    rig.show(frame)
    #expect(rig.bus.transactions.count == before, "nothing has changed")
    let next = rig.noise(34)
    rig.show(next)
    let after = rig.bus.transactions.count
    #expect(after > before)
    rig.show(next)
    #expect(rig.bus.transactions.count == after)
    #expect(rig.shows(next))
    var model = try #require(panel.kind.model?(panel))
    var wasLit = false
    for transaction in rig.bus.transactions {
      try model.receive(transaction)
      #expect(!wasLit || !model.isDark)
      wasLit = wasLit || !model.isDark
    }
    #expect(wasLit)
  }

  @Test(
    "a picture counts as shown before what wakes a panel that had lost its power",
    arguments: renewed)
  func shownAtRenewal(panel: PanelWiring) {
    let rig = Rig(panel)
    rig.show(rig.noise(30))
    rig.wait(until: rig.now + 60_000)
    let frame = rig.noise(31)
    rig.display.show(frame)
    for _ in 0..<100 where !rig.display.isUpToDate { rig.settle(milliseconds: 1) }
    #expect(rig.display.isUpToDate && rig.shows(frame))
  }

  @Test("it goes dark and wakes at any moment of that", arguments: renewed)
  func sleepAtRenewal(panel: PanelWiring) {
    for milliseconds: Int64 in [1, 2, 7, 41, 121, 200] {
      let rig = Rig(panel, hz: 1_000_000)
      rig.show(rig.noise(31))
      rig.wait(until: rig.now + 60_000)
      rig.display.show(rig.noise(32))
      sleepAndWake(rig, after: milliseconds)
    }
  }

  @Test("it can be dimmed while it is lit, and keeps that over a sleep", arguments: dimmable)
  func dimming(panel: PanelWiring) throws {
    let rig = Rig(panel)
    let frame = rig.noise(27)
    rig.show(frame)
    let bright = try #require(rig.bus.model.level)
    rig.display.dim(to: 20)
    rig.settle()
    let dim = try #require(rig.bus.model.level)
    #expect(dim < bright)
    #expect(rig.shows(frame))
    rig.display.sleep()
    rig.settle()
    rig.show(frame)
    #expect(rig.bus.model.level == dim)
    #expect(rig.shows(frame))
  }
}
