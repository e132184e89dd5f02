import Configuration
import Glibc
import Tealight
import TestSupport
import Testing

@testable import TealightTool

@Suite("tealight check")
struct CheckTests {
  private func refusal(of text: String) throws -> StartError? {
    var error: StartError?
    try withFolder { folder in
      let file = "\(folder)/t.toml"
      try write(Array(text.utf8), to: file)
      error = StartError.thrown { () throws(StartError) in
        let found = try Check.meaning(of: file, Catalogue())
        #expect(!found.meaning.isEmpty)
      }
    }
    return error
  }

  @Test("a file without a display is refused, as the daemon refuses it")
  func noDisplay() throws {
    for text in ["", "markets = [\"upbit:KRW-BTC\"]"] {
      let error = try refusal(of: text)
      #expect(error?.exitCode == 78)
      #expect(
        error?.lines.first?.hasSuffix(
          "/t.toml: there is no display; add [[display]], [web], or hub = true in [mqtt], or run "
            + "tealightd with --display terminal") == true)
    }
  }

  @Test(
    "a panel, a page for browsers or a board by itself is a display",
    arguments: [
      "[[display]]\npanel = \"ssd1306\"\nbus = \"i2c:1\"", "[web]",
      "panel = \"ssd1306\"\nbus = \"i2c:1\"",
    ])
  func display(text: String) throws {
    #expect(try refusal(of: text) == nil)
  }

  @Test("a file with markets is good as far as it is known here")
  func verdict() {
    #expect(Check.verdict(on: [("display", "ssd1306 on i2c:1")]) == "good")
    #expect(
      Check.verdict(on: [("market", "upbit:BTC-KRW")])
        == "good; tealight doctor asks the exchanges whether they list the markets")
  }

  @Test("the daemon's own file is read as no board, whatever it lacks")
  func ownFile() throws {
    try withFolder { folder in
      var catalogue = Catalogue()
      let file = "\(folder)/tealight.toml"
      catalogue.configPaths = [file]
      try write(Array("panel = \"ssd1306\"\nbus = \"i2c:1\"".utf8), to: file)
      let error = StartError.thrown { () throws(StartError) in
        _ = try Check.meaning(of: file, catalogue)
      }
      #expect(error?.lines.first?.contains("the file has no key \"panel\"") == true)
    }
  }

  @Test("how much somebody has is told to nobody")
  func holdings() throws {
    let text = "[web]\n[[holding]]\nasset = \"BTC\"\namount = 12.5\naverage_price = 99_000_000"
    let config = try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
    try withFolder { folder in
      try write(Array(text.utf8), to: "\(folder)/t.toml")
      let said = try Check.meaning(of: "\(folder)/t.toml", Catalogue()).meaning.map(\.value)
      #expect(
        config.settings.holdings.count == 1 && said.contains("upbit:KRW-BTC, amount not shown"))
      #expect(!said.joined().contains("12.5") && !said.joined().contains("99"))
    }
  }

  @Test("the files that a configuration names are known, secrets aside")
  func files() throws {
    let text =
      "[[alert]]\nday_high = true\nhook = [\"/bin/echo\", \"high\"]\n[face]\nfolder = \"/tmp\""
    let config = try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
    #expect(config.files == ["/bin/echo", "/tmp"])

    try withFolder { folder in
      let board = "\(folder)/mine.toml"
      try write(Array("panel = \"ssd1306\"\nbus = \"i2c:1\"\n".utf8), to: board)
      var catalogue = Catalogue()
      catalogue.boardFolders = [folder]
      for (name, files) in [(board, [board]), ("mine", [])] {
        let text = "[[display]]\nboard = \"\(name)\""
        #expect(try Config.read(Array(text.utf8), file: "t.toml", catalogue).files == files)
      }
    }
  }

  @Test("what an address is asked with is told to nobody")
  func secrets() throws {
    try withFolder { folder in
      let file = "\(folder)/t.toml"
      let text = """
        markets = ["upbit:KRW-BTC"]
        [web]
        [exchange.upbit]
        websocket = "wss://relay.example/v1?apikey=hush"
        """
      try write(Array(text.utf8), to: file)
      let meaning = try Check.meaning(of: file, Catalogue()).meaning
      let told = meaning.filter { $0.name == "exchange" }.map(\.value)
      #expect(told.count == 1 && told[0].contains("wss://relay.example/v1"))
      #expect(!told[0].contains("hush"))
    }
  }

  @Test(
    "where browsers find it and who may look is told, and no secret",
    arguments: [
      ("", "everybody on this machine may look and press"),
      ("view_only = true", "everybody on this machine may look"),
      (
        "names = [\"desk.example\"]\npassword_file = \"FOLDER/key\"",
        "whoever has the password, or the code that the panel shows may look and press"
      ),
    ])
  func web(keys: String, who: String) throws {
    try withFolder { folder in
      try write(Array("hush hush hush hush".utf8), to: "\(folder)/key")
      chmod("\(folder)/key", 0o600)
      let text = "[web]\n\(keys)\n[metrics]\nfile = \"\(folder)/tealight.prom\""
      try write(Array(text.replacing("FOLDER", with: folder).utf8), to: "\(folder)/t.toml")
      let meaning = try Check.meaning(of: "\(folder)/t.toml", Catalogue()).meaning
      let told = meaning.filter { $0.name == "web" }.map(\.value)
      #expect(told == ["http://127.0.0.1:8470", who])
      #expect(meaning.contains { $0 == ("metrics", "\(folder)/tealight.prom") })
    }
  }

  @Test("what else is wrong is said first")
  func otherMistakes() throws {
    let error = try refusal(of: "language = \"xx\"")
    #expect(error?.lines.count == 1)
    #expect(error?.lines.first?.contains("t.toml:1: unknown language") == true)
  }
}
