import CBoundary
import Glibc
import Oracle
import SimulatedExchange

/// The board and its user: a button, the light, the files on the card.
final class Board {
  private unowned let world: World
  private var random: Lots
  let configPath: String
  private let stateFolder: String
  private var frozen: [String: [UInt8]]?
  /// Since when a press waits for its effect, and what was shown before.
  private var pressed: (time: Int64, market: String, page: String)?
  private(set) var presses = 0
  private(set) var pressedAt: Int64 = 0
  private var fileFault: (step: Int32, code: Int32)?
  /// Until when the replacing of a file may take long.
  private var slowUntil: Int64 = .min
  private var isSlow: Bool { slowUntil == .max }
  /// Whether files could not be replaced in this life.
  private(set) var hasFailed = false
  /// Since when the card is as it should be again.
  private var cardMendedAt: Int64 = .min / 2
  private var writtenWithoutFlush: Set<String> = []
  /// How long each panel was lit, as the card holds it, by its name.
  private var litMinutes: [Substring: Int] = [:]
  private var doubles: Lots
  /// In one of four seeds a double press turns the page as well, and somebody presses so now and then.
  private let pressesTwice: Bool

  init(_ world: World, seed: UInt64) {
    self.world = world
    random = Lots(seed: seed &+ 77)
    doubles = Lots(seed: seed &+ 83)
    pressesTwice = doubles.below(4) == 0
    configPath = "\(world.folder)/tealight.toml"
    stateFolder = "\(world.folder)/state"
  }

  func prepare() {
    mkdir(stateFolder, 0o700)
    setenv("STATE_DIRECTORY", stateFolder, 1)
    setenv("CACHE_DIRECTORY", "\(world.folder)/cache", 1)
    setenv("TZ", world.options.zone, 1)
    tzset()
    write(configuration())
    if pressesTwice { world.after(180_000) { [unowned self] in pressTwiceAgain() } }
  }

  /// - Parameter more: lines that change nothing that is judged.
  func configuration(_ more: String = "") -> String {
    let markets = places.map { "\"\($0)\"" }.joined(separator: ", ")
    let exchanges =
      world.load.pair == nil
      ? "" : "exchanges = [\"upbit\", \"bithumb\"]\nfailover_after_seconds = 10"
    return """
      markets = [\(markets)]
      \(exchanges)
      home_after_seconds = \((world.oracle.homeAfter ?? 0) / 1_000)
      \(world.money.keys)\(more)
      \(world.house.table)
      [night]
      hours = "22:30-03:10"
      [care]
      dim_after_minutes = \(world.seed % 2 == 0 ? 2 : 60)
      \(world.panels.tables)
      [[button]]
      chip = "gpiochip0"
      line = 5
      press = "next-market"
      hold = "next-page"
      \(pressesTwice ? "double = \"next-page\"\n" : "")\(world.money.table)\(world.alerts.tables)
      \(world.visitors.tables)
      \(world.tables)
      """
  }

  private(set) var wroteAt: Int64 = 0
  /// The market that the configuration leaves out for now.
  private(set) var leftOut: String?
  /// The names of markets in the configuration now.
  var places: [String] { world.load.places.filter { $0 != leftOut } }

  /// Whether the configuration names a market of an exchange.
  func follows(_ exchange: String) -> Bool {
    world.load.names.contains { $0.hasPrefix("\(exchange):") && $0 != leftOut }
  }

  /// The configuration leaves a market out for a while.
  /// - Returns: what ends that.
  func leaveOut(_ market: String) -> () -> Void {
    leftOut = market
    world.oracle.leavesOut(market, at: world.time)
    world.alerts.tell()
    write(configuration())
    return { [unowned self] in
      leftOut = nil
      world.oracle.leavesOutNone(at: world.time)
      world.alerts.tell()
      write(configuration())
    }
  }

  /// Whether the configuration has had a language of its own in this life.
  private var hasHadLanguage = false

  /// A configuration is written that may have another language than the one that was read last.
  private func note(_ configuration: String) {
    if configuration.contains("language = ") { hasHadLanguage = true }
    if hasHadLanguage { world.house.judge.mayChangeLanguage(at: world.time) }
  }

  func write(_ configuration: String) {
    note(configuration)
    world.oracle.readableSince = world.time
    write(Array(configuration.utf8), to: configPath)
  }

  private func write(_ bytes: some Collection<UInt8>, to path: String) {
    wroteAt = world.time
    let bytes = Array(bytes)
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    _ = Glibc.write(descriptor, bytes, bytes.count)
    close(descriptor)
    boundary_is_touched = 1
  }

  /// Puts a new file in place of the configuration, as editors do.
  func replace(_ configuration: String) {
    note(configuration)
    world.oracle.readableSince = world.time
    write(Array(configuration.utf8), to: configPath + ".new")
    rename(configPath + ".new", configPath)
  }

  /// Leaves a configuration that no start would accept, or none.
  func spoil(_ way: Int) {
    let whole = Array(configuration().utf8)
    defer { world.oracle.readableSince = nil }
    switch way {
    case 0: write(configuration("nonsense = 1"))
    // The closing quote of the last text is missing, and everything behind it.
    case 1: write(whole[..<whole.lastIndex(of: UInt8(ascii: "\""))!], to: configPath)
    case 2: write([0xFF, 0xFE] + whole, to: configPath)
    default:
      wroteAt = world.time
      unlink(configPath)
      boundary_is_touched = 1
    }
  }

  // MARK: Lives

  func begin() {
    // Nobody starts the program with a configuration that it has refused.
    hasHadLanguage = false
    write(configuration())
    pressed = nil
    writtenWithoutFlush = []
    world.panels.begin()
  }

  /// The power is gone. The card stays as it is, but files that were never flushed are empty; and panels
  /// begin with anything in their memory.
  func freeze() {
    frozen = files()
    for path in writtenWithoutFlush { frozen?[String(path.dropFirst(stateFolder.count + 1))] = [] }
    world.panels.losePower()
  }

  /// The card must hold what was chosen before then in the life that has ended; nil where it may hold
  /// nothing.
  private(set) var keptBefore: Int64?
  private var lastSleep: (wokeAt: Int64, milliseconds: Int64) = (.min / 2, 0)

  func end() {
    // A choice waits for half a minute at most, and is written within a second.
    // A file that could not be written is written again after half a minute.
    let isMended = fileFault == nil && !isSlow && cardMendedAt < world.time - 60_000
    // A board that loses its power just after it woke has had no time to write since it fell asleep.
    let cutAt = world.time - (lastSleep.wokeAt > world.time - 35_000 ? lastSleep.milliseconds : 0)
    keptBefore = hasFailed && !isMended ? nil : frozen == nil ? world.time + 1 : cutAt - 35_000
    hasFailed = fileFault != nil || isSlow
    if let frozen {
      for name in files().keys { unlink("\(stateFolder)/\(name)") }
      for (name, bytes) in frozen {
        let descriptor = Glibc.open("\(stateFolder)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        _ = Glibc.write(descriptor, bytes, bytes.count)
        close(descriptor)
      }
    }
    frozen = nil
    for (name, bytes) in files().sorted(by: { $0.key < $1.key }) {
      world.trace("file \(name)", bytes)
    }
  }

  private func files() -> [String: [UInt8]] {
    guard let folder = opendir(stateFolder) else { return [:] }
    defer { closedir(folder) }
    var files: [String: [UInt8]] = [:]
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix(".") else { continue }
      let descriptor = Glibc.open("\(stateFolder)/\(name)", O_RDONLY)
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &bytes, bytes.count)
      close(descriptor)
      files[name] = Array(bytes.prefix(max(0, count)))
    }
    return files
  }

  // MARK: Hands

  /// Whether the button may be down: it is held for a second at most.
  var mayBePressed: Bool { world.time - pressedAt <= 1_000 }

  /// Presses the button for a moment, or holds it.
  func press(isLong: Bool = false) {
    // Two presses within a moment mean something else.
    guard world.time - pressedAt > 2_000, world.screen.state != .unsure else { return }
    pressedAt = world.time
    presses += 1
    defer { world.screen.touch() }
    if world.screen.state == .dark { return pressInTheDark(isLong: isLong) }
    world.oracle.wishes(at: world.time)
    if isLong { return turnPage(isTwice: false) }
    world.house.pressed()
    boundary_edge(5, 1)
    let life = world.lives
    world.after(60) { [unowned self] in
      boundary_edge(5, 0)
      // A press before a new start is lost, and one that lasts through a sleep is a hold.
      guard life == world.lives else { return true }
      let mustShow = world.oracle.pressed(at: world.time) && world.sleptAt < pressedAt
      if mustShow, let line = world.oracle.newest {
        pressed = (world.time, line.market, line.page)
        let time = world.time
        world.after(450) { [unowned self] in
          guard let pressed, pressed.time == time, !world.isEnding else { return false }
          self.pressed = nil
          // The press may have put away an alert, or a command may have chosen the former page or market
          // again. Where the screen was switched off before the press acted, the press has only lit it.
          if world.oracle.hasFired(since: time - 500) || world.screen.isOrdered(since: time - 60) {
            return false
          }
          world.oracle.fail(
            .pressActs, "\(pressed.page) of \(pressed.market) is still shown", at: world.time)
          world.stop()
          return false
        }
      }
      return true
    }
  }

  /// A press in the dark lights the screen, and does nothing else.
  private func pressInTheDark(isLong: Bool) {
    if !isLong { world.house.pressed() }
    boundary_edge(5, 1)
    world.after(isLong ? 1_000 : 60) {
      boundary_edge(5, 0)
      return true
    }
  }

  /// Somebody presses twice now and then, while there is light.
  private func pressTwiceAgain() -> Bool {
    world.after(Int64(60_000 + doubles.below(1_200_000))) { [unowned self] in pressTwiceAgain() }
    guard !world.isEnding, world.time - pressedAt > 2_000, world.screen.state == .lit else {
      return false
    }
    pressedAt = world.time
    presses += 1
    world.screen.touch()
    world.oracle.wishes(at: world.time)
    turnPage(isTwice: true)
    return true
  }

  /// Holds the button, or presses it twice: another page is to be seen within a second.
  private func turnPage(isTwice: Bool) {
    boundary_edge(5, 1)
    let edges: [(after: Int64, level: Int32)] =
      isTwice ? [(60, 0), (150, 1), (210, 0)] : [(1_000, 0)]
    for (milliseconds, level) in edges {
      world.after(milliseconds) {
        boundary_edge(5, level)
        return true
      }
    }
    let (time, life, commands) = (world.time, world.lives, world.visitors.commands)
    let isAlone = !world.oracle.hasFired(since: time - 500)
    // On another page the board may go home just before, and turn from there to the page of before.
    let isHome = world.oracle.newest?.page == "glance"
    // An alert is put away long before the gesture ends.
    let mustShow = world.oracle.pressed(isHold: true, at: time) && isAlone && isHome
    world.oracle.commanded(at: time)
    world.after(1_000) { [unowned self] in
      let isSame =
        life == world.lives && world.sleptAt < time && !world.isEnding
        && !world.oracle.hasFired(since: time + 1) && !world.screen.isOrdered(since: time)
      // A double press is over by then.
      let mustShowStill = isTwice || world.oracle.pressed(isHold: true, at: world.time)
      if mustShow, isSame, mustShowStill { judgePage(isTwice: isTwice, commands: commands) }
      world.oracle.commanded(at: world.time)
      return true
    }
  }

  /// Judges that the page has changed: a hold acts after 600 ms, a double press as soon as it is one.
  /// - Parameter commands: how many commands visitors had given when the gesture began.
  private func judgePage(isTwice: Bool, commands: Int) {
    world.oracle.check(.pressActs, true, at: world.time) { "" }
    guard world.oracle.newest?.page == "glance" else { return }
    let life = world.lives
    // A command that a visitor has given meanwhile is known of once it is answered.
    world.after(3_000) { [unowned self] in
      guard life == world.lives, commands == world.visitors.commands else { return false }
      let gesture = isTwice ? "double press" : "hold"
      world.oracle.fail(.pressActs, "the page was the same after a \(gesture)", at: world.time)
      return false
    }
  }

  /// The program has written a line.
  func said(_ line: Oracle.Line?) {
    if let line { world.panels.expectPicture(line) }
    guard let pressed, let line, line.market != pressed.market || line.page != pressed.page else {
      return
    }
    // For 250 ms a press may be the first of two, and pictures are 100 ms apart. A board that falls
    // asleep just after a press acts when it wakes.
    let isDone =
      world.time - max(pressed.time, world.sleptAt) <= 360
      || world.oracle.hasFired(since: pressed.time - 500)
    world.oracle.check(.pressActs, isDone, at: world.time) {
      "\(world.time - pressed.time) ms after the press"
    }
    self.pressed = nil
  }

  /// Whether a time lies in the hours of night, by the board's own zone.
  private func isNight(at seconds: Int) -> Bool {
    var (time, local) = (time_t(seconds), tm())
    localtime_r(&time, &local)
    let minute = local.tm_hour * 60 + local.tm_min
    return minute >= 22 * 60 + 30 || minute < 3 * 60 + 10
  }

  /// Whether night may have begun or ended by the board's clock since then.
  func mayBeOtherHours(since time: Int64) -> Bool {
    guard let since = world.wallTrueSince, since < time - 60_000 else { return true }
    return isNight(at: Int(time / 1_000)) != isNight(at: Int(world.time / 1_000))
  }

  /// When somebody has last set how bright the panels are, and in which life.
  private var lightOrdered = (time: Int64.min / 2, life: -1)

  func orderLight() { lightOrdered = (world.time, world.lives) }

  func lookAtNight() {
    guard !world.isEnding, let since = world.wallTrueSince, world.time - since > 90_000 else {
      return
    }
    let now = Int(world.time / 1_000)
    guard isNight(at: now) == isNight(at: now - 20), world.screen.isLit(for: 2_000),
      let level = world.panels.model.level
    else {
      return
    }
    // An ordered brightness holds until the hours of night begin or end while the board is awake. To
    // look at each quarter of an hour is enough: night and day are longer.
    let ordered = Int(lightOrdered.time / 1_000)
    let isOrdered =
      lightOrdered.life == world.lives
      && (world.sleptAt > lightOrdered.time
        || stride(from: ordered, through: now, by: 900).allSatisfy {
          isNight(at: $0) == isNight(at: now)
        })
    guard !isOrdered else { return }
    // A tenth at night; by day full brightness, or two fifths where nobody was there for a while.
    let levels: Set<Int> = isNight(at: now) ? [25] : [102, 255]
    world.oracle.check(.panelIsDimAtNight, levels.contains(Int(level)), at: world.time) {
      "its level is \(level) at \(isNight(at: now) ? "night" : "day")"
    }
  }

  // MARK: The card

  /// Files cannot be replaced from now on: the child fails at this step with this error number, or dies
  /// where `code` is 0.
  func breakFiles(step: Int32, code: Int32) {
    (fileFault, hasFailed) = ((step, code), true)
    world.oracle.cardIsWell(since: nil)
    choose(after: 1_000)
    // A browser that is let in while nothing can be written must be known once that is possible again.
    world.after(5_000) { [unowned self] in
      if !world.isEnding { world.visitors.pair() }
      return false
    }
  }

  /// Somebody makes a choice, which the card may lose.
  func choose(after milliseconds: Int64) {
    world.after(milliseconds) { [unowned self] in
      // With one market there are only pages to choose from.
      if !world.isEnding { press(isLong: world.load.places.count == 1) }
      return true
    }
  }

  /// Each file takes longer to replace from now on than it may wait.
  func slowFiles() {
    (slowUntil, hasFailed) = (.max, true)
    world.oracle.cardIsWell(since: nil)
    for milliseconds in [1_000, 8_000] as [Int64] { choose(after: milliseconds) }
  }

  /// The board was suspended: a slow card stays slow for as much longer.
  func slept(_ milliseconds: Int64) {
    lastSleep = (world.time, milliseconds)
    guard !isSlow, slowUntil > world.time - milliseconds else { return }
    slowUntil += milliseconds
    cardMendedAt = max(cardMendedAt, slowUntil)
  }

  func mendFiles() {
    if isSlow { slowUntil = world.time + 60_000 }
    cardMendedAt = max(world.time, slowUntil)
    world.oracle.cardIsWell(since: cardMendedAt)
    fileFault = nil
  }

  /// How long it takes to replace a file now, in milliseconds.
  func replacing() -> Int64 {
    boundary_file_step = world.isGhost ? 0 : fileFault?.step ?? -1
    boundary_file_code = world.isGhost ? EIO : fileFault?.code ?? 0
    return isSlow ? Int64(35_000 + random.below(20_000)) : Int64(20 + random.below(400))
  }

  /// A child has done what it could.
  func replaced() {
    var (isFlushed, isWhole): (Int32, Int32) = (0, 0)
    let path = String(cString: boundary_replaced(&isFlushed, &isWhole))
    guard !world.isGhost, path.hasPrefix(stateFolder) else { return }
    world.oracle.check(.fileIsWhole, isWhole != 0, at: world.time) {
      "\(path) was replaced by a part of what was to be written"
    }
    if isFlushed == 0 { writtenWithoutFlush.insert(path) } else { writtenWithoutFlush.remove(path) }
    if path == "\(stateFolder)/lit-minutes" { judgeLitMinutes() }
    if path == "\(stateFolder)/state" {
      let lines = String(decoding: files()["state"] ?? [], as: UTF8.self).split(separator: "\n")
      world.oracle.cardHolds(lines, at: world.time)
      guard !world.isEnding else { return }
      func value(_ key: String) -> String? {
        lines.first { $0.hasPrefix("\(key) ") }.map { String($0.dropFirst(key.count + 1)) }
      }
      world.oracle.cardIsWritten(
        page: value("page") ?? "none", place: value("market") ?? "none", at: world.time)
    }
  }

  /// Judges that each life counts on from the minutes that the card holds: a line for each panel,
  /// `MINUTES NAME`.
  private func judgeLitMinutes() {
    let before = litMinutes
    litMinutes = [:]
    let text = String(decoding: files()["lit-minutes"] ?? [], as: UTF8.self)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      if words.count == 2 { litMinutes[words[1]] = Int(words[0]) }
    }
    for (name, minutes) in before.sorted(by: { $0.key < $1.key }) {
      let now = litMinutes[name] ?? 0
      world.oracle.check(.lightIsCounted, now >= minutes, at: world.time) {
        "\(name) was lit for \(minutes) min, and now for \(now) min"
      }
    }
  }
}
