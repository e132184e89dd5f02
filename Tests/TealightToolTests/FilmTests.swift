import ArgumentParser
import Devices
import Glance
import Pixels
import Testing

@testable import TealightTool

@Suite("A film")
struct FilmTests {
  private static let small = ["--panel", "ssd1306", "--seed", "3"]

  private func frames(_ arguments: [String]) throws -> [Frame] {
    var frames: [Frame] = []
    try Film.parse(["/tmp/x.png"] + arguments).play { frame, _ in frames.append(frame) }
    return frames
  }

  private func file(_ arguments: [String]) throws -> [UInt8] {
    try Film.parse(["/tmp/x.png"] + arguments).film().file
  }

  @Test(
    "is read as the pictures that a panel shows, ten a second", arguments: ["st7789", "ssd1306"])
  func pictures(panel: String) throws {
    let film = try Film.parse(["/tmp/x.png", "--panel", panel, "--seconds", "5", "--scale", "2"])
    let surface = try film.options.surface()
    var shown: [[Colour]] = []
    try film.play { frame, look in
      shown.append(
        (0..<surface.size.height * 2).flatMap { y in
          (0..<surface.size.width * 2).map { look[Int(frame[$0 / 2, y / 2])] }
        })
    }
    #expect(shown.count == 50)
    let reader = try AnimatedPNGReader(try film.film().file)
    #expect(reader.tenths == shown)
    #expect(reader.pictures.count > 3)
  }

  @Test("is the same from the same seed, and another from another")
  func seeds() throws {
    let short = ["--panel", "ssd1306", "--seconds", "4", "--seed"]
    #expect(try file(short + ["1"]) == file(short + ["1"]))
    #expect(try file(short + ["1"]) != file(short + ["2"]))
  }

  @Test("does what a button asks for at its second, and says what it does next")
  func commands() throws {
    let plain = try frames(Self.small + ["--seconds", "6"])
    let pressed = try frames(
      Self.small + ["--seconds", "6", "--command", "next-market@2", "--command", "show-clock@5"])
    #expect(pressed[..<20] == plain[..<20])
    #expect(zip(pressed[20...], plain[20...]).allSatisfy { $0 != $1 })
    // The hint goes two seconds after the press.
    let bottom = { (frame: Frame) in Array(frame.pixels.suffix(3 * 128)) }
    #expect(
      bottom(pressed[39]) == bottom(pressed[20]) && bottom(pressed[41]) != bottom(pressed[20]))
    #expect(plain.allSatisfy { bottom($0) != bottom(pressed[20]) })
    let other = try frames(Self.small + ["--seconds", "1", "--page", "clock"])
    #expect(other[0] != plain[0])
  }

  @Test("has a frog that blinks, and stays on the page that it was asked for")
  func blink() throws {
    // A market without a trade in these seconds.
    let still = try frames(
      ["--market", "KRW-SHIB", "--seconds", "5", "--panel", "st7789", "--seed", "1"])
    #expect(still[38] != still[39] && still[39] != still[40] && still[38] == still[40])
    let page = try frames(["--panel", "ssd1306", "--page", "link", "--seconds", "70"])
    #expect(page[0] != page[699])
    let clock = try frames(["--panel", "ssd1306", "--page", "clock", "--seconds", "70"])
    #expect(Set(clock.map(\.pixels)).count < 90)
  }

  @Test("of paper stands still until a picture is worth it")
  func paper() throws {
    let paper = try Film.parse(
      ["/tmp/x.png", "--panel", "ssd1680", "--command", "next-market@3", "--seconds", "6"])
    #expect(try AnimatedPNGReader(try paper.film().file).pictures.map(\.tenths) == [30, 30])
  }

  private static let refused = [
    (["--seconds", "0"], "--seconds is 0; it must be from 1 to 600"),
    (["--seconds", "601"], "--seconds is 601; it must be from 1 to 600"),
    (["--scale", "0"], "--scale is 0; it must be from 1 to 100"),
    (["--currency", "won"], "--currency is \"won\""),
    (["--command", "next-market"], "write a command and a second, as in next-market@12"),
    (["--command", "next-market@-1"], "write a command and a second, as in next-market@12"),
    (["--command", "next-market@soon"], "write a command and a second, as in next-market@12"),
    (["--command", "press@3"], "unknown command \"press\"; known: \"next-market\", "),
    (["--command", "show-alert@3"], "unknown command \"show-alert\"; did you mean \"show-"),
    (
      ["--command", "home@20", "--seconds", "20"],
      "home is at second 20, but the film ends at second 20"
    ),
    (["--panel", "crt"], "crt"), (["--size", "0x8"], "\"0x8\" is not a size"),
    (
      ["--market", "KRW-X"],
      "unknown market \"KRW-X\"; did you mean \"KRW-XRP\"? known: \"KRW-BTC\", "
    ),
  ]

  @Test("is refused in words where an option makes no sense", arguments: refused)
  func refusal(arguments: [String], words: String) {
    do {
      _ = try file(arguments)
      Issue.record("\(arguments) are taken")
    } catch {
      let sentence = Film.message(for: error)
      #expect(sentence.contains(words), "\(sentence)")
      #expect(Film.exitCode(for: error).rawValue == 64)
    }
  }

  @Test("of the README is a minute long, and loads soon")
  func readme() throws {
    let folder = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    let bytes = try read("\(folder)/board/pictures/film.png")
    #expect(bytes.count < 400_000)
    let reader = try AnimatedPNGReader(bytes)
    #expect(reader.pictures.reduce(0) { $0 + $1.tenths } == 600)
  }
}
