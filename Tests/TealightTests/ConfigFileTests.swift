import Configuration
import Glibc
import TestSupport
import Testing

@testable import Tealight

@Suite("A configuration file")
struct ConfigFileTests {
  @Test("that is not there, is a folder or is no file is named without a line")
  func notAFile() throws {
    try withFolder { folder throws in
      mkfifo("\(folder)/pipe", 0o600)
      #expect(lines("\(folder)/x") == ["\(folder)/x: there is no such file; check the path"])
      #expect(lines(folder) == ["\(folder): it is a folder; give the path of a file"])
      #expect(lines("\(folder)/pipe") == ["\(folder)/pipe: it is not a file; give the path of one"])
    }
  }

  @Test(
    "that may not be read is named",
    .enabled(if: Nobody.isPossible, "root may read everything, and can be nobody else"))
  func unreadable() throws {
    try withFolder { folder throws in
      let path = "\(folder)/t.toml"
      try write("", to: path)
      chmod(path, 0)
      // It is the file that may not be read, not the folder.
      chmod(folder, 0o755)
      let said = Nobody.act { lines(path) }
      #expect(said == ["\(path): no permission to read it; check its owner and mode"])
    }
  }

  @Test("that the machine cannot read for now is worth another start")
  func passing() {
    // At its beginning, where nothing is mapped, the kernel answers EIO.
    let broken = StartError.thrown { () throws(StartError) in
      try Config.load("/proc/self/mem", boardless)
    }
    #expect(broken?.lines == ["/proc/self/mem: it cannot be read: Input/output error"])
    #expect(broken?.exitCode == 69)
    let missing = StartError.thrown { () throws(StartError) in
      try Config.load("/nowhere", boardless)
    }
    #expect(missing?.exitCode == 78)
    let location = Location(file: "t.toml")
    let both = [
      Diagnostic("a", at: location, mayPass: true), Diagnostic("b", at: location),
    ]
    #expect(StartError.configuration(both).exitCode == 78)
  }

  @Test("of any size beyond reason is refused, though it never ends")
  func endless() {
    #expect(
      lines("/dev/zero") == ["/dev/zero: the file is too large; at most 65536 bytes are read"])
    #expect(lines("/dev/null") == [])
  }

  @Test("that nests as deep as a file can is no danger")
  func deep() throws {
    try withFolder { folder throws in
      for levels in [500, 32_000] {
        try write(String(repeating: "a.", count: levels) + "a = 1", to: "\(folder)/t.toml")
        #expect(lines("\(folder)/t.toml").count == 1)
      }
      try write("a = " + String(repeating: "[", count: 60_000), to: "\(folder)/t.toml")
      #expect(lines("\(folder)/t.toml").count == 1)
    }
  }

  @Test("that nobody named and that is missing leads to the demo")
  func none() throws {
    try #require(access(Config.usualPath, F_OK) != 0)
    let error = StartError.thrown { () throws(StartError) in try Config.load(nil, boardless) }
    #expect(error?.exitCode == 78)
    #expect(error?.lines.first?.contains("tealight demo") == true)
  }

  @Test("on the boot partition goes before the usual one, and is the one that mistakes name")
  func bootPartition() throws {
    try withFolder { folder throws in
      let (boot, usual) = ("\(folder)/boot.toml", "\(folder)/usual.toml")
      var catalogue = boardless
      catalogue.configPaths = [boot, usual]
      try write("language = \"ko\"", to: usual)
      #expect(try Config.load(nil, catalogue).settings.language == .korean)
      try write("\u{FEFF}language = \"xx\"\r\n", to: boot)
      let error = StartError.thrown { () throws(StartError) in try Config.load(nil, catalogue) }
      #expect(error?.lines.first?.hasPrefix("\(boot):1: ") == true)
      #expect(try Config.load(usual, catalogue).settings.language == .korean)
    }
  }

  private func lines(_ path: String) -> [String] {
    let error = StartError.thrown { () throws(StartError) in try Config.load(path, boardless) }
    #expect(error.map { $0.exitCode == 78 } ?? true)
    return error?.lines ?? []
  }
}

/// The standard catalogue without boards.
let boardless = {
  var catalogue = Catalogue()
  catalogue.boardFolders = ["/nowhere"]
  return catalogue
}()
