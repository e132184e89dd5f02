/// Finds folders of one module that use each other's types in a circle: none of them can be
/// understood, moved or tested without all the others.
///
/// A folder is a directory below the module's own, each by itself. Files directly in the module's
/// directory are its common ground and are not counted: what all folders share, and what puts them
/// together. A type belongs to the folder of the file that declares it at the left margin, unless it
/// is private or another folder of the module declares the same name. A folder uses a type where its
/// code has the name as a word that does not follow a dot: not in comments, not in text between
/// quotes, and not in a file that declares a type of that name inside another. What extensions add
/// to types of others is not followed.
struct FolderCircles {
  /// How often a folder's code names types of another folder.
  private(set) var uses: [String: [String: Int]] = [:]

  /// - Parameter sources: files of one module.
  init(_ sources: [Source]) {
    var homes: [Substring: Set<String>] = [:]
    for source in sources {
      for line in source.code {
        if let name = Self.declared(line), !Self.isInner(line) {
          homes[name, default: []].insert(source.folder)
        }
      }
    }
    for source in sources where !source.folder.isEmpty {
      let inner = Set(source.code.filter(Self.isInner).compactMap(Self.declared))
      for name in source.code.flatMap(Self.names) where !inner.contains(name) {
        guard let home = homes[name], home.count == 1, let folder = home.first,
          !folder.isEmpty, folder != source.folder
        else { continue }
        uses[source.folder, default: [:]][folder, default: 0] += 1
      }
    }
  }

  /// Those that are in a circle with each other, in the order of their names.
  var circles: [[String]] {
    var left = Set(uses.keys)
    var circles: [[String]] = []
    for folder in uses.keys.sorted() where left.contains(folder) {
      let circle = reached(from: folder).filter { reached(from: $0).contains(folder) }
      left.subtract(circle)
      if circle.count > 1 { circles.append(circle.sorted()) }
    }
    return circles
  }

  /// Of each circle who names whom, and how often.
  var complaints: [String] {
    circles.map { circle in
      let arrows = circle.flatMap { user in
        circle.compactMap { used in uses[user]?[used].map { "\(user) names \(used) \($0) times" } }
      }
      return "folders in a circle: \(arrows.joined(separator: ", "))"
    }
  }

  private func reached(from folder: String) -> Set<String> {
    var reached: Set<String> = []
    var open = [folder]
    while let next = open.popLast() {
      for used in (uses[next] ?? [:]).keys where reached.insert(used).inserted { open.append(used) }
    }
    return reached
  }

  private static func isInner(_ line: Substring) -> Bool { line.first == " " }

  /// The type that a line declares, if it can be seen outside of its file.
  private static func declared(_ line: Substring) -> Substring? {
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias"]
    guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
      words[..<kind].allSatisfy({ ["public", "final", "indirect"].contains($0) })
        || isInner(line)
    else { return nil }
    return words[kind + 1]
  }

  /// The words of a line that begin with a capital and follow no dot.
  private static func names(_ line: Substring) -> [Substring] {
    var names: [Substring] = []
    var rest = line
    var last: Character = " "
    var isQuoted = false
    while let character = rest.first {
      if !isQuoted, character == "/", last == "/" { break }
      if character == "\"" { isQuoted.toggle() }
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if !word.isEmpty {
        if !isQuoted, last != ".", word.first!.isUppercase { names.append(word) }
        last = word.last!
        rest = rest.dropFirst(word.count)
      } else {
        last = character
        rest = rest.dropFirst()
      }
    }
    return names
  }
}

extension Source {
  /// The folder below the module's own, empty for files that stand directly in it.
  var folder: String {
    path.split(separator: "/").dropFirst().dropLast().joined(separator: "/")
  }
}
