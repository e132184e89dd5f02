extension Config {
  /// A board or HAT, as its file describes it.
  public struct Board: Equatable, Sendable {
    /// The file that describes it.
    public let path: String
    /// As a configuration names it: by its path where its file is in no folder of boards.
    public internal(set) var name: String
    /// As people call it; its name where the file gives it no title.
    public let title: String
    /// The lines that `config.txt` of a Raspberry Pi needs for it, in their order; a filter such as
    /// `[pi4]` is a line, too.
    public let bootLines: [String]
    /// A configuration with its panel and its inputs.
    public let devices: Config

    init(path: String, _ table: BoardTable, _ devices: Config, in folders: [String]) {
      self.path = path
      let name = Self.name(ofFile: path)
      self.name = folders.contains { path == "\($0)/\(name).toml" } ? name : path
      title = table.title ?? name
      bootLines = table.bootLines
      self.devices = devices
    }

    private static func name(ofFile path: String) -> String {
      let file = path.split(separator: "/").last.map(String.init) ?? path
      return file.hasSuffix(".toml") ? String(file.dropLast(".toml".count)) : file
    }
  }
}

/// What the file of a board says besides its panel and its inputs.
struct BoardTable {
  var title: String?
  var bootLines: [String] = []

  static let table = Table<Self>(
    "the board", Self(),
    [
      Key("title", optional: \.title, .text("the name of the board as its maker writes it")),
      Key("config_txt", \.bootLines, .bootLines),
    ])
}

extension ValueType<[String]> {
  /// Lines of `config.txt`: the firmware reads 98 characters of each (Raspberry Pi documentation,
  /// "config.txt", "File format").
  fileprivate static let bootLines = {
    let meaning = "a line of config.txt: \"name=value\" or \"[filter]\""
    return list("a list, at least one line of config.txt", of: ("a line", meaning), twice: .fine) {
      (line: Located<String>) throws(Complaint) -> String in
      let text = line.value
      let isFilter = text.first == "[" && text.last == "]" && text.count > 2
      let inner = isFilter ? text.dropFirst().dropLast() : text[...]
      let isSafe = inner.utf8.allSatisfy { byte in
        let letter = Character(Unicode.Scalar(byte))
        return letter.isASCII && (letter.isLetter || letter.isNumber || "=,_-.:".contains(letter))
      }
      let isSetting = text.first != "=" && text.contains("=") && text.utf8.count <= 98
      guard isSafe, isFilter || isSetting else {
        throw Complaint(
          "\"\(text)\" is not a line of config.txt; write \"name=value\" or \"[filter]\"")
      }
      return text
    }
  }()
}
