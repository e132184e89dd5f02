import TestSupport
import Testing

@testable import TealightTool

/// tealight(1) holds what the parser knows. With TEALIGHT_WRITE set it is written anew.
@Suite("What is written of the commands")
struct ToolDocumentsTests {
  @Test("the manual page's commands are the parser's")
  func manual() throws {
    let lines = try ToolManual().lines
    #expect(
      Document("board/man/tealight.1")
        .complaint(from: ".Ss tealight demo", to: "\n.Sh EXIT STATUS", mustBe: lines) == nil)
  }

  @Test("the manual page has every option of every command")
  func options() throws {
    let manual = try ToolManual()
    let page = Document("board/man/tealight.1").text
    var count = 0
    for command in manual.commands {
      let section = page.split(separator: ".Ss tealight \(command.commandName)\n").last ?? ""
      let lines = section.split(separator: "\n").prefix { !$0.hasPrefix(".S") }
      for argument in command.ownArguments where argument.isOption {
        let item = ".It Fl -\(argument.name.dropFirst(2))"
        #expect(
          lines.contains { $0 == item || $0.hasPrefix("\(item) ") },
          "\(command.commandName) \(argument.name)")
        count += 1
      }
    }
    #expect(count > 90)
  }

  @Test("each option and each argument says what it is")
  func sentences() throws {
    for command in try ToolManual().commands {
      #expect(command.abstract?.hasSuffix(".") == true, "\(command.commandName)")
      for argument in command.ownArguments {
        #expect(argument.abstract?.isEmpty == false, "\(command.commandName) \(argument.name)")
      }
    }
  }
}
