import Configuration
import Devices
import Glibc
import MarketData
import State
import Tealight

extension SetupMachine {
  private static let unitFolders = [
    "/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system",
  ]

  /// Looks at this machine, and changes nothing.
  /// - Parameter bootFolder: nil for the usual one.
  /// - Throws: `configuration` if the configuration cannot be read or has a mistake, since its settings
  ///   would be lost.
  init(
    configPath: String, bootFolder: String?, boards: [Config.Board], _ catalogue: Catalogue,
    _ tree: SystemTree = SystemTree()
  ) throws(StartError) {
    let folders = bootFolder.map { [$0] } ?? ["/boot/firmware", "/boot"]
    let bootPath = folders.map { "\($0)/config.txt" }.first(where: FileBytes.exists)
    if let bootFolder, bootPath == nil {
      throw .usage("there is no config.txt in \(bootFolder); name its folder with --boot")
    }
    let text: String?
    do throws(Diagnostic) { text = try Self.text(configPath) } catch {
      throw .configuration([error])
    }
    self.init(
      boards: boards, configuration: File(path: resolved(configPath), text: text),
      current: try StartError.wrapping { () throws(ConfigError) in
        try Config.read(Array((text ?? "").utf8), file: configPath, catalogue)
      })
    if let path = bootPath.map(resolved) {
      do throws(Diagnostic) {
        let text = try Self.text(path)
        // Debian's own file is written anew with each kernel, and turns on no bus (raspi-firmware).
        let isGenerated = text?.hasPrefix("# Do not modify this file") ?? false
        if !isGenerated { boot = File(path: path, text: text) }
      } catch {
        bootComplaint = error.description
      }
    }
    hat = ["vendor", "product"].compactMap { tree.line("/proc/device-tree/hat/\($0)") }
      .joined(separator: " ")
    let buses = boards.flatMap(\.devices.panels).compactMap { panel in
      if case .i2c(let number) = panel.bus { "/dev/i2c-\(number)" } else { nil }
    }
    i2cAdapters = Set(buses).filter { tree.access($0) == 0 }.sorted()
    let own: [String] = current.places.compactMap { place in
      let market = current.markets[place[0]]
      // The new configuration follows no hub.
      if Market.isPublished("\(market)") { return nil }
      let pair = "\(market.base)/\(market.quote)"
      return text?.contains("\"\(pair)\"") == true ? pair : "\(market)"
    }
    if !own.isEmpty { markets = own }
    language = Self.language(configured: text, current)
    exchanges = catalogue.exchanges
    hasService =
      geteuid() == 0 && configPath == catalogue.configPath
      && tree.access("/run/systemd/system", F_OK) == 0
      && Self.unitFolders.contains { tree.access("\($0)/tealight.service", F_OK) == 0 }
    isReady = { board in
      board.devices.panels.allSatisfy { Self.isThere($0, tree) }
    }
    isTaken = FileBytes.exists
    complaints = { Self.complaints($0, configPath, catalogue) }
    meaning = { try? Config.read(Array($0.utf8), file: configPath, catalogue) }
  }

  private static func text(_ path: String) throws(Diagnostic) -> String? {
    guard FileBytes.exists(path) else { return nil }
    let bytes = try FileBytes.read(path)
    if let diagnostic = Diagnostic.notUTF8(bytes, in: path) { throw diagnostic }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The language of the configuration if it names one, else the terminal's.
  static func language(configured text: String?, _ config: Config) -> Language {
    let lines = text?.split(whereSeparator: \.isNewline) ?? []
    let names = lines.map { $0.drop { [" ", "\t", "\u{FEFF}"].contains($0) } }
    if names.contains(where: { $0.hasPrefix("language") }) { return config.settings.language }
    let variables: [String] = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let locale = variables.compactMap { name in getenv(name).map { String(cString: $0) } }
      .first { !$0.isEmpty }
    return Language.allCases.first { locale?.hasPrefix($0.rawValue) ?? false } ?? .english
  }

  private static func complaints(
    _ text: String, _ path: String, _ catalogue: Catalogue
  ) -> [String] {
    do throws(ConfigError) {
      _ = try Config.read(Array(text.utf8), file: path, catalogue)
      return []
    } catch {
      return error.diagnostics.map(\.text)
    }
  }

  private static func isThere(_ panel: PanelWiring, _ tree: SystemTree) -> Bool {
    func exists(_ path: String) -> Bool { tree.access(path, F_OK) == 0 }
    switch panel.bus {
    case .i2c(let number): return exists("/dev/i2c-\(number)")
    case .spi(let controller, let select): return exists("/dev/spidev\(controller).\(select)")
    case .gpio:
      return BoardSurvey(tree).gpioChips.contains { panel.chip.map($0.isCalled) ?? false }
    case .framebuffer(let name):
      return BoardSurvey(tree).framebuffers.contains {
        $0.path == "/dev/fb\(name)" || $0.name == name
      }
    case .led(let name): return exists("/sys/class/leds/\(name)")
    case .record: return true
    }
  }

  /// The panels that answer on the I2C adapters: their names as configurations have them.
  var panelsOnI2C: [String] {
    i2cAdapters.flatMap { path in
      BoardSurvey().displays(onI2C: path).compactMap {
        PanelGuess.panel(at: $0.address, status: $0.status)
      }
    }
  }

  /// Why no file can be made at a path, and the exit status that says so; nil where one can.
  static func obstacle(at path: String) -> (sentence: String, status: Int32)? {
    // A folder that is missing is made in the one above.
    let folder = FileBytes.exists(above(path)) ? above(path) : above(above(path))
    guard FileBytes.exists(folder) else {
      return ("there is no folder \(folder); create it, or name another file with --config", 64)
    }
    let code = SystemTree().access(folder, W_OK)
    if code == 0 { return nil }
    return (refusal(of: folder, code), 77)
  }

  /// What to do about a folder that may not be written in.
  /// - Parameter code: the error number.
  static func refusal(of folder: String, _ code: Int32) -> String {
    guard code == EROFS else {
      return "no permission to write in \(folder); run: sudo tealight setup"
    }
    let mounts = (try? FileBytes.read("/proc/self/mountinfo", countMax: 1 << 20)) ?? []
    let point = mountPoint(of: resolved(folder), in: String(decoding: mounts, as: UTF8.self))
    return "\(folder) is on a read-only file system; run: sudo mount -o remount,rw \(point)"
  }

  /// The folder where the file system of a folder is mounted.
  /// - Parameter mounts: as the kernel lists them (proc_pid_mountinfo(5)).
  static func mountPoint(of folder: String, in mounts: String) -> String {
    let points = mounts.split(separator: "\n").compactMap { line in
      line.split(separator: " ").dropFirst(4).first.map(String.init)
    }
    // The device number tells too little: parts of one file system are mounted at several places, and
    // parts that are not mounted may have device numbers of their own.
    let around = points.filter { folder == $0 || folder.hasPrefix($0 == "/" ? $0 : "\($0)/") }
    return around.max { $0.utf8.count < $1.utf8.count } ?? "/"
  }

  private static func above(_ path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }
}
