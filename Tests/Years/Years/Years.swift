import CBoundary
import Glibc
import Oracle

/// What the command line asks for.
struct Options {
  var seeds: [UInt64] = []
  var milliseconds: Int64 = 86_400_000
  var load: Load?
  var faultsMax = Int.max
  /// Nil where the seed decides.
  var role: House.Role?
  var isVerbose = false
  var isTraced = false
  /// Real seconds in which one seed after the other is tried, from the given one on.
  var seconds: Int?
  var shrinks = false
  /// Milliseconds after the beginning; nil for all of the days.
  var until: Int64?
  /// A folder for pictures.
  var pictures: String?
  /// A rule of tzset(3), which needs no table of zones.
  var zone = "CET-1CEST,M3.5.0,M10.5.0/3"
}

nonisolated(unsafe) var world: World!
nonisolated(unsafe) var totals = Totals()
/// Nil where nobody asks for it: it grows with all faults that can meet.
nonisolated(unsafe) var coverage: Coverage?
nonisolated(unsafe) var chance = Lots(seed: 0)

@main
enum Years {
  static func main() {
    var options = Options()
    var arguments = Array(CommandLine.arguments.dropFirst())
    func next(_ name: String) -> String {
      guard !arguments.isEmpty else { fail("\(name) needs a value") }
      return arguments.removeFirst()
    }
    while !arguments.isEmpty {
      let word = arguments.removeFirst()
      switch word {
      case "--days":
        guard let days = Double(next(word)), days > 0, days <= 36_525 else { fail("--days N") }
        options.milliseconds = Int64(days * 86_400_000)
      case "--load":
        guard let load = Load(rawValue: next(word)) else {
          fail("--load quiet|ordinary|busy|paired")
        }
        options.load = load
      case "--faults":
        guard let count = Int(next(word)), count >= 0 else { fail("--faults N") }
        options.faultsMax = count
      case "--for":
        guard let seconds = Int(next(word)), seconds > 0 else { fail("--for SECONDS") }
        options.seconds = seconds
      case "--role":
        guard let role = House.Role(rawValue: next(word)) else {
          fail("--role alone|hub|follower|fallback")
        }
        options.role = role
      case "--shrink": options.shrinks = true
      case "--coverage":
        guard let count = Int(next(word)), count >= 0 else { fail("--coverage N") }
        coverage = Coverage(least: count)
      case "--replay":
        guard let seed = UInt64(next(word)) else { fail("--replay SEED") }
        (options.seeds, options.isVerbose) = ([seed], true)
      case "--until":
        guard let seconds = Double(next(word)), seconds > 0, seconds < 1e10 else {
          fail("--until SECONDS")
        }
        options.until = Int64(seconds * 1_000)
      case "--pictures": options.pictures = next(word)
      case "--trace": options.isTraced = true
      case "--verbose": options.isVerbose = true
      default:
        guard let seed = UInt64(word) else { fail("\(word): a seed is a whole number") }
        options.seeds.append(seed)
      }
    }
    guard !options.seeds.isEmpty else { fail("which seeds?") }
    connect()
    var isBroken = false
    let begun = seconds
    var tried = 0
    // With a time limit a single seed stands for all from it on, and of several seeds the first ones are
    // tried, as many as there is time for.
    while options.seconds.map({ seconds - begun < Double($0) }) ?? true,
      tried < options.seeds.count || options.seeds.count == 1 && options.seconds != nil
    {
      let seed = options.seeds.count == 1 ? options.seeds[0] + UInt64(tried) : options.seeds[tried]
      tried += 1
      if run(seed, options) { continue }
      isBroken = true
      if options.shrinks { shrink(seed, options) }
    }
    if tried > 1 { totals.show() }
    if let coverage, !coverage.show() { isBroken = true }
    exit(isBroken ? 1 : 0)
  }

  /// Looks for the fewest faults, from the first one on, after which the same rule breaks.
  static func shrink(_ seed: UInt64, _ options: Options) {
    let rule = world.oracle.violations[0].rule
    var options = options
    options.until = world.time - world.begunAt + 600_000
    var (least, most) = (0, world.faults.begun)
    while least < most {
      options.faultsMax = (least + most) / 2
      if !run(seed, options, isQuiet: true), world.oracle.violations[0].rule == rule {
        most = options.faultsMax
      } else {
        least = options.faultsMax + 1
      }
    }
    print("shortest: seed \(seed) --faults \(most)")
  }

  static func fail(_ text: String) -> Never {
    let usage = """
      \(text)
      usage: board/years SEED… [--days N] [--load quiet|ordinary|busy|paired] [--faults N] [--for SECONDS]
                         [--role alone|hub|follower|fallback] [--shrink] [--coverage N]
             board/years --replay SEED [--until SECONDS] [--pictures FOLDER] …

      """
    _ = Glibc.write(2, usage, usage.utf8.count)
    exit(64)
  }

  /// - Returns: whether all rules held.
  static func run(_ seed: UInt64, _ options: Options, isQuiet: Bool = false) -> Bool {
    var path = Array("/dev/shm/tealight-years-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { fail("there is no /dev/shm") }
    let folder = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    chance = Lots(seed: seed)
    boundary_is_on = 0
    world = World(options, seed: seed, folder: folder)
    let begun = Self.seconds
    boundary_is_on = 1
    world.run()
    boundary_is_on = 0
    remove(folder)
    if isQuiet { return world.oracle.violations.isEmpty }
    let took = Self.seconds - begun
    // To simulate a sleep takes no time.
    let days = Double(world.time - world.begunAt - world.suspendedMilliseconds) / 86_400_000
    totals.add(world, days: days, seconds: took)
    print(
      "seed \(seed) \(world.load.rawValue) \(world.house.role.rawValue): \((days * 1_000).rounded() / 1_000) days, "
        + "\(world.faults.begun) faults, \(world.faults.calms) calms, \(world.lives) lives, "
        + "\(world.oracle.lines) lines, \(Int(days * 86_400 / took)) times life, hash "
        + String(world.hash.value, radix: 16))
    if let text = world.rest.text { print("  \(text)") }
    for violation in world.oracle.violations.prefix(1) {
      print("broken: \(violation.rule.rawValue)")
      print("  \(violation.detail)")
      print("  seed \(seed), \(violation.time - world.begunAt) ms")
      for line in world.recent.suffix(25) { print("    \(line)") }
    }
    for violation in world.oracle.violations.dropFirst().prefix(3) {
      print("then: \(violation.rule.rawValue): \(violation.detail)")
    }
    fflush(nil)
    return world.oracle.violations.isEmpty
  }

  /// The real monotonic time.
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func remove(_ folder: String) {
    for inner in ["state", "cache/markets", "cache", ""] {
      let path = "\(folder)/\(inner)"
      guard let stream = opendir(path) else { continue }
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        unlink("\(path)/\(name)")
      }
      closedir(stream)
      rmdir(path)
    }
  }

  /// Leads the program's calls here.
  static func connect() {
    boundary.wait = { world.wait($0) }
    boundary.sleep = { world.block($0) }
    boundary.wrote = { world.wrote($0, UnsafeBufferPointer(start: $1, count: $2)) }
    boundary.begin = { world.network.begin($0!) }
    boundary.drop = { world.network.drop($0!) }
    boundary.perform = { world.network.perform() }
    boundary.receive = { world.network.receive($0!, $1!, $2, $3!).rawValue }
    boundary.send = {
      let code = world.network.send($0!, $1!, $2)
      if code == .ok { $3!.pointee = $2 }
      return code.rawValue
    }
    boundary.open_device = { world.panels.openDevice(String(cString: $0!)) }
    boundary.write_i2c = { world.panels.writeI2C($0, UnsafeBufferPointer(start: $1, count: $2)) }
    boundary.write_spi = {
      world.panels.writeSPI(Int($0), UnsafeBufferPointer(start: $1, count: $2))
    }
    boundary.set_line = { world.panels.drive(Int($0), $1 != 0) }
    boundary.leads_out = { world.network.weather.isDown ? 0 : 1 }
    boundary.address = { world.network.weather.isDown ? 0 : world.network.address }
    boundary.random = { bytes, count in
      for index in 0..<count { bytes![index] = UInt8(truncatingIfNeeded: chance.next()) }
      world.visitors.drew(UnsafeBufferPointer(start: bytes!, count: count))
    }
    boundary.replacing = { world.board.replacing() }
    boundary.replaced = { world.board.replaced() }
    boundary.run_hook = { world.alerts.runHook(UnsafeBufferPointer(start: $0, count: $1)) }
    boundary.hook_status = { world.alerts.hookStatus($0) }
    boundary.signal_hook = { world.alerts.signalHook($0, $1) }
    connectBroker()
    boundary.notified = { bytes, count in
      let word = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
      return world.manager.notified(word) ? 0 : -EAGAIN
    }
    boundary.web_listens = { world.site.listens() }
    boundary.web_begins = { world.site.begins() }
    boundary.web_runs = { world.site.runs() }
    boundary.web_ends = { world.site.ends() }
    boundary.web_wakes = { world.site.wakes($0) }
    boundary.web_shuts = { world.site.shuts($0) }
    boundary.web_answers = { number, status, fields, body, count, isStream in
      var words: [String] = []
      var place = 0
      while let word = fields![place] {
        words.append(String(cString: word))
        place += 1
      }
      let pairs = stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) }
      let bytes = Array(UnsafeBufferPointer(start: body, count: count))
      world.site.answers(
        number,
        Visit.Answer(status: Int(status), fields: pairs, body: bytes, isStream: isStream != 0))
    }
  }
}
