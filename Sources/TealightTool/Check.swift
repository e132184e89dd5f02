import ArgumentParser
import Configuration
import ConfigurationHelp
import Devices
import Glance
import MarketData
import State
import Tealight
import Wire

/// `tealight check`: what a configuration means, or what is wrong with it.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check a configuration, and print what it means.",
    discussion: """
      It opens no device and no socket. It prints each mistake with its line. A configuration \
      without a [[display]] is a mistake, too, unless it has [web], or hub = true in [mqtt]. Board \
      files can also be checked.

        tealight check ./tealight.toml
        tealight check board/st7789-spi.toml

      Exit status: 78 if there is a mistake.

      Editors with JSON Schema support check a configuration while you type. Save the schema as \
      below, and write #:schema ./tealight.schema.json into the first line of the configuration:

        tealight check --schema > tealight.schema.json
      """)

  @Argument(
    help: "The configuration file. (default: the file that the daemon reads)", completion: .file())
  var file: String?

  @Flag(help: "Print the JSON Schema of configurations, and check nothing.")
  var schema = false

  func run() throws {
    if schema { return print(JSONSchema.text(Config.description(Catalogue())), terminator: "") }
    try starting { () throws(StartError) in
      let catalogue = Catalogue()
      let (warnings, meaning) = try Self.meaning(of: file, catalogue)
      for warning in warnings { complain("\(warning)") }
      if ServiceUser.become() { try ServiceUser.tryReading(file) }
      print("\((file ?? catalogue.configPath).onOneLine): \(Self.verdict(on: meaning))")
      for (name, value) in meaning {
        print("  \(name)\(String(repeating: " ", count: 10 - name.count))\(value.onOneLine)")
      }
    }
  }

  /// The sentence for a good file. No exchange is asked here, so it names the command that looks for the
  /// markets.
  static func verdict(on meaning: [(name: String, value: String)]) -> String {
    meaning.contains { $0.name == "market" }
      ? "good; tealight doctor asks the exchanges whether they list the markets" : "good"
  }

  /// What a file says, as names and values.
  /// - Parameter file: nil for the one that the daemon reads.
  /// - Throws: the error with which the daemon would not start.
  static func meaning(
    of file: String?, _ catalogue: Catalogue
  ) throws(StartError) -> (warnings: [Diagnostic], meaning: [(name: String, value: String)]) {
    // The daemon never reads its own file as a board.
    if let file, !catalogue.isDaemons(file),
      let board = try Config.loadBoard(file, catalogue)
    {
      return (board.devices.warnings, devices(board.devices))
    }
    let config = try Config.load(file, catalogue)
    guard config.hasDisplay else { throw .noDisplay(in: file ?? catalogue.configPath) }
    return (config.warnings, lines(config) + devices(config))
  }

  private static func lines(_ config: Config) -> [(name: String, value: String)] {
    let settings = config.settings
    var lines = [(name: "language", value: settings.language.rawValue)]
    let colours = settings.colours ?? settings.language.convention
    lines.append(("theme", "\(settings.theme.rawValue), \(colours.rawValue)"))
    let pages = settings.pages.map(\.rawValue).joined(separator: ", ")
    lines.append(("pages", settings.hasOwnPages ? pages : "all that have something to show"))
    let back = settings.homeAfterSeconds.map { "back after \($0) s" } ?? "never by itself"
    lines.append(("home", "\(settings.home.rawValue), \(back)"))
    if let seconds = settings.rotateEverySeconds {
      lines.append(("rotate", "the next market every \(seconds) s"))
    }
    if settings.layout != .full { lines.append(("layout", settings.layout.rawValue)) }
    if config.takesHubMarkets { lines.append(("market", "those of the hub")) }
    for place in config.places where !config.takesHubMarkets {
      lines.append(("market", config.spell(place)))
    }
    for (name, address) in config.configuredAddresses.sorted(by: { $0.key < $1.key }) {
      // An address may hold secrets.
      let parts = [
        address.websocket?.withoutSecrets, address.rest?.withoutSecrets, address.caFile,
      ].compactMap { $0 }
      lines.append(("exchange", "\(name): " + parts.joined(separator: ", ")))
    }
    if let currency = config.settings.currency { lines.append(("currency", currency)) }
    if let second = config.settings.secondCurrency { lines.append(("second", second)) }
    lines += config.mqtt?.meaning.map { ("broker", $0) } ?? []
    lines += config.web?.meaning.map { ("web", $0) } ?? []
    if let file = config.metrics.file { lines.append(("metrics", file)) }
    // Users show this output to others, so it does not say how much they hold.
    lines += config.settings.holdings.map { ("holding", "\($0.market), amount not shown") }
    if let rates = config.rates {
      lines.append(("rates", (rates.sources + rates.currencies).joined(separator: ", ")))
    }
    lines.append(
      (
        "link",
        "stale after \(config.link.staleAfterSeconds) s, polled every \(config.link.pollEverySeconds) s"
      ))
    if let url = config.link.documentation { lines.append(("link", "explained at \(url)")) }
    let period = settings.indicator.usualPeriod.map { " of \(settings.period ?? $0)" } ?? ""
    lines.append(
      ("chart", "\(settings.span.rawValue), indicator \(settings.indicator.rawValue)\(period)"))
    if let folder = config.faceFolder { lines.append(("face", folder)) }
    for (rule, hook) in zip(config.settings.alerts.rules, config.hooks) {
      let markets =
        rule.markets.isEmpty ? "all" : rule.markets.map { "\($0)" }.joined(separator: ", else ")
      // The hook's arguments may hold secrets.
      let run = hook.map { ", runs \($0.arguments[0])" } ?? ""
      lines.append(
        ("alert", "\(rule.condition) for \(markets), snoozed for \(rule.snoozeMinutes) min\(run)"))
    }
    if let quiet = config.settings.alerts.quiet { lines.append(("quiet", "\(quiet)")) }
    if let folder = config.marksFolder { lines.append(("marks", folder)) }
    if let top = config.settings.ranking {
      lines.append(("list", "the top \(top.count) of \(top.exchange) in \(top.quote)"))
    }
    if let hours = config.lighting.night.hours {
      lines.append(("night", "\(hours), brightness \(config.lighting.night.brightness) %"))
    }
    if config.panels.contains(where: { $0.kind.lightSource == .pixels }) {
      let lighting = config.lighting
      let dimmed =
        lighting.dimAfterMinutes == 0
        ? "never dimmed" : "to \(lighting.dimTo) % after \(lighting.dimAfterMinutes) min"
      lines.append(("care", dimmed + (lighting.shifts ? ", moved by a pixel" : "")))
    }
    if config.panels.contains(where: { $0.kind.medium == .paper }) {
      lines.append(
        (
          "paper",
          "refreshed for \(config.paper.refreshPercent) % or \(config.paper.refreshCandles) candles, "
            + "in full after \(config.paper.fullEvery) times"
        ))
    }
    return lines
  }

  private static func devices(_ config: Config) -> [(name: String, value: String)] {
    var lines: [(name: String, value: String)] = []
    lines += config.panels.map { ("display", text($0)) }
    lines += config.buttons.map { ("button", text($0)) }
    lines += config.encoders.map { ("encoder", text($0)) }
    lines += config.keys.map { ("key", text($0)) }
    if let sensor = config.presence {
      let active = sensor.isActiveLow ? "low" : "high"
      lines.append(
        ("presence", "line \(sensor.line) of \(sensor.chip), \(active) while somebody is there"))
    }
    return lines
  }

  private static func text(_ wiring: PanelWiring) -> String {
    var text = "\(wiring.kind) on \(wiring.bus)"
    if let address = wiring.address { text += " at 0x" + String(address, radix: 16) }
    if case .ofDevice = wiring.kind.sizes { return text }
    text += ", \(wiring.surface.size.width)×\(wiring.surface.size.height)"
    if wiring.rotation != .none { text += ", turned by \(wiring.rotation.rawValue)°" }
    let lines = PanelLine.allCases.compactMap { line in
      wiring.lines[line].map { "\(line.rawValue) \($0)" }
    }
    if let chip = wiring.chip, !lines.isEmpty {
      text += ", \(lines.joined(separator: ", ")) of \(chip)"
    }
    if let backlight = wiring.backlight { text += ", backlight \(backlight)" }
    return text
  }

  private static func text(_ button: Config.WiredButton) -> String {
    "line \(button.wiring.line) of \(button.wiring.chip): \(text(button.binding))"
  }

  private static func text(_ encoder: Config.WiredEncoder) -> String {
    let button = encoder.button.map { "; button on line \($0.wiring.line): \(text($0.binding))" }
    return "lines \(encoder.a.line) and \(encoder.b.line) of \(encoder.a.chip), "
      + "\(encoder.stepsPerDetent) steps: right \(encoder.right.name), "
      + "left \(encoder.left.name)\(button ?? "")"
  }

  private static func text(_ key: Config.WiredKey) -> String {
    let grabbed = key.wiring.isGrabbed ? ", grabbed" : ""
    return "\(KeyName.name(of: key.wiring.code)) of \(key.wiring.device)\(grabbed): "
      + text(key.binding)
  }

  private static func text(_ binding: Binding) -> String {
    let double = binding.doublePress.map { ", double \($0.name)" } ?? ""
    return "press \(binding.press.name), hold \(binding.hold.name)\(double)"
  }
}

extension Config {
  /// Which markets serve a place, the preferred first: `upbit:KRW-BTC, else bithumb:KRW-BTC`.
  func spell(_ place: [MarketID]) -> String {
    place.map { "\(markets[$0])" }.joined(separator: ", else ")
  }
}
