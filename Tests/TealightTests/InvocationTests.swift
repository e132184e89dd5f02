import Configuration
import Devices
import TestSupport
import Testing
import Web

@testable import Tealight

@Suite("The command line")
struct InvocationTests {
  @Test(
    "a bad one is named",
    arguments: [
      ("--verbose", "unknown flag \"--verbose\"; known: \"--config\", "),
      ("--confg x", "unknown flag \"--confg\"; did you mean \"--config\"? known: "),
      ("-h", "unknown flag \"-h\"; "),
      ("ok.toml", "unknown word \"ok.toml\"; did you mean --config ok.toml?"),
      ("run", "unknown word \"run\"; "),
      ("--blank now", "unknown word \"now\"; "),
      ("--config", "--config needs a value"),
      ("--config=", "--config needs a value"),
      ("--config --blank", "--config needs a value"),
      ("--config a --config=b", "--config is given twice; give it once"),
      ("--blank=yes", "--blank takes no value; remove \"yes\""),
      ("--display", "--display needs a value"),
      ("--display tv", "unknown display \"tv\"; known: \"json\", \"png\", "),
      ("--display jsno", "unknown display \"jsno\"; did you mean \"json\"? "),
      ("--display png", "--display png needs a folder: png:FOLDER"),
      ("--display png:", "--display png needs a folder: png:FOLDER"),
      ("--display web:8470", "--display web: \"8470\" is not an address; write web:ADDRESS or"),
      ("--display web:[::1", "--display web: \"[::1\" is not an address; write web:ADDRESS or"),
      ("--display web,frames=3", "--display web has no key \"frames\"; "),
      ("--display png:x,frames=0", "--display png: frames is \"0\"; it must be a whole number"),
      ("--display png:x,frames=", "--display png: frames needs a value: frames=…"),
      ("--display png:x,frames", "--display png: frames needs a value: frames=…"),
      ("--display png:x,frame=3", "--display png has no key \"frame\"; did you mean \"frames\"? "),
      ("--display png:x,panel=a", "unknown panel \"a\"; known: \"ssd1306\","),
      ("--display json:x", "--display json takes nothing after a colon; remove \"x\""),
      ("--display json,panel=ssd1306", "--display json has no key \"panel\""),
      ("--display panels,size=8x8", "--display panels has no key \"size\""),
      ("--display terminal,", "--display terminal has no key \"\""),
      ("--display terminal,panel=ssd1360", "unknown panel \"ssd1360\"; did you mean \"ssd1306\"? "),
      (
        "--display terminal,panel=ssd1306,panel=ssd1306",
        "--display terminal: panel is given twice; give it once"
      ),
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
        + "--display memory,panel=st7789 --display panels "
        + "--display web --display web:[::]:80,panel=ssd1306")
    #expect(called.configPath == "/a=b")
    #expect(
      called.displays == [
        .json, .png(folder: "/x:y", surface: PanelKind.ssd1306.surface(), frames: 3),
        .terminal(surface: nil),
        .memory(surface: PanelKind.st7789.surface()), .panels, .web(nil, surface: nil),
        .web(ListenAddress(configured: "[::]:80"), surface: PanelKind.ssd1306.surface()),
      ])
  }

  @Test("the help fits 80 columns, and says which configuration is read")
  func help() {
    for line in Invocation.help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    for path in ["/boot/firmware/tealight.toml", "/etc/tealight/tealight.toml"] {
      #expect(Invocation.help.contains(path))
    }
  }

  @Test("it may only ask", arguments: [("--blank", Invocation.Act.blank), ("--version", .version)])
  func acts(line: String, act: Invocation.Act) throws {
    #expect(try invocation(line).act == act)
  }

  private func invocation(_ line: String) throws(StartError) -> Invocation {
    try Invocation(line.split(separator: " ").map(String.init))
  }
}

@Suite("Where browsers may come from")
struct WebSettingsTests {
  private func settings(_ toml: String, _ specs: [DisplaySpec]) throws -> Config.Web? {
    let config = try Config.read(Array(toml.utf8), file: "t.toml", Catalogue())
    return try CompositionRoot(config: config, log: Log(descriptor: -1)).webSettings(specs)
  }

  @Test("nobody looks in unless the file or the command line says so")
  func usual() throws {
    #expect(try settings("", [.panels]) == nil)
    #expect(try settings("[web]", [.panels])?.listen.map(\.description) == ["127.0.0.1:8470"])
    #expect(
      try settings("", [.web(nil, surface: nil)])?.listen.map(\.description) == ["127.0.0.1:8470"])
    let other = ListenAddress(configured: "[::1]:80")
    #expect(
      try settings("[web]", [.web(other, surface: nil)])?.listen.map(\.description) == ["[::1]:80"])
  }

  @Test("a display beyond this machine without a password is a wrong command line")
  func password() throws {
    let all = ListenAddress(configured: "0.0.0.0")
    #expect {
      try settings("", [.web(all, surface: nil)])
    } throws: { error in
      let error = error as? StartError
      return error?.exitCode == 64 && error?.lines.first?.contains("password_file") == true
    }
  }

  @Test("the refusal names an address that other machines reach")
  func reachable() {
    #expect {
      try settings("[web]\nlisten = [\"127.0.0.1\", \"0.0.0.0\"]", [.web(nil, surface: nil)])
    } throws: { error in
      let error = error as? StartError
      return error?.lines.first?.contains("can connect to 0.0.0.0:8470;") == true
    }
  }
}
