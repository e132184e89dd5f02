import ArgumentParser
import Configuration
import Devices
import Feeds
import Glibc
import Pixels
import SimulatedExchange
import State
import Tealight

/// `tealight demo`: the whole program on a simulated exchange, in this terminal.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the ticker in this terminal: no network, no hardware, no configuration.",
    usage: "tealight demo [<options>]",
    discussion: """
      The ticker runs with simulated exchanges, rates and facts about coins, over real TLS \
      connections.

      Keys: space, n or → next market; b or ← previous market; p or ↓ next page; ↑ previous page; \
      h home; f favourite or sort; l layout; t theme; c colours; u currency; g language; q quit.

        tealight demo --panel ssd1306          the pixels of a small OLED
        tealight demo --language ko            Korean words, red up and blue down
        tealight demo --fault half-open@20-60  what happens when the stream fails
        tealight demo --display web            a page for the browser on this machine
      """)

  @Option(
    help: "Show the pixels of this panel: \(PanelChoice.names.joined(separator: ", ")).",
    completion: .list(PanelChoice.names))
  var panel: String?

  @Option(help: "The panel's size, as WIDTHxHEIGHT, if it comes in several.")
  var size: String?

  @Option(help: "Where to show it: terminal, or web for a browser at http://127.0.0.1:8470.")
  var display = DemoDisplay.terminal

  @Option(help: "The language.")
  var language = Language.english

  @Option(help: "The page.")
  var page = ChosenPage(name: .glance)

  @OptionGroup var themes: ThemeOptions

  @Option(help: "The glance's layout.")
  var layout = Layout.full

  @Option(help: "The random seed of the simulated market.")
  var seed: UInt64 = 1

  @Option(help: "A fault; tealight simulate --help lists them. May be repeated.")
  var fault: [String] = []

  func validate() throws {
    _ = try faults()
    _ = try PanelChoice.surface(option: panel, size)
  }

  func run() throws {
    let surface = try PanelChoice.surface(option: panel, size)
    var options = Self.servers
    options.seed = seed
    options.faults = try faults()
    let server = try SimulatedServer(options)
    let authority = try TemporaryFile(server.caPEM ?? "")
    let signals = Signals(stopsAtHangup: true)
    let log = Log()
    do throws(StartError) {
      let text = Self.configuration(server.table(caFile: authority.path), showing: page.name)
      var config = try StartError.wrapping { () throws(ConfigError) in
        try Config.read(Array(text.utf8), file: "demo", Catalogue())
      }
      config.settings.language = language
      config.settings.home = page.name
      config.settings.layout = layout
      (config.settings.theme, config.settings.colours) = (themes.theme, themes.colours)
      try Daemon.run(config, [display.spec(surface)], Catalogue(), signals, log) {
        server.turn(now: $0)
      }
    } catch {
      for line in error.lines { complain(line) }
      throw ExitCode(error.exitCode)
    }
  }

  private func faults() throws -> [Fault] { try fault.map { try Fault(option: $0) } }

  /// The simulated sources and markets that give every page something to show.
  static var servers: SimulatedServer.Options {
    var options = SimulatedServer.Options()
    options.sources = ["upbit", "bithumb", "binance", "coingecko", "frankfurter"]
    options.listings = SimulatedListing.first(11)
    return options
  }

  static func configuration(_ servers: String, showing page: PageName) -> String {
    var markets = [
      "upbit:KRW-BTC", "upbit:KRW-ETH", "upbit:KRW-XRP", "upbit:KRW-DOGE", "upbit:KRW-USDT",
      "binance:BTCUSDT", "bithumb:KRW-BTC",
    ]
    // Upbit tells nothing about deposits without a key, so Bithumb's market comes first.
    if page == .wallet { markets.reverse() }
    return """
      markets = [\(markets.map { "\"\($0)\"" }.joined(separator: ", "))]

      [rates]
      sources = ["frankfurter"]

      [[holding]]
      market = "upbit:KRW-BTC"
      amount = 0.4213
      average_price = 131200000

      [[holding]]
      market = "upbit:KRW-XRP"
      amount = 12500

      \(servers)
      """
  }
}

/// Where the demo is shown.
enum DemoDisplay: String, CaseIterable, ExpressibleByArgument {
  case terminal, web

  fileprivate func spec(_ surface: Surface?) -> DisplaySpec {
    switch self {
    case .terminal: .terminal(surface: surface)
    case .web: .web(nil, surface: surface)
    }
  }
}
