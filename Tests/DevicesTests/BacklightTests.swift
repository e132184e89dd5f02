import Glibc
import Pixels
import TestSupport
import Testing

@testable import Devices

/// A backlight of the kernel's, in a folder that looks like its classes.
@Suite struct BacklightTests {
  private let classes = TemporaryFolder()
  private let said = Said()

  private final class Said {
    var lines: [String] = []
  }

  private func backlight(_ place: Backlight.Source, percent: Int = 100) -> PanelOutputs {
    PanelOutputs(
      backlight: Backlight(place, percent: percent, classes: classes.path) { [said] in
        said.lines.append($0)
      })
  }

  private func text(_ path: String) -> String {
    String(decoding: classes.bytes(path), as: UTF8.self).filter { $0 != "\n" }
  }

  private func put(_ text: String, _ path: String) {
    _ = system("mkdir -p \"$(dirname '\(classes.path)/\(path)')\"")
    classes.write(Array("\(text)\n".utf8), to: path)
  }

  private func panel(_ name: String) {
    put("255", "backlight/\(name)/max_brightness")
    put("7", "backlight/\(name)/brightness")
    put("4", "backlight/\(name)/bl_power")
  }

  @Test("it is as bright as it is told while it is lit, by its own scale")
  func named() throws {
    panel("lcd")
    let outputs = backlight(.named("lcd"), percent: 50)
    try outputs.drive(.backlight, false)
    #expect([text("backlight/lcd/brightness"), text("backlight/lcd/bl_power")] == ["0", "4"])
    try outputs.drive(.backlight, true)
    #expect([text("backlight/lcd/brightness"), text("backlight/lcd/bl_power")] == ["127", "0"])
    outputs.shine(1)
    #expect(text("backlight/lcd/brightness") == "2")
    outputs.shine(0)
    #expect(text("backlight/lcd/brightness") == "0")
    #expect(said.lines.isEmpty)
  }

  @Test("a scale of few steps has one above dark")
  func coarse() throws {
    panel("lcd")
    put("1", "backlight/lcd/max_brightness")
    let outputs = backlight(.named("lcd"), percent: 3)
    try outputs.drive(.backlight, true)
    #expect(text("backlight/lcd/brightness") == "1")
  }

  @Test("told while it is dark, it shows when it is lit")
  func darkFirst() throws {
    panel("lcd")
    let outputs = backlight(.named("lcd"))
    try outputs.drive(.backlight, false)
    outputs.shine(20)
    #expect(text("backlight/lcd/brightness") == "0")
    try outputs.drive(.backlight, true)
    #expect(text("backlight/lcd/brightness") == "51")
  }

  @Test("a channel of a PWM is asked for, has a period of 1 ms, and is on for its part")
  func pwm() throws {
    put("", "pwm/pwmchip0/export")
    let outputs = backlight(.pwm(chip: 0, channel: 1), percent: 30)
    #expect(text("pwm/pwmchip0/export") == "1")
    for file in ["period", "duty_cycle", "enable"] { put("0", "pwm/pwmchip0/pwm1/\(file)") }
    try outputs.drive(.backlight, true)
    #expect(text("pwm/pwmchip0/pwm1/period") == "1000000")
    #expect(text("pwm/pwmchip0/pwm1/duty_cycle") == "300000")
    #expect(text("pwm/pwmchip0/pwm1/enable") == "1")
    try outputs.drive(.backlight, false)
    #expect(text("pwm/pwmchip0/pwm1/duty_cycle") == "0")
    #expect(said.lines.isEmpty)
  }

  @Test("one that vanishes is named once, and once when it is back")
  func vanishing() throws {
    panel("lcd")
    let outputs = backlight(.named("lcd"))
    try outputs.drive(.backlight, true)
    _ = system("rm -r '\(classes.path)/backlight/lcd'")
    for percent in 10...30 { outputs.shine(percent) }
    let path = "\(classes.path)/backlight/lcd"
    let lost =
      "\(path)/brightness: does not exist; ls /sys/class/backlight lists those of this board; "
      + "the backlight is unchanged"
    #expect(said.lines == [lost])
    panel("lcd")
    outputs.shine(30)
    #expect(text("backlight/lcd/brightness") == "76")
    #expect(said.lines == [lost, "\(path) is back"])
  }

  @Test("one whose driver was loaded again meanwhile is lit with the next renewal")
  func loadedAgain() throws {
    panel("lcd")
    let outputs = backlight(.named("lcd"))
    try outputs.drive(.backlight, true)
    let lit = text("backlight/lcd/brightness")
    _ = system("rm -r '\(classes.path)/backlight/lcd'")
    panel("lcd")
    #expect(text("backlight/lcd/brightness") != lit)
    try outputs.drive(.backlight, true)
    #expect(text("backlight/lcd/brightness") == lit && said.lines.isEmpty)
  }

  @Test(
    "one that may not be written says which group may",
    .enabled(if: Nobody.isPossible, "root may write everything, and can be nobody else"))
  func forbidden() throws {
    panel("lcd")
    chmod("\(classes.path)/backlight/lcd/brightness", 0o444)
    // It is the file that may not be written, not a folder above it that may not be entered.
    for folder in ["", "/backlight", "/backlight/lcd"] { chmod(classes.path + folder, 0o755) }
    let outputs = backlight(.named("lcd"))
    try Nobody.act { try outputs.drive(.backlight, false) }
    #expect(said.lines.isEmpty, "udev may not be done with it")
    try Nobody.act { try outputs.drive(.backlight, true) }
    #expect(
      said.lines == [
        "\(classes.path)/backlight/lcd/brightness: no permission to write; tealight's udev rules give "
          + "it to the group video: sudo usermod -aG video $USER, then log in again; "
          + "the backlight is unchanged"
      ])
  }

  @Test("a channel whose driver comes late is asked for again")
  func lateChannel() throws {
    let outputs = backlight(.pwm(chip: 0, channel: 1))
    put("", "pwm/pwmchip0/export")
    try outputs.drive(.backlight, true)
    #expect(text("pwm/pwmchip0/export") == "1")
  }

  @Test(
    "a panel tells its backlight what it is told, and needs no frame for it",
    arguments: [
      PanelTests.lcd, PanelWiring(.st7735, on: .spi(controller: 0, select: 0)),
      PanelWiring(.pcd8544, on: .spi(controller: 0, select: 0)),
    ])
  func panelDims(panel: PanelWiring) {
    let rig = Rig(panel, brightness: 80)
    rig.show(rig.noise(1))
    #expect(rig.bus.percent == 80)
    rig.display.dim(to: 50)
    rig.settle()
    #expect(rig.bus.percent == 40)
  }

  @Test(
    "the text of a configuration names one, or nothing",
    arguments: [
      ("class:10-0045", .named("10-0045")), ("pwm:0.1", .pwm(chip: 0, channel: 1)),
      ("class:", nil), ("class:a/b", nil), ("class:..", nil), ("pwm:0", nil), ("pwm:0.x", nil),
      ("pwm:0.1.2", nil), ("line:24", nil), ("24", nil),
    ] as [(String, Backlight.Source?)])
  func places(text: String, place: Backlight.Source?) {
    #expect(Backlight.Source(text) == place)
    if let place { #expect("\(place)" == text) }
  }
}
