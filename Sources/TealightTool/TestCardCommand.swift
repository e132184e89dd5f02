import ArgumentParser
import Configuration
import Devices
import Pixels
import Tealight

/// `tealight test-card`: a picture that shows whether a panel is wired and configured rightly.
struct TestCardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test-card",
    abstract: "Show a picture that reveals wrong offsets, colours and rotation.",
    usage: "tealight test-card [<options>]",
    discussion: """
      Shows it on every configured panel, or on the panel given here, until Ctrl-C. A correct \
      picture has a line at all four edges, an arrow that points up, red, green and blue beside R, \
      G and B, a round circle, and one to four dots in the corners, clockwise from the top left.

        tealight test-card
        tealight test-card --board ssd1306-i2c
        tealight test-card --panel st7789 --bus spi:0.0 --set chip=header --set dc=25
        tealight test-card --panel ssd1327 --bus i2c:1 --set address=0x3c
        tealight test-card --panel gc9a01 --png card.png

      The daemon uses the panels while it runs. Stop it first: sudo systemctl stop tealight
      """)

  @Option(
    help: "The configuration file. (default: the file that the daemon reads)", completion: .file())
  var config: String?

  @Option(
    help: "A panel: \(PanelChoice.names.joined(separator: ", ")).",
    completion: .list(PanelChoice.names))
  var panel: String?

  @Option(help: "Its size, as WIDTHxHEIGHT, if it comes in several.")
  var size: String?

  @Option(help: "A board, by its name.", completion: .list(Catalogue().boardNames))
  var board: String?

  @Option(help: "The panel's bus: \(PanelBus.meaning).")
  var bus: String?

  @Option(help: "Any other key of [[display]], as KEY=VALUE. May be repeated.")
  var set: [String] = []

  @Option(help: "A PNG file to draw the card into, in place of a panel.", completion: .file())
  var png: String?

  func validate() throws {
    if png != nil, panel == nil { throw ValidationError("--png needs --panel") }
    if png != nil, board != nil || bus != nil || !set.isEmpty {
      throw ValidationError("use --png with --panel and --size only")
    }
    if config != nil, panel != nil || board != nil {
      throw ValidationError("--config already has the panels; remove --panel and --board")
    }
    if panel == nil, board == nil, bus != nil || size != nil || !set.isEmpty {
      throw ValidationError("--bus, --size and --set need --panel or --board")
    }
    for pair in set where pair.split(separator: "=", maxSplits: 1).count < 2 {
      throw ValidationError("--set \(pair): write --set KEY=VALUE")
    }
    if png == nil, panel != nil, bus == nil { throw ValidationError("--panel needs --bus") }
    if let png {
      _ = try PanelChoice.surface(option: panel, size)
      try WrittenFile.picture.check(png)
    }
  }

  func run() throws {
    if let png, let panel, let surface = try PanelChoice.surface(option: panel, size) {
      let card = TestCard.draw(on: surface, title: panel.uppercased())
      return try write(PNGDisplay.encode(card, on: surface, theme: TestCard.theme), to: png)
    }
    let signals = Signals(stopsAtHangup: true)
    do throws(StartError) {
      let config = try self.configured()
      try Exhibit.run(config, theme: TestCard.theme, signals, Log()) { display in
        TestCard.draw(
          on: display.surface, title: String(display.name.prefix { $0 != " " }).uppercased())
      }
    } catch {
      for line in error.lines { complain(line) }
      throw ExitCode(error.exitCode)
    }
  }

  /// The configuration file, or a configuration that is made from the options.
  func configured() throws(StartError) -> Config {
    guard panel != nil || board != nil else {
      var catalogue = Catalogue()
      catalogue.standInSecret = .unread
      return try Config.load(config, catalogue)
    }
    var lines: [(option: String, text: String)] = []
    let named = [("panel", panel), ("board", board), ("bus", bus), ("size", size)]
    for case (let key, let value?) in named {
      lines.append(("--\(key) \(value)", "\(key) = \"\(value)\""))
    }
    for pair in set {
      let parts = pair.split(separator: "=", maxSplits: 1)
      let value = String(parts[1])
      let text = Self.isText(value) ? "\"\(value)\"" : value
      lines.append(("--set \(pair)", "\(parts[0]) = \(text)"))
    }
    let text = (["[[display]]"] + lines.map(\.text)).joined(separator: "\n")
    let file = "the options"
    do throws(ConfigError) {
      return try Config.read(Array(text.utf8), file: file, Catalogue())
    } catch {
      // The user has not seen these lines: the errors name the options.
      throw .configuration(
        error.diagnostics.map { diagnostic in
          let place = diagnostic.location
          guard place.file == file else { return diagnostic }
          let index = (place.line ?? 0) - 2
          let option = lines.indices.contains(index) ? lines[index].option : file
          return Diagnostic(diagnostic.text, at: Location(file: option))
        })
    }
  }

  /// Whether a value needs quotation marks: it is not a number, a boolean or a list.
  private static func isText(_ value: String) -> Bool {
    let digits = value.filter { $0 != "_" }
    let isNumber =
      Int(digits) != nil || digits.hasPrefix("0x") && Int(digits.dropFirst(2), radix: 16) != nil
    return !isNumber && value != "true" && value != "false" && !value.hasPrefix("[")
  }
}
