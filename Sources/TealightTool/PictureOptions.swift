import ArgumentParser
import Configuration
import Devices
import Glance
import MarketData
import Pixels
import SimulatedExchange
import State
import Tealight

/// What is drawn, and on which panel: for one picture, and for a film.
struct PictureOptions: ParsableArguments {
  @Option(help: "The page.")
  var page = PageName.glance

  @Option(
    help: "The panel: \(PanelChoice.names.joined(separator: ", ")).",
    completion: .list(PanelChoice.names))
  var panel = PanelKind.st7789.name

  @Option(help: "Another size in pixels, as WIDTHxHEIGHT, with the panel's colours.")
  var size: String?

  @Option(help: "Width and height of a panel pixel in the picture, in pixels.")
  var scale = 1

  @Option(help: "The language.")
  var language = Language.english

  @OptionGroup var themes: ThemeOptions

  @Option(help: "The glance's layout.")
  var layout = Layout.full

  @Option(help: "The currency of prices: KRW, USD, USDT. (default: each market's own)")
  var currency: String?

  @Option(help: "The currency of a second price on the glance.")
  var secondCurrency: String?

  @Option(help: "How the chart and the glance draw prices.")
  var style: ChartStyle?

  @Option(help: "The length of the chart's candles.")
  var span: ChartSpan?

  @Option(help: "The indicator on the chart.")
  var indicator: Indicator?

  @Option(help: "The market, by its code: KRW-BTC, or upbit:KRW-BTC as in a configuration.")
  var market: String?

  @Option(help: "The random seed of the simulated market.")
  var seed: UInt64 = 1

  func validate() throws {
    guard 1...100 ~= scale else {
      throw ValidationError("--scale is \(scale); it must be from 1 to 100")
    }
    for (option, value) in [("currency", currency), ("second-currency", secondCurrency)] {
      guard let value, !Config.canShow(value) else { continue }
      throw ValidationError("--\(option) is \"\(value)\"; it must be \(Config.currencyMeaning)")
    }
    _ = try surface()
  }

  func surface() throws -> Surface {
    var surface = try PanelChoice.surface(option: panel, nil)!
    guard let size else { return surface }
    guard let size = Size(size), size.width <= 1_024, size.height <= 1_024 else {
      throw ValidationError("\"\(size)\" is not a size; write WIDTHxHEIGHT, 1 to 1024 each")
    }
    surface.size = size
    return surface
  }

  /// The market's code without its exchange: sample markets and captured markets are all Upbit's.
  var code: String? {
    market.map { $0.hasPrefix("upbit:") ? String($0.dropFirst("upbit:".count)) : $0 }
  }

  /// The sample desk that the seed gives.
  func desk() throws -> Desk {
    let code = code ?? "KRW-BTC"
    if let desk = SampleState.desk(seed: seed, code: code, language: language) { return desk }
    let known = SampleState.listings.map(\.code)
    throw ValidationError("unknown market \"\(code)\"\(code.hint(among: known))")
  }

  /// Lets a desk show what the options ask for.
  func configure(_ desk: inout Desk, binding: Binding? = nil) throws {
    var settings = desk.settings
    (settings.currency, settings.secondCurrency) = (currency, secondCurrency)
    settings.layout = layout
    settings.binding = binding
    if PageCatalog.turnable.contains(page) { settings.home = page }
    (settings.theme, settings.colours) = (themes.theme, themes.colours)
    if let style { settings.chartStyle = style }
    if let span { settings.span = span }
    if let indicator { settings.indicator = indicator }
    desk.apply(.settings(settings))
    desk.show(page)
    guard desk.page == page else {
      throw ValidationError(
        "the \(page.rawValue) page comes by itself, and no capture has it; "
          + "draw it without --capture")
    }
  }
}
