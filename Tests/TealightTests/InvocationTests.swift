import Devices
import TestSupport
import Testing

@testable import Tealight

@Suite("The command line")
struct InvocationTests {
  @Test(
    "a bad one is named",
    arguments: [
      ("--verbose", "unknown flag \"--verbose\"; known: \"--config\", "),
      ("--confg x", "unknown flag \"--confg\"; did you mean \"--config\"? known: "),
      ("-h", "unknown flag \"-h\"; "),
      ("run", "unknown word \"run\"; "),
      ("--blank now", "unknown word \"now\"; "),
      ("--config", "--config needs a value"),
      ("--config=", "--config needs a value"),
      ("--config --blank", "--config needs a value"),
      ("--config a --config=b", "--config stands twice"),
      ("--blank=yes", "--blank takes no value, and there is \"yes\""),
      ("--display", "--display needs a value"),
      ("--display tv", "unknown display \"tv\"; known: \"json\", \"png\", "),
      ("--display jsno", "unknown display \"jsno\"; did you mean \"json\"? "),
      ("--display png", "--display png needs a folder: png:FOLDER"),
      ("--display png:", "--display png needs a folder: png:FOLDER"),
      ("--display png:x,frames=0", "--display png: frames is \"0\"; it must be a whole number"),
      ("--display png:x,frames=", "--display png: frames needs a value: frames=…"),
      ("--display png:x,frames", "--display png: frames needs a value: frames=…"),
      ("--display png:x,frame=3", "--display png has no key \"frame\"; did you mean \"frames\"? "),
      ("--display png:x,panel=a", "unknown panel \"a\"; known: \"ssd1306\","),
      ("--display json:x", "--display json takes nothing after a colon, and there is \"x\""),
      ("--display json,panel=ssd1306", "--display json has no key \"panel\""),
      ("--display panels,size=8x8", "--display panels has no key \"size\""),
      ("--display terminal,", "--display terminal has no key \"\""),
      ("--display terminal,panel=ssd1360", "unknown panel \"ssd1360\"; did you mean \"ssd1306\"? "),
      ("--display terminal,panel=ssd1306,panel=ssd1306", "--display terminal: panel stands twice"),
    ])
  func bad(line: String, said: String) {
    let error = StartError.thrown { () throws(StartError) in try invocation(line) }
    #expect(error?.exitCode == 64)
    #expect(error?.lines.first?.hasPrefix(said) == true, "\(error?.lines ?? [])")
  }

  @Test("an empty one runs the usual configuration")
  func empty() throws {
    let called = try invocation("")
    #expect(called.act == .run && called.configPath == nil && called.displays.isEmpty)
  }

  @Test("a flag's value follows it or its equals sign")
  func values() throws {
    let called = try invocation(
      "--config=/a=b --display json --display=png:/x:y,frames=3,panel=ssd1306 --display terminal "
        + "--display memory,panel=st7789 --display panels")
    #expect(called.configPath == "/a=b")
    #expect(
      called.displays == [
        .json, .png(folder: "/x:y", surface: PanelKind.ssd1306.surface(), frames: 3),
        .terminal(surface: nil),
        .memory(surface: PanelKind.st7789.surface()), .panels,
      ])
  }

  @Test("it may only ask", arguments: [("--blank", Invocation.Act.blank), ("--version", .version)])
  func acts(line: String, act: Invocation.Act) throws {
    #expect(try invocation(line).act == act)
  }

  private func invocation(_ line: String) throws(StartError) -> Invocation {
    try Invocation(line.split(separator: " ").map(String.init))
  }
}
