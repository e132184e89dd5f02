import ArgumentParser
import Configuration
import Devices
import Glance
import Glibc
import MarketData
import Pixels
import SimulatedExchange
import State
import Tealight
import Typeface

/// `tealight snapshot`: one picture.
struct Snapshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw one picture of a page on a panel into a PNG file.",
    discussion: """
      The same seed draws the same picture. With a recording it is the picture at its end:
        tealight snapshot glance.png --panel ssd1306 --language ko
        tealight snapshot end.png --capture session.txt --market KRW-BTC
      """)

  @Argument(help: "The PNG file to write.")
  var file: String

  @Option(help: "The page.")
  var page = PageName.glance

  @Option(help: "The panel: \(PanelChoice.names.joined(separator: ", ")).")
  var panel = PanelKind.st7789.name

  @Option(help: "Any other size in pixels, as WIDTHxHEIGHT, in the panel's depth.")
  var size: String?

  @Option(help: "How many pixels of the picture each pixel of the panel is wide and high.")
  var scale = 1

  @Option(help: "The language.")
  var language = Language.english

  @OptionGroup var themes: ThemeOptions

  @Option(help: "The glance's layout.")
  var layout = Layout.full

  @Option(help: "What prices are shown in: KRW, USD, USDT; the market's own quote without.")
  var currency: String?

  @Option(help: "What the price on the glance is shown in besides.")
  var secondCurrency: String?

  @Option(help: "What the chart and the glance draw.")
  var style: ChartStyle?

  @Option(help: "How long the chart's candles are.")
  var span: ChartSpan?

  @Option(help: "What is drawn beside the chart's candles.")
  var indicator: Indicator?

  @Option(help: "The market, by its code.")
  var market: String?

  @Flag(help: "With what a button does next, as just after a press.")
  var hint = false

  @Option(help: "What the simulated market grows from.")
  var seed: UInt64 = 1

  @Option(help: "A recording of Upbit's stream in place of a seed.")
  var capture: String?

  func run() throws {
    guard 1...100 ~= scale else { throw ValidationError("a scale is 1 to 100") }
    for (option, value) in [("currency", currency), ("second-currency", secondCurrency)] {
      guard let value, !Config.canShow(value) else { continue }
      throw ValidationError("--\(option) is \"\(value)\"; it must be \(Config.currencyMeaning)")
    }
    var surface = try PanelChoice.surface(option: panel, nil)!
    if let size { surface.size = try Self.size(size) }
    var desk = try desk()
    var settings = desk.settings
    (settings.currency, settings.secondCurrency) = (currency, secondCurrency)
    settings.layout = layout
    settings.binding = hint ? Binding() : nil
    (settings.theme, settings.colours) = (themes.theme, themes.colours)
    if let style { settings.chartStyle = style }
    if let span { settings.span = span }
    if let indicator { settings.indicator = indicator }
    desk.apply(.settings(settings))
    desk.show(page)
    guard desk.page == page else {
      throw ValidationError(
        "the \(page.rawValue) page comes by itself, and nothing calls it here; "
          + "it is drawn of a seed, without --capture")
    }
    if capture == nil, let chart = desk.requirements.chart {
      SampleState.addChart(chart, to: &desk, seed: seed)
    }
    let theme = Theme(of: desk)
    let typeface = Typeface { complain($0) }
    var frame = Frame(surface.size)
    Pages(surface.wearing(theme), typesetter: typeface).draw(desk.scene, on: &frame)
    try write(PNGDisplay.encode(frame.enlarged(by: scale), on: surface, theme: theme), to: file)
  }

  private func desk() throws -> Desk {
    if let capture { return try desk(capture: capture) }
    let code = market ?? "KRW-BTC"
    if let desk = SampleState.desk(seed: seed, code: code, language: language) { return desk }
    let known = SimulatedListing.first(10).map(\.code).joined(separator: ", ")
    throw ValidationError("unknown market \"\(code)\"; there are \(known)")
  }

  /// What a recording of another exchange, or of `tealight record`, is drawn by is named.
  private func desk(capture: String) throws -> Desk {
    let bytes = try read(capture)
    let recording: Capture
    do throws(CaptureError) { recording = try Capture(bytes) } catch {
      throw ValidationError("--capture is \(capture), \(error); \(Self.otherwise)")
    }
    if let desk = SampleState.desk(capture: recording, code: market, language: language) {
      return desk
    }
    let known = SampleState.codes(in: recording).prefix(10).joined(separator: ", ")
    guard !known.isEmpty else {
      throw ValidationError(
        "--capture is \(capture), and it has no market of Upbit; \(Self.otherwise)")
    }
    throw ValidationError(
      "--capture is \(capture), and it has no market \"\(market ?? "")\"; there are \(known)")
  }

  private static let otherwise =
    "a capture holds what came from Upbit's stream. What tealight record keeps of any exchange is "
    + "drawn by tealight replay FILE --speed max --display png:FOLDER"

  private static func size(_ text: String) throws -> Size {
    guard let size = Size(text), size.width <= 1_024, size.height <= 1_024 else {
      throw ValidationError("\"\(text)\" is no size; write WIDTHxHEIGHT, 1 to 1024 each")
    }
    return size
  }
}

extension Frame {
  /// Each pixel as a square of so many.
  fileprivate func enlarged(by scale: Int) -> Frame {
    var large = Frame(Size(size.width * scale, size.height * scale))
    for y in 0..<size.height {
      for x in 0..<size.width {
        let square = Rect(x: x * scale, y: y * scale, width: scale, height: scale)
        large.fill(square, with: self[x, y])
      }
    }
    return large
  }
}
