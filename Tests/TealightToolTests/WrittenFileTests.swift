import ArgumentParser
import MarketData
import TestSupport
import Testing

@testable import TealightTool

@Suite("What a command replaces")
struct WrittenFileTests {
  private static let kinds: [(WrittenFile, [UInt8])] = [
    (.recording, Array("tealight-recording 1 7 7 0 5\n".utf8)),
    (.picture, [0x89] + Array("PNG\r\n\u{1A}\n…".utf8)),
    (.certificate, Array("-----BEGIN CERTIFICATE-----\n".utf8)), (.table, Array("[\n]\n".utf8)),
  ]

  @Test("a file that is missing or empty, and one of its own kind, but no other one")
  func kinds() throws {
    let folder = TemporaryFolder()
    let file = "\(folder.path)/file"
    for (kind, _) in Self.kinds {
      try kind.check("\(folder.path)/missing")
      try kind.check("/dev/null")
      folder.write([], to: "file")
      try kind.check(file)
      #expect(throws: ErrnoFailure.self) { try kind.check("\(folder.path)/none/file") }
      for (other, bytes) in Self.kinds {
        folder.write(bytes, to: "file")
        if other == kind {
          try kind.check(file)
        } else {
          #expect(throws: ValidationError.self) { try kind.check(file) }
        }
      }
    }
  }

  @Test("no configuration, whichever command is told to write there, which says what it may be")
  func configurations() throws {
    let folder = TemporaryFolder()
    let file = "\(folder.path)/run.toml"
    let text = Array("markets = [\"BTC/KRW\"]\n".utf8)
    folder.write(text, to: "run.toml")
    let commands: [(ParsableCommand.Type, [String], String)] = [
      (Record.self, [file, "--config", file], "recording"), (Snapshot.self, [file], "PNG picture"),
      (Film.self, [file], "PNG picture"),
      (TestCardCommand.self, ["--panel", "ssd1306", "--png", file], "PNG picture"),
      (Simulate.self, ["--ca", file], "PEM file"),
      (Gallery.self, [folder.path, "--report", file], "table of measures"),
    ]
    for (command, arguments, kind) in commands {
      do {
        var parsed = try command.parseAsRoot(arguments)
        try parsed.run()
        Issue.record("\(command) writes")
      } catch {
        let hint = kind == "recording" ? " (the configuration goes behind --config)" : ""
        #expect(
          command.message(for: error)
            == "\(file) is not a \(kind) and is kept; choose another name\(hint)")
        #expect(command.exitCode(for: error).rawValue == 64)
        #expect(Self.usage(of: arguments, command).hasPrefix(command._commandName))
      }
      #expect(folder.bytes("run.toml") == text && folder.names == ["run.toml"])
    }
  }

  /// What stands behind the program's name in the usage below the error.
  private static func usage(of arguments: [String], _ command: ParsableCommand.Type) -> Substring {
    do {
      _ = try Tool.parseAsRoot([command._commandName] + arguments)
      return ""
    } catch {
      let lines = Tool.fullMessage(for: error).split(separator: "\n")
      let line = lines.first { $0.hasPrefix("Usage: tealight ") }
      return line?.dropFirst("Usage: tealight ".count) ?? ""
    }
  }

  @Test("a panel that nobody has, with the usage of the command that was told of it")
  func panels() {
    for (command, arguments): (ParsableCommand.Type, [String]) in [
      (Demo.self, ["--panel", "ssd130"]), (Snapshot.self, ["/dev/null", "--panel", "ssd130"]),
      (Film.self, ["/dev/null", "--size", "0x0"]),
      (TestCardCommand.self, ["--panel", "ssd130", "--png", "/dev/null"]),
    ] {
      #expect(Self.usage(of: arguments, command).hasPrefix(command._commandName))
    }
  }

  @Test("a name that would act on the terminal is written out by whoever refuses it")
  func actingNames() {
    let folder = TemporaryFolder()
    let name = "a\u{1B}[2J\u{7}\u{202E}b"
    let (file, picture) = ("\(folder.path)/\(name)", "\(folder.path)/new.png")
    folder.write(Array("x\n".utf8), to: name)
    let commands: [(ParsableCommand.Type, [String])] = [
      (Record.self, [file]), (Snapshot.self, [file]), (Film.self, [file]),
      (Simulate.self, ["--ca", file]), (Snapshot.self, [picture, "--capture", file]),
      (Snapshot.self, [picture, "--capture", "\(file)/none"]),
      (Snapshot.self, ["\(file)/none"]), (Gallery.self, ["\(file)/none"]),
      (Gallery.self, [folder.path, "--report", file]),
    ]
    for (command, arguments) in commands {
      do {
        var parsed = try command.parseAsRoot(arguments)
        try parsed.run()
        Issue.record("\(command) \(arguments.count) writes")
      } catch {
        let text = command.message(for: error)
        #expect(text.contains("a\\u{1B}[2J") && text.contains("b"))
        #expect(!text.unicodeScalars.contains { $0.isInvisibleControl })
      }
    }
    #expect(folder.names == [name])
  }
}
