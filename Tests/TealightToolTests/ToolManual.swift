import Foundation

@testable import ConfigurationHelp
@testable import TealightTool

/// The commands as tealight(1) describes them, in the language of manual pages, mdoc(7). All of it is
/// what their parser knows.
struct ToolManual: Decodable {
  struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var subcommands: [Command]?
    var arguments: [Argument]?
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      var name: String
    }

    var kind: String
    var isOptional: Bool
    var isRepeating: Bool
    var preferredName: Name?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var abstract: String?
    var discussion: String?
  }

  private var command: Command

  /// What the parser says of itself.
  init() throws {
    self = try JSONDecoder().decode(ToolManual.self, from: Data(Tool._dumpHelp().utf8))
  }

  var commands: [Command] { (command.subcommands ?? []).filter { $0.commandName != "help" } }

  var lines: [String] { commands.flatMap(\.lines) }
}

extension ToolManual.Command {
  /// Without those that every command has.
  var ownArguments: [ToolManual.Argument] {
    (arguments ?? []).filter { !["version", "help"].contains($0.preferredName?.name) }
  }

  fileprivate var lines: [String] {
    let own = ownArguments
    let (words, options) = (own.filter { $0.kind == "positional" }, own.filter(\.isOption))
    var lines = [".Ss tealight \(commandName)", ".Nm", ".Cm \(commandName)"]
    lines += words.map(\.synopsis)
    if !options.isEmpty { lines.append(".Op Ar option ...") }
    lines += [".Pp"] + ManualPage.mdoc(abstract ?? "")
    lines += Self.blocks(discussion ?? "").flatMap { $0[0].hasPrefix(".Bd") ? $0 : [".Pp"] + $0 }
    guard !own.isEmpty else { return lines }
    return lines + [".Bl -tag -width Ds"] + (words + options).flatMap(\.lines) + [".El"]
  }

  /// Paragraphs, and examples as they are typed.
  private static func blocks(_ discussion: String) -> [[String]] {
    discussion.split(separator: "\n\n").map { block in
      guard block.hasPrefix("  ") else { return ManualPage.mdoc(String(block)) }
      let examples = block.split(separator: "\n").map {
        String($0.dropFirst(2).replacing("\\", with: "\\e").replacing("-", with: "\\-"))
      }
      return [".Bd -literal"] + examples + [".Ed"]
    }
  }
}

extension ToolManual.Argument {
  var isOption: Bool { kind != "positional" }

  /// As it is typed: `--panel`.
  var name: String { (isOption ? "--" : "") + (preferredName?.name ?? valueName ?? "") }

  fileprivate var synopsis: String {
    let word = "Ar \(valueName ?? "")\(isRepeating ? " ..." : "")"
    return isOptional ? ".Op \(word)" : ".\(word)"
  }

  fileprivate var lines: [String] {
    let value = kind == "flag" ? "" : valueName.map { " Ar \($0)" } ?? ""
    let item = isOption ? "Fl -\(preferredName?.name ?? "")\(value)" : "Ar \(valueName ?? "")"
    let sentence = (abstract ?? "").replacing(/\(default: (.*)\)$/) { "Default: \($0.1)." }
    var lines = [".It \(item)"] + ManualPage.mdoc(sentence)
    if let discussion { lines += ManualPage.mdoc(discussion) }
    if let allValues { lines += ManualPage.mdoc("Values: \(allValues.joined(separator: ", ")).") }
    if let defaultValue { lines += ManualPage.mdoc("Default: \(defaultValue).") }
    return lines
  }
}
