import ArgumentParser
import Configuration
import Tealight

/// `tealight boards`: the boards and HATs that are known, and how each is wired.
struct Boards: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List boards and HATs, or show how one is wired.",
    discussion: """
      Without a name it lists all of them, each with its panel, its size, its bus and its buttons. \
      With one it draws the header with the pins that the board uses, and says which lines \
      /boot/firmware/config.txt needs and how a configuration names it.

        tealight boards
        tealight boards waveshare-lcd-hat-1.3
        tealight boards ./my-board.toml

      All of it comes from the board's file in /usr/share/tealight/boards: the keys of one [[display]] \
      and any inputs, and above all tables title, what people call it, and config_txt, a list of lines.
      """)

  @Argument(
    help: "A board, by its name or by the path of its file. (default: all of them)",
    completion: .list(Catalogue().boardNames))
  var name: String?

  func run() throws {
    let catalogue = Catalogue()
    try starting { () throws(StartError) in
      guard let name else { return print(Self.list(try Self.all(catalogue))) }
      print(try Self.board(name, catalogue).page)
    }
  }

  /// - Parameter name: of a board, or the path of its file.
  /// - Throws: `usage` where there is none, `configuration` where its file is bad.
  static func board(
    _ name: String, _ catalogue: Catalogue
  ) throws(StartError) -> Config.Board {
    var path: String
    do throws(Complaint) { path = try catalogue.boardPath(name) } catch {
      let near = catalogue.boardNames.filter { $0.contains(name.lowercased()) }
      throw .usage(
        near.isEmpty
          ? error.text
          : "unknown board \"\(name)\"; did you mean \(near.count > 1 ? "one of " : "")\(near.quoted)?"
      )
    }
    if name.contains("/") { path = resolved(path) }
    guard let board = try Config.loadBoard(path, catalogue) else {
      throw .usage("\(path) is no board: it names no panel above all tables")
    }
    return board
  }

  /// All boards that can be named, in the order of their names.
  static func all(_ catalogue: Catalogue) throws(StartError) -> [Config.Board] {
    var boards: [Config.Board] = []
    for name in catalogue.boardNames { boards.append(try board(name, catalogue)) }
    guard boards.isEmpty else { return boards }
    throw .usage("there is no board in \(catalogue.boardFolders.joined(separator: " and "))")
  }

  private static func list(_ boards: [Config.Board]) -> String {
    var columns = Columns(areRight: [false, false])
    for board in boards {
      columns.add([board.name, board.title])
      columns.add(["", board.summary])
    }
    return columns.lines.joined(separator: "\n")
  }
}
