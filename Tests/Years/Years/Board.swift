import CBoundary
import Devices
import Glibc
import Oracle
import PanelModels
import SimulatedExchange

/// The board's hardware and its user: panels that read what the program sends, a button, the files on
/// the card.
final class Board {
  private unowned let world: World
  private var random: Lots
  private(set) var panels: [Panel] = []
  let configPath: String
  private let stateFolder: String
  private var frozen: [String: [UInt8]]?
  /// Since when a press waits for its effect, and what was shown before.
  private var pressed: (time: Int64, market: String, page: String)?
  private(set) var presses = 0
  private(set) var pressedAt: Int64 = 0
  private var fileFault: (step: Int32, code: Int32)?
  /// Until when a file may take long that is being replaced.
  private var slowUntil: Int64 = .min
  private var isSlow: Bool { slowUntil == .max }
  /// Whether files could not be replaced in this life.
  private(set) var hasFailed = false
  /// Since when the card is as it should be again.
  private var cardMendedAt: Int64 = .min / 2
  /// When a panel was sent anything last.
  private(set) var changedAt: Int64 = .min / 2
  private var busErrors = 0
  private var writtenWithoutFlush: Set<String> = []
  /// How long each panel was lit, as the card holds it, by its name.
  private var litMinutes: [Substring: Int] = [:]
  private var failsAfter: Int?
  /// Whether the first panel has power.
  private var isPlugged = true
  private var mendedAt: Int64 = 0
  /// Whether the bus has failed since anything came through to the first panel.
  private var hasBusFailed = false
  /// Whether it was without power while it was dark, and was not lit since.
  private var hasLostPowerDark = false
  /// Since when the first panel's bus is there: in a life of four it comes later than the program.
  private var busIsThereAt: Int64 = 0
  private var delays: Lots
  private var doubles: Lots
  /// In one of four seeds a double press turns the page as well, and somebody does that now and then.
  private let pressesTwice: Bool
  /// What both panels are.
  private let kind: PanelKind

  /// A panel with what it shows. The bus fails on the way to the first one alone: what it shows later
  /// is to be what the second one shows.
  struct Panel {
    let address: UInt16
    var model: any PanelModel
    /// When it was sent anything last, and when that was tried.
    var sentAt = Int64.min / 2
    var triedAt = Int64.min / 2
  }

  init(_ world: World, seed: UInt64) {
    self.world = world
    random = Lots(seed: seed &+ 77)
    delays = Lots(seed: seed &+ 78)
    doubles = Lots(seed: seed &+ 83)
    pressesTwice = doubles.below(4) == 0
    var kinds = Lots(seed: seed &+ 79)
    kind = [.ssd1306, .ssd1306, .sh1106, .sh1107][kinds.below(4)]
    configPath = "\(world.folder)/tealight.toml"
    stateFolder = "\(world.folder)/state"
  }

  private func wiring(_ address: UInt16) -> PanelWiring {
    var wiring = PanelWiring(kind, on: .i2c(1))
    wiring.address = UInt8(address)
    return wiring
  }

  func prepare() {
    mkdir(stateFolder, 0o700)
    setenv("STATE_DIRECTORY", stateFolder, 1)
    setenv("CACHE_DIRECTORY", "\(world.folder)/cache", 1)
    setenv("TZ", world.options.zone, 1)
    tzset()
    write(configuration())
    panels = [UInt16(0x3C), 0x3D].map {
      Panel(address: $0, model: kind.model!(wiring($0)))
    }
    if pressesTwice { world.after(180_000) { [unowned self] in pressTwiceAgain() } }
  }

  /// - Parameter more: lines that change nothing that is watched.
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
      [[display]]
      panel = "\(kind.name)"
      bus = "i2c:3"
      [[display]]
      panel = "\(kind.name)"
      bus = "i2c:1"
      address = 0x3d
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
  /// What the configuration calls its markets now.
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

  /// What is written may have another language than what was read last.
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

  /// Puts a file in its place, as editors do.
  func replace(_ configuration: String) {
    note(configuration)
    world.oracle.readableSince = world.time
    write(Array(configuration.utf8), to: configPath + ".new")
    rename(configPath + ".new", configPath)
  }

  /// Leaves a configuration that no start would take, or none.
  func spoil(_ way: Int) {
    let whole = Array(configuration().utf8)
    defer { world.oracle.readableSince = nil }
    switch way {
    case 0: write(configuration("nonsense = 1"))
    // The end of a text is missing, and all behind it.
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
    // Nobody starts it with a configuration that it has refused.
    hasHadLanguage = false
    write(configuration())
    pressed = nil
    writtenWithoutFlush = []
    let isLate = delays.below(4) == 0
    busIsThereAt = world.time + (isLate ? Int64(2_000 + delays.below(240_000)) : 0)
  }

  /// The power is gone. What is on the card is kept as it is; what was never flushed is not there, and
  /// panels begin with anything in their memory.
  func freeze() {
    frozen = files()
    for path in writtenWithoutFlush { frozen?[String(path.dropFirst(stateFolder.count + 1))] = [] }
    for index in panels.indices { losePower(index) }
  }

  /// What was chosen before then in the life that has ended must be on the card; nil where nothing
  /// may be.
  private(set) var keptBefore: Int64?
  private var lastSleep: (wokeAt: Int64, milliseconds: Int64) = (.min / 2, 0)

  func end() {
    // A choice waits for half a minute at most, and is written within a second.
    // What could not be written is written again after half a minute.
    let isMended = fileFault == nil && !isSlow && cardMendedAt < world.time - 60_000
    // Who was cut off just after it woke has had no time to write since it fell asleep.
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

  private func losePower(_ index: Int) {
    let panel = wiring(panels[index].address)
    var model = kind.model!(panel)
    for page in UInt8(0)..<(kind == .sh1107 ? 16 : 8) {
      let noise = (0..<128).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      for bytes in [[0x00, 0xB0 + page, 0x00, 0x10], [0x40] + noise] {
        try? model.receive(.i2c(address: panel.address!, isRead: false, bytes))
      }
    }
    panels[index].model = model
  }

  // MARK: Hands

  /// It is held for a second at most.
  var mayBePressed: Bool { world.time - pressedAt <= 1_000 }

  /// Presses the button for a moment, or holds it.
  func press(isLong: Bool = false) {
    // Two within a moment mean something else.
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
          // It may have put away an alert, or a command has chosen the same again. Where the screen was
          // switched off before it acted it has lit that.
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

  /// It lights the screen, and does nothing else.
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
    // Elsewhere the board may go home just before, and from there to the page that was shown.
    let isHome = world.oracle.newest?.page == "glance"
    // It puts away an alert long before it ends.
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

  /// A hold acts after 600 ms, a double press as soon as it is one.
  /// - Parameter commands: how many visitors had given when it began.
  private func judgePage(isTwice: Bool, commands: Int) {
    world.oracle.check(.pressActs, true, at: world.time) { "" }
    guard world.oracle.newest?.page == "glance" else { return }
    let life = world.lives
    // One that a visitor has given meanwhile is known of once it is answered.
    world.after(3_000) { [unowned self] in
      guard life == world.lives, commands == world.visitors.commands else { return false }
      let gesture = isTwice ? "double press" : "hold"
      world.oracle.fail(.pressActs, "the page was the same after a \(gesture)", at: world.time)
      return false
    }
  }

  private var shown: (market: String, isLost: Bool)?
  private var shownAt: Int64 = 0
  /// The price of the newest line that was drawn, and when it was written.
  private var shownPrice: Double?
  private var shownPriceAt: Int64 = .min / 2

  /// Another market or price is shown, or its link is lost or found: the panel whose bus never fails is
  /// told.
  private func expectPicture(_ line: Oracle.Line) {
    let now = (line.market, line.mood == "lost")
    defer { shown = now }
    let isOther = shown.map { $0 != now } ?? true
    // So much is seen in any layout.
    let hasMoved =
      shownPrice.flatMap { price in line.price.map { abs($0 / price - 1) > 0.002 } } ?? false
    // What is drawn later counts from its own price.
    if isOther || hasMoved || panels[1].sentAt > shownPriceAt {
      (shownPrice, shownPriceAt) = (line.price, world.time)
    }
    guard shown != nil, isOther || hasMoved, line.page == "glance" else { return }
    // What is changed back at once needs no picture.
    defer { shownAt = world.time }
    guard world.time - shownAt > 1_500, world.screen.state == .lit else { return }
    let (life, time) = (world.lives, world.time)
    world.after(1_500) { [unowned self] in
      guard life == world.lives, !world.isEnding, shown.map({ $0 == now }) == true,
        world.screen.isLit(for: 2_000)
      else {
        return false
      }
      world.oracle.check(.panelFollows, panels[1].sentAt > time - 1_000, at: world.time) {
        "nothing was sent within 1500 ms of a line of \(line.market), \(line.link)"
      }
      return false
    }
  }

  /// The program has written a line.
  func said(_ line: Oracle.Line?) {
    if let line { expectPicture(line) }
    guard let pressed, let line, line.market != pressed.market || line.page != pressed.page else {
      return
    }
    // For 250 ms it may be the first of two, and pictures are 100 ms apart. Who falls asleep with a key in
    // hand acts when it wakes.
    let isDone =
      world.time - max(pressed.time, world.sleptAt) <= 360
      || world.oracle.hasFired(since: pressed.time - 500)
    world.oracle.check(.pressActs, isDone, at: world.time) {
      "\(world.time - pressed.time) ms after the press"
    }
    self.pressed = nil
  }

  // MARK: Buses

  /// What fails sooner goes on to.
  func breakBus(after transactions: Int) { failsAfter = min(failsAfter ?? .max, transactions) }

  func mendBus() { (failsAfter, mendedAt) = (nil, world.time) }

  /// The first panel is without power for a while, and comes back with anything in its memory. Nobody
  /// can know of that where nothing was sent meanwhile, unless it is dark: it is set up for light.
  func pullPlug() -> () -> Void {
    isPlugged = false
    let (before, wasDark) = (busErrors, panels[0].model.isDark)
    return { [unowned self] in
      // Another hand has put it in again.
      guard !isPlugged else { return }
      (isPlugged, mendedAt) = (true, world.time)
      if busErrors > before || wasDark { losePower(0) }
      hasLostPowerDark = wasDark
    }
  }

  /// A panel that does not answer is tried again after half a minute at most, however often it has been
  /// lost; and one that was without power in the dark shows its picture once it is lit.
  func lookForAttempts() {
    let mendedAt = max(mendedAt, busIsThereAt)
    if hasLostPowerDark, !hasBusFailed, failsAfter == nil, isPlugged, panels[0].sentAt > mendedAt,
      world.screen.isLit(for: 5_000), world.time - max(mendedAt, world.sleptAt) > 5_000
    {
      hasLostPowerDark = false
      expectRecovery()
    }
    guard hasBusFailed, !world.isEnding, world.screen.isLit(for: 40_000) else { return }
    let since = max(panels[0].triedAt, busIsThereAt, world.sleptAt)
    world.oracle.check(.panelRecovers, world.time - since <= 35_000, at: world.time) {
      "the panel that does not answer was not tried for \(world.time - since) ms"
    }
  }

  /// Looks at the panels, and again each second while they differ: one may be sent its picture later
  /// than the other.
  func look(again times: Int = 0) {
    // A panel that does not answer is tried again after half a minute at most.
    guard failsAfter == nil, isPlugged, !world.isEnding,
      world.time - max(mendedAt, busIsThereAt) > 35_000
    else {
      return
    }
    guard !panelsAgree else {
      world.oracle.check(.panelRecovers, true, at: world.time) { "" }
      return
    }
    guard times < 5 else {
      return world.oracle.fail(
        .panelRecovers, "the panel whose bus has failed shows something else than the other one",
        at: world.time)
    }
    let life = world.lives
    world.after(1_000) { [unowned self] in
      if life == world.lives { look(again: times + 1) }
      return false
    }
  }

  /// The first panel answers again: two seconds later it shows what the second one shows, which may
  /// just be told something else than the first one.
  private func expectRecovery(again times: Int = 0) {
    let (life, errors, time) = (world.lives, busErrors, world.time)
    world.after(times == 0 ? 2_000 : 150) { [unowned self] in
      guard life == world.lives, !world.isEnding, errors == busErrors else { return false }
      // Who slept meanwhile gets as long again.
      if world.sleptAt > time {
        expectRecovery()
      } else if panelsAgree || times == 4 {
        world.oracle.check(.panelRecovers, panelsAgree, at: world.time) {
          "the panel that answers again shows something else than the other one"
        }
      } else {
        expectRecovery(again: times + 1)
      }
      return false
    }
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
      let level = panels[1].model.level
    else {
      return
    }
    // What is ordered holds until the hours of night begin or end while the board is awake; a quarter
    // of an hour is none of them.
    let ordered = Int(lightOrdered.time / 1_000)
    let isOrdered =
      lightOrdered.life == world.lives
      && (world.sleptAt > lightOrdered.time
        || stride(from: ordered, through: now, by: 900).allSatisfy {
          isNight(at: $0) == isNight(at: now)
        })
    guard !isOrdered else { return }
    // A tenth at night; by day all, or two fifths where nobody was there for an hour.
    let levels: Set<Int> = isNight(at: now) ? [25] : [102, 255]
    world.oracle.check(.panelIsDimAtNight, levels.contains(Int(level)), at: world.time) {
      "its level is \(level) at \(isNight(at: now) ? "night" : "day")"
    }
  }

  var panelsAgree: Bool {
    panels[0].model.activeArea == panels[1].model.activeArea
      && panels[0].model.isDark == panels[1].model.isDark
      && (panels[0].model.isDark || panels[0].model.level == panels[1].model.level)
  }

  func openDevice(_ path: String) -> Int32 {
    switch path {
    case "/dev/i2c-1": 0
    case "/dev/i2c-3" where world.time >= busIsThereAt: 0
    default: -ENOENT
    }
  }

  func writeI2C(_ address: UInt16, _ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    if world.isGhost { return 0 }
    guard let index = panels.firstIndex(where: { $0.address == address }) else {
      return -EREMOTEIO
    }
    panels[index].triedAt = world.time
    if index == 0 {
      if !isPlugged || failsAfter == 0 {
        busErrors += 1
        hasBusFailed = true
        return -EREMOTEIO
      }
      failsAfter = failsAfter.map { $0 - 1 }
      if hasBusFailed { expectRecovery() }
      hasBusFailed = false
    }
    panels[index].sentAt = world.time
    changedAt = world.time
    world.trace("i2c", bytes)
    world.oracle.check(.pictureIsAllowed, true, at: world.time) { "" }
    do {
      try panels[index].model.receive(
        .i2c(address: UInt8(truncatingIfNeeded: address), isRead: false, Array(bytes)))
    } catch {
      world.oracle.fail(.pictureIsAllowed, "\(error)", at: world.time)
      world.stop()
    }
    return 0
  }

  /// Writes what each panel shows now as a portable pixmap (ppm(5)).
  func picture() {
    guard let folder = world.options.pictures else { return }
    for (number, panel) in panels.enumerated() {
      let size = wiring(panel.address).size
      let path = "\(folder)/panel\(number)-\(world.time - world.begunAt).ppm"
      let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
      defer { close(descriptor) }
      let bytes =
        Array("P6 \(size.width) \(size.height) 255\n".utf8)
        + panel.model.activeArea.flatMap { [$0.red, $0.green, $0.blue] }
      _ = Glibc.write(descriptor, bytes, bytes.count)
    }
  }

  // MARK: The card

  /// The next files that are replaced fail so: at a step of the child, with an error number, or by its
  /// death where that is 0.
  func breakFiles(step: Int32, code: Int32) {
    (fileFault, hasFailed) = ((step, code), true)
    world.oracle.cardIsWell(since: nil)
    choose(after: 1_000)
    // Who is let in while nothing can be written is let in still once it was.
    world.after(5_000) { [unowned self] in
      if !world.isEnding { world.visitors.pair() }
      return false
    }
  }

  /// What is chosen just now is what a card may lose.
  private func choose(after milliseconds: Int64) {
    world.after(milliseconds) { [unowned self] in
      // Who has one market chooses among pages alone.
      if !world.isEnding { press(isLong: world.load.places.count == 1) }
      return true
    }
  }

  /// Each file takes longer to replace than it may wait.
  func slowFiles() {
    (slowUntil, hasFailed) = (.max, true)
    world.oracle.cardIsWell(since: nil)
    for milliseconds in [1_000, 8_000] as [Int64] { choose(after: milliseconds) }
  }

  /// The board was suspended: what is slow takes as much longer.
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

  /// Each life counts on from what the card holds: a line for each panel, `MINUTES NAME`.
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
