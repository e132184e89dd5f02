/// What each room may import: the table of the rooms, with the C libraries that it wraps.
let mayImport: [String: Set<String>] = [
  "MarketData": [],
  "Pixels": [],
  "Feeds": ["MarketData"],
  "Glance": ["MarketData", "Pixels"],
  "Wire": ["CCurl", "CWslay", "COpenSSL", "Glibc"],
  "Typeface": ["Pixels", "CFreetype", "Glibc"],
  "Devices": ["Pixels", "CGpio", "CLinux", "CPng", "Glibc"],
  "Tealight": [
    "MarketData", "Feeds", "Wire", "Glance", "Pixels", "Typeface", "Devices", "CLinux", "CToml",
    "Glibc",
  ],
  "tealightd": ["Tealight", "Glibc"],
  "SimulatedExchange": ["MarketData", "COpenSSL", "CWslay", "CZlib", "Glibc"],
  "TealightTool": [
    "MarketData", "Feeds", "Glance", "Pixels", "Typeface", "Devices", "Tealight",
    "SimulatedExchange", "ArgumentParser", "Glibc",
  ],
]

/// Rooms without I/O, clock or chance.
let pureRooms: Set = ["MarketData", "Pixels", "Glance", "Feeds"]

/// Rooms of the program with one thread.
let daemonRooms = pureRooms.union(["Wire", "Typeface", "Devices", "Tealight", "tealightd"])

/// Files of the plan that hold a family of types or functions and bear the family's name.
let families: Set = ["Curves", "Geometry", "Shapes", "Text"]

/// The rules: each returns what is wrong with a file, as a sentence.
enum Rules {
  static func imports(_ source: Source) -> [String] {
    guard let allowed = mayImport[source.room] else {
      return ["\(source.path) stands in no known room"]
    }
    return source.code.compactMap { line in
      let match = line.firstMatch(
        of:
          /^\s*(?:@\w+(?:\(\w+\))?\s+|public\s+|package\s+|internal\s+|private\s+)*import\s+(?:(?:class|struct|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
      )
      guard let module = match?.1, !allowed.contains(String(module)) else { return nil }
      return "\(source.path) may not import \(module)"
    }
  }

  static func length(_ source: Source) -> [String] {
    let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    return lines <= 250 ? [] : ["\(source.path) has \(lines) lines, and 250 are enough"]
  }

  static func purity(_ source: Source) -> [String] {
    guard pureRooms.contains(source.room) else { return [] }
    let impure =
      /\b(clock_gettime|gettimeofday|ContinuousClock|SuspendingClock|SystemRandomNumberGenerator|print|readLine)\b|(\.shuffled|\.randomElement)\(\)|\.random\((in: [^,]*)?\)/
    return source.code.compactMap { line in
      line.firstMatch(of: impure).map { "\(source.path) may not call \($0.0)" }
    }
  }

  static func oneThread(_ source: Source) -> [String] {
    guard daemonRooms.contains(source.room) else { return [] }
    return source.code.compactMap { line in
      line.firstMatch(of: /\b(await|async|actor|Task|pthread_\w+|Mutex)\b/)
        .map { "\(source.path) may not use \($0.0): the daemon has one thread and one loop" }
    }
  }

  static func names(_ source: Source) -> [String] {
    let declared = source.code.flatMap { line in
      line.matches(
        of: /\b(?:struct|class|enum|protocol|typealias|extension|static let)\s+([\w.]+)/
      ).map { $0.1.split(separator: ".").last! }
    }
    let file = source.path.split(separator: "/").last!.dropLast(".swift".count)
    let name = file.prefix { $0 != "+" }
    let isNamed =
      families.contains(String(name))
      || declared.contains { $0.lowercased() == name.lowercased() }
      || source.code.allSatisfy { $0.allSatisfy(\.isWhitespace) }
    return (isNamed ? [] : ["\(source.path) has no \(name) inside"])
      + declared.filter { $0.contains(/(Manager|Helper|Utils?|Service|Impl|Base)$/) }
      .map { "\(source.path): \($0) says nothing of what it is" }
  }
}
