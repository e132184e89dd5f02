import MarketData
import State

/// Why a file is no configuration: everything that is wrong, in the order of the file.
public struct ConfigError: Error, Equatable, Sendable {
  public let diagnostics: [Diagnostic]

  public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}

extension Config {
  /// Reads and checks what a file holds; opens no device and no socket.
  /// - Parameter file: what messages call it.
  public static func read(
    _ bytes: [UInt8], file: String, _ catalogue: Catalogue
  ) throws(ConfigError) -> Config {
    try read(try toml(bytes, file), file: file, catalogue)
  }

  private static func toml(_ bytes: [UInt8], _ file: String) throws(ConfigError) -> TOML {
    do throws(Diagnostic) { return try TOML(bytes, file: file) } catch {
      throw ConfigError([error])
    }
  }

  /// Reads a file that is TOML already.
  public static func read(
    _ root: TOML, file: String, _ catalogue: Catalogue
  ) throws(ConfigError) -> Config {
    var diagnostics = Diagnostics()
    let table = RootTable.table(catalogue).read(TOMLTable(file: root), &diagnostics).values
    var config = Config(table, catalogue, &diagnostics)
    return try config.finish(diagnostics, file)
  }

  /// Reads the panels alone, whatever else is wrong with a file. A panel with a mistake is left out; its
  /// mistakes are warnings, and so are lines that nobody can read.
  public static func readPanels(
    _ bytes: [UInt8], file: String, _ catalogue: Catalogue
  ) throws(ConfigError) -> Config {
    var (config, others) = (Config(), Diagnostics())
    let root = TOMLTable(file: try readableLines(of: bytes, file, &config.warnings))
    let table = RootTable.table(catalogue).read(root, &others).values
    (config.settings.language, config.paper) = (table.settings.language, table.paper)
    for display in table.displays {
      var devices = DeviceList(catalogue, paper: table.paper, markets: nil)
      var diagnostics = Diagnostics()
      devices.add(display, &diagnostics)
      let said = diagnostics.sorted(in: file)
      if said.errors.isEmpty { config.panels += devices.panels }
      config.warnings += said.errors
    }
    return config
  }

  /// What is left of a file without the lines that cannot be read.
  private static func readableLines(
    of bytes: [UInt8], _ file: String, _ warnings: inout [Diagnostic]
  ) throws(ConfigError) -> TOML {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    while true {
      do throws(ConfigError) {
        return try toml(Array(lines.joined(separator: "\n".utf8)), file)
      } catch {
        guard warnings.count < 16, let mistake = error.diagnostics.first,
          let line = mistake.location.line, lines.indices.contains(line - 1),
          !lines[line - 1].isEmpty
        else { throw error }
        warnings.append(mistake)
        lines[line - 1] = []
      }
    }
  }

  /// Reads a board by itself.
  /// - Parameter file: its path, which gives it its name.
  /// - Returns: nil where the file is no board, which names its panel above all tables.
  public static func readBoard(
    _ bytes: [UInt8], file: String, _ catalogue: Catalogue
  ) throws(ConfigError) -> Board? {
    guard let root = try? TOML(bytes, file: file) else { return nil }
    let board = TOMLTable(file: root)
    guard board.has(DisplayTable.panelKey) else { return nil }
    var config = Config()
    var diagnostics = Diagnostics()
    var devices = DeviceList(catalogue, paper: config.paper, markets: nil)
    let table = devices.add(board: board, &diagnostics)
    config.apply(devices)
    return Board(
      path: file, table, try config.finish(diagnostics, file), in: catalogue.boardFolders)
  }

  /// Every key that a file may have.
  public static func description(_ catalogue: Catalogue) -> TableDescription {
    RootTable.table(catalogue).description
  }

  private mutating func finish(
    _ diagnostics: Diagnostics, _ file: String
  ) throws(ConfigError) -> Config {
    let said = diagnostics.sorted(in: file)
    guard said.errors.isEmpty else { throw ConfigError(said.errors) }
    warnings = said.warnings
    return self
  }

  /// Looks up what the texts of a file name, and checks its tables against each other.
  private init(
    _ file: RootTable, _ catalogue: Catalogue, _ diagnostics: inout Diagnostics
  ) {
    let resolver = MarketResolver(
      known: catalogue.exchanges,
      preferred: file.exchanges.isEmpty ? catalogue.exchanges : file.exchanges)
    var markets = Markets()
    for text in file.markets {
      if markets.places.count == Self.marketsMax {
        diagnostics.error("too many markets: at most \(Self.marketsMax)", at: text.location)
        break
      }
      do throws(Complaint) {
        if !markets.place(try resolver.markets(of: text.value)) {
          diagnostics.warn("\(text.value) is listed twice; it is shown once", at: text.location)
        }
      } catch {
        diagnostics.error(error.text, at: text.location)
      }
    }
    settings = file.settings
    (link, gecko, lighting, paper) = (file.link, file.gecko, file.lighting, file.paper)
    (faceFolder, blinks) = (file.face.folder, file.face.blinks)
    (marksFolder, metrics) = (file.marks.folder, file.metrics)
    (web, mqtt) = (file.web?.web, file.mqtt?.mqtt)
    configuredAddresses = file.exchangeTables.addresses
    rates = file.rates?.rates
    settings.holdings = HoldingTable.holdings(file.holdings, &markets, resolver, &diagnostics)
    if let list = file.list {
      settings.putsFavouritesFirst = list.putsFavouritesFirst
      settings.ranking = ListTable.ranking(list, of: markets, catalogue.exchanges, &diagnostics)
    }
    let followsHubs = !(mqtt?.hubs.isEmpty ?? true)
    // No exchange is asked then, and the page would wait for ever.
    if let list = file.list, settings.ranking != nil, followsHubs, mqtt?.fallsBack == false {
      diagnostics.warn(
        "source = \"top\" in [list] shows nothing: hubs do not rank markets; "
          + "set fallback = true in [mqtt]", at: list.location(of: ListTable.sourceKey))
    }
    takesHubMarkets = followsHubs && !file.namesMarkets
    let alerts = AlertTable.rules(
      file.alerts, of: takesHubMarkets ? nil : markets, resolver, &diagnostics)
    settings.alerts.rules = alerts.map(\.rule)
    hooks = alerts.map(\.hook)
    (self.markets, places) = (markets.markets, markets.places)
    if !followsHubs { refusePublishedMarkets(in: file, &diagnostics) }
    var devices = DeviceList(
      catalogue, paper: paper, markets: takesHubMarkets ? nil : markets.names)
    for display in file.displays { devices.add(display, &diagnostics) }
    devices.add(file.inputs, &diagnostics)
    if let sensor = file.presence { devices.add(sensor, &diagnostics) }
    apply(devices)
    if let table = file.web, table.web.isReachable, table.web.allowsPairing,
      table.web.password == nil,
      buttons.isEmpty, encoders.isEmpty, keys.isEmpty
    {
      diagnostics.warn(
        "no browser can be paired: no button, encoder or key shows the code; set password_file",
        at: table.location)
    }
    useCurrencies(of: devices.commands)
  }

  /// Refuses published markets where no hub is followed: only a hub tells of them.
  private func refusePublishedMarkets(in file: RootTable, _ diagnostics: inout Diagnostics) {
    for text in file.markets where Market.isPublished(text.value) {
      diagnostics.error(
        "\(text.value) needs follow in [mqtt]: it comes from a hub", at: text.location)
    }
  }

  /// The same configuration with a hub's markets in place of its own. A market that no exchange here
  /// understands is left out; if none is left, the configuration stays as it is. Known markets are
  /// never forgotten, so the number of new ones that a hub may name is limited.
  public func showing(_ names: [String], _ catalogue: Catalogue) -> Config {
    let resolver = MarketResolver(known: catalogue.exchanges, preferred: catalogue.exchanges)
    var markets = Markets()
    var room = Self.marketsMax - self.markets.count
    for name in names {
      guard let market = try? resolver.markets(of: name).first else { continue }
      if !self.markets.contains(market) {
        guard room > 0 else { continue }
        room -= 1
      }
      _ = markets.place([market])
    }
    guard !markets.places.isEmpty else { return self }
    // The market of a holding is followed, whichever markets the places show.
    for holding in settings.holdings { _ = markets.follow(holding.market) }
    var config = self
    (config.markets, config.places) = (markets.markets, markets.places)
    return config
  }

  private mutating func apply(_ devices: DeviceList) {
    (panels, buttons) = (devices.panels, devices.buttons)
    (encoders, keys) = (devices.encoders, devices.keys)
    (presence, boardFiles) = (devices.presence, devices.boardFiles)
  }

  /// Asks for the rates of all currencies that the settings or the bound commands use.
  private mutating func useCurrencies(of commands: [Command]) {
    if settings.currency == Desk.ownCurrency { settings.currency = nil }
    var wanted = [settings.currency, settings.secondCurrency].compactMap { $0 }
    for case .choose(.currency(let currency)) in commands
    where currency != Desk.ownCurrency && !wanted.contains(currency) {
      wanted.append(currency)
    }
    // A premium is that of won over dollars.
    let hasPremium = settings.alerts.rules.contains(where: \.condition.isPremium)
    if hasPremium, !wanted.contains("KRW") { wanted.append("KRW") }
    // Where there is no `[rates]`, the sources that need no key are asked.
    if !wanted.isEmpty { rates = rates ?? .keyless }
    for currency in wanted where !Dollars.coins.contains(currency) {
      if rates?.currencies.contains(currency) == false { rates?.currencies.append(currency) }
    }
    settings.currencies = rates?.currencies ?? []
  }
}

extension TOMLTable {
  /// The root table of a file: the keys above all tables, and the tables.
  init(file root: TOML) {
    var entries: [TOML.Entry] = []
    if case .table(let table) = root.value { entries = table }
    self.init(title: "the file", entries: entries, location: root.location)
  }
}
