import Devices
import Testing

@testable import TealightTool

@Suite("What --help prints")
struct HelpTests {
  private static let commands = [Tool.self] + Tool.configuration.subcommands

  @Test("no line is longer than a terminal of 80 columns")
  func columns() {
    for command in Self.commands {
      let text = Tool.helpMessage(for: command, columns: 80)
      for line in text.split(separator: "\n") {
        #expect(TerminalText.width(String(line)) <= 80, "\(line)")
      }
    }
  }

  @Test("paragraphs fill their lines, and examples stand by themselves behind two blanks")
  func paragraphs() throws {
    for command in Self.commands {
      let discussion = command.configuration.discussion
      for block in discussion.split(separator: "\n\n") {
        let lines = block.split(separator: "\n")
        let isExamples = lines.allSatisfy { $0.hasPrefix("  ") }
        #expect(isExamples || lines.count == 1 && !block.hasPrefix(" "), "\(block)")
      }
    }
  }

  @Test("it says which configuration is read on a board")
  func configuration() {
    let text = Tool.helpMessage(columns: 200)
    #expect(
      text.contains(
        "reads /boot/firmware/tealight.toml if it exists, else /etc/tealight/tealight.toml."))
  }
}
