import ArgumentParser
import Tealight
import TestSupport
import Testing

@testable import TealightTool

@Suite("What a test card is shown on")
struct TestCardTests {
  @Test("keys of the options are read as in a file: numbers, truths, lists and texts")
  func options() throws {
    func panel(_ options: String...) throws -> String {
      let words = options.flatMap { ["--set", $0] }
      let device = ["--panel", "st7789", "--bus", "record:/dev/null"]
      let card = try TestCardCommand.parse(device + words)
      let wiring = try #require(try card.configured().panels.first)
      return
        "\(wiring.speedHz ?? 0) \(wiring.rotation.rawValue) \(wiring.isInverted.map { "\($0)" } ?? "-")"
        + " \(wiring.chip ?? "-") \(wiring.lines[.dc] ?? -1) \(wiring.offset?.rows ?? 0)"
    }
    #expect(
      try panel("speed_hz=20_000_000", "rotation=90", "inverted=false", "offset=[0, 80]")
        == "20000000 90 false - -1 80")
    #expect(try panel("chip=gpiochip0", "dc=0x19") == "32000000 0 - gpiochip0 25 0")
    let i2c = try TestCardCommand.parse(
      ["--panel", "ssd1327", "--bus", "i2c:1", "--set", "address=0x3c"])
    #expect(try i2c.configured().panels.first?.address == 0x3c)
  }

  @Test(
    "a bad option is named as it was written",
    arguments: [
      (["--set", "addres=0x3c"], "--set addres=0x3c: [[display]] has no key \"addres\"; "),
      (["--size", "9x9"], "--size 9x9: ssd1306 has no size \"9x9\"; "),
      (["--set", "dc=25"], "--set dc=25: ssd1306 on i2c:N has no dc; remove it"),
    ])
  func named(options: [String], said: String) throws {
    let card = try TestCardCommand.parse(["--panel", "ssd1306", "--bus", "i2c:1"] + options)
    let error = StartError.thrown { () throws(StartError) in _ = try card.configured() }
    #expect(error?.lines.first?.hasPrefix(said) == true, "\(error?.lines ?? [])")
    #expect(error?.exitCode == 78)
  }

  @Test("a board that is not known, and a panel that needs more, name no file")
  func files() throws {
    for (arguments, said) in [
      (["--board", "nope"], "--board nope: unknown board \"nope\"; "),
      (["--panel", "st7789", "--bus", "spi:0.0"], "--bus spi:0.0: st7789 needs dc, "),
    ] {
      let card = try TestCardCommand.parse(arguments)
      let error = StartError.thrown { () throws(StartError) in _ = try card.configured() }
      #expect(error?.lines.first?.hasPrefix(said) == true, "\(error?.lines ?? [])")
    }
  }

  @Test(
    "options that do not go together are refused",
    arguments: [
      ["--png", "x.png", "--panel", "ssd1306", "--bus", "i2c:1"],
      ["--config", "x.toml", "--board", "ssd1306-i2c"],
      ["--png", "x.png"], ["--bus", "i2c:1"], ["--size", "8x8"], ["--set", "dc=1"],
      ["--panel", "ssd1306"], ["--board", "ssd1306-i2c", "--set", "address"],
      ["--board", "ssd1306-i2c", "--set", "address="],
    ])
  func together(options: [String]) {
    #expect(throws: (any Error).self) { try TestCardCommand.parse(options) }
  }
}
