import Devices

extension Catalogue {
  /// The boards that can be named, in the order of their names.
  public var boardNames: [String] {
    let files = boardFolders.flatMap { SystemTree().list($0) }.filter { $0.hasSuffix(".toml") }
    return Set(files.map { String($0.dropLast(".toml".count)) }).sorted()
  }

  /// The file of a board.
  /// - Parameter name: one of `boardNames`, or with a slash the path of a file.
  /// - Throws: what is wrong with the name, and which one may have been meant.
  public func boardPath(_ name: String) throws(Complaint) -> String {
    if name.contains("/") {
      if FileBytes.exists(name) { return name }
      throw Complaint("there is no \(name); check the path of the board's file")
    }
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }),
      name.first != "."
    else {
      throw Complaint(
        "\"\(name)\" is not the name of a board; use a known name, or the path of a board file")
    }
    let paths = boardFolders.map { "\($0)/\(name).toml" }
    if let path = paths.first(where: FileBytes.exists) { return path }
    let mistake =
      PanelKind(named: name) == nil
      ? "unknown board \"\(name)\""
      : "\"\(name)\" is a panel; name a board, or write panel and bus"
    let known = boardNames
    throw Complaint(
      mistake
        + (known.isEmpty
          ? "; there is no board file in \(boardFolders.joined(separator: " and "))"
          : name.hint(among: known)))
  }
}
