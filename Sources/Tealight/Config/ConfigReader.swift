import Feeds
import Glance
import MarketData
import Pixels
import State

/// Reads a configuration: all of it, so that all mistakes are named at once.
struct ConfigReader {
  let catalogue: Catalogue
  var config = Config()
  var mistakes: [Mistake] = []
  /// Those that may serve a market which names none, in their order.
  var exchanges: [any Exchange] = []
  /// What each GPIO line serves already, and where the file says so.
  var lines: [GPIOLine: (owner: String, place: Place)] = [:]
  /// Where the file says what each key of the kernel does.
  var keys: [DeviceKey: Place] = [:]

  /// Where the file says that each market is held.
  var held: [Market: Place] = [:]

  init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  mutating func read(_ root: TOML) {
    guard case .table(let entries) = root.value else { return }
    var file = TableReader("", entries, at: root.place)
    readLanguage(&file)
    readMarkets(&file)
    readFailover(&file)
    readLayout(&file)
    readTheme(&file)
    readNavigation(&file)
    if var exchanges = file.table("exchange") { readExchanges(&exchanges) }
    if var rates = file.table("rates") { readRates(&rates) }
    readCurrencies(&file)
    readHoldings(&file)
    if var gecko = file.table("coingecko") { readGecko(&gecko) }
    if var link = file.table("link") { readLink(&link) }
    if var chart = file.table("chart") { readChart(&chart) }
    if var face = file.table("face") { readFace(&face) }
    if var marks = file.table("marks") { readMarks(&marks) }
    if var list = file.table("list") { readList(&list) }
    if var night = file.table("night") { readNight(&night) }
    if var care = file.table("care") { readCare(&care) }
    if var paper = file.table("paper") { readPaper(&paper) }
    readAlerts(&file)
    for display in file.tables("display") { readDisplay(display) }
    readInputs(&file)
    mistakes += file.finish()
  }

  private mutating func readLanguage(_ file: inout TableReader) {
    let languages = Language.allCases.map { (name: $0.rawValue, $0) }
    if let language = file.choice("language", among: languages) {
      config.settings.language = language
    }
  }

  private mutating func readTheme(_ file: inout TableReader) {
    let grounds = ThemeName.allCases.map { (name: $0.rawValue, $0) }
    if let theme = file.choice("theme", among: grounds) { config.settings.theme = theme }
    let conventions = ColourConvention.allCases.map { (name: $0.rawValue, $0) }
    if let colours = file.choice("colours", among: conventions) {
      config.settings.colours = colours
    }
  }

  private mutating func readLayout(_ file: inout TableReader) {
    let layouts = Layout.allCases.map { (name: $0.rawValue, $0) }
    if let layout = file.choice("layout", among: layouts) { config.settings.layout = layout }
  }

  private mutating func readLink(_ link: inout TableReader) {
    if let seconds = link.integer("stale_after_seconds", in: 5...3600) {
      config.staleAfterSeconds = seconds
    }
    if let seconds = link.integer("poll_every_seconds", in: 1...3600) {
      config.pollEverySeconds = seconds
    }
    readFailover(&link)
    if let (url, place) = link.text("documentation", "a URL, https://…") {
      let complaint =
        url.utf8.count > 200
        ? "it must have 200 letters at most"
        : Endpoint.complaint(url, schemes: ["https", "http"], mayAsk: true)
      if let complaint { link.complain("documentation", url: url, complaint, at: place) }
      config.documentation = url
    }
    mistakes += link.finish()
  }

  private mutating func readFace(_ face: inout TableReader) {
    config.faceFolder = readFolder(&face, of: "MOOD.png")
    mistakes += face.finish()
  }
}
