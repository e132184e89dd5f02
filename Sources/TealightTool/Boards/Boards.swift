import ArgumentParser
import Configuration
import Devices
import Tealight

/// `tealight boards`: the boards and HATs that are known, and how each is wired.
struct Boards: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List boards and HATs, or show how one is wired.",
    discussion: """
      Without a name it lists all boards with their panel, size, bus and buttons. With a name it \
      draws the header with the pins that the board uses, and prints the lines for \
      /boot/firmware/config.txt and for the configuration.

        tealight boards
        tealight boards waveshare-lcd-hat-1.3
        tealight boards ./my-board.toml

      The facts come from the board's file in /usr/share/tealight/boards. Such a file has the keys \
      of one [[display]] and any inputs. Above its tables it has title, the name of the board, and \
      config_txt, a list of lines.
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

  /// - Parameter name: the name of a board, or the path of its file.
  /// - Throws: `usage` if there is no such board, `configuration` if its file is bad.
  static func board(
    _ name: String, _ catalogue: Catalogue
  ) throws(StartError) -> Config.Board {
    var path: String
    do throws(Complaint) { path = try catalogue.boardPath(name) } catch {
      let near = catalogue.boardNames.filter { $0.contains(name.lowercased()) }
      if near.isEmpty, PanelKind(named: name) != nil {
        throw .usage(try complaint(ofPanel: name, catalogue))
      }
      throw .usage(
        near.isEmpty
          ? error.text
          : "unknown board \"\(name)\"; did you mean \(near.count > 1 ? "one of " : "")\(near.quoted)?"
      )
    }
    if name.contains("/") { path = resolved(path) }
    guard let board = try Config.loadBoard(path, catalogue) else {
      throw .usage("\(path) is not a board file: it has no panel key above its tables")
    }
    return board
  }

  /// The message for a name that is a panel and not a board, with the boards that have this panel.
  private static func complaint(
    ofPanel name: String, _ catalogue: Catalogue
  ) throws(StartError) -> String {
    let boards = try all(catalogue).filter { $0.devices.panels.contains { $0.kind.name == name } }
    return boards.isEmpty
      ? "\"\(name)\" is a panel, and there is no board file for it; write panel and bus in [[display]], "
        + "and see \(wiringFolder) for its wiring"
      : "\"\(name)\" is a panel; boards with it: \(boards.map(\.name).quoted)"
  }

  /// The package's folder that says how panels are wired.
  private static let wiringFolder = "/usr/share/doc/tealight/wiring"

  /// All boards that can be named, in the order of their names.
  static func all(_ catalogue: Catalogue) throws(StartError) -> [Config.Board] {
    var boards: [Config.Board] = []
    for name in catalogue.boardNames { boards.append(try board(name, catalogue)) }
    guard boards.isEmpty else { return boards }
    throw .usage("there is no board file in \(catalogue.boardFolders.joined(separator: " and "))")
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
