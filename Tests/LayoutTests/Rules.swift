/// What each module may import: the table of the modules, with the C libraries that it wraps.
let mayImport: [String: Set<String>] = [
  "Timing": [],
  "MarketData": [],
  "Pixels": [],
  "Feeds": ["MarketData", "Timing"],
  "State": ["MarketData", "Timing"],
  "Glance": ["MarketData", "State", "Pixels", "Timing"],
  "Wire": ["Timing", "CCurl", "CWslay", "COpenSSL", "CLinux", "Glibc"],
  "Typeface": ["Pixels", "CFreetype", "Glibc"],
  "Devices": ["Pixels", "Timing", "CGpio", "CLinux", "CPng", "Glibc"],
  "Web": ["Pixels", "Timing", "CMicrohttpd", "COpenSSL", "Glibc"],
  "Broker": ["Timing", "CMosquitto", "Glibc"],
  "PanelModels": ["Devices", "Pixels", "Glibc"],
  "Configuration": [
    "MarketData", "Feeds", "State", "Glance", "Pixels", "Devices", "Web", "CToml", "Glibc",
  ],
  "ConfigurationHelp": ["Configuration"],
  "Tealight": [
    "MarketData", "Feeds", "Wire", "State", "Glance", "Pixels", "Typeface", "Devices",
    "Configuration", "Web", "Broker", "Timing", "CLinux", "CQrencode", "Glibc",
  ],
  "tealightd": ["Tealight", "Glibc"],
  "SimulatedExchange": ["Timing", "COpenSSL", "CWslay", "CZlib", "Glibc"],
  "TealightTool": [
    "MarketData", "Feeds", "State", "Glance", "Pixels", "Typeface", "Devices", "Tealight",
    "Configuration", "ConfigurationHelp", "SimulatedExchange", "Timing", "Wire", "Web", "CZlib",
    "ArgumentParser", "Glibc",
  ],
]

/// Modules without I/O, clock or chance.
let pureModules: Set = ["Timing", "MarketData", "Pixels", "State", "Glance", "Feeds"]

/// Modules of the program with one thread.
let daemonModules = pureModules.union([
  "Wire", "Web", "Broker", "Typeface", "Devices", "Configuration", "Tealight", "tealightd",
])

/// Modules whose types are the only ones to write their state.
let modulesWithOwners = daemonModules.union(["SimulatedExchange"])

/// Files of the plan that hold a family of types or functions and bear the family's name.
let families: Set = ["Capabilities", "Curves", "Geometry", "Shapes", "Text"]

/// The rules: each returns what is wrong with a file, as a sentence.
enum Rules {
  static func imports(_ source: Source) -> [String] {
    guard let allowed = mayImport[source.module] else {
      return ["\(source.path) stands in no known module"]
    }
    let before: Set<Substring> = [
      "public", "package", "internal", "fileprivate", "private", "preconcurrency", "testable",
      "_exported", "_implementationOnly", "_spi",
    ]
    let kinds: Set<Substring> = [
      "struct", "class", "enum", "protocol", "typealias", "func", "var", "let",
    ]
    return source.words.compactMap { words in
      let rest = words.drop(while: before.contains)
      guard rest.first == "import" else { return nil }
      let module = rest.dropFirst().drop(while: kinds.contains).first.map(String.init) ?? ""
      return allowed.contains(module) ? nil : "\(source.path) may not import \(module)"
    }
  }

  static func purity(_ source: Source) -> [String] {
    guard pureModules.contains(source.module) else { return [] }
    let calls: Set<Substring> = [
      "clock_gettime", "gettimeofday", "ContinuousClock", "SuspendingClock",
      "SystemRandomNumberGenerator", "print", "readLine",
    ]
    let isChance = { (line: Substring) in
      line.contains(".shuffled()") || line.contains(".randomElement()")
        || (line.contains(".random(") && !line.contains("using:"))
    }
    return source.words.joined().filter(calls.contains).map {
      "\(source.path) may not call \($0)"
    } + source.code.filter(isChance).map { "\(source.path) may not leave it to chance: \($0)" }
  }

  static func sameDay(_ source: Source) -> [String] {
    // The one place, and the place that says what is refused.
    let isExempt =
      source.path == "TealightTests/Clock+Fixed.swift" || source.module == "LayoutTests"
    if isExempt { return [] }
    let today = /\b(Clock\(\)|Date\(\)|time\(nil\)|CLOCK_REALTIME\b|gettimeofday\b)/
    return source.code.filter { $0.contains(today) }.map {
      "\(source.path) depends on the day it runs on: \($0)"
    }
  }

  static func sentences(_ source: Source) -> [String] {
    // The place that says what is refused.
    if source.module == "LayoutTests" { return [] }
    // The sentence of a long one stands on the next line.
    return zip(source.code, source.code.dropFirst() + [""]).filter { line, next in
      guard line.contains("@Test"), !line.contains("@Test(\"") else { return false }
      return !line.hasSuffix("@Test(") || next.first { $0 != " " } != "\""
    }.map { "\(source.path) has a test that no sentence names: \($0.0)" }
  }

  static func oneThread(_ source: Source) -> [String] {
    guard daemonModules.contains(source.module) else { return [] }
    let threads: Set<Substring> = ["async", "await", "actor", "Task", "Mutex", "pthread_create"]
    return source.words.joined().filter(threads.contains).map {
      "\(source.path) may not use \($0): the daemon has one thread and one loop"
    }
  }

  static func names(_ source: Source) -> [String] {
    let keywords: Set<Substring> = [
      "struct", "class", "enum", "protocol", "typealias", "extension", "let",
    ]
    let path = source.path.split(separator: "/")
    let name = path.last!.dropLast(".swift".count).prefix { $0 != "+" }
    // An exchange's files are named after the exchange and what they are about.
    let owner = path.contains("Exchanges") ? path[path.count - 2] : name
    let isNamed =
      families.contains(String(name)) || source.code.isEmpty
      || source.words.contains { words in
        words.contains {
          $0.lowercased() == name.lowercased()
            || name != owner && name.hasPrefix(owner) && $0.hasPrefix(owner)
        } && !keywords.isDisjoint(with: words)
      }
    let empty = source.words.flatMap { words in
      zip(words, words.dropFirst()).filter { keywords.contains($0) && saysNothing($1) }.map(\.1)
    }
    return (isNamed ? [] : ["\(source.path) has no \(name) inside"])
      + empty.map { "\(source.path): \($0) says nothing of what it is" }
  }

  private static func saysNothing(_ type: Substring) -> Bool {
    ["Manager", "Helper", "Util", "Utils", "Service", "Impl", "Base"].contains(
      where: type.hasSuffix)
  }
}
