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
  private var pressedAt: Int64 = 0
  private var fileFault: (step: Int32, code: Int32)?
  /// Whether files could not be replaced in this life.
  private(set) var hasFailed = false
  /// When a panel was sent anything last.
  private(set) var changedAt: Int64 = .min / 2
  private(set) var busBytes = 0
  private(set) var busErrors = 0
  private var failsAfter: Int?

  /// A panel with what it shows. The bus fails on the way to the first one alone: what it shows later
  /// is to be what the second one shows.
  struct Panel {
    let address: UInt16
    var model: any PanelModel
  }

  init(_ world: World, seed: UInt64) {
    self.world = world
    random = Lots(seed: seed &+ 77)
    configPath = "\(world.folder)/tealight.toml"
    stateFolder = "\(world.folder)/state"
  }

  private static func oled(_ address: UInt16) -> PanelWiring {
    var wiring = PanelWiring(.ssd1306, on: .i2c(1))
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
      Panel(address: $0, model: PanelKind.ssd1306.model!(Self.oled($0)))
    }
  }

  /// - Parameter more: lines that change nothing that is watched.
  func configuration(_ more: String = "") -> String {
    let markets = world.load.places.map { "\"\($0)\"" }.joined(separator: ", ")
    let exchanges =
      world.load.pair == nil
      ? "" : "exchanges = [\"upbit\", \"bithumb\"]\nfailover_after_seconds = 10"
    return """
      markets = [\(markets)]
      \(exchanges)
      \(more)
      \(world.house.table)
      [[display]]
      panel = "ssd1306"
      bus = "i2c:1"
      [[display]]
      panel = "ssd1306"
      bus = "i2c:1"
      address = 0x3d
      [[button]]
      chip = "gpiochip0"
      line = 5
      press = "next-market"
      hold = "next-page"
      \(world.alerts.tables)
      \(world.visitors.tables)
      \(world.tables)
      """
  }

  private(set) var wroteAt: Int64 = 0

  func write(_ configuration: String) {
    wroteAt = world.time
    let bytes = Array(configuration.utf8)
    let descriptor = Glibc.open(configPath, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    _ = Glibc.write(descriptor, bytes, bytes.count)
    close(descriptor)
    boundary_is_touched = 1
  }

  // MARK: Lives

  func begin() {
    // Nobody starts it with a configuration that it has refused.
    write(configuration())
    pressed = nil
    for index in panels.indices {
      panels[index].model = PanelKind.ssd1306.model!(Self.oled(panels[index].address))
    }
  }

  /// What is on the card is kept as it is.
  func freeze() { frozen = files() }

  /// Whether the life that has ended has written down what was chosen.
  private(set) var keepsChoices = false

  func end() {
    keepsChoices = frozen == nil && !hasFailed
    hasFailed = fileFault != nil
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

  /// Presses the button for a moment.
  func press() {
    // Two within a moment mean something else.
    guard world.time - pressedAt > 1_000 else { return }
    pressedAt = world.time
    presses += 1
    world.house.pressed()
    boundary_edge(5, 1)
    let life = world.lives
    world.after(60) { [unowned self] in
      boundary_edge(5, 0)
      // Who pressed it before it was started again has to press it again.
      guard life == world.lives else { return true }
      if world.oracle.pressed(at: world.time), let line = world.oracle.newest {
        pressed = (world.time, line.market, line.page)
        let time = world.time
        world.after(450) { [unowned self] in
          guard let pressed, pressed.time == time, !world.isEnding else { return false }
          self.pressed = nil
          // It may have put away an alert, or a command has chosen the same again.
          if world.oracle.hasFired(since: time - 500) { return false }
          world.oracle.fail(
            .pressActs, "\(pressed.page) of \(pressed.market) is still shown", at: world.time)
          world.stop()
          return false
        }
      }
      return true
    }
  }

  /// The program has written a line.
  func said(_ line: Oracle.Line?) {
    guard let pressed, let line, line.market != pressed.market || line.page != pressed.page else {
      return
    }
    let isDone =
      world.time - pressed.time <= 360 || world.oracle.hasFired(since: pressed.time - 500)
    world.oracle.check(.pressActs, isDone, at: world.time) {
      "\(world.time - pressed.time) ms after the press"
    }
    self.pressed = nil
  }

  // MARK: Buses

  func breakBus(after transactions: Int) { failsAfter = transactions }

  func mendBus() { failsAfter = nil }

  var panelsAgree: Bool {
    panels[0].model.activeArea == panels[1].model.activeArea
      && panels[0].model.isDark == panels[1].model.isDark
  }

  func openDevice(_ path: String) -> Int32 { path == "/dev/i2c-1" ? 0 : -ENOENT }

  func writeI2C(_ address: UInt16, _ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    if world.isGhost { return 0 }
    guard let index = panels.firstIndex(where: { $0.address == address }) else {
      return -EREMOTEIO
    }
    if index == 0, let left = failsAfter {
      if left == 0 {
        busErrors += 1
        return -EREMOTEIO
      }
      failsAfter = left - 1
    }
    busBytes += bytes.count
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
      let size = Self.oled(panel.address).size
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
  func breakFiles(step: Int32, code: Int32) { (fileFault, hasFailed) = ((step, code), true) }

  func mendFiles() { fileFault = nil }

  /// How long it takes to replace a file now, in milliseconds.
  func replacing() -> Int64 {
    boundary_file_step = world.isGhost ? 0 : fileFault?.step ?? -1
    boundary_file_code = world.isGhost ? EIO : fileFault?.code ?? 0
    return Int64(20 + random.below(400))
  }
}
