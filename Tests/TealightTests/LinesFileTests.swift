import Configuration
import Glibc
import TestSupport
import Testing
import Timing

@testable import Tealight

@Suite("A few lines for the next run")
struct LinesFileTests {
  private let temporary = TemporaryFolder()

  private func file(_ folder: String?, _ log: @escaping (String) -> Void = { _ in }) -> LinesFile {
    LinesFile("lines", in: folder, bytesMax: 100, loss: "all is lost") { log("\($0): \($1)") }
  }

  /// Looks until a child has written, or could not.
  private func settle(_ file: LinesFile, at now: Int64) {
    for _ in 0..<5_000 where file.deadline <= Deadline(now + 100) {
      file.look(at: now)
      poll(nil, 0, 1)
    }
  }

  @Test(
    "what was kept is there in the next run, and without a folder for as long as this one lasts")
  func kept() {
    let first = file(temporary.path)
    #expect(first.lines == [])
    first.keep(["a", "b"], at: 0)
    #expect(first.lines == ["a", "b"])
    settle(first, at: 0)
    #expect(file(temporary.path).lines == ["a", "b"] && first.deadline.isNever)
    let none = file(nil)
    none.keep(["a"], at: 0)
    #expect(none.lines == ["a"] && none.deadline.isNever)
  }

  @Test("what was kept is for nobody else to read")
  func mode() {
    let file = file(temporary.path)
    file.keep(["a secret"], at: 0)
    settle(file, at: 0)
    var status = stat()
    #expect(stat("\(temporary.path)/lines", &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test("what could not be written is written again in half a minute, and both are said")
  func again() {
    let folder = "\(temporary.path)/later"
    var log: [String] = []
    let file = file(folder) { log.append($0) }
    file.keep(["a"], at: 1_000)
    settle(file, at: 1_000)
    #expect(file.deadline == Deadline(31_000))
    mkdir(folder, 0o700)
    file.look(at: 30_999)
    #expect(!FileBytes.exists("\(folder)/lines"))
    settle(file, at: 31_000)
    #expect(self.file(folder).lines == ["a"] && file.deadline.isNever)
    let path = "\(folder)/lines"
    #expect(
      log == [
        "warning: \(path): No such file or directory", "warning: \(path): can be written again",
      ])
  }
}
