import Feeds
import MarketData
import State

/// The root table: a whole configuration file, before what its texts name is looked up.
struct RootTable {
  var settings = Settings(allPages: Catalogue.pages)
  /// The pages that the file names: they are shown even where they have nothing to show.
  var ownPages: [PageName] {
    get { settings.pages }
    set { (settings.pages, settings.hasOwnPages) = (newValue, true) }
  }
  /// The exchanges that may serve a market which names none; empty: all.
  var exchanges: [any Exchange] = []
  var markets = [Located(value: "upbit:KRW-BTC", location: Location(file: ""))]
  /// Whether the file says which markets.
  var namesMarkets: Bool { markets.contains { !$0.location.file.isEmpty } }
  var link = Config.Link()
  var exchangeTables = ExchangesTable()
  var rates: RatesTable?
  var gecko = Config.Gecko()
  var holdings: [TableValues<HoldingTable>] = []
  var face = FaceTable()
  var marks = FolderTable()
  var list: TableValues<ListTable>?
  var lighting = Config.Lighting()
  var paper = Config.Paper()
  var metrics = Config.Metrics()
  var alerts: [TableValues<AlertTable>] = []
  var displays: [TOMLTable] = []
  var inputs = InputTables()
  var presence: TableValues<PresenceTable>?
  var web: TableValues<WebTable>?
  var mqtt: MQTTTable?

  static func table(_ catalogue: Catalogue) -> Table<RootTable> {
    Table("the file", RootTable(), top(catalogue) + tables(catalogue) + devices)
  }

  /// The keys that stand in no table.
  static let topNames = Set(top(Catalogue()).map(\.name))

  private static func top(_ catalogue: Catalogue) -> [Key<RootTable>] {
    let pages = Catalogue.pages.map { ($0.rawValue, $0) }
    return [
      Key("language", \.settings.language, .choice),
      Key("exchanges", \.exchanges, .exchanges(catalogue.exchanges)),
      Key("markets", \.markets, .markets),
      Config.Link.failover.within(\.link),
      Key("layout", \.settings.layout, .choice),
      Key("theme", \.settings.theme, .choice),
      Key("colours", optional: \.settings.colours, .choice),
      Key("pages", \.ownPages, .pages),
      Key("home", \.settings.home, .choice(pages)),
      Key("home_after_seconds", \.settings.homeAfterSeconds, .integerOrNever(1...86_400)),
      Key(
        "rotate_every_seconds", \.settings.rotateEverySeconds,
        .integerOrNever(Choice.rotationSeconds)),
      Key("currency", optional: \.settings.currency, .currency(or: [Desk.ownCurrency])),
      Key("second_currency", optional: \.settings.secondCurrency, .currency()),
    ]
  }

  private static func tables(_ catalogue: Catalogue) -> [Key<RootTable>] {
    [
      .table(
        "exchange", \.exchangeTables, ExchangesTable.table(catalogue.exchanges), isRecorded: true),
      .table("rates", optional: \.rates, RatesTable.table(catalogue), isRecorded: true),
      .tables(
        "holding", \.holdings, HoldingTable.table, countMax: HoldingTable.countMax,
        isRecorded: false),
      .table("coingecko", \.gecko, Config.Gecko.table(catalogue), isRecorded: true),
      .table("link", \.link, Config.Link.table, isRecorded: true),
      .table("chart", \.settings, chart, isRecorded: true),
      .table("face", \.face, FaceTable.table, isRecorded: true),
      .table("marks", \.marks, FolderTable.table, isRecorded: false),
      .table("list", whole: \.list, ListTable.table(catalogue.exchanges), isRecorded: true),
      .table("night", \.lighting.night, Config.Night.table, isRecorded: true),
      .table("care", \.lighting, Config.Lighting.care, isRecorded: true),
      .table("paper", \.paper, Config.Paper.table, isRecorded: true),
      .table("metrics", \.metrics, Config.Metrics.table, isRecorded: false),
      .tables("alert", \.alerts, AlertTable.table, countMax: AlertTable.countMax, isRecorded: true),
      .table("alerts", \.settings.alerts, AlertTable.all, isRecorded: true),
      .table("web", whole: \.web, Config.Web.table(catalogue), isRecorded: false),
      .table("mqtt", optional: \.mqtt, Config.MQTT.table(catalogue), isRecorded: true),
    ]
  }

  private static let devices: [Key<RootTable>] =
    [.tables("display", unread: \.displays, DisplayTable.table, isRecorded: false)]
    + InputTables.table.keys.map { $0.within(\.inputs) }
    + [.table("presence", whole: \.presence, PresenceTable.table, isRecorded: false)]

  /// What the chart shows until the user chooses something else.
  private static let chart = Table<Settings>(
    "[chart]", Settings(),
    [
      Key("style", \.chartStyle, .choice), Key("span", \.span, .choice),
      Key("indicator", \.indicator, .choice),
      Key("period", optional: \.period, .integer(2...200)),
    ])
}

/// `[face]`: what the frog looks like.
struct FaceTable {
  var folder: String?
  var blinks = true

  static let table = Table<FaceTable>(
    "[face]", FaceTable(),
    [
      Key("folder", optional: \.folder, .folder(of: "MOOD.png")), Key("blink", \.blinks, .boolean),
    ])
}

/// `[marks]`: a folder of the user's own pictures.
struct FolderTable {
  var folder: String?

  static let table = Table<FolderTable>(
    "[marks]", FolderTable(), [Key("folder", optional: \.folder, .folder(of: "CODE.png"))])
}

extension ValueType<[PageName]> {
  fileprivate static let pages = {
    let names = Catalogue.pages.map(\.rawValue)
    return list(
      "a list, at least one of \(names.quoted)", of: ("a page", "one of \(names.quoted)"),
      shape: .choice(names), twice: .error { "\($0) is listed twice; list it once" }
    ) { (name: Located<String>) throws(Complaint) -> PageName in
      if let page = Catalogue.pages.first(where: { $0.rawValue == name.value }) { return page }
      throw Complaint("unknown page \"\(name.value)\"\(name.value.hint(among: names))")
    }
  }()
}

extension ValueType<[any Exchange]> {
  fileprivate static func exchanges(_ known: [any Exchange]) -> ValueType {
    let names = known.map(\.name)
    return list(
      "a list of exchanges, at least one: \(names.joined(separator: ", "))",
      of: ("an exchange", "a text"), shape: .choice(names),
      twice: .warning { "\($0) is listed twice; it is used once" }
    ) { (name: Located<String>) throws(Complaint) -> any Exchange in
      if let exchange = known.first(where: { $0.name == name.value }) { return exchange }
      throw Complaint("unknown exchange \"\(name.value)\"\(name.value.hint(among: names))")
    }
  }
}

extension ValueType<[Located<String>]> {
  fileprivate static let markets = list(
    "a list of texts \"exchange:CODE\" or \"BASE/QUOTE\", at least one",
    of: ("a market", "a text \"exchange:CODE\" or \"BASE/QUOTE\""), twice: .fine
  ) { $0 }.writing { "[\($0.map(\.value).quoted)]" }
}
