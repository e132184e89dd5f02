import ArgumentParser
import Tealight
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
    "options that do not go together are refused",
    arguments: [
      ["--png", "x.png", "--panel", "ssd1306", "--bus", "i2c:1"],
      ["--config", "x.toml", "--board", "ssd1306-i2c"],
      ["--png", "x.png"], ["--bus", "i2c:1"], ["--size", "8x8"], ["--set", "dc=1"],
      ["--panel", "ssd1306"],
    ])
  func together(options: [String]) {
    #expect(throws: (any Error).self) { try TestCardCommand.parse(options) }
  }
}
