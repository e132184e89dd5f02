import TestSupport

/// Something in a document that a reader may copy: a configuration, or a command.
struct DocumentBlock: Sendable, CustomStringConvertible {
  enum Kind: Sendable {
    case toml, json
    /// A line for a shell.
    case command
    /// A name of a command in running text: `tealight send`.
    case name
  }

  let kind: Kind
  let text: String
  /// Where it stands.
  let path: String

  var description: String { "\(path): \(text)" }

  private static func files(_ folder: String, _ ending: String = "") -> [Document] {
    TemporaryFolder.names(in: Document.root + folder).filter { $0.hasSuffix(ending) }.map {
      Document("\(folder)/\($0)")
    }
  }

  private static let pages =
    [Document("README.md"), Document("Sources/README.md")]
    + [".github", "board/manual", "board/wiring"].flatMap { files($0, ".md") }

  static let all = pages.flatMap(markdown) + files("board/man").flatMap(mdoc)

  /// What stands between fences, and commands between backticks.
  private static func markdown(_ document: Document) -> [DocumentBlock] {
    let parts = document.text.split(separator: "```", omittingEmptySubsequences: false)
    return parts.enumerated().flatMap { index, part -> [DocumentBlock] in
      if index % 2 == 0 {
        let spans = part.split(separator: "`", omittingEmptySubsequences: false)
        return spans.enumerated().filter { $0.offset % 2 == 1 }.compactMap { _, span in
          named(span.split(whereSeparator: \.isWhitespace).joined(separator: " "), document.path)
        }
      }
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let text = lines.count == 2 ? String(lines[1]) : ""
      switch lines[0] {
      case "toml": return [DocumentBlock(kind: .toml, text: text, path: document.path)]
      case "json": return [DocumentBlock(kind: .json, text: text, path: document.path)]
      case "sh": return commands(text, document.path)
      default: return []
      }
    }
  }

  /// What stands as it is typed, and commands in running text.
  private static func mdoc(_ document: Document) -> [DocumentBlock] {
    var blocks: [DocumentBlock] = []
    var literal: [Substring]?
    for line in document.text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(".Bd -literal") {
        literal = []
      } else if line == ".Ed", let lines = literal {
        let text = lines.joined(separator: "\n").replacing("\\-", with: "-")
        blocks +=
          document.path.hasSuffix("tealight.toml.5")
          ? [DocumentBlock(kind: .toml, text: text, path: document.path)]
          : commands(text, document.path).filter { $0.text.hasPrefix("tealight") }
        literal = nil
      } else if literal != nil {
        literal!.append(line)
      } else if let macro = [".It Li ", ".Li ", ".Ic ", ".Dl ", ".Ql "].first(where: line.hasPrefix)
      {
        if let block = named(String(line.dropFirst(macro.count)), document.path) {
          blocks.append(block)
        }
      }
    }
    return blocks
  }

  /// What is typed; what stands behind two blanks explains it.
  private static func commands(_ text: String, _ path: String) -> [DocumentBlock] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix(" ") }.map { line in
      let end = line.firstRange(of: "  ")?.lowerBound ?? line.endIndex
      return DocumentBlock(kind: .command, text: String(line[..<end]), path: path)
    }
  }

  private static func named(_ text: String, _ path: String) -> DocumentBlock? {
    let programs = [
      "tealight ", "tealightd ", "board/demo", "sudo tealight", "swift run tealight ",
    ]
    guard programs.contains(where: text.hasPrefix) else { return nil }
    let isName = text.hasPrefix("tealight ") && text.split(separator: " ").count == 2
    return DocumentBlock(kind: isName ? .name : .command, text: text, path: path)
  }
}

extension String {
  /// The words of a line as a shell divides it, without its comment and what goes to files.
  var shellWords: [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for letter in self {
      switch letter {
      case "\"":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted:
        if let word { words.append(word) }
        word = nil
      case "#" where word == nil && !isQuoted, ">" where word == nil && !isQuoted,
        "|" where word == nil && !isQuoted:
        return words
      default: word = (word ?? "") + String(letter)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
