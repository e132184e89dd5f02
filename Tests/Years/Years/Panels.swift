import Devices
import Glibc
import Oracle
import PanelModels
import Pixels
import SimulatedExchange

/// The board's two panels of one kind. Only the bus of the first one fails, and only the first one is
/// without power at times: afterwards it must show what the second one shows.
final class Panels {
  private unowned let world: World
  private let kind: PanelKind
  private var panels: [Panel]
  private var noise: Lots
  private var delays: Lots

  /// When a panel was sent anything last.
  private(set) var changedAt: Int64 = .min / 2
  private var busErrors = 0
  private var failsAfter: Int?
  /// Whether the first panel has power, since when, and how many transactions were lost without an error
  /// while it had none.
  private var isPlugged = true
  private var pluggedAt: Int64 = .min / 2
  private var lostWrites = 0
  /// Whether it was without power on SPI, and was not surely set up since.
  private var hasLostPower = false
  private var mendedAt: Int64 = 0
  /// Whether the bus has failed since anything came through to the first panel.
  private var hasBusFailed = false
  /// When the bus failed last. And when it failed for the first time after it had been well for a while.
  private var failedAt: Int64 = .min / 2
  private var failingSince: Int64 = .min / 2
  /// Whether the first panel was without power while it was dark, and was not lit since.
  private var hasLostPowerDark = false
  /// From when on the first panel's bus is there: in one of four lives it comes later than the program.
  private var busIsThereAt: Int64 = 0

  /// The market of the newest line and whether it was lost, and when a line last changed the picture.
  private var shown: (market: String, isLost: Bool)?
  private var shownAt: Int64 = 0
  /// The price of the newest line that was drawn, and when it was written.
  private var shownPrice: Double?
  private var shownPriceAt: Int64 = .min / 2

  /// A panel, its lines, and what it shows.
  private struct Panel {
    let wiring: PanelWiring
    var model: any PanelModel
    /// Whether its D/C line says that data comes.
    var takesData = false
    /// When it was sent anything last, and when the board last tried to.
    var sentAt = Int64.min / 2
    var triedAt = Int64.min / 2

    init(_ wiring: PanelWiring) {
      self.wiring = wiring
      model = wiring.kind.model!(wiring)
    }
  }

  init(_ world: World, seed: UInt64) {
    self.world = world
    noise = Lots(seed: seed &+ 84)
    delays = Lots(seed: seed &+ 78)
    var kinds = Lots(seed: seed &+ 79)
    let kind = [PanelKind.ssd1306, .st7789, .sh1106, .sh1107][kinds.below(4)]
    self.kind = kind
    if kind == .st7789 {
      panels = [0, 1].map { select in
        var wiring = PanelWiring(
          kind, on: .spi(controller: 0, select: select), size: Size(240, 135))
        wiring.lines = [.dc: 24 + select, .reset: 26 + select]
        return Panel(wiring)
      }
    } else {
      panels = [(3, 0x3C as UInt8), (1, 0x3D)].map { bus, address in
        var wiring = PanelWiring(kind, on: .i2c(bus))
        wiring.address = address
        return Panel(wiring)
      }
    }
  }

  /// Whether the panels are on SPI, where nothing answers: that one has no power cannot be noticed.
  private var isOnSPI: Bool { panels[0].wiring.address == nil }
  /// Whether each pixel is only lit or dark.
  var areMono: Bool { !isOnSPI }

  /// The tables of the panels in the configuration.
  var tables: String {
    panels.map { panel in
      let wiring = panel.wiring
      // The first one has the usual address.
      let rest =
        wiring.address.map { $0 == 0x3C ? "" : "address = \($0)" }
          ?? """
          size = "\(wiring.size)"
          chip = "gpiochip0"
          dc = \(wiring.lines[.dc]!)
          reset = \(wiring.lines[.reset]!)
          """
      return """
        [[display]]
        panel = "\(kind.name)"
        bus = "\(wiring.bus)"
        \(rest)
        """
    }.joined(separator: "\n")
  }

  /// The model of the panel whose bus never fails.
  var model: any PanelModel { panels[1].model }

  /// A life begins.
  func begin() {
    let isLate = delays.below(4) == 0
    busIsThereAt = world.time + (isLate ? Int64(2_000 + delays.below(240_000)) : 0)
  }

  /// A line is written. Judges that the panel whose bus never fails is sent a picture, where the line
  /// tells of another market or price, or a link is lost or found.
  func expectPicture(_ line: Oracle.Line) {
    let now = (line.market, line.mood == "lost")
    defer { shown = now }
    let isOther = shown.map { $0 != now } ?? true
    // A move of so much changes the picture in any layout.
    let hasMoved =
      shownPrice.flatMap { price in line.price.map { abs($0 / price - 1) > 0.002 } } ?? false
    // Later moves count from the price of the newest picture.
    if isOther || hasMoved || panels[1].sentAt > shownPriceAt {
      (shownPrice, shownPriceAt) = (line.price, world.time)
    }
    guard shown != nil, isOther || hasMoved, line.page == "glance" else { return }
    // A change that is undone at once needs no picture.
    defer { shownAt = world.time }
    guard world.time - shownAt > 1_500, world.screen.state == .lit else { return }
    let (life, time) = (world.lives, world.time)
    world.after(1_500) { [unowned self] in
      // A board that sleeps while it sets up a panel goes on with that after the sleep.
      guard life == world.lives, !world.isEnding, shown.map({ $0 == now }) == true,
        world.screen.isLit(for: 2_000), world.sleptAt <= time
      else {
        return false
      }
      world.oracle.check(.panelFollows, panels[1].sentAt > time - 1_000, at: world.time) {
        "nothing was sent within 1500 ms of a line of \(line.market), \(line.link)"
      }
      return false
    }
  }

  // MARK: What goes wrong

  /// The bus fails after so many transactions, or sooner where it was to fail sooner already.
  func breakBus(after transactions: Int) { failsAfter = min(failsAfter ?? .max, transactions) }

  func mendBus() { (failsAfter, mendedAt) = (nil, world.time) }

  /// The first panel is without power for a while, and comes back with anything in its memory. On I2C
  /// the board notices only where it sends something meanwhile: else a lit panel keeps its memory here.
  /// A dark one is set up anew when it is lit. On SPI the board never notices, but it sets up a lit
  /// panel anew each minute.
  func pullPlug() -> () -> Void {
    isPlugged = false
    let (errors, writes) = (busErrors, lostWrites)
    // A panel that is being set up is dark as well, and is not set up once more when it is lit.
    let wasDark = panels[0].model.isDark && !hasLostPower && world.screen.state == .dark
    return { [unowned self] in
      // Another fault of this kind has ended before, and the panel has power again.
      guard !isPlugged else { return }
      (isPlugged, mendedAt, pluggedAt) = (true, world.time, world.time)
      hasLostPowerDark = wasDark && writes == lostWrites
      hasLostPower = isOnSPI && !hasLostPowerDark
      if busErrors > errors || wasDark || isOnSPI { losePower(0) }
    }
  }

  /// All panels lose their memory.
  func losePower() { for index in panels.indices { losePower(index) } }

  private func losePower(_ index: Int) {
    let wiring = panels[index].wiring
    panels[index].model = kind.model!(wiring)
    guard let address = wiring.address else { return }
    for page in UInt8(0)..<(kind == .sh1107 ? 16 : 8) {
      let bytes = (0..<128).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
      for bytes in [[0x00, 0xB0 + page, 0x00, 0x10], [0x40] + bytes] {
        try? panels[index].model.receive(.i2c(address: address, isRead: false, bytes))
      }
    }
  }

  /// A panel that does not answer is tried again after half a minute at most, and sooner if it was lost
  /// only a moment ago, however often it has been lost before. One that was without power in the dark
  /// shows its picture once it is lit.
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
    // Waits double from one second on: each is about as long as all those before it together. A screen
    // that is switched off is tried at once, and a sleep makes a wait longer: neither is judged.
    guard failingSince > max(world.lifeBeganAt, busIsThereAt, world.sleptAt),
      world.screen.isLit(for: world.time - failingSince)
    else { return }
    let longest = panels[0].triedAt - failingSince + 5_000
    world.oracle.check(.panelRecovers, world.time - since <= longest, at: world.time) {
      "the panel that does not answer for \(world.time - failingSince) ms was not tried for "
        + "\(world.time - since) ms"
    }
  }

  /// The bus fails. The board's waits begin anew once a whole picture has been sent. If the bus does not
  /// fail for 90 seconds in which the screen is lit and the board awake, there was such a picture.
  private func noteFailure() {
    let since = max(failedAt, world.lifeBeganAt, busIsThereAt, world.sleptAt)
    if world.time - since > 90_000, world.screen.isLit(for: 90_000) { failingSince = world.time }
    failedAt = world.time
  }

  /// Looks at the panels, and again each second while they differ: one may be sent its picture later
  /// than the other.
  func look(again times: Int = 0) {
    // A panel that does not answer is tried again after half a minute at most.
    guard failsAfter == nil, isPlugged, !world.isEnding,
      world.time - max(mendedAt, busIsThereAt) > 35_000,
      // With the first new picture after a minute the panel is set up anew.
      !hasLostPower
        || shownAt > max(pluggedAt, world.sleptAt) + 61_000 && world.time - shownAt > 3_000
    else {
      return
    }
    guard !panelsAgree else {
      hasLostPower = false
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

  /// The first panel answers again: two seconds later it must show what the second one shows. At that
  /// moment only one of them may have got a new picture, so they are compared up to five times.
  private func expectRecovery(again times: Int = 0) {
    let (life, errors, time) = (world.lives, busErrors, world.time)
    world.after(times == 0 ? 2_000 : 150) { [unowned self] in
      guard life == world.lives, !world.isEnding, errors == busErrors, isPlugged,
        pluggedAt <= time
      else {
        return false
      }
      // A board that slept meanwhile gets as long again.
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

  private var panelsAgree: Bool {
    panels[0].model.activeArea == panels[1].model.activeArea
      && panels[0].model.isDark == panels[1].model.isDark
      && (panels[0].model.isDark || panels[0].model.level == panels[1].model.level)
  }

  // MARK: Buses

  /// - Returns: the number of the panel that is on a device, or -errno.
  func openDevice(_ path: String) -> Int32 {
    guard
      let index = panels.firstIndex(where: { panel in
        switch panel.wiring.bus {
        case .i2c(let number): path == "/dev/i2c-\(number)"
        case .spi(let controller, let select): path == "/dev/spidev\(controller).\(select)"
        default: false
        }
      }), index > 0 || world.time >= busIsThereAt
    else { return -ENOENT }
    return Int32(index)
  }

  func writeI2C(_ address: UInt16, _ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    let address = UInt8(truncatingIfNeeded: address)
    guard let index = panels.firstIndex(where: { $0.wiring.address == address }) else {
      return -EREMOTEIO
    }
    return write(.i2c(address: address, isRead: false, Array(bytes)), to: index)
  }

  func writeSPI(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    write(.spi(isData: panels[index].takesData, Array(bytes)), to: index)
  }

  /// The board drives a line of a panel.
  func drive(_ offset: Int, _ level: Bool) -> Int32 {
    for (index, panel) in panels.enumerated() {
      if panel.wiring.lines[.dc] == offset { panels[index].takesData = level }
      if panel.wiring.lines[.reset] == offset, !world.isGhost, index > 0 || isPlugged {
        // All of the set-up follows.
        if index == 0, !level { hasLostPower = false }
        take(.line(.reset, level), index)
      }
    }
    return 0
  }

  private func write(_ transaction: BusTransaction, to index: Int) -> Int32 {
    if world.isGhost { return 0 }
    panels[index].triedAt = world.time
    if index == 0 {
      if failsAfter == 0 || !isPlugged && !isOnSPI {
        busErrors += 1
        hasBusFailed = true
        noteFailure()
        return isOnSPI ? -EIO : -EREMOTEIO
      }
      failsAfter = failsAfter.map { $0 - 1 }
      if hasBusFailed { expectRecovery() }
      hasBusFailed = false
      guard isPlugged else {
        lostWrites += 1
        return 0
      }
    }
    panels[index].sentAt = world.time
    changedAt = world.time
    take(transaction, index)
    return 0
  }

  private func take(_ transaction: BusTransaction, _ index: Int) {
    switch transaction {
    case .i2c(_, _, let bytes): world.trace("i2c", bytes)
    case .spi(let isData, let bytes): world.trace(isData ? "spi data" : "spi command", bytes)
    case .line(let line, let level): world.trace("\(line)", [level ? 1 : 0])
    }
    world.oracle.check(.pictureIsAllowed, true, at: world.time) { "" }
    do {
      try panels[index].model.receive(transaction)
    } catch {
      // A panel that has forgotten its setup takes pixels for anything.
      if index == 0, hasLostPower { return }
      world.oracle.fail(.pictureIsAllowed, "\(error)", at: world.time)
      world.stop()
    }
  }

  /// Writes what each panel shows now as a portable pixmap (ppm(5)).
  func picture() {
    guard let folder = world.options.pictures else { return }
    for (number, panel) in panels.enumerated() {
      let size = panel.wiring.size
      let path = "\(folder)/panel\(number)-\(world.time - world.begunAt).ppm"
      let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
      defer { close(descriptor) }
      let bytes =
        Array("P6 \(size.width) \(size.height) 255\n".utf8)
        + panel.model.activeArea.flatMap { [$0.red, $0.green, $0.blue] }
      _ = Glibc.write(descriptor, bytes, bytes.count)
    }
  }
}
