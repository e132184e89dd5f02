import Glibc
import Pixels
import TestSupport
import Testing
import Timing

@testable import Devices

/// A light of the kernel whose files are files.
@Suite struct KernelLEDTests {
  private final class Light {
    let folder = TemporaryFolder()
    var reports: [String] = []
    private(set) var display: FullFrameDisplay!

    init(_ files: [String: String], percent: Int = 100) throws {
      for (name, text) in files { write(text, to: name) }
      var sink: (String) -> Void = { _ in }
      var wiring = PanelWiring(.led, on: .led("light"))
      wiring.brightness = percent
      let parent = folder.path.split(separator: "/").dropLast().joined(separator: "/")
      let name = String(folder.path.split(separator: "/").last!)
      let led = try KernelLED(name, in: "/" + parent, theme: .dark(.redBlue))
      var surface = wiring.surface
      surface.depth = led.depth
      display = FullFrameDisplay(led, wiring, on: "led:light", surface: surface) { sink($0) }
      sink = { [unowned self] in reports.append($0) }
    }

    func write(_ text: String, to name: String) { folder.write(Array(text.utf8), to: name) }

    func text(_ name: String) -> String { String(decoding: folder.bytes(name), as: UTF8.self) }

    func show(_ pixel: Pixel, at now: Int64 = 0) {
      var frame = Frame(Size(1, 1))
      frame[0, 0] = pixel
      display.show(frame)
      settle(at: now)
    }

    func settle(at now: Int64 = 0) { #expect(display.flush(now: now) == .never) }
  }

  private static let act = [
    "brightness": "0\n", "max_brightness": "255\n", "trigger": "none [mmc0] heartbeat\n",
  ]

  @Test("brightness follows the luma of the ink, and paper is dark")
  func luma() throws {
    let light = try Light(Self.act)
    #expect(light.display.depth == .grey)
    var levels: [Int] = []
    for ink in [ColourRole.paper, .faint, .dim, .text] {
      light.show(ink.pixel())
      levels.append(Int(light.text("brightness"))!)
    }
    #expect(levels[0] == 0)
    #expect(levels == levels.sorted() && Set(levels).count == 4, "\(levels)")
    #expect(light.text("trigger") == "none")
  }

  @Test("a light with two states is lit by ink, and no light of many steps loses a faint one")
  func steps() throws {
    var files = Self.act
    files["max_brightness"] = "1\n"
    let light = try Light(files)
    #expect(light.display.depth == .mono)
    for (pixel, expected) in [
      (ColourRole.fall.pixel(), "1"), (0, "0"), (ColourRole.text.pixel(7), "0"),
    ] {
      light.show(pixel)
      #expect(light.text("brightness") == expected)
    }
    let faint = try Light(Self.act, percent: 1)
    faint.show(ColourRole.faint.pixel(1))
    #expect(faint.text("brightness") == "1")
  }

  @Test("a light of many colours shows the mood's, in the order that the kernel names them")
  func colours() throws {
    let light = try Light([
      "brightness": "40\n", "max_brightness": "255\n", "trigger": "[none] timer\n",
      "multi_index": "green red blue\n", "multi_intensity": "1 2 3\n",
    ])
    #expect(light.display.depth == .colour)
    light.show(ColourRole.rise.pixel())
    let channels = light.text("multi_intensity").split(separator: " ").compactMap { Int($0) }
    #expect(channels.count == 3)
    #expect(channels[1] > 200 && channels[0] < 60 && channels[2] < 60)
    #expect(light.text("brightness") == "255")
    light.display.sleep()
    light.settle()
    #expect(light.text("brightness") == "0")
    light.display.giveBack()
    light.settle()
    #expect(light.text("multi_intensity") == "1 2 3")
    #expect(light.text("brightness") == "40")
  }

  @Test("at the end the light is given back to its trigger")
  func givenBack() throws {
    let light = try Light(Self.act)
    light.show(ColourRole.text.pixel())
    light.display.giveBack()
    light.settle()
    #expect(light.text("trigger") == "mmc0")
    #expect(light.text("brightness") == "0")
  }

  @Test("an equal frame writes nothing")
  func equal() throws {
    let light = try Light(Self.act)
    light.show(ColourRole.text.pixel())
    light.write("scribble", to: "brightness")
    light.show(ColourRole.text.pixel())
    #expect(light.text("brightness") == "scribble")
  }

  @Test("a light that disappears is named once, tried again, and taken anew when it is back")
  func disappears() throws {
    let light = try Light(Self.act)
    light.show(ColourRole.text.pixel())
    let path = light.folder.path
    rename(path, path + "-gone")
    var frame = Frame(Size(1, 1))
    light.display.show(frame)
    #expect(light.display.flush(now: 0) == Deadline(1000))
    frame[0, 0] = ColourRole.fall.pixel()
    light.display.show(frame)
    #expect(light.display.flush(now: 500) == Deadline(1000))
    #expect(light.display.flush(now: 1000) == Deadline(3000))
    #expect(light.reports.count == 1)
    #expect(light.reports[0].contains("No such file or directory; trying again"))
    rename(path + "-gone", path)
    light.write("none [mmc0] heartbeat\n", to: "trigger")
    #expect(light.display.flush(now: 3000) == .never)
    #expect(light.reports.last == "led on led:light is back")
    #expect(light.text("trigger") == "none")
    #expect(light.text("brightness") != "0")
  }

  @Test("a trigger that a driver brings back is removed with the first picture after ten seconds")
  func bound() throws {
    let light = try Light(Self.act)
    light.show(ColourRole.text.pixel())
    let lit = light.text("brightness")
    for (name, text) in Self.act { light.write(text, to: name) }
    light.show(ColourRole.text.pixel(), at: FullFrameDisplay.setUpMilliseconds - 1)
    #expect(light.text("trigger") == Self.act["trigger"])
    light.show(ColourRole.text.pixel(), at: FullFrameDisplay.setUpMilliseconds)
    #expect(light.text("trigger") == "none")
    #expect(light.text("brightness") == lit)
    light.display.giveBack()
    light.settle(at: FullFrameDisplay.setUpMilliseconds)
    #expect(light.text("trigger") == "mmc0")
  }

  @Test("a light that is not there is refused with where to look")
  func missing() throws {
    #expect {
      _ = try KernelLED("ACT", in: "/tmp/nowhere", theme: .dark(.redBlue))
    } throws: {
      "\($0)"
        == "/tmp/nowhere/ACT/brightness: does not exist; ls /tmp/nowhere lists the LEDs of this board"
    }
  }
}
